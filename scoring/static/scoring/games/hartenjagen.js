// Hartenjagen. The twin of hartenjagen.py.

import { Game, sum } from "./game.js";

/** @import {Deal, Play} from "./deal.js" */

const NOT_ALL = 41;
const TOOK_ALL = 42;
const DISAGREES = 44;

/** @type {(description: Description) => Asks} */
export const asks = ({ values, options }) => ({
  fields: { points: { fits: true }, moon: { ask: "last", rare: true, shown_by: ["points", values.together[options.variant]] } },
});

export default class Hartenjagen extends Game {
  get isAmerican() {
    return this.options.variant === "american";
  }

  get together() {
    return this.values.together[this.options.variant];
  }

  get target() {
    return this.options.target ?? this.values.targets[this.options.variant];
  }

  /** @type {(deal: Deal) => boolean} */
  lacksAny({ missing, extras }) {
    return missing && extras.moon === undefined;
  }

  /** @type {(deal: Deal) => void} */
  check(deal) {
    const { players, cells, extras: { moon } } = deal;
    const { together } = this;
    if (deal.wrong) return;
    if (moon !== undefined) {
      this.checkMoon(deal, moon);
      return;
    }
    const figures = pointsIn(deal);
    const points = sum(figures.values());
    const greedy = [...figures.keys()].find((name) => figures.get(name) === together);
    if (greedy !== undefined && this.isAmerican) deal.refuse(TOOK_ALL, greedy, { together });
    else if (points > together || (cells.size === players.length && points < together)) {
      deal.refuse(NOT_ALL, null, { points, together });
    }
  }

  /** @type {(deal: Deal, name: string) => void} */
  checkMoon(deal, name) {
    for (const [player, points] of pointsIn(deal)) {
      const right = player === name ? 0 : this.together;
      if (points !== right) deal.refuse(DISAGREES, player, { name, right });
    }
  }

  /** @type {(deal: Deal, play: Play) => void} */
  score(deal, play) {
    const { moon } = deal.extras;
    const points = pointsIn(deal);
    const sign = this.isTurned(play) ? -1 : 1;
    for (const player of deal.players) {
      const taken = moon === undefined ? points.get(player) : player === moon ? 0 : this.together;
      deal.scores.set(player, sign * Number(taken));
    }
    deal.won = this.bestAlone(deal);
  }

  // In the Dutch game, whether points are subtracted: once somebody had the target.
  /** @type {(play: Play) => boolean} */
  isTurned({ scored, totals }) {
    if (this.isAmerican || !scored.length) return false;
    return isBelowZero(scored) || Math.max(...totals.values()) >= this.target;
  }

  /** @type {Game["after"]} */
  after(play) {
    if (this.games !== null) return;
    const totals = [...play.totals.values()];
    if (this.isAmerican) play.ended = Math.max(...totals) >= this.target;
    else {
      const took = [...(play.scored.at(-1)?.scores ?? [])].filter(([, points]) => points < 0);
      const home = took.map(([name]) => name).filter((name) => play.totals.get(name) <= 0);
      const lowest = Math.min(...home.map((name) => play.totals.get(name)));
      play.winners = home.filter((name) => play.totals.get(name) === lowest);
      play.ended = home.length > 0;
    }
  }

  // In the Dutch game who stands at 0 and took no points in the last game has not won.
  /** @type {Game["mainOrder"]} */
  mainOrder(play, player) {
    const { winners } = play;
    return [...super.mainOrder(play, player), winners.length && !winners.includes(player) ? 1 : 0];
  }
}

// The cells, which are bare numbers.
/** @type {(deal: Deal) => Map<string, number>} */
const pointsIn = ({ cells }) => /** @type {Map<string, number>} */ (cells);

// Whether the last game's points were subtracted.
/** @type {(scored: Deal[]) => boolean} */
const isBelowZero = (scored) => sum(scored.at(-1)?.scores.values() ?? []) < 0;
