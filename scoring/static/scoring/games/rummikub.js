// Sabra and American Rummikub: every game adds up to nothing. The twin of rummikub.py.

import { sum } from "./game.js";
import { TileGame } from "./tiles.js";

/** @import {Deal} from "./deal.js" */

const SHARED = 43;
const UNSETTLED = 44;
const WRONGLY_SETTLED = 45;
const NOTHING_TO_SETTLE = 46;

/** @type {(description: Description) => Asks} */
export const asks = () => ({ fields: { settled: { ask: "last" } } });

export default class Rummikub extends TileGame {
  /** @type {TileGame["check"]} */
  check(deal) {
    super.check(deal);
    const settles = deal.extras.end !== "out" && this.options.pool_tie !== "share";
    if ("settled" in deal.extras && !settles) deal.refuse(NOTHING_TO_SETTLE);
  }

  /** @type {TileGame["checkFull"]} */
  checkFull(deal, play) {
    super.checkFull(deal, play);
    const { settled } = deal.extras;
    const lowest = lowestOf(this.racks(deal));
    if (settled === undefined) return;
    if (lowest.length === deal.players.length) deal.refuse(NOTHING_TO_SETTLE);
    else if (!lowest.includes(settled)) deal.refuse(WRONGLY_SETTLED, settled, { right: lowest.join(", ") });
  }

  /** @type {TileGame["score"]} */
  score(deal, play) {
    const racks = this.racks(deal);
    const least = Math.min(...racks.values());
    const gain = sum(racks.values()) - least * racks.size;
    let lowest = lowestOf(racks);
    if (lowest.length > 1 && gain && this.options.pool_tie === "organiser") {
      if (!("settled" in deal.extras)) {
        deal.refuse(UNSETTLED, null, { names: lowest.join(" + ") });
        return;
      }
      lowest = [deal.extras.settled ?? ""];
    }
    const shares = this.shares(deal, lowest, gain);
    deal.won = gain ? lowest : [];
    for (const [player, rack] of racks) deal.scores.set(player, shares.get(player) ?? least - rack);
  }

  // Equal parts; odd points one each in turn order from the starter.
  /** @type {(deal: Deal, lowest: string[], gain: number) => Map<string, number>} */
  shares(deal, lowest, gain) {
    const order = this.turnOrder(deal).filter((player) => lowest.includes(player));
    const part = Math.floor(gain / lowest.length);
    const odd = gain % lowest.length;
    const shares = new Map(order.map((player, place) => [player, part + (place < odd ? 1 : 0)]));
    if (lowest.length > 1 && gain) {
      const words = [...shares].map(([player, share]) => `${player} ${share}`).join(", ");
      deal.refuse(SHARED, null, { names: order.join(" + "), points: gain, shares: words });
    }
    return shares;
  }

  /** @type {(deal: Deal) => string[]} */
  turnOrder({ players, starter }) {
    const count = players.length;
    const first = players.indexOf(starter ?? "") + count;
    return players.map((_, step) => players[(first + this.side * step) % count]);
  }
}

/** @type {(racks: Map<string, number>) => string[]} */
function lowestOf(racks) {
  const least = Math.min(...racks.values());
  return [...racks.keys()].filter((player) => racks.get(player) === least);
}
