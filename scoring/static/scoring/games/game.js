// What every game system answers: what is entered, the checks, the end, the ranking. The twin of
// scoring/games/core/game.py, with what it needs of fields.py, sheet_state.py, problems.py and cards.py.

import { isObject } from "./deal.js";

export { DASH, UNKNOWN_KEY, isObject } from "./deal.js";

/** @import {Deal, Play} from "./deal.js" */

const JOKER = "*";

export const NOT_USED = 9;
export const TWO_OUT = 24;
const NONE_OUT = 25;
const BOTH_WAYS = 26;
const TOO_MANY_JOKERS = 28;
const TOO_MANY_COPIES = 29;
export const NO_VERDICT = 30;

// A player may be called "constructor": only what the object itself holds counts.
/** @type {<T>(object: Record<string, T>, key: string) => T | null} */
export const own = (object, key) => (Object.hasOwn(object, key) ? object[key] : null);

/** @type {(numbers: Iterable<number>) => number} */
export const sum = (numbers) => [...numbers].reduce((total, number) => total + number, 0);

/** @type {(cards: Card[]) => number} */
export const jokersIn = (cards) => cards.filter(({ rank }) => !rank).length;

// A number as it is printed: a real minus, a half as ½.
/** @type {(points: Value) => string} */
export function figure(points) {
  if (typeof points !== "number") return "";
  const whole = Math.trunc(Math.abs(points));
  const text = Math.abs(points) % 1 ? `${whole || ""}½` : `${whole}`;
  return points < 0 ? `−${text}` : text;
}

/** @type {(number: number, halves: boolean | undefined) => boolean} */
export const isWritable = (number, halves) => Number.isInteger(halves ? number * 2 : number);

/** @type {(game: Pick<Description, "short">) => boolean} */
export const hasHalves = ({ short }) => !!short?.halves;

// The keys of an object that it should not have.
/** @type {(object: object, known: string[]) => string[]} */
export const strange = (object, known) => Object.keys(object).filter((key) => !known.includes(key));

/** @type {(text: string, params: Params) => string} */
export const filled = (text, params) => text.replace(/%\((\w+)\)s/g, (_, key) => `${params[key]}`);

// Who score together: each alone, or partners, who face each other.
/** @type {(partners: boolean | undefined, players: string[]) => string[][]} */
export const sidesOf = (partners, players) =>
  (partners ? [0, 1].map((side) => players.filter((_, seat) => seat % 2 === side)) : players.map((player) => [player]));

// Units (a player, or the partners of a side) in order; equal ones share a rank (1, 1, 3).
/** @type {(units: string[][], order: (player: string) => number[], figures: FigureMap) => Ranked[]} */
export function grouped(units, order, figures) {
  const seats = [...figures.keys()];
  const keyed = units.map((unit) => ({ unit, key: order(unit[0]) }));
  /** @type {Ranked[]} */
  const groups = [];
  keyed.sort((unit, other) => compared(unit.key, other.key)).forEach(({ unit, key }, place) => {
    const group = groups.at(-1);
    if (group && compared(key, keyed[place - 1].key) === 0) {
      group.players.push(...unit);
      group.players.sort((name, other) => seats.indexOf(name) - seats.indexOf(other));
    } else {
      groups.push({ rank: place + 1, players: [...unit], total: figures.get(unit[0]) });
    }
  });
  return groups;
}

// The first figure that differs decides.
/** @type {(key: number[], other: number[]) => number} */
function compared(key, other) {
  const place = key.findIndex((figure, place) => figure !== other[place]);
  return place < 0 || place >= other.length ? key.length - other.length : key[place] - other[place];
}

// The parts of the description are the game's own.
/** @type {new () => Description} */
const Described =
  /** @type {never} */
  (Object);

// A game system under a club's options, as the server described it.
/** @type {(most: number | undefined, games: number | null) => number | null} */
export const atMost = (most, games) => (most ? Math.min(games ?? most, most) : games);

/** @template [Cards=Card[]] */
export class Game extends Described {
  /**
   * @param {Description} description
   * @param {Partial<Options>} options
   */
  constructor(description, options) {
    super();
    const { entry, row, pack } = description;
    Object.assign(this, description);
    this.options = { ...description.options, ...options };
    this.games = atMost(this.most_games, this.options.games);
    this.entryFields = new Map(entry.map((field) => [field.key, field]));
    this.rowFields = new Map(row.map((field) => [field.key, field]));
    this.cards = pack ? spellings(pack) : new Map();
  }

