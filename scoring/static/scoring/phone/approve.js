/** The table agrees with the totals. What it chooses before that: disputed.js. */

import { own } from "../games/game.js";
import { fillDisputed } from "./disputed.js";
import { drawn, find, make, put } from "./dom.js";
import { who } from "./lapsed_approvals.js";
import { AND, figure, inOrder, openVerdicts } from "./grid.js";
import { readOut } from "./with_unsent.js";
import { penaltyWords, satWords } from "./sheet.js";
import { say } from "./words.js";

/** @import {Phone} from "./phone.js" */

/**
 * There may be something to choose or to agree with. What is pressed just now stays until it is let go.
 * @type {(page: Phone, score: Score | null) => Promise<void>}
 */
export async function fillAgreement(page, score) {
  const { data, data: { view, result, description } } = page;
  const whole = (result.complete || result.finished) && !view.closed;
  const [disputed, agreeing] = [find("#disputed"), find("#agreeing")];
  const some = view.conflicts.length + (view.late?.length ?? 0);
  if (!some) put(disputed);
  /** @type {HTMLInputElement} */
  const read = find("[name=digest]", agreeing);
  if (!whole || (read && read.value !== readOut(view))) agreeing.hidden = true; // nobody agrees with what was changed since
  if (!whole && !some) return;
  while (agreeing.matches(":active")) await new Promise((goOn) => setTimeout(goOn, 50));
  if (view !== data.view) return;
  fillDisputed(disputed, view, description, score, page);
  if (!whole) return;
  fillAgreeing(agreeing, view, result, description);
  agreeing.hidden = false;
}

/**
 * The totals, to be read out. Nothing to agree with while anything is on its way, open or wrong.
 * @type {(box: Element, view: SheetView, result: Result, description: Description) => void}
 */
function fillAgreeing(box, view, result, { partners }) {
  const wrong = view.refused.some(({ entry }) => entry.do === "enter") || result.problems.some(({ severity }) => severity === "error");
  const [number] = view.unsaved;
  const open = openVerdicts(result);
  const first = wrong ? "first_mend" : number ? "first_save" : view.conflicts.length ? "first_choose" : open.length ? "first_verdict" : view.changed && !view.missing.length && !view.approvals.length ? "first_send" : null;
  const still = view.approved ? null : first === "first_choose" ? view.conflicts.map(disputed) : first === "first_verdict" ? open.map(verdict) : null;
  put(box, [
    make("h2", { id: "agreeing-title" }, view.approved ? [drawn("approved"), " ", say("approved")] : say("read_out")),
    still ? null : make("ol", { class: "read-out" }, listTotals(result, view, partners)),
    ...(still ? [] : view.penalties.map((penalty) => make("p", { class: "note" }, penaltyWords(penalty)))),
    agreed(view),
    view.approved ? null : first ? make("p", { class: "note" }, say(first, { number })) : isEnough(view) ? make("p", { class: "note" }, say("enough_agreed")) : names(view, partners),
    still ? make("ul", { class: "lines" }, still) : null,
    wrong && view.data.paper ? make("p", { class: "links" }, make("a", { href: "paper/" }, say("to_paper"))) : null,
  ].filter(Boolean));
}

/** @type {(problem: Problem) => HTMLElement} */
const verdict = ({ game, player }) =>
  make("li", {}, make("a", { href: `game/${game}/`, "data-game": game }, `${say("game", { number: game })}: ${say("could_have", { name: player })}`));

/** @type {(conflict: Conflict) => HTMLElement} */
const disputed = ({ game }) =>
  make("li", {}, make("a", { href: "#disputed" }, game ? say("game", { number: game }) : say("total")));

/** @type {(result: Result, view: SheetView, partners: boolean | undefined) => HTMLElement[]} */
function listTotals(result, { sat, data }, partners) {
  const points = Object.keys(result.match_points).length ? result.match_points : result.totals;
  return inOrder(partners, data, result).map(({ rank, side, name }) =>
    make("li", {}, [make("b", {}, rank ? `${rank}.` : ""), " ",
      make("span", {}, side.flatMap((player, seat) => [seat ? AND : "", player, " ", satWords(sat, player)])), " ",
      make("strong", {}, figure(own(points, name)))]));
}

/** @type {(view: SheetView) => HTMLElement | null} */
function agreed(view) {
  const said = who(view.approvals);
  return said ? make("p", { class: "agreed" }, said) : null;
}

/**
 * Whether nobody has to agree any more, though the club does not know that yet.
 * @type {(view: SheetView) => boolean}
 */
const isEnough = ({ approval, approvals, missing }) => approvals.length > 0 && (approval !== "all" || !missing.length);

/** @type {(view: SheetView, partners: boolean | undefined) => HTMLElement} */
function names(view, partners) {
  if (view.approval === "two") return make("div", {}, [make("p", {}, say(view.lists_differ ? "lists_differ" : "two_lists")), make("p", {}, make("a", { class: "button", href: "second/" }, say("second_list")))]);
  const who = view.approval === "all" ? "agree_all" : partners ? "agree_opponent" : "agree_one";
  const how = `${say("read_out_how")} ${say(who)}`;
  const buttons = view.missing.map((name) =>
    make("button", { class: "button agree", name: "player", value: name }, say("agrees", { name })));
  return make("div", {}, [
    make("p", {}, how),
    make("form", { method: "post", class: "names-to-press" }, [
      make("input", { type: "hidden", name: "digest", value: readOut(view) }),
      ...buttons,
    ]),
  ]);
}
