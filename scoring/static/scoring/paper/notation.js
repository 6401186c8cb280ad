/**
 * What is typed in a cell of the grid, read and written: the twin of scoring/pages/entry_columns.py, from the same columns.
 *
 * @typedef {{row: Row, typed: Typed}} Kept what stood in a line, and how that was written
 * @typedef {Value | Parts} Read what a text stands for
 * @typedef {(column: Column) => Read} ValueOf what is read in a column of a line
 */

import { PAPER_UNREADABLE } from "../games/paper_sums.js";
import { own } from "../games/game.js";
import { needed } from "../phone/questions.js";
import { say } from "../phone/words.js";

export const DASH = "-";
export const ABSENT = "x";
const MINUS = /^[-–−]$/;
export const OUT = "—"; // as they are shown
export const AWAY = "×";
/** @type {Record<string, string>} */
const SIGNS = { "-": OUT, "–": OUT, "−": OUT, x: AWAY, X: AWAY, "*": AWAY }; // * is on every keypad
const NUMBER = /^([-–−]?)([0-9]{1,6})$/;
const HALF = /^([-–−]?)([0-9]{0,6})(?:½|[.,](5))$/;
const JOKERS = /^(?:([0-9]{1,4})\+)?([0-9])(?:[x×*]([0-9]{1,3}))?$/i;

/** @type {(text: string) => string} */
const unspaced = (text) => text.replace(/\s/g, "");
/**
 * @param {Read} value
 * @returns {value is Parts}
 */
const isCell = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @type {(word: string) => string} */
const folded = (word) => word.toLocaleLowerCase();

/**
 * Null where nothing is typed; what can't be read stays as it is, to be refused.
 * @type {(column: Column, typed: string) => Read}
 */
export function read(column, typed) {
  const text = typed.trim();
  if (!text) return null;
  const number = column.low <= column.high ? NUMBER.exec(text) : null;
  if (number && (column.low < 0 || !number[1])) return Number(number[2]) * (number[1] ? -1 : 1) + 0;
  const half = column.halves ? HALF.exec(text) : null;
  if (half && (column.low < 0 || !half[1])) return (Number(half[2]) + 0.5) * (half[1] ? -1 : 1);
  const jokers = column.jokers ? JOKERS.exec(unspaced(text)) : null;
  if (jokers && column.jokers) return readJokers(column.jokers, jokers) ?? text;
  const found = wordsOf(column, text);
  return found.length === 1 ? found[0][1] : text;
}

/** @type {(column: Column, text: string) => Column["words"]} */
function wordsOf(column, text) {
  const begun = begunBy(column, text);
  const exact = begun.filter(([word]) => folded(word) === plainly(text));
  return exact.length ? exact : begun;
}

/** @type {(text: string) => string} */
const plainly = (text) => SIGNS[text] ?? folded(text);
/** @type {(column: Column, text: string) => Column["words"]} */
const begunBy = ({ words }, text) => words.filter(([word]) => folded(word).startsWith(plainly(text)));

/** @type {(jokers: NonNullable<Column["jokers"]>, found: RegExpExecArray) => Parts | null} */
function readJokers([low, high, beside, within, verdict, dealt], [, number = "0", count, value]) {
  /** @type {Record<string, number>} */
  const cell = { [beside]: Number(number) + (within ? Number(count) : 0), jokers: Number(count) };
  if (value === undefined) return cell.jokers && cell[beside] < dealt ? { ...cell, [verdict]: true } : cell; // else nobody said which
  return [low, high].includes(Number(value)) ? { ...cell, [verdict]: Number(value) === high } : null;
}

/** @type {(column: Column, typed: string) => boolean} */
export function fits(column, typed) {
  const value = read(column, typed);
  if (typeof value === "number") return column.low <= value && value <= column.high;
  return value === null || isCell(value) || column.words.some(([, meant]) => meant === value);
}

/**
 * Whether nothing that is typed behind it could make anything else of it, so that the next cell comes.
 * @type {(column: Column, typed: string) => boolean}
 */
