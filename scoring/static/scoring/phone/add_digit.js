/** A digit of the number that is typed: on a keyboard, or on the pad of two sides. */

/** @import {Entry} from "./entry.js" */

/**
 * A digit more, unless the number is as long as it can be.
 * @type {(entry: Entry, digit: string) => boolean}
 */
export function addDigit(entry, digit) {
  const { question } = entry;
  const typed = `${entry.typed ?? ""}${digit}`.replace(/^0+(?=\d)/, "");
  if (typed.length > `${question.field.high}`.length) return false;
  entry.typed = typed;
  entry.write(question, Number(typed));
  return true;
}
