// A whole sheet, scored on the phone as the server does: play it game by game, and say what it
// comes to. The twin of scoring/games/sheet/; the server's word holds where they differ.

import {
  DASH, Deal, NOT_USED, Play, UNKNOWN_KEY, SPACE, filled, instead, isObject, own, readFields,
  refuseBounds, refuseKey, refuseUnreadable, shown,
} from "./game.js";

const ABSENT = "x";
const MOST_ROWS = 500;

const WRONG_COUNT = 5;
const WRONG_NAME = 6;
const SAME_NAME = 7;
const NOT_SEATED = 8;
const WRONG_GAMES = 10;
const WRONG_ROW = 11;
const NO_REASON = 12;
const AFTER_END = 13;
const TOO_MANY_GAMES = 14;
const TOO_FEW_PLAY = 15;
const NOT_IN_PLAY_OFF = 16;
const PAPER_UNREADABLE = 17;
const PAPER_DASHES = 18;
const PAPER_SUBTOTAL = 19;
const PAPER_TOTAL = 20;
const PAPER_TOO_EARLY = 31;
const NO_CELLS = 33;

const twins = new Map();

// Whether this game system can be scored here from now on.
export async function load(twin) {
  if (twin && !twins.has(twin)) {
    const module = await import(`./${twin}.js`).catch(() => null);
    if (module) twins.set(twin, module.default);
  }
  return twins.has(twin);
}

// What a sheet comes to; null without its twin. `answer` is what the server last said ({data,
// result}): a game that only the server can score is taken from there while it stays as it was.
export function score(description, data, answer = null) {
  const System = twins.get(description.twin);
  if (!System) return null;
  const sheet = new Sheet(new System(description, own(data, "options")), answer);
  const head = readHead(sheet, data);
  if (!head) return outcome(sheet.problems);
  sheet.begin(head);
  readRows(sheet, own(data, "games")).forEach((row, place) => sheet.add(place + 1, row));
  if (!sheet.waiting) comparePaper(sheet, own(data, "paper") ?? null);
  return sheet.outcome();
}

// The message of a problem, the server's as well as ours.
export function words(description, { code, game, player, params, message }) {
  if (message) return message;
  const { words, messages } = description;
  const what = filled(messages[Number(code.slice(1))][1], params);
  const place = player === null ? words.in_game : game === null ? words.of : words.in_game_of;
  return game === null && player === null ? what : filled(place, { number: game, player, what });
}

function outcome(problems, known = {}) {
  return {
    valid: !problems.some(({ severity }) => severity === "error"),
    complete: false,
    finished: false,
    problems,
    rows: [],
    next: null,
    subtotals: [],
    totals: {},
    dashes: {},
    match_points: {},
    ranking: [],
    winner: null,
    continue_with: [],
    settlement: {},
    ...known,
  };
}

// The head: who sits where, who begins. Its options were checked when the sheet was opened.

const KEYS = [
  "game", "options", "players", "scribe", "first_dealer", "first_starter", "games", "paper",
];
const SEATED = ["scribe", "first_dealer", "first_starter"];

function readHead(sheet, data) {
  const { game } = sheet;
  for (const key of Object.keys(data).filter((key) => !KEYS.includes(key))) {
    sheet.refuse(NOT_USED, null, null, { given: shown(game.words, key) });
  }
  const players = readPlayers(sheet, own(data, "players"));
  return players && { players, first: firstSeat(sheet, players, data) };
}

function readPlayers(sheet, players) {
  const { seats: [low, high], words } = sheet.game;
  const count = Array.isArray(players) ? players.length : 0;
  if (count < low || count > high) {
    return sheet.refuse(WRONG_COUNT, null, null, { count, right: words.seats });
  }
  const strange = players.filter((name) => !isName(name));
  if (strange.length) {
    return sheet.refuse(WRONG_NAME, null, null, { given: shown(words, strange[0]) });
  }
  const twice = players.find((name, seat) => players.lastIndexOf(name) > seat);
  return twice === undefined ? players : sheet.refuse(SAME_NAME, null, null, { given: twice });
}

// 1 to 60 characters, none of them invisible or able to turn the text round.
function isName(name) {
  if (typeof name !== "string" || [...name].length > 60) return false;
  return /[^ ]/u.test(name) && !/[\p{C}\p{Z}]/u.test(name.replaceAll(" ", ""));
}

