// Five Hundred for two pairs. The twin of vijfhonderd.py.

import { sidesOf } from "./game.js";
import { PartnerGame } from "./partners.js";

/** @import {Deal, Play} from "./deal.js" */

const TRICKS_DIFFER = 41;
const PASSED_PLAYS_NOT = 42;
const PASSED = "P";

/** @type {(description: Description) => Asks} */
export const asks = ({ values }) => ({
  fields: {
    tricks: { forget: { bid: Object.keys(values.miseres) } }, // of a misère none is to be made: they mean something else
    opponent_tricks: { ask: "never", forget: { bid: [], tricks: [] } }, // they follow
  },
});

export default class Vijfhonderd extends PartnerGame {
  /** @type {PartnerGame["lacksAny"]} */
  lacksAny({ extras }) {
    if (extras.bid === PASSED) return false;
    return !["bid", "by", "tricks"].every((key) => key in extras);
  }

  /** @type {PartnerGame["check"]} */
  check(deal) {
    const { bid, by, tricks: ours, opponent_tricks: theirs } = deal.extras;
    if (bid === PASSED) {
      if (Object.keys(deal.extras).length > 1) deal.refuse(PASSED_PLAYS_NOT);
    } else if (ours !== undefined && theirs !== undefined && ours + theirs !== 10) {
      deal.refuse(TRICKS_DIFFER, by ?? null, { ours, theirs });
    }
  }

  /** @type {PartnerGame["score"]} */
  score(deal, play) {
    if (deal.extras.bid === PASSED) {
      deal.passed = true;
      for (const player of deal.players) deal.scores.set(player, 0);
      return;
    }
    const [bidders, defenders] = this.sidesFrom(deal, deal.extras.by);
    const { made, value } = this.contractValue(deal.extras);
    const points = this.defence(deal, play, defenders);
    for (const player of deal.players) {
      deal.scores.set(player, bidders.includes(player) ? (made ? value : -value) : points);
    }
    deal.won = made ? bidders : defenders;
  }

  /** @type {(extras: Partial<Extras>) => {made: boolean, value: number}} */
  contractValue({ bid = "", tricks = 0 }) {
    const { bids, miseres, slam } = this.values;
    if (bid in miseres) return { made: tricks === 0, value: miseres[bid] };
    const value = tricks === 10 ? Math.max(bids[bid], slam) : bids[bid];
    return { made: tricks >= parseInt(bid, 10), value };
  }

  /** @type {(deal: Deal, play: Play, defenders: string[]) => number} */
  defence({ extras: { bid = "", tricks = 0 } }, play, [defender]) {
    if (bid in this.values.miseres) return 0;
    const stop = this.options.defenders_stop_at;
    if (stop !== null && play.totals.get(defender) >= stop) return 0;
    return 10 * (10 - tricks);
  }

  /** @type {PartnerGame["after"]} */
  after(play) {
    const { totals, scored, players } = play;
    const { won: [winner], extras } = scored[scored.length - 1];
    const sides = sidesOf(true, players);
    for (const [ours, theirs] of [sides, [...sides].reverse()]) {
      const made = ours.includes(winner) && ours.includes(extras.by ?? "");
      const total = totals.get(ours[0]);
      if (made && total >= this.values.goal) Object.assign(play, { ended: true, winners: ours });
      else if (total <= -this.values.goal) Object.assign(play, { ended: true, winners: theirs });
    }
  }

  /** @type {PartnerGame["ranking"]} */
  ranking(play) {
    const { players, totals, winners, ended } = play;
    if (!ended) return super.ranking(play);
    const losers = sidesOf(true, players).filter((side) => !side.includes(winners[0]));
    return [winners, ...losers].map((side, place) => ({
      rank: place + 1,
      players: [...side],
      total: totals.get(side[0]),
    }));
  }
}
