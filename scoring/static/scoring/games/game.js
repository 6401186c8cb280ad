// What every game system answers: what is entered, the checks, the end, the ranking.
// The twin of base.py, and of fields.py, play.py, problems.py and cards.py beside it.

export const DASH = "-";
export const JOKER = "*";

export const NOT_USED = 9;
export const UNREADABLE = 21;
const OUT_OF_BOUNDS = 22;
const NOT_ZERO = 23;
const TWO_OUT = 24;
const NONE_OUT = 25;
export const BOTH_WAYS = 26;
export const UNKNOWN_KEY = 27;
const TOO_MANY_JOKERS = 28;
const TOO_MANY_COPIES = 29;
export const NO_VERDICT = 30;

// JSON

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// A player may be called "constructor": only what the object itself holds counts.
export const own = (object, key) =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

export const sum = (numbers) => [...numbers].reduce((total, one) => total + one, 0);

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

  refuse(check, player = null, params = {}) {
    this.problems.push({ check, player, params });
    if (this.game.severity(check) === "error") this.wrong = true;
  }

  get done() {
    return this.void !== null || this.scores.size > 0;
  }

  // The entries that have parts.
  get entries() {
    return [...this.cells.values()].filter(isObject);
  }
}

// Where everybody stands after the games so far.
export class Play {
  scored = [];
  away = new Set(); // had an x: no rank
  goingOn = []; // who play Jolly's play-off
  winners = [];
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

  leaveOut(deal) {
    if (!this.goingOn.length) deal.absent.forEach((name) => this.away.add(name));
  }
}

// Units (a player, or the partners of a side) in order; equal ones share a rank (1, 1, 3).
export function grouped(units, order, figures) {
  const seats = [...figures.keys()];
  const keyed = units.map((unit) => [order(unit[0]), unit]);
  keyed.sort(([one], [other]) => compared(one, other));
  const groups = [];
  let last = null;
  keyed.forEach(([key, unit], place) => {
    if (last && compared(key, last) === 0) {
      const { players } = groups.at(-1);
      players.push(...unit);
      players.sort((one, other) => seats.indexOf(one) - seats.indexOf(other));
    } else {
      groups.push({ rank: place + 1, players: [...unit], total: figures.get(unit[0]) });
    }
    last = key;
  });
  return groups;
}

function compared(one, other) {
  const place = one.findIndex((value, place) => value !== other[place]);
  return place < 0 || place >= other.length ? one.length - other.length : one[place] - other[place];
}

// A game system under a club's options, as the server described it.
export class Game {
  constructor(description, options) {
    const { messages, words, values, pack, entry, row } = description;
    Object.assign(this, description, { messages, words, values });
    this.options = { ...description.options, ...options };
    this.games = this.options.games;
    this.entryFields = new Map(entry.map((field) => [field.key, field]));
    this.rowFields = new Map(row.map((field) => [field.key, field]));
    this.cards = pack && new Map(pack.cards.map((name, place) => [name, card(pack, name, place)]));
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
    return this.contracts[number - 1] ?? "";
  }

  // Checking

  // Whether anything of this game is still to be entered.
  lacksAny(deal) {
    return deal.missing || deal.entries.some((entry) => this.lacks(deal, entry));
  }

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

  checkEntry(deal, player, entry) {}

  // What can only be told of a full row.
  checkFull(deal, play) {
    if (!deal.out.length) deal.refuse(NONE_OUT);
  }

  checkJokers(deal, jokers) {
    const most = this.pack.jokers;
    if (jokers > most) deal.refuse(TOO_MANY_JOKERS, null, { count: jokers, most });
  }

  // No card lies on the table more often than the packs hold it.
  checkCopies(deal, hands) {
    const counts = new Map();
    const count = (name) => counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const card of hands.flat()) {
      count(card.name);
      if (card.suit) count(card.name.slice(0, -1));
    }
    for (const [name, times] of counts) {
      const most = this.pack.copies * (this.cards.get(name).suit ? 1 : this.pack.suits.length);
      if (name !== JOKER && times > most) {
        deal.refuse(TOO_MANY_COPIES, null, { card: name, count: times, most });
      }
    }
  }

  bothWays(deal, player, one, other) {
    deal.refuse(BOTH_WAYS, player, { one: this.label(one), other: this.label(other) });
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
    const order = (name) => this.order(play, name);
    return [...grouped(ranked, order, this.figures(play)), ...this.unranked(play)];
  }

  // Who missed a game, and is not placed all the same, stands last, without a rank.
  unranked(play, placed = []) {
    const away = play.players.filter((name) => play.away.has(name) && !placed.includes(name));
    const order = (name) => this.mainOrder(play, name);
    const groups = grouped(away.map((name) => [name]), order, this.figures(play));
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
    return [this.lowest_wins ? Math.max(...scores) : Math.min(...scores)];
  }

  // Who won a finished sheet; null when several share the first place.
  winner([first]) {
    return first.rank && first.players.length === 1 ? first.players[0] : null;
  }
}

