/** Who sits where may change while the form is played. */

import { own } from "../games/game.js";

/** @import {Entry} from "./entry.js" */

/**
 * A row as it would be typed now that somebody else sits there.
 * @type {(row: Row, names: Record<string, string>) => Row}
 */
export function renamed(row, names = {}) {
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
export const isAway = ({ away = {} }, name, number) =>
  own(away, name)?.some(([first, last]) => first <= number && number <= (last ?? number)) ?? false;
