/** Correcting a game that stands on the form already. */

import { own } from "../games/game.js";
import { button, find, make, put, spoken } from "./dom.js";
import { figure } from "./grid.js";
import { cellIn } from "./questions.js";
import { cellWords } from "./strip.js";
import { say } from "./words.js";

/**
 * @import {Entry} from "./entry.js"
 * @import {Phone} from "./phone.js"
 */

/** @type {Record<string, string>} */
const SIGNS = { "-": "—", x: "×" };

/**
 * What stands on the form, where this would change it.
 * @type {(entry: Entry, name: string, shown: string[]) => HTMLElement | null}
 */
export function wordsBefore({ data, description, number, mends, touched }, name, shown) {
  if (!mends || !touched) return null;
  const cell = cellIn(data.view.data.games[number - 1], name);
  const score = own(data.findRow(number)?.scores ?? {}, name);
  const [words = ""] = cell === "-" || score === null ? cellWords(description, cell) : [figure(score)];
  if (!words || words === shown[0]) return null;
  return make("small", { class: "was" }, [spoken(`${say("was")} `), SIGNS[words] ?? words, " →"]);
}

/**
 * After the last game nothing is asked any more: that game can still be corrected or undone.
 * @type {(page: Phone) => void}
 */
export function offerMending({ data, writing, entry: { number } }) {
  const more = number ? null : writing.offerMore();
  const last = number || data.view.closed ? 0 : data.result.rows.at(-1)?.game ?? 0;
  put(find("#after"), ...(last ? [
    button("button", say("mend_game", { number: last }), () => writing.open(last)),
    data.findLastChange() && (writing.isCorrected || data.findLastChange()?.entry.game !== last) ? button("button", say("undo"), () => writing.undo()) : null,
    more ? button("button", more.words, more.press) : null,
  ] : []));
}