export function isWhole(column, typed) {
  const text = typed.trim();
  if (column.halves && /[0-9½]$/.test(text)) return HALF.test(text); // else a half may follow
  const number = column.low <= column.high ? NUMBER.exec(text) : null;
  if (number && (column.low < 0 || !number[1])) return !column.jokers && !goesOn(column, number[1], number[2]);
  if (column.jokers && /[x×*]\s*\d/i.test(text) && JOKERS.test(unspaced(text))) return typeof read(column, text) === "object";
  if (column.low < 0 && MINUS.test(text)) return false;
  return text !== "" && begunBy(column, text).length === 1;
}

/** @type {(bounds: {low: number, high: number}, sign: string, digits: string) => boolean} */
function goesOn({ low, high }, sign, digits) {
  const begun = Number(digits);
  const [least, most] = sign ? [-high, -low] : [low, high];
  if (begun === 0) return false;
  for (let from = begun * 10, width = 10; from <= most; from *= 10, width *= 10) {
    if (from + width - 1 >= least) return true;
  }
  return false;
}

/** @type {(column: Column, typed: string) => string} */
export function restOf(column, typed) {
  const text = typed.trim();
  const begun = text ? begunBy(column, text) : [];
  return begun.length === 1 ? begun[0][0].slice(text.length) : "";
}

/** @type {(column: Column, typed: string) => string} */
export function spelled(column, typed) {
  const text = typed.trim();
  const said = column.words.find(([, meant]) => meant === read(column, text));
  return said ? said[0] : text;
}

/** @type {(column: Column, value: Read) => string} */
export function write(column, value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(" ");
  const marked = column.words.find(([, meant]) => isCell(meant) && meant === value);
  if (marked) return marked[0];
  if (isCell(value)) return writeJokers(column, value);
  const said = column.words.find(([, meant]) => meant === value);
  return said ? said[0] : `${value}`.replace(".5", "½");
}

/** @type {(column: Column, cell: Parts) => string} */
function writeJokers({ jokers }, cell) {
  const { cards } = cell;
  const number = typeof cards === "number" ? cards : cell.points;
  const count = cell.jokers ?? 0;
  if (number === undefined) return "";
  if (!jokers || !count) return `${number}`;
  const [low, high, , within, verdict] = jokers;
  const alone = number - (within ? count : 0);
  if ((cell[verdict] ?? null) === null) return `${alone}+${count}`;
  return `${alone ? `${alone}+` : ""}${count}x${cell[verdict] ? high : low}`;
}

/**
 * Whether it is stored once for the whole game; the figures of a side stand under its first player.
 * @type {(column: Column) => boolean}
 */
const isOnce = ({ player, in_row }) => in_row || !player;

/**
 * Whose entry it is: either partner may have that of a side.
 * @type {(kept: object, column: Column) => string}
 */
const holder = (kept, { player, partners }) => [player ?? "", ...partners].find((name) => own({ ...kept }, name) !== null) ?? player ?? "";

// A whole game

/** @type {(description: Description, columns: Column[], typed: Typed, before?: Kept) => Row} */
export function readRow(description, columns, typed, before) {
  const values = new Map(columns.map((column) => [column.name, read(column, typed[column.name] ?? "")]));
  /** @type {ValueOf} */
  const value = ({ name }) => values.get(name);
  const once = columns.filter((column) => isOnce(column) && !column.of_winner && value(column) !== null);
  /** @type {Record<string, any>} */
  const row = Object.assign({}, ...once.map((column) => (isCell(value(column)) ? value(column) : { [column.key]: value(column) })));
  const said = before ? description.row.filter(({ key, said_before }) => said_before && before.row[key]) : [];
  for (const { key } of said) row[key] = before?.row[key]; // no column asks it
  const players = new Set(columns.filter((column) => !isOnce(column)).map(({ player }) => player));
  if (!players.size) return row;
  const winner = columns.filter(({ of_winner }) => of_winner);
  /** @type {(column: Column) => boolean} */
  const says = ({ name }) => (before?.typed[name] ?? "") === (typed[name] ?? "").trim();
  /** @type {Entries} */
  const entries = Object.create(null);
  row.entries = entries;
  for (const name of players) {
    if (!name) continue;
    const mine = columns.filter(({ player }) => player === name);
    const same = before && [...mine, ...winner].every(says);
    const has = same ? holder(before.row.entries ?? {}, mine[0]) : name;
    const cell = same ? own(before.row.entries ?? {}, has) : cellOf(description, mine, winner, value);
    if (cell !== null) entries[has] = cell;
  }
  if (endsWithOut(description) && Object.values(entries).includes(DASH)) row.end ??= "out";
  return row;
}