// What is entered

// The parts that were filled in and make sense; what does not is refused.
export function readFields(deal, player, fields, given) {
  const found = {};
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key);
    if (!field) refuseKey(deal, player, key, fields);
    else if (value !== null) {
      const kept = READERS[field.kind](deal, player, field, value);
      if (kept !== null) found[key] = kept;
    }
  }
  return found;
}

export function refuseKey(deal, player, key, fields) {
  const { words } = deal.game;
  deal.refuse(UNKNOWN_KEY, player, { given: shown(words, key), right: instead(words, fields.keys()) });
}

export function refuseBounds(deal, player, field, value) {
  if (value === 0 && field.dashed) return deal.refuse(NOT_ZERO, player);
  const { label: what, low, high } = field;
  return deal.refuse(OUT_OF_BOUNDS, player, { given: shown(deal.game.words, value), what, low, high });
}

export function refuseUnreadable(deal, player, value, right) {
  deal.refuse(UNREADABLE, player, { given: shown(deal.game.words, value), right });
  return null;
}

function readNumber(deal, player, field, value) {
  if (!Number.isInteger(value)) return refuseUnreadable(deal, player, value, deal.game.words.number);
  if (field.low <= value && value <= field.high) return value;
  refuseBounds(deal, player, field, value);
  return null;
}

function readFlag(deal, player, field, value) {
  if (typeof value === "boolean") return value;
  return refuseUnreadable(deal, player, value, deal.game.words.flag);
}

function readChoice(deal, player, field, value) {
  const choices = field.choices.map(([choice]) => choice);
  if (choices.includes(value)) return value;
  return refuseUnreadable(deal, player, value, field.right || choices.join(", "));
}

function readPlayer(deal, player, field, value) {
  if (deal.players.includes(value)) return value;
  return refuseUnreadable(deal, player, value, deal.game.words.player);
}

function readHand(deal, player, field, value) {
  const { cards, words } = deal.game;
  if (!Array.isArray(value)) return refuseUnreadable(deal, player, value, words.hand);
  const hand = value.map((token) => cards.get(Number.isInteger(token) ? String(token) : token));
  const strange = hand.indexOf(undefined);
  if (strange < 0) return hand;
  return refuseUnreadable(deal, player, value[strange], words.cards);
}

const READERS = {
  number: readNumber,
  flag: readFlag,
  choice: readChoice,
  player: readPlayer,
  hand: readHand,
};

// A pack lists the joker, each rank alone, and each rank in every suit.
function card({ cards, suits }, name, place) {
  const ranks = (cards.length - 1) / (suits.length + 1);
  if (place <= ranks) return { name, rank: place, suit: "" };
  const [rank, suit] = [Math.floor((place - ranks - 1) / suits.length) + 1, name.at(-1)];
  return { name, rank, suit };
}

// What to do with a word that is not known.
export function instead(words, known) {
  const list = [...known].join(", ");
  return list ? filled(words.use, { known: list }) : words.take_out;
}

// What Python takes for a space, which is not quite what JavaScript does.
export const SPACE = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const NO_WORD = new RegExp(`^[${SPACE}]*([+-]?\\p{Nd}[\\p{Nd}.,]*[${SPACE}]*)?$`, "u");

// A typed value as a message may repeat it: short, and never a whole structure.
export function shown(words, value) {
  if (typeof value !== "string" && typeof value !== "number") return words.this_kind;
  const letters = [...String(value)];
  const text = letters.length <= 40 ? letters.join("") : `${letters.slice(0, 39).join("")}…`;
  return typeof value === "string" && NO_WORD.test(text) ? `"${text}"` : text;
}

export function filled(text, params) {
  return text.replace(/%\((\w+)\)s/g, (place, key) => params[key]);
}
