/** Who stands where so far: what is read out, and what stands beside a form that is typed in. */

import { own, sidesOf } from "../games/game.js";
import { AND, either, highest, leadersOf } from "./grid.js";

/**
 * The players, or the sides, in order of their places so far; nobody before a game is scored.
 * @type {(description: Description, data: SheetInput, result: Result, score: Score | null) => {rank: string, name: string, total: string, leads: boolean}[]}
 */
export function places(description, data, result, score) {
  if (!result.rows.some((row) => row.scores)) return [];
  const leaders = leadersOf(result), most = highest(description, data, result, score);
  return inOrder(description.partners, data, result).map(({ rank, side, name }) => ({
    rank: leaders.length ? `${rank ?? ""}` : "",
    name: side.join(AND),
    total: either(own(result.totals, name), own(most.totals, name)),
    leads: leaders.includes(name),
  }));
}

/**
 * The columns by place, each with the first of its names.
 * @type {(partners: boolean | undefined, data: SheetInput, result: Result) => {rank: number | null, side: string[], name: string}[]}
 */
export function inOrder(partners, { players: seats }, { ranking }) {
  const sides = sidesOf(partners, seats);
  return ranking.flatMap(({ rank, players }) => players.flatMap((name) => sides.filter(([first]) => first === name).map((side) => ({ rank, side, name }))));
}
