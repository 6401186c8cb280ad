// Amerikaans jokeren, as Kaartclub de Hoop plays it. The twin of amerikaans.py.

import { DASH, Game, NOT_USED, NO_VERDICT, isObject, jokersIn, sum } from "./game.js";

const TOO_LITTLE = 41;
const ONE_POINT = 42;
const VERY_MUCH = 43;

export default class Amerikaans extends Game {
  /** @type {Game["contractNumber"]} */
  contractNumber(deal, before) {
    return this.by_round ? deal.extras.round ?? before : deal.number;
  }

  /** @type {Game["checkEntry"]} */
  checkEntry(deal, player, entry) {
    for (const other of ["points", "jokers"]) {
      if (entry.cards && other in entry) this.bothWays(deal, player, "cards", other);
    }
    const { points, jokers } = this.counted(entry);
    if (points === undefined) return;
    if (points === 1 && this.options.ace > 1) deal.refuse(ONE_POINT, player);
    else if (!points && !jokers) deal.refuse(TOO_LITTLE, player, { points, least: Math.min(...this.values.points.slice(1)) });
    const { joker_low: low, joker_high: high } = this.options;
    if (jokers && low !== high && !("could_meld" in entry)) deal.refuse(NO_VERDICT, player);
  }

  /** @type {(entry: ReadEntry) => number} */
  joker({ could_meld }) {
    return could_meld ? this.options.joker_high : this.options.joker_low;
  }

  // Points without the jokers, and the jokers.
  /** @type {(entry: ReadEntry) => {points: number, jokers: number}} */
  counted({ cards, points, jokers = 0 }) {
    if (!cards) return { points, jokers };
    return {
      points: sum(cards.map(({ rank }) => this.values.points[rank])),
      jokers: jokersIn(cards),
    };
  }

  /** @type {Game["lacks"]} */
  lacks(deal, entry) {
    return !entry.cards && entry.points === undefined;
  }

  /** @type {Game["check"]} */
  check(deal) {
    super.check(deal);
    if ("round" in deal.extras && !this.by_round) {
      deal.refuse(NOT_USED, null, { given: "round" });
    }
    this.checkJokers(deal, sum(deal.entries.map((entry) => this.counted(entry).jokers)));
    this.checkCopies(deal, deal.entries.map(({ cards = [] }) => cards));
  }

  /** @type {Game["score"]} */
  score(deal, play) {
    for (const [player, cell] of deal.cells) {
      const points = isObject(cell) ? this.scoreEntry(cell) : cell === DASH ? 0 : cell;
      deal.scores.set(player, points);
      if (points > this.values.warn_above) deal.refuse(VERY_MUCH, player, { points });
    }
    deal.won = deal.out;
  }

  /** @type {(entry: ReadEntry) => number} */
  scoreEntry(entry) {
    const { points, jokers } = this.counted(entry);
    return points + jokers * this.joker(entry);
  }
}
