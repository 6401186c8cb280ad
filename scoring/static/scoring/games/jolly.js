// Jolly. The twin of jolly.py.

import { Game, grouped, jokersIn, sum } from "./game.js";

const ENDER_HOLDS = 41;
const ENDER_LAID_LITTLE = 42;
const HOLDS_NOTHING = 43;
const LAID_LITTLE = 44;
const TOO_MANY_CARDS = 45;

/** @type {(description: Description) => Asks} */
export const asks = () => ({ figure_by_figure: true, fields: { points: { pad: "tens" } } });

export default class Jolly extends Game {
  /** @type {Game["checkEntry"]} */
  checkEntry(deal, player, entry) {
    const { hand, hand_cards: cards, meld: laid } = entry;
    const { first_meld: least } = this.options;
    const most = this.values.most_cards;
    if (hand !== undefined && cards) this.bothWays(deal, player, "hand", "hand_cards");
    else if (cards?.length > most) deal.refuse(TOO_MANY_CARDS, player, { count: cards.length, most });
    if (entry.out) {
      this.checkEnder(deal, player, entry);
      return;
    }
    if (entry.handglatt) {
      deal.refuseKey(player, this.label("handglatt"), ["meld", "hand"]);
    }
    if ((hand !== undefined || cards) && this.inHand(entry) < 2) deal.refuse(HOLDS_NOTHING, player);
    if (0 < laid && laid < least) deal.refuse(LAID_LITTLE, player, { laid, least });
  }

  /** @type {Game["checkEntry"]} */
  checkEnder(deal, player, { hand, hand_cards: cards, meld: laid }) {
    if (hand || cards?.length) deal.refuse(ENDER_HOLDS, player);
    const least = Math.max(this.values.ender_lays, this.options.first_meld);
    if (laid < least) deal.refuse(ENDER_LAID_LITTLE, player, { laid, least });
  }

  /** @type {Game["lacks"]} */
  lacks(deal, entry) {
    const counted = entry.out || "hand" in entry || "hand_cards" in entry;
    return !("meld" in entry) || !counted;
  }

  /** @type {Game["check"]} */
  check(deal) {
    super.check(deal);
    const hands = deal.entries.map(({ hand_cards = [] }) => hand_cards);
    this.checkJokers(deal, jokersIn(hands.flat()));
    this.checkCopies(deal, hands);
  }

  /** @type {Game["score"]} */
  score(deal) {
    if (this.options.write === "total") {
      for (const [player, points] of deal.cells) deal.scores.set(player, Number(points));
      deal.won = this.bestAlone(deal);
      return;
    }
    const handglatt = deal.entries.some((entry) => entry.handglatt);
    const bonus = handglatt ? this.values.handglatt_bonus : this.values.bonus;
    const double = handglatt ? 2 : 1;
    for (const [player, entry] of deal.parts) {
      const gain = entry.out ? bonus : -double * this.inHand(entry);
      deal.scores.set(player, entry.meld + gain);
    }
    deal.won = deal.out;
  }

  /** @type {(entry: ReadEntry) => number} */
  inHand({ hand, hand_cards: cards }) {
    return cards ? sum(cards.map(({ rank }) => this.values.in_hand[rank])) : hand;
  }

  // Above the target the most points win; who tie on top play on alone.
  /** @type {Game["after"]} */
  after(play) {
    if (this.games !== null) return;
    const { players, totals, goingOn, scored } = play;
    const above = players.filter((name) => totals.get(name) > this.options.target);
    const among = goingOn.length ? [...(scored.at(-1)?.scores.keys() ?? [])] : above;
    if (!among.length) return;
    const top = Math.max(...among.map((name) => totals.get(name)));
    const leaders = among.filter((name) => totals.get(name) === top);
    const ended = leaders.length === 1;
    Object.assign(play, ended ? { ended, winners: leaders, goingOn: [] } : { goingOn: leaders });
  }

  // Who won the play-off, or still plays it, stands above the rest, who go by points.
  /** @type {Game["ranking"]} */
  ranking(play) {
    const { players, totals, away } = play;
    const first = play.winners.length ? play.winners : play.goingOn;
    if (!first.length) return super.ranking(play);
    const rest = players.filter((name) => !first.includes(name) && !away.has(name));
    /** @type {(name: string) => number[]} */
    const order = (name) => this.order(play, name);
    const below = grouped(rest.map((name) => [name]), order, totals);
    const moved = below.map((group) => ({ ...group, rank: Number(group.rank) + first.length }));
    const top = { rank: 1, players: [...first], total: totals.get(first[0]) };
    return [top, ...moved, ...this.unranked(play, first)];
  }
}
