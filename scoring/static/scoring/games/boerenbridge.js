// Boerenbridge. The twin of boerenbridge.py.

import { Game, sum } from "./game.js";

/** @import {Deal} from "./deal.js" */

const TOO_MANY = 41;
const NOT_ALL = 42;
const FORBIDDEN = 43;
const STOPPED = 44;

/** @type {(description: Description) => Asks} */
export const asks = () => ({
  starter_first: true,
  figure_by_figure: true,
  fields: { bid: { fits: true }, tricks: { fits: true }, misdealt: { ask: "last", rare: true } },
});

export default class Boerenbridge extends Game {
  // How many cards everybody has in this game: up to the most and back, or the other way round.
  /** @type {(deal: Deal) => number} */
  cardsIn({ number }) {
    const most = ((this.most_games ?? 0) + 1) / 2;
    const away = Math.abs(number - most);
    return this.options.course === "up" ? most - away : away + 1;
  }

  /** @type {(deal: Deal, entry: ReadEntry) => boolean} */
  lacks({ extras }, { bid, tricks }) {
    return bid === undefined || (tricks === undefined && extras.misdealt === undefined);
  }

  /** @type {Game["checkEntry"]} */
  checkEntry(deal, player, entry) {
    const cards = this.cardsIn(deal);
    for (const given of Object.values(entry)) {
      if (given > cards) deal.refuse(TOO_MANY, player, { given, cards });
    }
  }

  /** @type {(deal: Deal) => void} */
  check(deal) {
    super.check(deal);
    if (deal.wrong) return;
    this.checkBids(deal);
    this.checkTricks(deal);
  }

  /** @type {(deal: Deal) => void} */
  checkBids(deal) {
    const cards = this.cardsIn(deal);
    const { hook } = this.options;
    const bids = figuresOf(deal, "bid");
    const holds = hook === "always" || (hook === "above_3" && cards > this.values.few);
    if (holds && bids.size === deal.players.length && sum(bids.values()) === cards) {
      deal.refuse(FORBIDDEN, deal.dealer, { cards, bid: bids.get(deal.dealer ?? "") });
    }
  }

  /** @type {(deal: Deal) => void} */
  checkTricks(deal) {
    const cards = this.cardsIn(deal);
    const tricks = figuresOf(deal, "tricks");
    const taken = sum(tricks.values());
    const { misdealt: name } = deal.extras;
    const isFull = tricks.size === deal.players.length;
    if (name !== undefined && tricks.size) deal.refuse(STOPPED, [...tricks.keys()][0], { name });
    else if (taken > cards || (isFull && taken < cards)) deal.refuse(NOT_ALL, null, { tricks: taken, cards });
  }

  /** @type {(deal: Deal) => void} */
  score(deal) {
    const { exact, per_trick, miss } = this.options;
    for (const [player, { bid = 0, tricks = bid }] of deal.parts) {
      const points = tricks === bid ? exact + per_trick * bid : -miss * Math.abs(tricks - bid);
      deal.scores.set(player, player === deal.extras.misdealt ? this.values.misdealt : points);
    }
    deal.won = this.bestAlone(deal);
  }
}

// What was entered of this part, by player.
/** @type {(deal: Deal, key: "bid" | "tricks") => Map<string, number>} */
const figuresOf = ({ parts }, key) =>
  new Map([...parts].filter(([, cell]) => cell[key] !== undefined).map(([player, cell]) => [player, Number(cell[key])]));
