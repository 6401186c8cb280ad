/**
 * What a form shows of games of two sides, and of those whose points come to a fixed sum, beside what all games have: it
 * comes with the page of such a game.
 */

import { own, sidesOf, sum } from "../games/game.js";
import { figure, ofSides, onceWords } from "./grid.js";
import { say } from "./words.js";

/** @import {Said} from "./grid.js" */

Object.assign(ofSides, { said: saidOf, apart: apartOf, controls: controlsOf });

/**
 * What was said once for the whole table: words, a suit to draw, by whom, and what came of it.
 * @type {(description: Description, row: Row) => Said | null}
 */
function saidOf({ row: fields }, row) {
  const [drawing] = fields.map(({ key, drawn = {} }) => own(drawn, `${row[key]}`)).filter(Boolean);
  const rest = fields.filter(({ kind, counted }) => kind === "player" || counted);
  return drawing ? { ...drawing, rest: rest.map((field) => onceWords(field, row[field.key])).filter((part) => part) } : null;
}

/**
 * The parts of a score, and what was special, where a game counts some by themselves.
 * @type {(description: Description, name: string, row: ScoredRow) => string}
 */
function apartOf({ marks: kinds = {} }, name, { scores, marks }) {
  if (!scores || !marks) return "";
  const [inside, special] = [true, false].map((within) => Object.entries(kinds).filter(([, { in_score }]) => in_score === within));
  const parts = inside.map(([kind]) => marks[kind][name]);
  const words = special.map(([kind, { word }]) => [marks[kind][name], word]).filter(([count]) => count).map(([count, word]) => (count === 1 ? word : `${count} × ${word}`));
  const sums = sum(parts) ? [scores[name] - sum(parts), ...parts].map(figure).join(" + ") : "";
  return `${sums} ${words.join(", ")}`.trim();
}

/**
 * The points of all sides together, and what else is in their scores.
 * @type {(description: Description, data: SheetInput, result: Result, games: number) => string[]}
 */
function controlsOf({ adds_to: each, marks: kinds = {}, partners, totals_only, options }, { players, options: chosen }, result, scored) {
  const games = totals_only ? chosen.games ?? options.games : scored;
  if (!each || !games) return [];
  /** @type {(figures?: Figures) => number} */
  const together = (figures = {}) => sum(sidesOf(partners, players).map(([name]) => own(figures, name) ?? 0));
  const inside = Object.keys(kinds).filter((kind) => kinds[kind].in_score)
    .map((kind) => ({ what: kinds[kind].label, total: together(result.marks?.[kind]) }));
  const points = together(result.totals) - sum(inside.map(({ total }) => total));
  return [say("points_together", { points: figure(points), games, each: figure(each) }), ...inside.map((mark) => say("mark_together", mark))];
}
