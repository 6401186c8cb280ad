// A game as it was entered, and where everybody stands after the games so far. The twin of
// scoring/games/core/sheet_state.py, with what it needs of fields.py.

/** @import {Game} from "./game.js" */

export const DASH = "-";

const UNREADABLE = 21;
const OUT_OF_BOUNDS = 22;
const NOT_ZERO = 23;
const NOT_A_STEP = 36;
const NEVER = 35;
export const UNKNOWN_KEY = 27;

/**
 * @param {unknown} value
 * @returns {value is object}
 */
export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// One game: what was entered, and what came of it.
/** @template [Cards=Card[]] */
export class Deal {
  /** @type {string[]} */
  absent = [];
  /** @type {Map<string, number | typeof DASH | ReadEntry<Cards>>} */
  cells = new Map(); // by player; unknown ones are not there
  /** @type {Partial<Extras>} */
  extras = {}; // entered once for the whole game
  /** @type {string[]} */
  out = [];
  missing = false;
  wrong = false;
  empty = false;
  /** @type {string | null} */
  void = null;
  decided = false; // nobody plays it, as the others left: it ends the sheet
  waiting = false; // only the server can score it
  contract = 0;
  /** @type {string | null} */
  dealer = null;
  /** @type {string | null} */
  starter = null;
  /** @type {FigureMap} */
  scores = new Map();
  /** @type {string[]} */
  won = [];
  passed = false;
  /** @type {Map<string, number>} */
  matchPoints = new Map();
  /** @type {[kind: string, player: string, count: number][]} */
  marks = []; // what is counted beside the scores
  /** @type {{check: number, player: string | null, params: Params}[]} */
  problems = [];

  /**
   * @param {Game<Cards>} game
   * @param {number} number
   * @param {string[]} players
   */
  constructor(game, number, players = []) {
    this.game = game;
    this.number = number;
    this.players = players;
  }

  get done() {
    return this.void !== null || this.decided || this.scores.size > 0;
  }

  // The cells, of a game in which each has parts.
  /** @type {Map<string, ReadEntry<Cards>>} */
  get parts() {
    return (
      /** @type {never} */
      (this.cells)
    );
  }

  // The cells that have parts.
  /** @type {ReadEntry<Cards>[]} */
  get entries() {
    return [...this.cells.values()].filter((cell) => isObject(cell));
  }

  /** @type {(check: number, player?: string | null, params?: Params) => void} */
  refuse(check, player = null, params = {}) {
    this.problems.push({ check, player, params });
    if (this.game.severity(check) === "error") this.wrong = true;
  }

  /** @type {(player: string | null, key: string, known: Iterable<string>) => void} */
  refuseKey(player, key, known) {
    this.refuse(UNKNOWN_KEY, player, this.game.unknown(key, known));
  }

  /** @type {(player: string | null, field: Field, value: Value) => void} */
  refuseBounds(player, { label: what, low, high, dashed }, value) {
    if (value === 0 && dashed) this.refuse(NOT_ZERO, player);
    else this.refuse(OUT_OF_BOUNDS, player, { given: this.game.shown(value), what, low, high });
  }

  // A number within the bounds may be impossible all the same.
  /** @type {(player: string | null, field: Field, value: number) => number | void} */
  readNumber(player, field, value) {
    const { label: what, low, high, step = 1, never = [] } = field;
    if (value < low || value > high) return this.refuseBounds(player, field, value);
    if (value % step) return this.refuse(NOT_A_STEP, player, { given: this.game.shown(value), what, step });
    if (never.includes(value)) return this.refuse(NEVER, player, { given: this.game.shown(value), what });
    return value;
  }

  /** @type {(player: string | null, value: unknown, right: string) => void} */
  refuseUnreadable(player, value, right) {
    this.refuse(UNREADABLE, player, { given: this.game.shown(value), right });
  }

  // The parts that were filled in and make sense; what does not is refused.
  /** @type {<T>(player: string | null, fields: Map<string, Field>, given: Answers) => T} */
  read(player, fields, given) {
    /** @type {Params} */
    const found = {};
    for (const [key, value] of Object.entries(given)) {
      const field = fields.get(key);
      const kept = field && value !== null ? this.readField(player, field, value) : undefined;
      if (!field) this.refuseKey(player, key, fields.keys());
      else if (kept !== undefined) found[key] = kept;
    }
    return (
      /** @type {never} */
      (found)
    );
  }

  /** @type {(player: string | null, field: Field, value: Value) => unknown} */
  readField(player, field, value) {
    const { kind, right } = field;
    const choices = field.choices.map(([choice]) => choice);
    /** @type {Record<string, boolean>} */
    const fits = {
      number: Number.isInteger(value),
      flag: typeof value === "boolean",
      choice: choices.includes(value),
      side: choices.includes(value),
      player: typeof value === "string" && this.players.includes(value),
      hand: Array.isArray(value),
    };
    const words = kind === "choice" ? right || choices.join(", ") : this.game.words[kind];
    if (!fits[kind]) return this.refuseUnreadable(player, value, words);
    if (Array.isArray(value)) return this.readHand(player, value);
    return typeof value === "number" ? this.readNumber(player, field, value) : value;
  }

  /** @type {(player: string | null, tokens: (string | number)[]) => unknown} */
  readHand(player, tokens) {
    const { cards, words } = this.game;
    const hand = tokens.map((token) => cards.get(typeof token === "number" ? String(token) : token));
    const unknown = hand.indexOf(undefined);
    return unknown < 0 ? hand : this.refuseUnreadable(player, tokens[unknown], words.cards);
  }
}

// Where everybody stands after the games so far.
export class Play {
  /** @type {FigureMap} */
  totals = new Map();
  /** @type {FigureMap} */
  won = new Map();
  /** @type {FigureMap} */
  matchPoints = new Map();
  /** @type {Deal[]} */
  scored = [];
  /** @type {Set<string>} */
  away = new Set(); // had an x: no rank
  /** @type {string[]} */
  goingOn = []; // who play Jolly's play-off
  /** @type {string[]} */
  winners = []; // when the game system itself ended it
  ended = false;

  /** @param {string[]} players */
  constructor(players) {
    this.players = players;
    for (const figures of [this.totals, this.won, this.matchPoints]) players.forEach((name) => figures.set(name, 0));
  }

  /** @type {(deal: Deal) => void} */
  count(deal) {
    /** @type {(figures: FigureMap, name: string, more: number) => void} */
    const add = (figures, name, more) => figures.set(name, figures.get(name) + more);
    for (const [name, points] of deal.scores) add(this.totals, name, points);
    for (const name of deal.won) add(this.won, name, 1);
    for (const [name, won] of deal.matchPoints) add(this.matchPoints, name, won);
    this.scored.push(deal);
  }

  // Who missed a game has no rank. Who leaves Jolly's play-off is out of it; the last one left has won.
  /** @type {(deal: Deal) => void} */
  leaveOut(deal) {
    const { absent, cells, extras } = deal;
    const staying = this.goingOn.filter((name) => !absent.includes(name));
    if (!this.goingOn.length) absent.forEach((name) => this.away.add(name));
    else if (staying.length > 1) this.goingOn = staying;
    else if (staying.length) {
      Object.assign(this, { ended: true, winners: staying, goingOn: [] });
      deal.decided = !deal.wrong && !cells.size && !Object.keys(extras).length;
    }
  }
}
