/** One true line about where everything is: on this phone, at the club, approved. */

import { drawn, find, make } from "./dom.js";
import { say } from "./words.js";

/** @returns {{sign: string, words: string, mind: string}} `mind`: what to do or to leave, where that is needed */
export function where({ view, sender, store, entry }) {
  const number = view.unsaved.find((one) => one !== entry.number); // the one that is open is seen
  const [sign, key] = whereIs(view, sender.reach, view.unsent.some((ticket) => store.isLoose(ticket)), number);
  return { sign, words: say(key, { number }), mind: MIND[key] ? say(MIND[key]) : "" };
}

export const whereWords = ({ sign, words }) => [drawn(sign), make("span", {}, words)];

const MIND = { not_kept: "not_kept_mind", gone: "gone_mind", old_page: "old_page_mind" };

function whereIs(view, reach, loose, number) {
  const some = view.unsent.length > 0;
  if (loose) return ["refused", "not_kept"];
  if (reach === "gone") return ["refused", "gone"];
  if (reach === "old") return ["refused", "old_page"];
  if (view.refused.length) return ["refused", "some_refused"];
  if (number !== undefined) return ["draft", number ? "not_saved" : "paper_not_saved"];
  if (some && reach === "unwell") return ["phone", "unwell"];
  if (some) return ["phone", reach === "lost" ? "out_of_reach" : "all_on_phone"];
  if (reach === "lost") return ["club", "out_of_reach_club"];
  return view.approved ? ["approved", "all_approved"] : ["club", "all_at_club"];
}

export function warnOnLeaving(loses) {
  window.addEventListener("beforeunload", (event) => {
    if (loses()) event.preventDefault();
  });
}

/** Pages beside the sheet take a connection: without one, who asks for one stays here and is soon told. */
export function stayWithout(sender, judge) {
  find("#menu").addEventListener("click", async (event) => {
    const { href, pathname } = event.target.closest("a") ?? {};
    if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const asked = sender.ask();
    if (sender.reach !== "lost") await asked;
    if (sender.reach !== "lost" || await window.caches?.match(href, { ignoreVary: true })) location.assign(href);
    else find("#away").replaceChildren(make("p", { class: "note" }, say(pathname === judge ? "judge_away" : "out_of_reach_club")));
  });
}
