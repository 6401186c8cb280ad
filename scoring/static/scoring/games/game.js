// What every game system answers: what is entered, the checks, the end, the ranking. The twin of
// scoring/games/core/game.py, with what it needs of fields.py, play.py, problems.py and cards.py.

export const DASH = "-";
const JOKER = "*";

export const NOT_USED = 9;
const UNREADABLE = 21;
const OUT_OF_BOUNDS = 22;
const NOT_ZERO = 23;
const TWO_OUT = 24;
const NONE_OUT = 25;
const BOTH_WAYS = 26;
export const UNKNOWN_KEY = 27;
const TOO_MANY_JOKERS = 28;
const TOO_MANY_COPIES = 29;
export const NO_VERDICT = 30;

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// A player may be called "constructor": only what the object itself holds counts.
export const own = (object, key) => (Object.hasOwn(object, key) ? object[key] : null);

export const sum = (numbers) => [...numbers].reduce((total, one) => total + one, 0);

export const jokersIn = (cards) => cards.filter(({ rank }) => !rank).length;

// The keys of an object that it should not have.
export const strange = (object, known) => Object.keys(object).filter((key) => !known.includes(key));

export const filled = (text, params) => text.replace(/%\((\w+)\)s/g, (place, key) => params[key]);

// One game: what was entered, and what came of it.
export class Deal {
  absent = [];
  cells = new Map(); // by player; unknown ones are not there
  extras = {}; // entered once for the whole game
  out = [];
  missing = false;
  wrong = false;
  empty = false;
  void = null;
  waiting = false; // only the server can score it
  contract = 0;
  dealer = null;
  starter = null;
  scores = new Map();
  won = [];
  passed = false;
  matchPoints = new Map();
  problems = [];

  constructor(game, number, players = []) {
    Object.assign(this, { game, number, players });
  }

  get done() {
    return this.void !== null || this.scores.size > 0;
  }

  // The cells that have parts.
  get entries() {
    return [...this.cells.values()].filter(isObject);
  }

  refuse(check, player = null, params = {}) {
    this.problems.push({ check, player, params });
    if (this.game.severity(check) === "error") this.wrong = true;
  }

  refuseKey(player, key, known) {
    this.refuse(UNKNOWN_KEY, player, this.game.unknown(key, known));
  }

  refuseBounds(player, { label: what, low, high, dashed }, value) {
    if (value === 0 && dashed) this.refuse(NOT_ZERO, player);
    else this.refuse(OUT_OF_BOUNDS, player, { given: this.game.shown(value), what, low, high });
  }

  refuseUnreadable(player, value, right) {
    this.refuse(UNREADABLE, player, { given: this.game.shown(value), right });
  }

  // The parts that were filled in and make sense; what does not is refused.
  read(player, fields, given) {
    const found = {};
    for (const [key, value] of Object.entries(given)) {
      const field = fields.get(key);
      const kept = field && value !== null ? this.readField(player, field, value) : undefined;
      if (!field) this.refuseKey(player, key, fields.keys());
      else if (kept !== undefined) found[key] = kept;
    }
    return found;
  }

  readField(player, field, value) {
    const { kind, low, high, right } = field;
    const choices = field.choices.map(([choice]) => choice);
    const fits = {
      number: Number.isInteger(value),
      flag: typeof value === "boolean",
      choice: choices.includes(value),
      player: this.players.includes(value),
      hand: Array.isArray(value),
    };
    const words = kind === "choice" ? right || choices.join(", ") : this.game.words[kind];
    if (!fits[kind]) return this.refuseUnreadable(player, value, words);
    if (kind === "hand") return this.readHand(player, value);
    return kind !== "number" || (low <= value && value <= high)
      ? value
      : this.refuseBounds(player, field, value);
  }

  readHand(player, tokens) {
    const { cards, words } = this.game;
    const hand = tokens.map((one) => cards.get(Number.isInteger(one) ? String(one) : one));
    const unknown = hand.indexOf(undefined);
    return unknown < 0 ? hand : this.refuseUnreadable(player, tokens[unknown], words.cards);
  }
}

// Where everybody stands after the games so far.
export class Play {
  scored = [];
  away = new Set(); // had an x: no rank
  goingOn = []; // who play Jolly's play-off
  winners = []; // when the game system itself ended it
  ended = false;

  constructor(players) {
    const zeros = () => new Map(players.map((name) => [name, 0]));
    Object.assign(this, { players, totals: zeros(), won: zeros(), matchPoints: zeros() });
  }

  count(deal) {
    const add = (figures, name, more) => figures.set(name, figures.get(name) + more);
    for (const [name, points] of deal.scores) add(this.totals, name, points);
    for (const name of deal.won) add(this.won, name, 1);
    for (const [name, won] of deal.matchPoints) add(this.matchPoints, name, won);
    this.scored.push(deal);
  }

  // Who missed a game has no rank; in Jolly's play-off the others go by points.
  leaveOut(deal) {
    if (!this.goingOn.length) deal.absent.forEach((name) => this.away.add(name));
  }
}

// Units (a player, or the partners of a side) in order; equal ones share a rank (1, 1, 3).
export function grouped(units, order, figures) {
  const seats = [...figures.keys()];
  const keyed = units.map((unit) => ({ unit, key: order(unit[0]) }));
  const groups = [];
  keyed.sort((one, other) => compared(one.key, other.key)).forEach(({ unit, key }, place) => {
    const group = groups.at(-1);
    if (place && compared(key, keyed[place - 1].key) === 0) {
      group.players.push(...unit);
      group.players.sort((one, other) => seats.indexOf(one) - seats.indexOf(other));
    } else {
      groups.push({ rank: place + 1, players: [...unit], total: figures.get(unit[0]) });
    }
  });
  return groups;
}

