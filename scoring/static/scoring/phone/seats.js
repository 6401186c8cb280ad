/** Who sits where may change while the form is played: this comes when it did. */

import { all, find, make, put } from "./dom.js";
import { say } from "./words.js";

/** @import {Entry} from "./entry.js" */

/**
 * A row as it would be typed now that somebody else sits there.
 * @type {(row: Row, names: Record<string, string>) => Row}
 */
export function renamed(row, names) {
  const { entries } = row;
  /** @type {(name: string) => string} */
  const now = (name) => (Object.hasOwn(names, name) && !Object.hasOwn(entries ?? {}, names[name]) ? names[name] : name);
  return entries ? { ...row, entries: Object.fromEntries(Object.entries(entries).map(([name, cell]) => [now(name), cell])) } : row;
}

/**
 * The game that is being written goes on with who plays it now; what was typed for a seat stays.
 * @type {(entry: Entry, view: SheetView, columns: Record<string, string[]>) => void}
 */
export function sit(entry, view, columns) {
  const { data: { players }, away, renamed: names } = view;
  const seats = JSON.stringify([players, away]);
  if (seats === entry.seats) return;
  for (const name of players) columns[name] ??= name.split(" ");
  Object.assign(entry, { seats, players });
  if (!entry.number) return;
  const row = renamed(entry.row, names);
  const crossed = players.filter((name) => isAway(view, name, entry.number)).map((name) => [name, "x"]);
  entry.row = crossed.length ? { ...row, entries: { ...Object.fromEntries(crossed), ...row.entries } } : row;
  entry.draw();
}

/** @type {(view: Pick<SheetView, "away">, name: string, number: number) => boolean} */
export const isAway = ({ away }, name, number) =>
  away[name]?.some(([first, last]) => first <= number && number <= (last ?? number)) ?? false;

/**
 * A column for each player or side; somebody may have come since the page was drawn.
 * @type {(table: HTMLElement, view: SheetView, words: Record<string, string[]>, columns: string[][]) => void}
 */
export function fillHead(table, { scribe, sat }, words, columns) {
  table.className = `players-${columns.length}`;
  cells(find(".dashes", table), "td", columns.length);
  cells(find(".names", table), "th", columns.length).forEach((cell, index) => {
    cell.setAttribute("scope", "col");
    const people = columns[index].map((name) => [...words[name].flatMap((word) => [make("span", { translate: "no" }, word), " "]),
      name === scribe ? make("small", {}, say("scribe")) : "", satWords(sat, name)]);
    put(cell, ...(people.length > 1 ? people.map((inside) => make("div", {}, inside)) : people[0]));
  });
}

/** @type {(row: HTMLElement, tag: "td" | "th", count: number) => HTMLElement[]} */
function cells(row, tag, count) {
  while (row.children.length <= count) row.append(make(tag));
  while (row.children.length > count + 1) row.lastElementChild?.remove();
  return all(":scope > :nth-child(n + 2)", row);
}

/**
 * Which games are theirs, where that is not the whole form.
 * @type {(sat: Record<string, string>, name: string) => Child}
 */
export const satWords = (sat, name) => (sat?.[name] ? make("small", { class: "sat" }, sat[name]) : "");
