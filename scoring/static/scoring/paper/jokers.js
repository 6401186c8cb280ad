/** What a hand with jokers comes to, while it is typed. */

import { needed } from "../phone/questions.js";
import { say } from "../phone/words.js";
import { fits, unspaced } from "./notation.js";

const ADDED = /^(?:([0-9]{1,4})\+([0-9])?|([0-9])(?=[x×*]))(?:[x×*]([0-9]{0,3}))?$/i; // as far as it is typed

/**
 * By what a joker can count as far as that is typed: 41 + 10 = 51.
 * @type {(column: Column, typed: string) => {isHigh: boolean, total: number, words: string}[]}
 */
export function addJokers({ jokers }, typed) {
  const added = jokers && ADDED.exec(unspaced(typed));
  if (!jokers || !added) return [];
  const [, number = "", beside, alone, value = ""] = added;
  const [low, high, , , , dealt] = jokers;
  const count = Number(beside ?? alone ?? 1);
  const isOnTable = !value && Number(number) + count < dealt;
  const begun = [low, high].filter((worth) => `${worth}`.startsWith(value) && !(isOnTable && worth === low));
  return (begun.includes(Number(value)) ? [Number(value)] : begun).map((worth) => {
    const total = Number(number) + count * worth;
    const sum = [number, count > 1 ? `${count} × ${worth}` : `${worth}`].filter(Boolean).join(" + ");
    return { isHigh: worth === high, total, words: sum === `${total}` ? sum : `${sum} = ${total}` };
  });
}

/**
 * In words, with what the scribe says by it; `unfinished` is whose cell is no mistake yet.
 * @type {(description: Description, column: Column, typed: string) => (Said & {unfinished: string | null}) | null}
 */
export function noteJokers({ entry }, column, typed) {
  const sums = addJokers(column, typed);
  if (!sums.length) return null;
  const label = entry.find(needed)?.label ?? "";
  const words = sums.map((sum) => (sum.isHigh ? `${label}, ${say("on_table")}: ${sum.words}` : sum.words));
  const unfinished = fits(column, typed) ? "" : column.player;
  return { severity: "note", message: `${column.player}: ${words.join(" · ")}`, unfinished };
}