// Left of the scribe deals first; in a tile game the scribe starts.
function firstSeat(sheet, players, data) {
  const { has_dealer, words } = sheet.game;
  const [scribe, ...turns] = SEATED.map((key) => readSeat(sheet, players, data, key));
  const [used, unused] = has_dealer ? turns : turns.reverse();
  if (unused !== null) {
    const given = has_dealer ? words.first_starter : words.first_dealer;
    sheet.refuse(NOT_USED, null, null, { given });
  }
  return used ?? (has_dealer ? ((scribe ?? 0) + 1) % players.length : scribe ?? 0);
}

function readSeat(sheet, players, data, key) {
  const name = own(data, key) ?? null;
  if (name === null || players.includes(name)) return name === null ? null : players.indexOf(name);
  const { words } = sheet.game;
  return sheet.refuse(NOT_SEATED, null, null, { given: shown(words, name), what: words[key] });
}

// The rows

// The games up to the last in which anything is entered.
function readRows(sheet, rows) {
  if (rows === undefined || rows === null) return [];
  if (!Array.isArray(rows) || rows.length > MOST_ROWS) {
    sheet.refuse(WRONG_GAMES, null, null, { most: MOST_ROWS });
    return [];
  }
  return rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1);
}

// Nothing entered at all.
function isEmpty(row) {
  if (!isObject(row)) return row === null;
  const { entries = null, ...others } = row;
  const cells = isObject(entries) ? Object.values(entries) : [entries];
  return [...cells, ...Object.values(others)].every((value) => value === null);
}

function readRow(game, players, number, row) {
  const deal = new Deal(game, number);
  const entries = (isObject(row) ? own(row, "entries") : row) ?? {};
  if (!isObject(entries)) {
    deal.players = players;
    deal.refuse(WRONG_ROW);
    return deal;
  }
  for (const name of Object.keys(entries).filter((name) => !players.includes(name))) {
    deal.refuse(UNKNOWN_KEY, null, stranger(game, name, players));
  }
  if (isEmpty(row)) {
    deal.players = players;
    deal.empty = true;
  } else if ((own(row, "void") ?? null) !== null) {
    readVoid(game, deal, players, row, entries);
  } else {
    readCells(game, deal, players, entries);
    const { entries: _entries, void: _void, ...extras } = row;
    deal.extras = readFields(deal, null, game.rowFields, extras);
  }
  return deal;
}

const stranger = ({ words }, name, players) => ({
  given: shown(words, name),
  right: instead(words, players),
});

// Nothing that was typed in a void game counts, only who took no part in it.
function readVoid(game, deal, players, row, entries) {
  deal.absent = players.filter((name) => game.has_cells && own(entries, name) === ABSENT);
  deal.players = players.filter((name) => !deal.absent.includes(name));
  for (const key of Object.keys(row).filter((key) => !["entries", "void"].includes(key))) {
    if (!game.rowFields.has(key)) refuseKey(deal, null, key, game.rowFields);
  }
  const unheard = new Deal(game, deal.number, deal.players);
  deal.extras = readFields(unheard, null, game.rowFields, row); // the round goes on
  if (!isReason(row.void)) deal.refuse(NO_REASON);
  else if (!deal.wrong) deal.void = row.void;
}

