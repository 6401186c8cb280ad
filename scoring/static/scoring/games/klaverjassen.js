// Klaverjassen for two pairs, points and roem apart. The twin of klaverjassen.py.

import { sum } from "./game.js";
import { KEYS, PartnerGame, readPair } from "./partners.js";

/**
 * @import {Deal} from "./deal.js"
 * @typedef {{figures: number[][], mark?: string, side?: number}} Count
 */

const NOT_ALL = 41;
const TOO_MUCH = 42;
const NOT_A_PIT = 43;
const REVOKE_ALONE = 44;
const NOT_NAT = 45;
const NO_PIT = 46;
const LOOK_AGAIN = 47;

const [POINTS_OF, ROEM_OF] = ["points", "roem"].map((key) => KEYS.map((side) => `${key}_${side}`));

// The figures of both sides, as far as they were entered.
/** @type {(extras: Answers, keys: string[]) => (number | undefined)[]} */
const figuresOf = (extras, keys) => keys.map((key) => /** @type {number | undefined} */ (extras[key]));

/** @type {(extras: Answers) => number[]} */
const roemOf = (extras) => figuresOf(extras, ROEM_OF).map((roem = 0) => roem);

/** @type {(description: Description) => Asks} */
export const asks = ({ options }) => {
  const beside = "points_13";
  const against = "by";
  // Five keys leave room for the others on a small phone; 70 is 50 and 20.
  const roem = { beside, adds: options.four_jacks === 200 ? [20, 40, 50, 100, 200] : [20, 40, 50, 70, 100] };
  return {
    plays: true,
    fields: {
      points_13: { pad: "sides", against }, points_24: { pad: "sides", against, beside },
      nat: { beside }, pit: { beside }, revoke: { beside }, roem_13: roem, roem_24: roem, trump: { ask: "never" },
    },
  };
};

export default class Klaverjassen extends PartnerGame {
  /** @type {PartnerGame["lacksAny"]} */
  lacksAny({ extras }) {
    const known = Object.entries(extras).filter(([, value]) => value !== false).map(([key]) => key);
    const lacksPlayer = this.options.trump_by === "choice" && extras.by === undefined;
    return lacksPlayer || !known.some((key) => !["by", "trump", ...ROEM_OF].includes(key));
  }

  /** @type {PartnerGame["check"]} */
  check(deal) {
    const { extras } = deal;
    const { all_points: points, roem_bounds: [much, most] } = this.values;
    const both = figuresOf(extras, POINTS_OF);
    const typed = both.filter((figure) => figure !== undefined);
    const roem = roemOf(extras);
    const [all, highest] = [sum(roem), Math.max(...roem)];
    if (typed.length === 2 && sum(typed) !== points) deal.refuse(NOT_ALL, null, { ours: typed[0], theirs: typed[1] });
    if (all > most) deal.refuse(TOO_MUCH, null, { roem: all, most });
    else if (highest > much) deal.refuse(LOOK_AGAIN, null, { roem: highest });
    if (extras.revoke !== undefined && (typed.length || extras.pit !== undefined || extras.nat)) deal.refuse(REVOKE_ALONE);
    else if (extras.revoke === undefined && extras.pit !== undefined) {
      const side = KEYS.indexOf(extras.pit);
      const [own = points, other] = [both[side], both[1 - side]];
      if (own < points || other || roem[1 - side]) deal.refuse(NOT_A_PIT);
    }
  }

  /** @type {PartnerGame["checkFull"]} */
  checkFull(deal) {
    const plays = this.playingSide(deal);
    const { figures, mark = "" } = this.count(deal, plays);
    const points = readPair(deal.extras, "points", this.values.all_points);
    if (deal.extras.nat && ["", "pit"].includes(mark)) {
      deal.refuse(NOT_NAT, deal.players[plays], { ours: sum(figures[plays]), theirs: sum(figures[1 - plays]) });
    } else if (points?.includes(0) && ["", "nat"].includes(mark)) deal.refuse(NO_PIT);
  }

  /** @type {PartnerGame["score"]} */
  score(deal) {
    const { figures, mark, side: marked } = this.count(deal, this.playingSide(deal));
    deal.players.forEach((player, seat) => {
      const side = seat % 2;
      deal.scores.set(player, sum(figures[side]));
      deal.marks.push(["roem", player, figures[side][1]]);
      if (mark && side === marked) deal.marks.push([mark, player, 1]);
      else if (mark === "counter_pit") deal.marks.push(["nat", player, 1]);
    });
    deal.won = this.bestAlone(deal);
  }

  // What each side gets; `plays` is the side that named trumps.
  /** @type {(deal: Deal, plays: number) => Count} */
  count({ extras }, plays) {
    const { values: { all_points: all, bonus }, options: { revoke, counter_pit } } = this;
    const roem = roemOf(extras);
    const points = readPair(extras, "points", all);
    /** @type {(side: number, extra: number, mark: string, marked: number) => Count} */
    const allFor = (side, extra, mark, marked) => ({ figures: KEYS.map((_, own) => (own === side ? [all, extra] : [0, 0])), mark, side: marked });
    if (extras.revoke !== undefined) {
      const side = KEYS.indexOf(extras.revoke);
      const extra = (revoke.includes("262") ? bonus : 0) + (revoke.includes("roem") ? sum(roem) : 0);
      return allFor(1 - side, extra, "revoke", side);
    }
    if (extras.pit !== undefined) {
      const side = KEYS.indexOf(extras.pit);
      const isPit = side === plays;
      return allFor(side, (isPit ? bonus : counter_pit) + roem[side], isPit ? "pit" : "counter_pit", side);
    }
    if (points && this.isMade(points, roem, plays)) return { figures: KEYS.map((_, side) => [points[side], roem[side]]) };
    return allFor(1 - plays, sum(roem), "nat", plays);
  }

  /** @type {(points: number[], roem: number[], plays: number) => boolean} */
  isMade(points, roem, plays) {
    const [ours, theirs] = [plays, 1 - plays].map((side) => points[side] + roem[side]);
    return ours > theirs || (ours === theirs && this.options.tie === "made");
  }
}
