// A whole sheet, scored on the phone as the server does: play it game by game, and say what it
// comes to. The twin of scoring/games/sheet/; where they differ the server's word holds.

import { DASH, Deal, Play } from "./deal.js";
import { filled, isObject, isWritable, own, strange, trimmed } from "./game.js";

/** @import {Game} from "./game.js" */

const ABSENT = "x";
const MOST_ROWS = 500;

const WRONG_GAMES = 10;
const WRONG_ROW = 11;
const NO_REASON = 12;
const AFTER_END = 13;
const TOO_MANY_GAMES = 14;
const TOO_FEW_PLAY = 15;
const NOT_IN_PLAY_OFF = 16;
const NO_CELLS = 33;

/** @type {Map<string, new (description: Description, options: Partial<Options>) => Game>} */
const twins = new Map();

/** @type {Map<string, (description: Description) => Asks>} */
const asks = new Map();

/** @type {typeof import("./paper_sums.js") | null} */
let paper = null; // comes when somebody typed in what the paper says

// Whether this game system can be scored here from now on.
/** @type {(twin: string | null, withPaper?: boolean) => Promise<boolean>} */
export async function load(twin, withPaper = true) {
  if (twin && !twins.has(twin)) {
    const module = await import(`./${twin}.js`).catch(() => null);
    if (module) twins.set(twin, module.default);
    if (module?.asks) asks.set(twin, module.asks);
  }
  if (withPaper) paper ??= await import("./paper_sums.js").catch(() => null);
  return twins.has(twin ?? "");
}

// How its fields are asked, beside what their kinds and bounds say: its twin knows.
/** @type {(description: Description) => void} */
export function addAsks(description) {
  const { fields = {}, ...whole } = asks.get(description.twin ?? "")?.(description) ?? {};
  Object.assign(description, whole);
  const { short, entry, row } = description;
  for (const field of [...(short ? [short] : []), ...entry, ...row]) Object.assign(field, fields[field.key]);
}

// What a sheet comes to; null without its twin. Its head was checked when it was opened. `answer` is
// what the server last said, {data, result}: a game that only the server can score is taken from
// there while it stays as it was.
/** @type {(description: Description, data: SheetInput, answer?: Pick<SheetState, "data" | "result"> | null) => Result | null} */
export function score(description, data, answer = null) {
  const System = twins.get(description.twin ?? "");
  if (!System) return null;
  const game = new System(description, data.options);
  const players = Array.isArray(data.players) ? data.players : [];
  const sheet = new Sheet(game, players, firstSeat(game, players, data), data.round ?? 1, answer);
  const totals = game.totals_only ? data.totals_only : undefined;
  readGames(sheet, totals ? [{ entries: totals }] : data.games ?? null).forEach((row, place) => sheet.add(place + 1, row));
  if (!sheet.waiting) paper?.compare(sheet, data.paper ?? null);
  return totals ? { ...sheet.outcome(), rows: [] } : sheet.outcome();
}

// The message of a problem, the server's as well as ours.
/** @type {(description: Description, problem: Problem) => string} */
export function words(description, { code, game, player, params, message }) {
  if (message) return message;
  const number = description.totals_only ? null : game;
  const { words, messages } = description;
  const what = filled(messages[Number(code.slice(1))][1], params);
  if (number === null && player === null) return what;
  const place = player === null ? words.in_game : number === null ? words.of : words.in_game_of;
  return filled(place, { number, player, what });
}

// While a game waits for the server nobody knows the totals.
/** @type {Pick<Result, "waiting" | "totals" | "dashes" | "match_points" | "ranking" | "winner" | "continue_with" | "settlement">} */
const UNKNOWN = {
  waiting: true,
  totals: {},
  dashes: {},
  match_points: {},
  ranking: [],
  winner: null,
  continue_with: [],
  settlement: {},
};

/**
 * One sheet, as far as its games have been added.
 */