function isReason(reason) {
  if (typeof reason !== "string") return false;
  const said = reason.replace(new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu"), "");
  return said !== "" && [...said].length <= 200;
}

function readCells(game, deal, players, entries) {
  for (const name of players) {
    const cell = own(entries, name) ?? null;
    if (cell === ABSENT && game.has_cells) {
      deal.absent.push(name);
      continue;
    }
    deal.players.push(name);
    if (cell === null) deal.missing ||= game.has_cells;
    else readCell(game, deal, name, cell);
  }
}

function readCell(game, deal, name, cell) {
  const { short, dash, words } = game;
  if (cell === DASH && dash) {
    deal.out.push(name);
    deal.cells.set(name, DASH);
  } else if (Number.isInteger(cell) && short) {
    if (short.low <= cell && cell <= short.high) deal.cells.set(name, cell);
    else refuseBounds(deal, name, short, cell);
  } else if (isObject(cell) && game.entry.length) {
    readParts(game, deal, name, cell);
  } else if (game.has_cells) {
    refuseUnreadable(deal, name, cell, words.cell);
  } else {
    deal.refuse(NO_CELLS, name);
  }
}

function readParts(game, deal, name, cell) {
  const before = deal.problems.length;
  const entry = readFields(deal, name, game.entryFields, cell);
  if (deal.problems.length > before) return;
  deal.cells.set(name, entry);
  if (entry.out) deal.out.push(name);
}

// Who deals and who starts: one seat on after every game, to the next who plays the coming one.
class Rotation {
  constructor(players, first, { side, has_dealer }) {
    Object.assign(this, { players, has_dealer, side: has_dealer ? 1 : side, coming: first });
  }

  turn(deal) {
    let seat = this.playing(this.coming, deal.players);
    if (seat === undefined) return;
    this.coming = seat + this.side;
    if (this.has_dealer) {
      deal.dealer = this.players[seat];
      seat = this.playing(seat + 1, deal.players);
    }
    deal.starter = this.players[seat];
  }

  // The first seat from `start` on that plays.
  playing(start, playing) {
    const count = this.players.length;
    const seats = this.players.map((_, step) => (start + this.side * step + 2 * count) % count);
    return seats.find((seat) => playing.includes(this.players[seat]));
  }
}

// One sheet, as far as its games have been added.
class Sheet {
  problems = [];
  deals = [];
  rows = [];
  running = []; // totals after each game
  turns = []; // whose turn came, before each game
  contract = 1;

  constructor(game, answer) {
    Object.assign(this, { game, answer });
  }

  refuse(check, number = null, player = null, params = {}, severity = this.game.severity(check)) {
    const code = this.game.letter + String(check).padStart(2, "0");
    this.problems.push({ code, severity, game: number, player, params });
    return null;
  }

  begin({ players, first }) {
    this.players = players;
    this.play = new Play(players);
    this.rotation = new Rotation(players, first, this.game);
  }

  add(number, row) {
    const { game, play } = this;
    const most = game.games;
    if (play.ended || (most !== null && number > most)) {
      if (!isEmpty(row)) this.refuse(play.ended ? AFTER_END : TOO_MANY_GAMES, number, null, { most });
      return;
    }
    const deal = readRow(game, this.players, number, row);
    this.turn(deal);
    play.leaveOut(deal);
    if (deal.void === null && !deal.empty) this.checkAndScore(deal, row);
    this.deals.push(deal);
    this.running.push(Object.fromEntries(play.totals));
    this.rows.push(this.row(deal));
    for (const { check, player, params } of deal.problems) {
      this.refuse(check, number, player, params);
    }
  }

  turn(deal) {
    const { goingOn } = this.play;
    if (goingOn.length) deal.players = deal.players.filter((name) => goingOn.includes(name));
    this.turns.push(this.rotation.coming);
    this.rotation.turn(deal);
    deal.contract = this.contract = this.game.contractNumber(deal, this.contract);
  }

  checkAndScore(deal, row) {
    const { game, play } = this;
    const count = deal.players.length;
    if (count < 2) deal.refuse(TOO_FEW_PLAY, null, { count });
    for (const name of play.goingOn.length ? deal.cells.keys() : []) {
      if (!play.goingOn.includes(name)) deal.refuse(NOT_IN_PLAY_OFF, name);
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
  takeAnswer(deal, row) {
    const { data, result } = this.answer ?? {};
    const told = result?.rows.find((one) => one.game === deal.number);
    const seen = JSON.stringify(data?.games[deal.number - 1]) === JSON.stringify(row);
    if (!seen || !told?.scores || told.starter !== deal.starter) return;
    deal.scores = new Map(Object.entries(told.scores));
    deal.won = deal.out;
    deal.waiting = false;
  }

  // While a game waits for the server nobody knows the totals.
  get waiting() {
    return this.deals.some((deal) => deal.waiting);
  }

  row(deal) {
    const row = this.named(deal);
    if (deal.done && !this.waiting) row.running = this.running.at(-1);
    if (deal.waiting) row.waiting = true;
    if (deal.void !== null) row.void = deal.void;
    else if (deal.done) row.scores = Object.fromEntries(deal.scores);
    return row;
  }

  named({ number, contract, dealer, starter }) {
    return { game: number, contract: this.game.contractInWords(contract), dealer, starter };
  }

  // How many games, from the first on, are scored or void.
  get done() {
    const open = this.deals.findIndex((deal) => !deal.done);
    return open < 0 ? this.deals.length : open;
  }

  outcome() {
    const { game, play } = this;
    const complete =
      this.done === this.deals.length && (play.ended || this.deals.length === game.games);
    const finished = complete || play.ended;
    const known = { complete, finished, rows: this.rows, next: finished ? null : this.next() };
    const subtotals = this.subtotals(game.subtotal_after);
    if (this.waiting) return outcome(this.problems, { ...known, subtotals, waiting: true });
    const ranking = game.ranking(play);
    return outcome(this.problems, {
      ...known,
      subtotals,
      totals: Object.fromEntries(play.totals),
      dashes: Object.fromEntries(play.won),
      match_points: Object.fromEntries(game.matchPoints(play)),
      ranking,
      winner: finished ? game.winner(ranking) : null,
      continue_with: play.goingOn,
      settlement: Object.fromEntries(game.settlement(play)),
    });
  }

  // The game after the last entered one; at the end of the form, the first still open.
  next() {
    let number = this.deals.length + 1;
    if (this.game.games !== null && number > this.game.games) {
      const open = this.deals.find((deal) => !deal.done && !deal.waiting);
      if (!open) return null;
      number = open.number;
      this.contract = open.contract;
      this.rotation.coming = this.turns[number - 1];
    }
    const deal = new Deal(this.game, number, this.players);
    this.turn(deal);
    return this.named(deal);
  }

  subtotals(after) {
    return 0 < after && after <= this.done ? [{ after, totals: this.running[after - 1] }] : [];
  }
}

// What the paper form says beside what the games give; every difference names the player.

const PARTS = ["dashes", "subtotals", "totals"];

function comparePaper(sheet, paper) {
  if (paper === null) return;
  const { words } = sheet.game;
  if (!isObject(paper)) {
    sheet.refuse(PAPER_UNREADABLE, null, null, { what: words.figures });
    return;
  }
  for (const key of Object.keys(paper).filter((key) => !PARTS.includes(key))) {
    sheet.refuse(NOT_USED, null, null, { given: shown(words, key) });
  }
  const sure = sheet.done === sheet.deals.length;
  const { dashes = null, subtotals = null, totals = null } = paper;
  compareFigures(sheet, PAPER_DASHES, sure, "dashes", dashes, Object.fromEntries(sheet.play.won));
  compareSubtotals(sheet, subtotals);
  compareFigures(sheet, PAPER_TOTAL, sure, "totals", totals, Object.fromEntries(sheet.play.totals));
}

function compareSubtotals(sheet, subtotals) {
  if (subtotals === null) return;
  const unreadable = { what: sheet.game.words.subtotals };
  if (!isObject(subtotals)) {
    sheet.refuse(PAPER_UNREADABLE, null, null, unreadable);
    return;
  }
  const numbered = Object.entries(subtotals).map(([key, figures]) => [gameNumber(key), figures]);
  for (const [after, figures] of numbered.sort(([one], [other]) => one - other)) {
    if (!after || after > (sheet.game.games || after)) {
      sheet.refuse(PAPER_UNREADABLE, null, null, unreadable);
    } else if (after > sheet.running.length) {
      sheet.refuse(PAPER_TOO_EARLY, after);
    } else {
      const [sure, ours] = [after <= sheet.done, sheet.running[after - 1]];
      compareFigures(sheet, PAPER_SUBTOTAL, sure, "subtotals", figures, ours, after);
    }
  }
}

const gameNumber = (key) => (/^\d{1,3}$/.test(key) ? Number(key) : 0);

// While a game is open a difference may be that game's, so unless it is `sure` it is no error yet.
function compareFigures(sheet, check, sure, part, figures, ours, after = null) {
  if (figures === null) return;
  const { words } = sheet.game;
  const unreadable = { what: words[part] };
  if (!isObject(figures)) {
    sheet.refuse(PAPER_UNREADABLE, after, null, unreadable);
    return;
  }
  for (const name of Object.keys(figures).filter((name) => !Object.hasOwn(ours, name))) {
    sheet.refuse(UNKNOWN_KEY, after, null, stranger(sheet.game, name, sheet.players));
  }
  for (const name of sheet.players) {
    const figure = own(figures, name) ?? null;
    if (figure === null || figure === ours[name]) continue;
    const params = { paper: shown(words, figure), ours: ours[name] };
    if (!Number.isInteger(figure)) sheet.refuse(PAPER_UNREADABLE, after, name, unreadable);
    else sheet.refuse(check, after, name, params, sure ? "error" : "warning");
  }
}
