/** What the table does together: choosing between two lines, and agreeing with the totals. */

import { own, sidesOf } from "../games/game.js";
import { all, drawn, find, make, put } from "./dom.js";
import { who } from "./lapsed_approvals.js";
import { AND, NO_ROW, figure, inOrder, line, openVerdicts } from "./grid.js";
import { readOut, withRow } from "./overlay.js";
import { lineRows, satWords } from "./sheet.js";
import { say } from "./words.js";

/**
 * @import {NumberedLine} from "./grid.js"
 * @import {Phone} from "./phone.js"
 */

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

/** @type {(box: Element, view: SheetView, description: Description, score: Score | null, page: Phone) => void} */
function fillDisputed(box, view, description, score, page) {
  const sides = sidesOf(description.partners, view.data.players);
  const heads = [say("game_column"), ...sides.map((side) => side.join(AND))];
  const { closed, late = [] } = view;
  put(box, ...[...late, ...view.conflicts].map((conflict) => {
    const { game, versions } = conflict;
    const isLate = late.includes(conflict);
    const head = make("tr", { class: "names" }, heads.map((name) => make("th", { scope: "col" }, name)));
    /** @type {(row: Row) => NumberedLine} */
    const words = (row) => {
      if (!game) return { number: say("total"), cells: sides.map(([name]) => ({ kind: "score", figure: figure(own(/** @type {Paper} */ (row).totals ?? {}, name)) })) };
      const games = withRow(view.data.games, game, row);
      const scored = score?.({ ...view.data, games })?.rows.find((found) => found.game === game) ?? NO_ROW;
      return { ...line(description, view.data, row, scored, score), number: game };
    };
    const table = make("table", { class: `players-${sides.length}` }, [
      make("thead", {}, head), ...disputedRows(versions, sides.length, words, (version) => whence(version, page.sender.device), closed,
        (row) => (game ? page.writing.explainChange(game, row) : null)),
    ]);
    markDifferences(table);
    return make("section", { class: closed ? "disputed past" : "disputed" }, [
      make("p", { class: closed ? "note" : "problem" }, say(whatHappened(game, isLate, view), { number: game })),
      isLate && !game ? null : make("form", { method: "post" }, make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say(game ? "game" : "total", { number: game }) }, table)),
    ]);
  }));
}

/** @type {(game: number, isLate: boolean, view: SheetView) => string} */
function whatHappened(game, isLate, { closed, seen }) {
  if (isLate) return game ? "came_late" : "paper_late";
  if (!game) return "paper_in_two_ways";
  if (closed) return "closed_in_two_ways";
  return seen[game] ? "in_two_ways" : "came_while_closed";
}

/** @type {(table: HTMLElement) => void} */
function markDifferences(table) {
  const lines = all("tbody.line", table).map((body) => all("td:not([colspan])", body));
  lines[0].forEach((_cell, column) => {
    const said = lines.map((cells) => cells[column]).filter(Boolean); // a game that is not played has no cells
    if (new Set(said.map(({ textContent }) => textContent)).size > 1) said.forEach((cell) => cell.classList.add("differs"));
  });
}

/**
 * Versions of a game that do not know of each other, each with its button unless the form is closed.
 * @type {(versions: Version[], columns: number, line: (row: Row) => NumberedLine, whence: (version: Version) => string, closed: boolean, explain: (row: Row) => Child) => HTMLElement[]}
 */
function disputedRows(versions, columns, line, whence, closed, explain) {
  return versions.flatMap((version, index) => {
    const { event, row } = version;
    const press = closed ? null : make("button", { class: "button", name: "event", value: event }, say("choose_line", { line: index + 1 }));
    const choose = make("tr", {}, make("td", { class: "choose", colspan: columns + 1 }, [make("small", {}, whence(version)), press, closed ? null : explain(row)]));
    return [make("tbody", { class: "line" }, lineRows(line(row), columns, "", false)), make("tbody", {}, choose)];
  });
}

/** @type {(version: Version, ours: string) => string} */
function whence({ time, device }, ours) {
  const clock = new Date(time).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `${clock} · ${say(device === ours ? "this_phone" : "another_phone")}`;
}

/**
 * The totals, to be read out. Nothing to agree with while anything is on its way, open or wrong.
 * @type {(box: Element, view: SheetView, result: Result, description: Description) => void}
 */
function fillAgreeing(box, view, result, { partners, open_count: openCount }) {
  const wrong = view.refused.some(({ entry }) => entry.do === "enter") || result.problems.some(({ severity }) => severity === "error");
  const [number] = view.unsaved;
  const open = openVerdicts(result);
  const first = wrong ? "first_mend" : number ? "first_save" : view.conflicts.length ? "first_choose" : open.length ? "first_verdict" : view.changed && !view.missing.length && !view.approvals.length ? "first_send" : null;
  const still = view.approved ? null : first === "first_choose" ? view.conflicts.map(disputed) : first === "first_verdict" ? open.map(verdict) : null;
  put(box, [
    make("h2", { id: "agreeing-title" }, view.approved ? [drawn("approved"), " ", say("approved")] : say("read_out")),
    still ? null : make("ol", { class: "read-out" }, listTotals(result, view, partners)),
    agreed(view),
    view.approved ? null : first ? make("p", { class: "note" }, say(first, { number })) : isEnough(view) ? make("p", { class: "note" }, say("enough_agreed")) : names(view, openCount, partners),
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

/** @type {(view: SheetView, openCount: string, partners: boolean | undefined) => HTMLElement} */
function names(view, openCount, partners) {
  if (view.approval === "two") return make("div", {}, [make("p", {}, say(view.lists_differ ? "lists_differ" : "two_lists")), make("p", {}, make("a", { class: "button", href: "second/" }, say("second_list")))]);
  const who = view.approval === "all" ? "agree_all" : partners ? "agree_opponent" : "agree_one";
  const how = `${say("read_out_how")} ${say(who)}`;
  const buttons = view.missing.map((name) =>
    make("button", { class: "button agree", name: "player", value: name }, say("agrees", { name })));
  return make("div", {}, [
    openCount ? make("p", {}, openCount) : null,
    make("p", {}, how),
    make("form", { method: "post", class: "names-to-press" }, [
      make("input", { type: "hidden", name: "digest", value: readOut(view) }),
      ...buttons,
    ]),
  ]);
}
