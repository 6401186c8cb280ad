/** One true line about where everything is: on this phone, at the club, approved. */

import { drawn, make } from "./dom.js";
import { say } from "./words.js";

export function whereWords({ view, sender, store }) {
  const [sign, key] = whereIs(view, sender.reach, view.unsent.some((ticket) => store.isLoose(ticket)));
  return [drawn(sign), make("span", {}, say(key))];
}

function whereIs(view, reach, loose) {
  const some = view.unsent.length > 0;
  if (loose) return ["refused", "not_kept"];
  if (reach === "gone") return ["refused", "gone"];
  if (reach === "old") return ["refused", "old_page"];
  if (view.refused.length) return ["refused", "some_refused"];
  if (some) return ["phone", reach === "lost" ? "out_of_reach" : "all_on_phone"];
  if (reach === "lost") return ["club", "out_of_reach_club"];
  return view.approved ? ["approved", "all_approved"] : ["club", "all_at_club"];
}

export function warnOnLeaving(hasUnsent) {
  window.addEventListener("beforeunload", (event) => {
    if (hasUnsent()) event.preventDefault();
  });
}
