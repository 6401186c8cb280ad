/** One true line about where everything is: on this phone, at the club, approved. */

import { button, drawn, find, findTarget, make, put } from "./dom.js";
import { say } from "./words.js";

/**
 * @import {Sender} from "./poll_and_send.js"
 * @import {Store} from "./store.js"
 * @typedef {{sign: string, words: string, mind: string}} Place
 * @typedef {(game: number) => void} Write
 */

/**
 * Where everything is; `mind` says what to do or to leave, where that is needed.
 * @type {(view: SheetView, sender: Sender, store: Store, open?: number) => Place}
 */
export function where(view, sender, store, open) {
  const number = view.unsaved.find((unsaved) => unsaved !== open); // the one that is open is seen
  const [sign, key] = whereIs(view, sender.reach, view.unsent.some((ticket) => store.isLoose(ticket)), number);
  const counts = { refused: view.refused.length, unsent: view.unsent.length };
  return { sign, words: say(key, { number, ...counts }), mind: MIND[key] ? say(MIND[key]) : "" };
}

/**
 * `refused` are the tickets of which the reason and the way out are in sight nowhere else.
 * @type {(place: Place, refused: Ticket[], write: Write | null, leaveOut: (id: string) => void) => void}
 */
export function showWhere({ sign, words, mind }, refused, write, leaveOut) {
  put(find("#where"), drawn(sign), make("span", {}, words));
  const reasons = refused.map((ticket) => refusedWords(ticket, write, leaveOut));
  put(find("#mind"), mind ? make("p", { class: "problem" }, mind) : "", ...reasons);
}

/** @type {(ticket: Ticket, write: Write | null, leaveOut: (id: string) => void) => HTMLElement} */
function refusedWords({ id, entry, answer }, write, leaveOut) {
  const why = answer?.problems.map(({ message }) => message).join(" "); // these name the game
  const number = entry.do === "enter" && write ? entry.game : 0;
  return make("div", { class: "problem" }, [
    make("p", {}, say("refused_why", { why })),
    number ? button("button", say("write_game", { number }), () => write?.(number)) : null,
    button("button", say("leave_out"), () => leaveOut(id)),
  ]);
}

/** @type {Record<string, string>} */
const MIND = { not_kept: "not_kept_mind", gone: "gone_mind", old_page: "old_page_mind" };

/** @type {(view: SheetView, reach: string, loose: boolean, number?: number) => [sign: string, key: string]} */
function whereIs(view, reach, loose, number) {
  const some = view.unsent.length > 0;
  if (loose) return ["refused", "not_kept"];
  if (reach === "gone") return ["refused", "gone"];
  if (reach === "old") return ["refused", "old_page"];
  if (view.refused.length) return ["refused", some ? "refused_and_unsent" : "some_refused"];
  if (number !== undefined) return ["draft", number ? "not_saved" : "paper_not_saved"];
  if (some && reach === "unwell") return ["phone", "unwell"];
  if (some) return ["phone", reach === "lost" ? "out_of_reach" : "all_on_phone"];
  if (reach === "lost") return ["club", "out_of_reach_club"];
  return view.approved ? ["approved", "all_approved"] : ["club", "all_at_club"];
}

/** @type {(loses: () => boolean) => void} */
export function warnOnLeaving(loses) {
  window.addEventListener("beforeunload", (event) => {
    if (!loses()) return;
    event.preventDefault();
    event.returnValue = true; // older browsers ask for this only
  });
}

/**
 * Pages beside the sheet take a connection: without one, who asks for one stays here and is soon told.
 * @type {(sender: Sender, judge: string) => void}
 */
export function stayWithout(sender, judge) {
  find("#menu").addEventListener("click", async (event) => {
    const link = findTarget(event, "a");
    if (!(link instanceof HTMLAnchorElement) || !link.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href, pathname } = link;
    const asked = sender.ask();
    if (sender.reach !== "lost") await asked;
    if (sender.reach !== "lost" || await window.caches?.match(href, { ignoreVary: true })) location.assign(href);
    else find("#away").replaceChildren(make("p", { class: "note" }, say(pathname === judge ? "judge_away" : "out_of_reach_club")));
  });
}