/** @type {(description: Description) => boolean} */
export const endsWithOut = ({ dash, row }) => dash && row.some(({ key }) => key === "end");

/** @type {(description: Description, mine: Column[], winner: Column[], value: ValueOf) => any} */
function cellOf({ short }, mine, winner, value) {
  if (mine.some((column) => value(column) === ABSENT)) return ABSENT;
  if (short) return value(mine[0]);
  /** @type {Record<string, any>} */
  const parts = {};
  for (const column of mine) {
    const meant = value(column);
    if (meant === DASH) parts.out = true;
    else if (meant !== null) {
      if (column.instead) parts[column.instead] = meant !== false;
      if (meant !== false) parts[column.key] = meant;
    }
  }
  if (parts.out) for (const column of winner) if (value(column) !== null) parts[column.key] = value(column);
  return Object.keys(parts).length ? parts : null;
}

/** @type {(columns: Column[], row: Row, scores?: Figures) => Typed} */
export function writeRow(columns, row, scores = {}) {
  const entries = row.entries ?? {};
  const out = Object.values(entries).filter(isCell).find((cell) => cell.out) ?? {};
  const last = new Map(columns.filter((column) => !isOnce(column)).map((column) => [column.player, column]));
  const marks = markedColumns(columns, row, scores);
  /** @type {Typed} */
  const typed = {};
  for (const column of columns) {
    const cell = own(entries, holder(entries, column));
    const isLast = last.get(column.player) === column;
    /** @type {Read} */
    let value = cell;
    if (isOnce(column)) value = marks[column.name] ?? (column.of_winner ? out : row)[column.key];
    else if (isCell(cell)) value = partOf(column, cell, isLast);
    else if (!isLast && cell !== ABSENT) value = null;
    const score = own(scores, column.player ?? "");
    if (Array.isArray(value) && !column.key && typeof score === "number") value = Math.abs(score); // what is left costs points, or is lost
    typed[column.name] = write(column, value);
  }
  return typed;
}

/**
 * The mark of a game, by the column of a side in which it is typed: that of the side that got nothing, if none is named.
 * @type {(columns: Column[], row: Row, scores: Figures) => Record<string, Read>}
 */
function markedColumns(columns, row, scores) {
  /** @type {(meant: Value) => boolean} */
  const means = (meant) => Object.entries(meant ?? {}).every(([key, value]) => row[key] === value);
  const found = columns.filter(({ in_row }) => in_row).flatMap(({ name, player, words }) =>
    words.filter(([, meant]) => means(meant)).map(([, meant]) => ({ name, player, meant })));
  const named = found.filter(({ meant }) => !Object.values(meant ?? {}).includes(true)); // a counter pit says that they were nat
  const some = named.length ? named : found;
  const chosen = some.length > 1 ? [some.find(({ player }) => own(scores, player ?? "") === 0) ?? some[0]] : some;
  return Object.fromEntries(chosen.map(({ name, meant }) => [name, meant]));
}

/** @type {(column: Column, cell: Parts, last: boolean) => Read} */
function partOf({ key, instead }, cell, last) {
  if (last && cell.out) return DASH;
  if (last && instead && cell[instead] === false) return false;
  const cards = Object.values(cell).find(Array.isArray);
  if (last && cards) return cards;
  return key ? cell[key] : cell;
}

// The paper's own lines

/** @type {(sums: Column[], typed: Typed) => Paper} */
export function readSums(sums, typed) {
  /** @type {Record<string, any>} */
  const paper = {};
  for (const column of sums) {
    const value = read(column, typed[column.name] ?? "");
    if (value === null) continue;
    const [part, after] = column.key.split(" ");
    paper[part] ??= Object.create(null); // somebody may be called __proto__
    const figures = after ? (paper[part][after] ??= Object.create(null)) : paper[part];
    for (const player of [column.player, ...column.partners]) figures[player ?? ""] = value;
  }
  return paper;
}

/** @type {(sums: Column[], stored: Paper | null | undefined) => Typed} */
export function writeSums(sums, stored) {
  /** @type {Record<string, any> | null | undefined} */
  const paper = stored;
  return Object.fromEntries(sums.map((column) => {
    const [part, after] = column.key.split(" ");
    const figures = (after ? paper?.[part]?.[after] : paper?.[part]) ?? {};
    return [column.name, write(column, own(figures, holder(figures, column)))];
  }));
}