// The first figure that differs decides.
function compared(one, other) {
  const place = one.findIndex((figure, place) => figure !== other[place]);
  return place < 0 || place >= other.length ? one.length - other.length : one[place] - other[place];
}

// A game system under a club's options, as the server described it.
export class Game {
  constructor(description, options) {
    const { entry, row, pack } = description;
    Object.assign(this, description);
    this.options = { ...description.options, ...options };
    this.games = this.options.games;
    this.entryFields = new Map(entry.map((field) => [field.key, field]));
    this.rowFields = new Map(row.map((field) => [field.key, field]));
    this.cards = pack && spellings(pack);
  }

  severity(check) {
    return this.messages[check][0];
  }

  label(key) {
    return this.entryFields.get(key).label;
  }

  contractNumber(deal, before) {
    return deal.number;
  }

  contractInWords(number) {
    const { contracts, by_round } = this;
    const place = by_round ? (number - 1) % contracts.length : number - 1; // rounds begin the list again
    return contracts[place] ?? "";
  }

  // A typed value as a message may repeat it: short, and never a whole structure.
  shown(value) {
    if (typeof value !== "string" && typeof value !== "number") return this.words.this_kind;
    const letters = [...String(value)];
    const text = letters.length <= 40 ? String(value) : `${letters.slice(0, 39).join("")}…`;
    return typeof value === "string" && NO_WORD.test(text) ? `"${text}"` : text;
  }

  // What to do with a word that is not known.
  unknown(key, known) {
    const { use, take_out } = this.words;
    const list = [...known].join(", ");
    return { given: this.shown(key), right: list ? filled(use, { known: list }) : take_out };
  }

  // Checking

  // Whether anything of this game is still to be entered.
  lacksAny(deal) {
    return deal.missing || deal.entries.some((entry) => this.lacks(deal, entry));
  }

  // Whether an entry still misses a part.
  lacks(deal, entry) {
    return false;
  }

  // What is wrong at once, also in a row that is not full yet.
  check(deal) {
    for (const [player, cell] of deal.cells) {
      if (isObject(cell)) this.checkEntry(deal, player, cell);
    }
    if (deal.out.length > 1) deal.refuse(TWO_OUT, deal.out[1], { names: deal.out.join(" + ") });
  }

  // What can't be right in one player's entry, whatever the others have.
  checkEntry(deal, player, entry) {}

  // What can only be told of a full row.
  checkFull(deal, play) {
    if (!deal.out.length) deal.refuse(NONE_OUT);
  }

  bothWays(deal, player, one, other) {
    deal.refuse(BOTH_WAYS, player, { one: this.label(one), other: this.label(other) });
  }

  checkJokers(deal, count) {
    const most = this.pack.jokers;
    if (count > most) deal.refuse(TOO_MANY_JOKERS, null, { count, most });
  }

  // No card lies on the table more often than the packs hold it.
  checkCopies(deal, hands) {
    const counts = new Map();
    for (const { name, suit } of hands.flat()) {
      for (const one of suit ? [name, name.slice(0, -1)] : [name]) {
        counts.set(one, (counts.get(one) ?? 0) + 1);
      }
    }
    for (const [card, count] of counts) {
      const most = this.pack.copies * (this.cards.get(card).suit ? 1 : this.pack.suits.length);
      if (card !== JOKER && count > most) deal.refuse(TOO_MANY_COPIES, null, { card, count, most });
    }
  }

  // Scoring

  // Fill in what a full row without errors scores, and who won.
  score(deal, play) {}

  // After a scored game: has the game system's own end come?
  after(play) {}

  matchPoints(play) {
    return new Map();
  }

  settlement(play) {
    return new Map();
  }

  // Who leads

  ranking(play) {
    const ranked = play.players.filter((name) => !play.away.has(name)).map((name) => [name]);
    const groups = grouped(ranked, (name) => this.order(play, name), this.figures(play));
    return [...groups, ...this.unranked(play)];
  }

  // Who missed a game, and is not placed all the same, stands last, without a rank.
  unranked(play, placed = []) {
    const away = play.players.filter((name) => play.away.has(name) && !placed.includes(name));
    const units = away.map((name) => [name]);
    const groups = grouped(units, (name) => this.mainOrder(play, name), this.figures(play));
    return groups.map((group) => ({ ...group, rank: null }));
  }

  // What the ranking goes by.
  figures(play) {
    return play.totals;
  }

  // Smaller stands higher.
  mainOrder(play, player) {
    const total = play.totals.get(player);
    return [this.lowest_wins ? total : -total];
  }

  order(play, player) {
    return [...this.mainOrder(play, player), ...this.tieOrder(play, player)];
  }

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
  winner([first]) {
    return first?.rank && first.players.length === 1 ? first.players[0] : null;
  }
}

// The joker, each rank alone, and each rank in every suit.
function spellings({ ranks, suits }) {
  const all = ranks.flatMap((name, at) =>
    ["", ...suits].map((suit) => ({ name: name + suit, rank: at + 1, suit })));
  return new Map([{ name: JOKER, rank: 0, suit: "" }, ...all].map((card) => [card.name, card]));
}

// What Python takes for a space, which is not quite what JavaScript does.
const SPACES = "[\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*";
const NO_WORD = new RegExp(`^${SPACES}([+-]?\\p{Nd}[\\p{Nd}.,]*${SPACES})?$`, "u");
const EDGES = new RegExp(`^${SPACES}|${SPACES}$`, "gu");

export const trimmed = (text) => text.replace(EDGES, "");
