// International Rummikub: open, foot and closed wins. The twin of international.py.
// Which of the forty types fourteen tiles form only the server knows: such a game waits for it.

import { NOT_USED, jokersIn, sum } from "./game.js";
import { EMPTY_RACK, TileGame } from "./tiles.js";

/** @import {Deal} from "./deal.js" */

const OUT_AT_NONE = 41;
const LEFT_TOO_LITTLE = 43;
const FOOT_ALONE = 44;
const FOOT_TOO_LITTLE = 45;
const NOT_FOURTEEN = 47;
const STARTER_LATE = 34;
const STARTER_BLITZ = 48;
const ONLY_CLOSED = 49;
const COLOURS_NEEDED = 50;

const FOR_WINNER = ["type", "jokers", "first_turn", "dealt", "joker_discard"];
const FOR_OTHERS = ["melded", "points"];
/** @type {Record<string, string[]>} */
const NOT_AT = {
  open: ["type", "jokers", "tiles", "first_turn", "dealt"],
  foot: ["type", "jokers", "first_turn", "dealt"],
};

/** @type {(entry: object, key: string) => boolean} */
const said = (entry, key) => (Object.entries(entry).find(([name]) => name === key)?.[1] ?? false) !== false;

/** @type {(description: Description) => Asks} */
export const asks = () => ({ fields: { type: { pad: "types" }, melded: { ask: "never" }, trump: { ask: "last" } } });

export default class International extends TileGame {
  /** @type {TileGame["left"]} */
  left(tiles) {
    const { joker_value } = this.options;
    /** @type {(tile: Card) => number} */
    const worth = ({ rank }) => (!rank ? joker_value : 2 <= rank && rank <= 9 ? rank : 10);
    return sum(tiles.map(worth));
  }

  // Entering

  /** @type {TileGame["checkEntry"]} */
  checkEntry(deal, player, entry) {
    if (entry.out) {
      this.refuseTwice(deal, player, entry, ["type", "jokers"]);
      this.refuseParts(deal, player, entry, FOR_OTHERS);
      this.checkWinner(deal, player, entry);
      return;
    }
    this.refuseTwice(deal, player, entry, ["points"]);
    this.refuseParts(deal, player, entry, FOR_WINNER);
    const { tiles, melded, points = 2 } = entry;
    if (tiles?.length === 0) deal.refuse(EMPTY_RACK, player);
    else if (melded && points < 2) deal.refuse(LEFT_TOO_LITTLE, player, { points });
  }

  // Tiles say all; a figure beside them says the same again, or something else.
  /** @type {(deal: Deal, player: string, entry: ReadEntry, others: string[]) => void} */
  refuseTwice(deal, player, entry, others) {
    for (const other of others) {
      if (entry.tiles && other in entry) this.bothWays(deal, player, "tiles", other);
    }
  }

  /** @type {(deal: Deal, player: string, entry: ReadEntry, parts: string[]) => void} */
  refuseParts(deal, player, entry, parts) {
    const known = [...this.entryFields.keys()].filter((key) => !parts.includes(key));
    for (const key of parts.filter((key) => said(entry, key))) deal.refuseKey(player, key, known);
  }

  /** @type {TileGame["checkEntry"]} */
  checkWinner(deal, player, entry) {
    const { tiles } = entry;
    const { end } = deal.extras;
    const { hand, foot_total: least } = this.values;
    if (tiles && tiles.length !== hand) deal.refuse(NOT_FOURTEEN, player, { count: tiles.length });
    else if (tiles && end === "foot") {
      const total = sum(tiles.map(({ rank }) => rank || 13)); // a joker at its best
      if (total < least) deal.refuse(FOOT_TOO_LITTLE, player, { total, least });
    }
    for (const key of (NOT_AT[end ?? ""] ?? []).filter((key) => said(entry, key))) {
      deal.refuse(ONLY_CLOSED, player, { what: this.label(key) });
    }
  }