/** @type {(description: Description, column: Column) => Problem} */
export function unreadable({ letter, words }, { key, player }) {
  const [part, game = null] = key.split(" ");
  return { code: `${letter}${PAPER_UNREADABLE}`, severity: "error", game, player, params: { what: words[part] } };
}

// What is asked

/** @type {(columns: Column[], column: Column, typed: Typed) => boolean} */
function isMeant(columns, column, typed) {
  /** @type {(other: Column) => any} */
  const value = (other) => read(other, typed[other.name] ?? "");
  if (column.answered_by.some((name) => (typed[name] ?? "").trim())) return false;
  if (column.in_row) return true;
  const others = columns.filter((other) => other.player && other.player === column.player && other !== column);
  if (others.some((other) => value(other) === ABSENT)) return false;
  if (!column.after) return true;
  const [key, values, within] = column.after;
  const first = columns.find((other) => other.key === key && !other.player);
  return !first || values.includes(value(first)) === within;
}

/** @type {(column: Column, typed: Typed) => string} */
export function restOfSide({ answered_by: others, high }, typed) {
  const figure = others.map((name) => (typed[name] ?? "").trim()).find((text) => /^[0-9]{1,6}$/.test(text));
  return figure === undefined || Number(figure) > high ? "" : `${high - Number(figure)}`;
}

/** @type {(columns: Column[], typed: Typed) => Column[]} */
export const toFill = (columns, typed) =>
  columns.filter((column) => !column.optional && isMeant(columns, column, typed));

/**
 * Whether the figure of the other side says it already: it may be typed as well, and is compared then.
 * @type {(columns: Column[], column: Column, typed: Typed) => boolean}
 */
export const isAnswered = (columns, { player, answered_by: names }, typed) =>
  !!player && columns.some((other) => names.includes(other.name) && typeof read(other, typed[other.name] ?? "") === "number");

/** @type {(columns: Column[], typed: Typed) => Column[]} */
export const stops = (columns, typed) =>
  columns.filter((column) => ((!column.optional || column.passes) && isMeant(columns, column, typed)) || isAnswered(columns, column, typed));

// What a hand with jokers comes to, while it is typed

const ADDED = /^(?:([0-9]{1,4})\+([0-9])?|([0-9])(?=[x×*]))(?:[x×*]([0-9]{0,3}))?$/i; // as far as it is typed

/**
 * By what a joker can count as far as that is typed: 41 + 10 = 51.
 * @type {(column: Column, typed: string) => {isHigh: boolean, total: number, words: string}[]}
 */
export function addJokers({ jokers }, typed) {
  const added = jokers && ADDED.exec(unspaced(typed));
  if (!jokers || !added) return [];
  const [, number = "", beside, alone, value = ""] = added;
  const [low, high, , , , dealt] = jokers;
  const count = Number(beside ?? alone ?? 1);
  const isOnTable = !value && Number(number) + count < dealt;
  const begun = [low, high].filter((worth) => `${worth}`.startsWith(value) && !(isOnTable && worth === low));
  return (begun.includes(Number(value)) ? [Number(value)] : begun).map((worth) => {
    const total = Number(number) + count * worth;
    const sum = [number, count > 1 ? `${count} × ${worth}` : `${worth}`].filter(Boolean).join(" + ");
    return { isHigh: worth === high, total, words: sum === `${total}` ? sum : `${sum} = ${total}` };
  });
}

/**
 * In words, with what the scribe says by it; `unfinished` is whose cell is no mistake yet.
 * @type {(description: Description, column: Column, typed: string) => (Said & {unfinished: string | null}) | null}
 */
export function noteJokers({ entry }, column, typed) {
  const sums = addJokers(column, typed);
  if (!sums.length) return null;
  const label = entry.find(needed)?.label ?? "";
  const words = sums.map((sum) => (sum.isHigh ? `${label}, ${say("on_table")}: ${sum.words}` : sum.words));
  const unfinished = fits(column, typed) ? "" : column.player;
  return { severity: "note", message: `${column.player}: ${words.join(" · ")}`, unfinished };
}
