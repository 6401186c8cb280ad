// Who won a game by its scores. The twin of `Game.best_alone`, for the games that ask it.

/** @import {Deal} from "./deal.js" */

// Who alone has the best score of a game; nobody if several have it.
/** @type {(deal: Pick<Deal, "game" | "scores">) => string[]} */
export function bestAlone({ game, scores }) {
  const best = (game.lowest_wins ? Math.min : Math.max)(...scores.values());
  const names = [...scores.keys()].filter((name) => scores.get(name) === best);
  return names.length === 1 ? names : [];
}