  /** @type {TileGame["checkEntry"]} */
  checkClosed(deal, player, { tiles, type }) {
    const starts = player === deal.starter;
    if (!tiles) {
      if (starts && type === this.values.grand_blitz) deal.refuse(STARTER_BLITZ, player);
      if (starts && type === this.values.little_blitz && this.melded(deal)) deal.refuse(STARTER_LATE, player);
    } else if (tiles.some(({ rank, suit }) => rank && !suit)) deal.refuse(COLOURS_NEEDED, player);
  }

  /** @type {(deal: Deal, entry: Partial<ReadEntry>) => boolean} */
  lacks(deal, entry) {
    if (entry.out) return deal.extras.end === "closed" && !("type" in entry) && !entry.tiles;
    const counted = "points" in entry || entry.tiles;
    return !("melded" in entry) || (!!entry.melded && !counted);
  }

  // Checking

  /** @type {TileGame["checkRacks"]} */
  checkRacks(deal) {
    const { parts, out, extras, entries } = deal;
    const jokers = sum(entries.map(({ tiles, jokers = 0, joker_discard }) =>
      (tiles ? jokersIn(tiles) : jokers) + (joker_discard ? 1 : 0)));
    const before = deal.problems.length;
    this.checkJokers(deal, jokers);
    this.checkCopies(deal, entries.map(({ tiles = [] }) => tiles));
    if (extras.end === "none") {
      for (const player of out) deal.refuse(OUT_AT_NONE, player);
    } else if (extras.end === "closed" && out.length && deal.problems.length === before) {
      const winner = parts.get(out[0]);
      if (winner) this.checkClosed(deal, out[0], winner); // of tiles that exist
    }
    if ("trump" in extras && !this.options.trump_bonus) {
      deal.refuse(NOT_USED, null, { given: "trump" });
    }
  }

  /** @type {TileGame["checkFull"]} */
  checkFull(deal, play) {
    const { end } = deal.extras;
    if (end === "none") return;
    super.checkFull(deal, play);
    if (end === "foot" && deal.out.length && !this.melded(deal)) deal.refuse(FOOT_ALONE, deal.out[0]);
  }

  /** @type {(deal: Deal) => boolean} */
  melded(deal) {
    return deal.entries.some((entry) => entry.melded);
  }

  // Scoring

  /** @type {TileGame["score"]} */
  score(deal, play) {
    const { end, trump } = deal.extras;
    const winner = deal.parts.get(deal.out[0]);
    deal.waiting = end === "closed" && Boolean(winner?.tiles);
    if (deal.waiting) return;
    const amount = this.amount(deal, end, winner);
    const times = winner?.joker_discard ? 2 : 1;
    for (const [player, entry] of deal.parts) {
      const lost = entry.melded ? this.leftOf(entry) : this.notMelded(end, amount);
      deal.scores.set(player, times * (entry.out ? amount : -lost));
    }
    const { trump_bonus } = this.options;
    if (trump && trump_bonus) deal.scores.set(trump, deal.scores.get(trump) + trump_bonus);
    deal.won = deal.out;
  }

  /** @type {(deal: Deal, end: string | undefined, winner?: ReadEntry) => number} */
  amount(deal, end, winner) {
    const type = winner?.type ?? 0, jokers = winner?.jokers ?? 0;
    if (end === "open") return this.melded(deal) ? 100 : 200;
    return end === "closed" ? Number(this.values.types[type - 1][1 + jokers]) : 200;
  }

  /** @type {(end: string | undefined, amount: number) => number} */
  notMelded(end, amount) {
    return end === "closed" ? amount : this.values.not_melded;
  }

  /** @type {(entry: ReadEntry) => number} */
  leftOf({ points, tiles }) {
    return points ?? this.left(tiles);
  }

  // Each pays each other the difference, so the nets add up to 0.
  /** @type {TileGame["settlement"]} */
  settlement({ players, totals }) {
    const everybody = sum(totals.values());
    return new Map(players.map((name) => [name, players.length * totals.get(name) - everybody]));
  }
}