  /** @type {(check: number) => string} */
  severity(check) {
    return this.messages[`${check}`][0];
  }

  // Who score together.
  /** @type {(players: string[]) => string[][]} */
  listSides(players) {
    return sidesOf(this.partners, players);
  }

  // Partners have one score, which may be entered for either or for both.
  /** @type {(deal: Deal, check: number) => void} */
  refuseTwoScores(deal, check) {
    const { cells } = deal;
    for (const [name, ...partners] of this.listSides(deal.players)) {
      for (const partner of partners.filter((one) => cells.has(one) && cells.has(name))) {
        if (!isSame(cells.get(name), cells.get(partner))) deal.refuse(check, partner, { name, partner });
      }
    }
  }

  /** @type {(key: string) => string} */
  label(key) {
    return this.entryFields.get(key)?.label ?? "";
  }

  /** @type {(deal: Deal<Cards>, before: number) => number} */
  contractNumber(deal, before) {
    return deal.number;
  }

  /** @type {(number: number) => string} */
  contractInWords(number) {
    const { contracts, by_round } = this;
    const place = by_round ? (number - 1) % contracts.length : number - 1; // rounds begin the list again
    return contracts[place] ?? "";
  }

  // A typed value as a message may repeat it: short, and never a whole structure.
  /** @type {(value: unknown) => string} */
  shown(value) {
    if (typeof value !== "string" && typeof value !== "number") return this.words.this_kind;
    const letters = [...String(value)];
    const text = letters.length <= 40 ? String(value) : `${letters.slice(0, 39).join("")}…`;
    return typeof value === "string" && NO_WORD.test(text) ? `"${text}"` : text;
  }

  // What to do with a word that is not known.
  /** @type {(key: string, known: Iterable<string>) => Params} */
  unknown(key, known) {
    const { use, take_out } = this.words;
    const list = [...known].join(", ");
    return { given: this.shown(key), right: list ? filled(use, { known: list }) : take_out };
  }

  // Checking

  // Whether anything of this game is still to be entered.
  /** @type {(deal: Deal<Cards>) => boolean} */
  lacksAny(deal) {
    return deal.missing || deal.entries.some((entry) => this.lacks(deal, entry));
  }

  // Whether an entry still misses a part.
  /** @type {(deal: Deal<Cards>, entry: ReadEntry<Cards>) => boolean} */
  lacks(deal, entry) {
    return false;
  }

  // What is wrong at once, also in a row that is not full yet.
  /** @type {(deal: Deal<Cards>) => void} */
  check(deal) {
    for (const [player, cell] of deal.cells) {
      if (isObject(cell)) this.checkEntry(deal, player, cell);
    }
    if (deal.out.length > 1) deal.refuse(TWO_OUT, deal.out[1], { names: deal.out.join(" + ") });
  }

  // What can't be right in one player's entry, whatever the others have.
  /** @type {(deal: Deal<Cards>, player: string, entry: ReadEntry<Cards>) => void} */
  checkEntry(deal, player, entry) {}

  // What can only be told of a full row.
  /** @type {(deal: Deal<Cards>, play: Play) => void} */
  checkFull(deal, play) {
    const goesOut = this.dash || this.entryFields.has("out");
    if (goesOut && !deal.out.length) deal.refuse(NONE_OUT);
  }

  /** @type {(deal: Deal<Cards>, player: string, key: string, other: string) => void} */
  bothWays(deal, player, key, other) {
    deal.refuse(BOTH_WAYS, player, { one: this.label(key), other: this.label(other) });
  }

  /** @type {(deal: Deal<Cards>, count: number) => void} */
  checkJokers(deal, count) {
    const most = this.pack?.jokers ?? 0;
    if (count > most) deal.refuse(TOO_MANY_JOKERS, null, { count, most });
  }