export class Sheet {
  /** @type {Problem[]} */
  problems = [];
  /** @type {Deal[]} */
  deals = [];
  /** @type {ScoredRow[]} */
  rows = [];
  /** @type {Record<string, number>[]} */
  running = []; // totals after each game
  /** @type {number[]} */
  turns = []; // whose turn came, before each game

  /**
   * `contract` is the number of the one in force.
   * @param {Game} game
   * @param {string[]} players
   * @param {number} first
   * @param {number} contract
   * @param {Pick<SheetState, "data" | "result"> | null} answer
   */
  constructor(game, players, first, contract, answer) {
    this.game = game;
    this.players = players;
    this.contract = contract;
    this.answer = answer;
    this.play = new Play(players);
    this.rotation = new Rotation(players, first, game);
  }

  /** @type {(check: number, params: Params, number?: number | null, player?: string | null, severity?: string) => void} */
  refuse(check, params, number = null, player = null, severity = this.game.severity(check)) {
    const code = this.game.letter + String(check).padStart(2, "0");
    this.problems.push({ code, severity, game: number, player, params });
  }

  /** @type {(number: number, row: Row) => void} */
  add(number, row) {
    const { game, play } = this;
    const most = game.games;
    if (play.ended || (most !== null && number > most)) {
      if (!isEmpty(row)) this.refuse(play.ended ? AFTER_END : TOO_MANY_GAMES, { most }, number);
      return;
    }
    const deal = readRow(game, this.players, number, row);
    this.turn(deal);
    play.leaveOut(deal);
    if (deal.void === null && !deal.empty && !deal.decided) this.checkAndScore(deal, row);
    this.deals.push(deal);
    this.running.push(Object.fromEntries(play.totals));
    this.rows.push(this.row(deal));
    for (const { check, player, params } of deal.problems) {
      this.refuse(check, params, number, player);
    }
  }

  /** @param {Deal} deal */
  turn(deal) {
    const { goingOn } = this.play;
    if (goingOn.length) deal.players = deal.players.filter((name) => goingOn.includes(name));
    this.turns.push(this.rotation.coming);
    if (!this.game.totals_only) this.rotation.turn(deal);
    if (this.game.leads) deal.starter = null;
    deal.contract = this.contract = this.game.contractNumber(deal, this.contract);
  }

  /** @type {(deal: Deal, row: Row) => void} */
  checkAndScore(deal, row) {
    const { game, play } = this;
    const count = deal.players.length;
    if (count < 2) deal.refuse(TOO_FEW_PLAY, null, { count });
    for (const name of deal.cells.keys()) {
      const plays = !play.goingOn.length || play.goingOn.includes(name);
      if (!plays) deal.refuse(NOT_IN_PLAY_OFF, name);
    }
    game.check(deal);
    if (deal.wrong || game.lacksAny(deal)) return;
    game.checkFull(deal, play);
    if (!deal.wrong) game.score(deal, play);
    if (deal.waiting) this.takeAnswer(deal, row);
    if (!deal.done) return;
    play.count(deal);
    game.after(play);
  }

  // As the server scored it, if it saw this same game, started by the same player.
  /** @type {(deal: Deal, row: Row) => void} */
  takeAnswer(deal, row) {
    const { data, result } = this.answer ?? {};
    const stored = result?.rows.find(({ game }) => game === deal.number);
    const same = JSON.stringify(data?.games[deal.number - 1]) === JSON.stringify(row);
    if (!same || !stored?.scores || stored.starter !== deal.starter) return;
    for (const [name, points] of Object.entries(stored.scores)) deal.scores.set(name, points);
    deal.won = deal.out;
    deal.waiting = false;
  }

  get waiting() {
    return this.deals.some((deal) => deal.waiting);
  }

  // How many games, from the first on, are scored or void.
  get done() {
    const open = this.deals.findIndex((deal) => !deal.done);
    return open < 0 ? this.deals.length : open;
  }

