// What the paper form says beside what the games give; every difference names the player. The twin
// of crosscheck.py.

import { NOT_USED, UNKNOWN_KEY, isObject, own, strange } from "./game.js";

/**
 * @import {Sheet} from "./score.js"
 * @typedef {{check: number, sure: boolean, part: string, after?: number | null}} How
 */

const PAPER = ["dashes", "subtotals", "totals"];

export const PAPER_UNREADABLE = 17;
const PAPER_DASHES = 18;
const PAPER_SUBTOTAL = 19;
const PAPER_TOTAL = 20;
const PAPER_TOO_EARLY = 31;

/** @type {(sheet: Sheet, paper: Paper | null) => void} */
export function compare(sheet, paper) {
  if (paper === null) return;
  const { game, play, deals, done } = sheet;
  if (!isObject(paper)) {
    sheet.refuse(PAPER_UNREADABLE, { what: game.words.figures });
    return;
  }
  for (const key of strange(paper, PAPER)) sheet.refuse(NOT_USED, { given: game.shown(key) });
  const { dashes = null, subtotals = null, totals = null } = paper;
  const sure = done === deals.length;
  compareFigures(sheet, { check: PAPER_DASHES, sure, part: "dashes" }, dashes, play.won);
  compareSubtotals(sheet, subtotals);
  compareFigures(sheet, { check: PAPER_TOTAL, sure, part: "totals" }, totals, play.totals);
}

/** @type {(sheet: Sheet, subtotals: unknown) => void} */
function compareSubtotals(sheet, subtotals) {
  const { game, running, done } = sheet;
  const unreadable = { what: game.words.subtotals };
  if (subtotals !== null && !isObject(subtotals)) sheet.refuse(PAPER_UNREADABLE, unreadable);
  if (!isObject(subtotals)) return;
  const numbered = Object.entries(subtotals).map(([key, figures]) => ({ after: gameNumber(key), figures }));
  for (const { after, figures } of numbered.sort((one, other) => one.after - other.after)) {
    const how = { check: PAPER_SUBTOTAL, sure: after <= done, part: "subtotals", after };
    if (!after || after > (game.games || after)) sheet.refuse(PAPER_UNREADABLE, unreadable);
    else if (after > running.length) sheet.refuse(PAPER_TOO_EARLY, {}, after);
    else compareFigures(sheet, how, figures, new Map(Object.entries(running[after - 1])));
  }
}

/** @type {(key: string) => number} */
const gameNumber = (key) => (/^\d{1,3}$/.test(key) ? Number(key) : 0);

// While a game is open a difference may be that game's: until they are `sure` it is no error.
/** @type {(sheet: Sheet, how: How, figures: unknown, ours: Map<string, number>) => void} */
function compareFigures(sheet, { check, sure, part, after = null }, figures, ours) {
  const { game, players } = sheet;
  const unreadable = { what: game.words[part] };
  if (figures !== null && !isObject(figures)) sheet.refuse(PAPER_UNREADABLE, unreadable, after);
  if (!isObject(figures)) return;
  for (const name of strange(figures, players)) {
    sheet.refuse(UNKNOWN_KEY, game.unknown(name, players), after);
  }
  for (const name of players) {
    const [figure, right] = [own(figures, name), ours.get(name)];
    if (figure === null || figure === right) continue;
    const params = { paper: game.shown(figure), ours: right };
    if (!Number.isInteger(figure)) sheet.refuse(PAPER_UNREADABLE, unreadable, after, name);
    else sheet.refuse(check, params, after, name, sure ? "error" : "warning");
  }
}
