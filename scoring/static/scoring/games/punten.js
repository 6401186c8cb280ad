// A game of the club's own. The twin of punten.py.

import { DASH, Game, TWO_OUT, figure, sum } from "./game.js";

/** @import {Deal} from "./deal.js" */

const NOT_TOGETHER = 41;
const PARTNERS_DIFFER = 42;

export default class Punten extends Game {
  get isPerGame() {
    return this.options.per === "game";
  }

  /** @type {Game["lacksAny"]} */
  lacksAny({ players, cells }) {
    return this.listSides(players).some((side) => !side.some((name) => cells.has(name)));
  }

  /** @type {Game["check"]} */
  check(deal) {
    this.refuseTwoScores(deal, PARTNERS_DIFFER);
    const gone = this.listSides(deal.players).filter((side) => side.some((name) => deal.out.includes(name)));
    if (gone.length > 1 && this.isPerGame) {
      deal.refuse(TWO_OUT, gone[1][0], { names: gone.flat().filter((name) => deal.out.includes(name)).join(" + ") });
    }
  }

  /** @type {Game["checkFull"]} */
  checkFull(deal, play) {
    if (this.isPerGame) super.checkFull(deal, play);
    const points = this.readPoints(deal);
    const { control } = this.options;
    const together = sum(this.listSides(deal.players).map(([name]) => points.get(name)));
    if (control !== null && together !== control) {
      deal.refuse(NOT_TOGETHER, null, { points: figure(together), together: figure(control) });
    }
  }

  /** @type {Game["score"]} */
  score(deal) {
    deal.scores = this.readPoints(deal);
    const gone = this.listSides(deal.players).filter((side) => side.some((name) => deal.out.includes(name)));
    deal.won = gone.length ? gone.flat() : this.bestAlone(deal);
  }

  // Partners have the same.
  /** @type {(deal: Deal) => FigureMap} */
  readPoints({ players, cells }) {
    const sides = this.listSides(players);
    const points = players.map((player) => {
      const name = sides.find((side) => side.includes(player))?.find((one) => cells.has(one)) ?? player;
      const cell = cells.get(name);
      return [player, cell === DASH ? 0 : Number(cell)];
    });
    return /** @type {never} */ (new Map(/** @type {never} */ (points)));
  }
}
