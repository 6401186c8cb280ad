/** Numbers that are typed on the pad, and where they go. */

/**
 * @import {Entry} from "./entry.js"
 * @import {Question} from "./questions.js"
 */

/**
 * The tens of a number, whose units come next. They take the place of the tens that stood there.
 * @type {(entry: Entry, tens: number) => void}
 */
export function typeTens(entry, tens) {
  const before = Number(entry.typed ?? 0);
  const number = tens === 100 ? before + 100 : before - (before % 100) + tens;
  if (number > entry.question.field.high) return;
  entry.typed = `${number}`;
  entry.write(entry.question, number);
}

/**
 * The units end a number.
 * @type {(entry: Entry, unit: number) => void}
 */
export function typeUnit(entry, unit) {
  const before = Number(entry.typed ?? 0);
  entry.typed = `${before - (before % 10) + unit}`;
  entry.write(entry.question, Number(entry.typed));
  entry.step(false);
}

/**
 * The last digit, or what was pressed last: after 124 that leaves 120, then 100, then nothing.
 * @type {(entry: Entry, pressed?: boolean) => void}
 */
export function erase(entry, pressed = false) {
  const { question } = entry;
  if (!numeric(question)) return;
  const { field, player } = question;
  const parts = player ? entry.partsOf(player) : entry.row;
  const before = entry.typed ?? `${parts[field.key] ?? ""}`;
  const number = Number(before);
  const left = [10, 100].map((unit) => number - (number % unit)).find((less) => less !== number);
  entry.typed = pressed ? `${left || ""}` : before.slice(0, -1);
  entry.write(question, entry.typed === "" ? undefined : Number(entry.typed));
}

/** @type {(question: Question) => boolean} */
export const numeric = ({ field, pad }) => field.kind === "number" && pad !== "types";