  // No card lies on the table more often than the packs hold it.
  /** @type {(deal: Deal<Cards>, hands: Card[][]) => void} */
  checkCopies(deal, hands) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    const { copies, suits } = this.pack ?? { copies: 0, suits: "" };
    for (const { name, suit } of hands.flat()) {
      for (const card of suit ? [name, name.slice(0, -1)] : [name]) {
        counts.set(card, (counts.get(card) ?? 0) + 1);
      }
    }
    for (const [card, count] of counts) {
      const most = copies * (this.cards.get(card)?.suit ? 1 : suits.length);
      if (card !== JOKER && count > most) deal.refuse(TOO_MANY_COPIES, null, { card, count, most });
    }
  }

  // Scoring

  // Fill in what a full row without errors scores, and who won.
  /** @type {(deal: Deal<Cards>, play: Play) => void} */
  score(deal, play) {}

  // Who has the best score of a game, a player or partners; nobody if it is shared.
  /** @type {(deal: Pick<Deal<Cards>, "players" | "scores">) => string[]} */
  bestAlone({ players, scores }) {
    const best = (this.lowest_wins ? Math.min : Math.max)(...scores.values());
    const sides = this.listSides(players).filter(([name]) => scores.get(name) === best);
    return sides.length === 1 ? sides[0] : [];
  }

  // After a scored game: has the game system's own end come?
  /** @type {(play: Play) => void} */
  after(play) {}

  /** @type {(play: Play) => Map<string, number>} */
  matchPoints(play) {
    return new Map();
  }

  /** @type {(play: Play) => Map<string, number>} */
  settlement(play) {
    return new Map();
  }

  // What is counted beside the scores, in games that do.
  /** @type {(deals: Deal[], players: string[]) => {marks?: Record<string, Figures>}} */
  countMarks(deals, players) {
    return {};
  }

  // Who leads

  /** @type {(play: Play) => Ranked[]} */
  ranking(play) {
    const ranked = this.listSides(play.players).filter((side) => !side.some((name) => play.away.has(name)));
    const groups = grouped(ranked, (name) => this.order(play, name), this.figures(play));
    return [...groups, ...this.unranked(play)];
  }

  // Who missed a game, and is not placed all the same, stands last, without a rank.
  /** @type {(play: Play, placed?: string[]) => Ranked[]} */
  unranked(play, placed = []) {
    const away = play.players.filter((name) => play.away.has(name) && !placed.includes(name));
    const units = away.map((name) => [name]);
    const groups = grouped(units, (name) => this.mainOrder(play, name), this.figures(play));
    return groups.map((group) => ({ ...group, rank: null }));
  }

  // What the ranking goes by.
  /** @type {(play: Play) => FigureMap} */
  figures(play) {
    return play.totals;
  }

  // Smaller stands higher.
  /** @type {(play: Play, player: string) => number[]} */
  mainOrder(play, player) {
    const total = play.totals.get(player);
    return [this.lowest_wins ? total : -total];
  }

  /** @type {(play: Play, player: string) => number[]} */
  order(play, player) {
    return [...this.mainOrder(play, player), ...this.tieOrder(play, player)];
  }

  /** @type {(play: Play, player: string) => number[]} */
  tieOrder(play, player) {
    if (this.tie_break === "shared") return [];
    if (this.tie_break === "dashes") return [-play.won.get(player)];
    const counted = play.scored.filter((deal) => deal.scores.has(player) && !deal.passed);
    const scores = counted.map((deal) => deal.scores.get(player) * (this.lowest_wins ? 1 : -1));
    if (this.tie_break === "last_game") return scores.slice(-1);
    if (!scores.length) return [0];
    // best_game: the smaller worst game where the lowest wins, else the greater best game.
    return [this.lowest_wins ? Math.max(...scores) : Math.min(...scores)];
  }

  // Who won a finished sheet; null when several share the first place.
  /** @type {(ranking: Ranked[]) => string | string[] | null} */
  winner([first, second]) {
    if (this.partners) return second ? first.players : null;
    return first?.rank && first.players.length === 1 ? first.players[0] : null;
  }
}

// The joker, each rank alone, and each rank in every suit.
/** @type {(pack: Pack) => Map<string, Card>} */
function spellings({ ranks, suits }) {
  const all = ranks.flatMap((name, at) =>
    ["", ...suits].map((suit) => ({ name: name + suit, rank: at + 1, suit })));
  return new Map([{ name: JOKER, rank: 0, suit: "" }, ...all].map((card) => [card.name, card]));
}

// What Python takes for a space, which is not quite what JavaScript does.
const SPACES = "[\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*";
const NO_WORD = new RegExp(`^${SPACES}([+-]?\\p{Nd}[\\p{Nd}.,]*${SPACES})?$`, "u");
const EDGES = new RegExp(`^${SPACES}|${SPACES}$`, "gu");

/** @type {(text: string) => string} */
export const trimmed = (text) => text.replace(EDGES, "");

/** @type {(one: any, other: any) => boolean} */
const isSame = (one, other) => one === other ||
  (isObject(one) && isObject(other) && Object.keys({ ...one, ...other }).every((key) => own(one, key) === own(other, key)));
