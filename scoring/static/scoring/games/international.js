// International Rummikub: open, foot and closed wins. The twin of international.py.
// Which of the forty types fourteen tiles form only the server knows: such a game waits for it.

import { NOT_USED, jokersIn, sum } from "./game.js";
import { EMPTY_RACK, TileGame } from "./tiles.js";

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
const NOT_AT = {
  open: ["type", "jokers", "tiles", "first_turn", "dealt"],
  foot: ["type", "jokers", "first_turn", "dealt"],
};

const said = (entry, key) => key in entry && entry[key] !== false;

export default class International extends TileGame {
  left(tiles) {
    const { joker_value } = this.options;
    const worth = ({ rank }) => (!rank ? joker_value : 2 <= rank && rank <= 9 ? rank : 10);
    return sum(tiles.map(worth));
  }

  // Entering

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
  refuseTwice(deal, player, entry, others) {
    for (const other of others) {
      if (entry.tiles && other in entry) this.bothWays(deal, player, "tiles", other);
    }
  }

  refuseParts(deal, player, entry, parts) {
    const known = [...this.entryFields.keys()].filter((key) => !parts.includes(key));
    for (const key of parts.filter((key) => said(entry, key))) deal.refuseKey(player, key, known);
  }

  checkWinner(deal, player, entry) {
    const { tiles } = entry;
    const { end } = deal.extras;
    const { hand, foot_total: least } = this.values;
    if (tiles && tiles.length !== hand) deal.refuse(NOT_FOURTEEN, player, { count: tiles.length });
    else if (tiles && end === "foot") {
      const total = sum(tiles.map(({ rank }) => rank || 13)); // a joker at its best
      if (total < least) deal.refuse(FOOT_TOO_LITTLE, player, { total, least });
    }
    for (const key of (NOT_AT[end] ?? []).filter((key) => said(entry, key))) {
      deal.refuse(ONLY_CLOSED, player, { what: this.label(key) });
    }
  }

  checkClosed(deal, player, { tiles, type }) {
    const starts = player === deal.starter;
    if (!tiles) {
      if (starts && type === this.values.grand_blitz) deal.refuse(STARTER_BLITZ, player);
      if (starts && type === this.values.little_blitz && this.melded(deal)) deal.refuse(STARTER_LATE, player);
    } else if (tiles.some(({ rank, suit }) => rank && !suit)) deal.refuse(COLOURS_NEEDED, player);
  }

  lacks(deal, entry) {
    if (entry.out) return deal.extras.end === "closed" && !("type" in entry) && !entry.tiles;
    const counted = "points" in entry || entry.tiles;
    return !("melded" in entry) || (entry.melded && !counted);
  }

  // Checking

  checkRacks(deal) {
    const { cells, out, extras, entries } = deal;
    const jokers = sum(entries.map(({ tiles, jokers = 0, joker_discard }) =>
      (tiles ? jokersIn(tiles) : jokers) + (joker_discard ? 1 : 0)));
    const before = deal.problems.length;
    this.checkJokers(deal, jokers);
    this.checkCopies(deal, entries.map(({ tiles = [] }) => tiles));
    if (extras.end === "none") {
      for (const player of out) deal.refuse(OUT_AT_NONE, player);
    } else if (extras.end === "closed" && out.length && deal.problems.length === before) {
      this.checkClosed(deal, out[0], cells.get(out[0])); // of tiles that exist
    }
    if ("trump" in extras && !this.options.trump_bonus) {
      deal.refuse(NOT_USED, null, { given: "trump" });
    }
  }

  checkFull(deal, play) {
    const { end } = deal.extras;
    if (end === "none") return;
    super.checkFull(deal, play);
    if (end === "foot" && deal.out.length && !this.melded(deal)) deal.refuse(FOOT_ALONE, deal.out[0]);
  }

  melded(deal) {
    return deal.entries.some((entry) => entry.melded);
  }

  // Scoring

  score(deal, play) {
    const { end, trump } = deal.extras;
    const winner = deal.cells.get(deal.out[0]) ?? {};
    deal.waiting = end === "closed" && Boolean(winner.tiles);
    if (deal.waiting) return;
    const amount = this.amount(deal, end, winner);
    const times = winner.joker_discard ? 2 : 1;
    for (const [player, entry] of deal.cells) {
      const lost = entry.melded ? this.leftOf(entry) : this.notMelded(end, amount);
      deal.scores.set(player, times * (entry.out ? amount : -lost));
    }
    const { trump_bonus } = this.options;
    if (trump && trump_bonus) deal.scores.set(trump, deal.scores.get(trump) + trump_bonus);
    deal.won = deal.out;
  }

  amount(deal, end, { type, jokers = 0 }) {
    if (end === "open") return this.melded(deal) ? 100 : 200;
    return end === "closed" ? this.values.types[type - 1][1 + jokers] : 200;
  }

  notMelded(end, amount) {
    return end === "closed" ? amount : this.values.not_melded;
  }

  leftOf({ points, tiles }) {
    return points ?? this.left(tiles);
  }

  // Each pays each other the difference, so the nets add up to 0.
  settlement({ players, totals }) {
    const everybody = sum(totals.values());
    return new Map(players.map((name) => [name, players.length * totals.get(name) - everybody]));
  }
}
