// Jokeren, the competition form, and its presets. The twin of jokeren.py.

import { DASH, Game, NO_VERDICT, isObject, sum } from "./game.js";

const JOKERS_IN_CARDS = 41;

/** @extends {Game<number>} */
export default class Jokeren extends Game {
  /** @type {Game<number>["checkEntry"]} */
  checkEntry(deal, player, { cards, jokers = 0, could_meld }) {
    if (jokers > cards) deal.refuse(JOKERS_IN_CARDS, player, { jokers, cards });
    if (jokers && this.options.joker_points > 1 && could_meld === undefined) {
      deal.refuse(NO_VERDICT, player);
    }
  }

  /** @type {Game<number>["lacks"]} */
  lacks(deal, entry) {
    return entry.cards === undefined;
  }

  /** @type {Game<number>["check"]} */
  check(deal) {
    super.check(deal);
    this.checkJokers(deal, sum(deal.entries.map(({ jokers = 0 }) => jokers)));
  }

  /** @type {Game<number>["score"]} */
  score(deal, play) {
    for (const [player, cell] of deal.cells) {
      deal.scores.set(player, isObject(cell) ? this.withJokers(cell) : cell === DASH ? 0 : cell);
    }
    deal.won = deal.out;
  }

  /** @type {(entry: ReadEntry<number>) => number} */
  withJokers({ cards, jokers = 0, could_meld = false }) {
    return could_meld ? cards + jokers * (this.options.joker_points - 1) : cards;
  }
}
