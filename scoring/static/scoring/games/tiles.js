// What the games with racks of tiles share. The twin of tiles.py.

import { DASH, Game, isObject, jokersIn, sum } from "./game.js";

/** @import {Deal} from "./deal.js" */

const OUT_AT_POOL = 41;
export const EMPTY_RACK = 42;

export class TileGame extends Game {
  // What a rack counts: face value, the joker apart.
  /** @type {(tiles: Card[]) => number} */
  left(tiles) {
    return sum(tiles.map(({ rank }) => rank || this.options.joker_value));
  }

  /** @type {Game["checkEntry"]} */
  checkEntry(deal, player, { tiles }) {
    if (tiles?.length === 0) deal.refuse(EMPTY_RACK, player);
  }

  /** @type {Game["lacksAny"]} */
  lacksAny(deal) {
    return !("end" in deal.extras) || super.lacksAny(deal);
  }

  /** @type {Game["lacks"]} */
  lacks(deal, entry) {
    return !entry.tiles;
  }

  /** @type {Game["check"]} */
  check(deal) {
    super.check(deal);
    if (deal.extras.end === "pool") {
      for (const player of deal.out) deal.refuse(OUT_AT_POOL, player);
    }
    this.checkRacks(deal);
  }

  /** @type {(deal: Deal) => void} */
  checkRacks(deal) {
    const racks = deal.entries.map(({ tiles = [] }) => tiles);
    this.checkJokers(deal, jokersIn(racks.flat()));
    this.checkCopies(deal, racks);
  }

  /** @type {Game["checkFull"]} */
  checkFull(deal, play) {
    if (deal.extras.end !== "pool") super.checkFull(deal, play);
  }

  // Points left of everybody, 0 for who is out.
  /** @type {(deal: Deal) => Map<string, number>} */
  racks(deal) {
    /** @type {(cell: number | typeof DASH | ReadEntry) => number} */
    const count = (cell) => (isObject(cell) ? this.left(cell.tiles) : cell === DASH ? 0 : cell);
    return new Map([...deal.cells].map(([player, cell]) => [player, count(cell)]));
  }
}
