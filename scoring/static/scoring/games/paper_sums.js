// What the paper form says beside what the games give; every difference names the player. The twin
// of paper_sums.py.

import { NOT_USED, UNKNOWN_KEY, figure as drawn, hasHalves, isObject, isWritable, own, strange, sum } from "./game.js";

/**
 * @import {Sheet} from "./score.js"
 * @typedef {{check: number, sure: boolean, label: string, after?: number | null, kind?: string, halves?: boolean}} How
 */

const PAPER = ["dashes", "subtotals", "totals"];

export const PAPER_UNREADABLE = 17;
const PAPER_DASHES = 18;
const PAPER_SUBTOTAL = 19;
const PAPER_TOTAL = 20;
const PAPER_TOO_EARLY = 31;
export const PAPER_APART = 37;

/** @type {(sheet: Sheet, paper: Paper | null) => void} */
export function compare(sheet, paper) {
  if (paper === null) return;
  const { game, play, deals, done } = sheet;
  if (!isObject(paper)) {
    sheet.refuse(PAPER_UNREADABLE, { what: game.words.figures });
    return;
  }
  const { labels, figures: apart } = partsOfTotals(sheet);
  const known = Object.keys(apart).length ? [...PAPER, "apart"] : PAPER;
  for (const key of strange(paper, known)) sheet.refuse(NOT_USED, { given: game.shown(key) });
  const { dashes = null, subtotals = null, totals = null } = paper;
  const sure = done === deals.length;
  compareFigures(sheet, { check: PAPER_DASHES, sure, label: game.words.dashes }, dashes, play.won);
  compareSubtotals(sheet, subtotals);
  compareFigures(sheet, { check: PAPER_TOTAL, sure, label: game.words.totals, halves: hasHalves(game) }, totals, play.totals);
  if (known !== PAPER) compareApart(sheet, paper.apart ?? null, apart, (kind) => ({ check: PAPER_APART, sure, label: labels[kind], kind }));
}

// What a form adds up apart: the points without what is counted beside them, and everything that is.
/** @type {(sheet: Sheet) => {labels: Record<string, string>, figures: Record<string, Figures>}} */
function partsOfTotals({ game, play, players }) {
  const { marks } = game.countMarks(play.scored, players);
  const kinds = Object.entries(game.marks ?? {});
  if (!marks || !kinds.length) return { labels: {}, figures: {} };
  const inside = kinds.filter(([, { in_score }]) => in_score).map(([kind]) => marks[kind]);
  const points = players.map((name) => [name, play.totals.get(name) - sum(inside.map((figures) => figures[name]))]);
  const labels = Object.fromEntries(kinds.map(([kind, { label }]) => [kind, label]));
  return { labels: { points: game.words.points, ...labels }, figures: { points: Object.fromEntries(points), ...marks } };
}

/** @type {(sheet: Sheet, typed: unknown, apart: Record<string, Figures>, how: (kind: string) => How) => void} */
function compareApart(sheet, typed, apart, how) {
  const { game } = sheet;
  if (typed !== null && !isObject(typed)) sheet.refuse(PAPER_UNREADABLE, { what: game.words.figures });
  if (!isObject(typed)) return;
  for (const key of strange(typed, Object.keys(apart))) sheet.refuse(UNKNOWN_KEY, game.unknown(key, Object.keys(apart)));
  for (const [kind, ours] of Object.entries(apart)) {
    compareFigures(sheet, how(kind), own({ ...typed }, kind), new Map(Object.entries(ours)));
  }
}

/** @type {(sheet: Sheet, subtotals: unknown) => void} */
function compareSubtotals(sheet, subtotals) {
  const { game, running, done } = sheet;
  const unreadable = { what: game.words.subtotals };
  if (subtotals !== null && !isObject(subtotals)) sheet.refuse(PAPER_UNREADABLE, unreadable);
  if (!isObject(subtotals)) return;
  const numbered = Object.entries(subtotals).map(([key, figures]) => ({ after: gameNumber(key), figures }));
  for (const { after, figures } of numbered.sort((one, other) => one.after - other.after)) {
    const how = { check: PAPER_SUBTOTAL, sure: after <= done, label: game.words.subtotals, after, halves: hasHalves(game) };
    if (!after || after > (game.games || after)) sheet.refuse(PAPER_UNREADABLE, unreadable);
    else if (after > running.length) sheet.refuse(PAPER_TOO_EARLY, {}, after);
    else compareFigures(sheet, how, figures, new Map(Object.entries(running[after - 1])));
  }
}

/** @type {(key: string) => number} */
const gameNumber = (key) => (/^\d{1,3}$/.test(key) ? Number(key) : 0);

// While a game is open a difference may be that game's: until they are `sure` it is no error.
/** @type {(sheet: Sheet, how: How, figures: unknown, ours: Map<string, number>) => void} */
function compareFigures(sheet, { check, sure, label, after = null, kind = "", halves = false }, figures, ours) {
  const { game, players } = sheet;
  const unreadable = { what: label };
  if (figures !== null && !isObject(figures)) sheet.refuse(PAPER_UNREADABLE, unreadable, after);
  if (!isObject(figures)) return;
  for (const name of strange(figures, players)) {
    sheet.refuse(UNKNOWN_KEY, game.unknown(name, players), after);
  }
  for (const name of players) {
    const [figure, right] = [own(figures, name), ours.get(name)];
    if (figure === null || figure === right) continue;
    /** @type {(points: unknown) => string} */
    const show = (points) => (typeof points === "number" && points % 1 ? drawn(points) : game.shown(points));
    const params = { paper: show(figure), ours: show(right), ...(kind && { what: label, kind }) };
    if (typeof figure !== "number" || !isWritable(figure, halves)) sheet.refuse(PAPER_UNREADABLE, unreadable, after, name);
    else sheet.refuse(check, params, after, name, sure ? "error" : "warning");
  }
}