  /** @type {(deal: Deal) => ScoredRow} */
  row(deal) {
    const row = this.named(deal);
    if (deal.done && !this.waiting) row.running = this.running.at(-1);
    if (deal.waiting) row.waiting = true;
    if (deal.void !== null) row.void = deal.void;
    else if (deal.scores.size) row.scores = Object.fromEntries(deal.scores);
    if (row.scores && deal.won.length && !deal.won.every((name) => deal.out.includes(name))) row.won = deal.won;
    return row.scores ? { ...row, ...this.game.countMarks([deal], this.players) } : row;
  }

  /** @type {(deal: Deal) => ScoredRow} */
  named({ number, contract, dealer, starter }) {
    return { game: number, contract: this.game.contractInWords(contract), dealer, starter };
  }

  // What it comes to

  /** @type {() => Result} */
  outcome() {
    const { game, play, problems, rows, deals } = this;
    const complete = this.done === deals.length && (play.ended || deals.length === game.games);
    const finished = complete || play.ended;
    return {
      valid: problems.every(({ severity }) => severity !== "error"),
      complete,
      finished,
      problems,
      rows,
      next: finished ? null : this.next(),
      subtotals: game.subtotals.filter((after) => after <= this.done).map((after) => ({ after, totals: this.running[after - 1] })),
      ...(this.waiting ? UNKNOWN : this.standing(finished)),
    };
  }

  /** @param {boolean} finished */
  standing(finished) {
    const { game, play } = this;
    const ranking = game.ranking(play);
    return {
      totals: Object.fromEntries(play.totals),
      dashes: game.totals_only ? {} : Object.fromEntries(play.won),
      match_points: Object.fromEntries(game.matchPoints(play)),
      ranking,
      winner: finished ? game.winner(ranking) : null,
      continue_with: play.goingOn,
      settlement: Object.fromEntries(game.settlement(play)),
      ...game.countMarks(play.scored, this.players),
    };
  }

  // The game after the last entered one; at the end of the form, the first still open.
  /** @type {() => ScoredRow | null} */
  next() {
    const { games } = this.game;
    let number = this.deals.length + 1;
    if (games !== null && number > games) {
      const open = this.deals.find((deal) => !deal.done && !deal.waiting);
      if (!open) return null;
      ({ number, contract: this.contract } = open);
      this.rotation.coming = this.turns[number - 1];
    }
    const deal = new Deal(this.game, number, this.players);
    this.turn(deal);
    return this.named(deal);
  }

}

// Who deals and who starts: one seat on after every game, to the next who plays the coming one.
class Rotation {
  /**
   * @param {string[]} players
   * @param {number} first
   * @param {Game} game
   */
  constructor(players, first, { side, has_dealer }) {
    this.players = players;
    this.has_dealer = has_dealer;
    this.side = has_dealer ? 1 : side;
    this.coming = first;
  }

  /** @param {Deal} deal */
  turn(deal) {
    let seat = this.playing(this.coming, deal.players);
    if (seat === undefined) return;
    this.coming = seat + this.side;
    if (this.has_dealer) {
      deal.dealer = this.players[seat];
      seat = this.playing(seat + 1, deal.players);
    }
    if (seat !== undefined) deal.starter = this.players[seat];
  }

  // The first seat from `start` on that plays.
  /** @type {(start: number, playing: string[]) => number | undefined} */
  playing(start, playing) {
    const count = this.players.length;
    const seats = this.players.map((_, step) => (start + this.side * step + 2 * count) % count);
    return seats.find((seat) => playing.includes(this.players[seat]));
  }
}

// Left of the scribe deals first; in a tile game the scribe starts.
/** @type {(game: Game, players: string[], data: SheetInput) => number} */
function firstSeat({ has_dealer }, players, data) {
  const first = players.indexOf((has_dealer ? data.first_dealer : data.first_starter) ?? "");
  const scribe = Math.max(players.indexOf(data.scribe ?? ""), 0);
  return first >= 0 ? first : (scribe + (has_dealer ? 1 : 0)) % players.length;
}

