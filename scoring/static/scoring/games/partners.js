// Games of two sides: partners face each other and have one score. The twin of core/partners.py.

import { Game, sidesOf, sum } from "./game.js";

/** @import {Deal} from "./deal.js" */

export const KEYS = ["13", "24"]; // of the sides, by the seats of each

// The figures of both sides that were entered, of which one may follow from the total.
/** @type {(extras: Answers, key: string, total: number) => number[] | null} */
export function readPair(extras, key, total) {
  const [first, second] = KEYS.map((side) => /** @type {number | undefined} */ (extras[`${key}_${side}`]));
  if (first !== undefined) return [first, total - first];
  return second === undefined ? null : [total - second, second];
}

export class PartnerGame extends Game {
  // The side of this player, and the other one.
  /** @type {(deal: Deal, player: string | undefined) => string[][]} */
  sidesFrom({ players }, player = "") {
    const sides = sidesOf(true, players);
    return sides[0].includes(player) ? sides : sides.reverse();
  }

  // Who is written down as playing, or else the starter, belongs to it.
  /** @type {(deal: Deal) => number} */
  playingSide({ players, extras: { by }, starter }) {
    return players.indexOf(by ?? starter ?? "") % 2;
  }

  /** @type {Game["countMarks"]} */
  countMarks(deals, players) {
    const found = deals.flatMap(({ marks }) => marks);
    /** @type {(kind: string) => Figures} */
    const counted = (kind) => Object.fromEntries(players.map((player) =>
      [player, sum(found.filter(([is, name]) => is === kind && name === player).map(([, , count]) => count))]));
    return this.marks ? { marks: Object.fromEntries(Object.keys(this.marks).map((kind) => [kind, counted(kind)])) } : {};
  }
}