// The rows

// The games up to the last in which anything is entered.
/** @type {(sheet: Sheet, rows: Row[] | null) => Row[]} */
function readGames(sheet, rows) {
  if (rows === null) return [];
  if (!Array.isArray(rows) || rows.length > MOST_ROWS) {
    sheet.refuse(WRONG_GAMES, { most: MOST_ROWS });
    return [];
  }
  return rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1);
}

// Nothing entered at all.
/** @type {(row: Row | null) => boolean} */
function isEmpty(row) {
  if (!isObject(row)) return row === null;
  const { entries = null, ...others } = row;
  const cells = isObject(entries) ? Object.values(entries) : [entries];
  return [...cells, ...Object.values(others)].every((value) => value === null);
}

/** @type {(game: Game, players: string[], number: number, row: Row) => Deal} */
function readRow(game, players, number, row) {
  const deal = new Deal(game, number, players);
  const entries = (isObject(row) ? row.entries : row) ?? {};
  if (!isObject(entries)) {
    deal.refuse(WRONG_ROW);
    return deal;
  }
  for (const name of strange(entries, players)) deal.refuseKey(null, name, players);
  if (isEmpty(row)) {
    deal.empty = true;
    return deal;
  }
  const { entries: _entries, void: reason = null, ...extras } = row;
  deal.absent = players.filter((name) => game.has_cells && !game.all_play && own(entries, name) === ABSENT);
  deal.players = players.filter((name) => !deal.absent.includes(name));
  if (reason !== null) readVoid(deal, reason, extras);
  else {
    readCells(deal, entries);
    deal.extras = deal.read(null, game.rowFields, extras);
  }
  return deal;
}

// Nothing that was typed in a void game counts, only who took no part in it.
/** @type {(deal: Deal, reason: Value, extras: Answers) => void} */
function readVoid(deal, reason, extras) {
  const { game, number, players } = deal;
  const known = [...game.rowFields.keys()];
  for (const key of strange(extras, known)) deal.refuseKey(null, key, known);
  const unheard = new Deal(game, number, players);
  deal.extras = unheard.read(null, game.rowFields, extras); // the round goes on
  if (!isReason(reason)) deal.refuse(NO_REASON);
  else if (!deal.wrong) deal.void = reason;
}

/** @type {(reason: Value) => reason is string} */
function isReason(reason) {
  const length = typeof reason === "string" ? [...trimmed(reason)].length : 0;
  return 1 <= length && length <= 200;
}

/** @type {(deal: Deal, entries: Entries) => void} */
function readCells(deal, entries) {
  for (const name of deal.players) {
    const cell = own(entries, name);
    if (cell !== null && cell !== undefined) readCell(deal, name, cell);
    else if (deal.game.has_cells) deal.missing = true;
  }
}

/** @type {(deal: Deal, name: string, cell: Cell) => void} */
function readCell(deal, name, cell) {
  const { short, dash, has_cells, entry, words } = deal.game;
  if (cell === DASH && dash) {
    deal.out.push(name);
    deal.cells.set(name, DASH);
  } else if (short && typeof cell === "number" && isWritable(cell, short.halves)) {
    if (short.low <= cell && cell <= short.high) deal.cells.set(name, cell);
    else deal.refuseBounds(name, short, cell);
  } else if (isObject(cell) && entry.length) readParts(deal, name, cell);
  else if (has_cells) deal.refuseUnreadable(name, cell, words.cell);
  else deal.refuse(NO_CELLS, name);
}

/** @type {(deal: Deal, name: string, cell: Parts) => void} */
function readParts(deal, name, cell) {
  const before = deal.problems.length;
  /** @type {ReadEntry} */
  const parts = deal.read(name, deal.game.entryFields, cell);
  if (deal.problems.length > before) return;
  deal.cells.set(name, parts);
  if (parts.out) deal.out.push(name);
}
