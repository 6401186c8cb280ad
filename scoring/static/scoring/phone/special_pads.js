/**
 * What only some games need: bids, the figures of two sides on one pad, numbers that still fit, whose turn it is to be
 * asked.
 * It comes with the page of a game that does.
 */

import { button, drawn, make, spoken, suit } from "./dom.js";
import { figure } from "./grid.js";
import { choiceAttributes, keypad, nameOf } from "./pads.js";
import { own, sidesOf, sum } from "../games/game.js";
import { words } from "../games/score.js";
import { cellIn, fieldsOf, isAsked, partsOf, withOnce, withParts } from "./questions.js";
import { wordsBefore } from "./game_line.js";
import { capitalized, say } from "./words.js";

/**
 * @import {Entry} from "./entry.js"
 * @import {Give} from "./pads.js"
 * @import {Question} from "./questions.js"
 */

// Bids and other choices

/** @type {(question: Question, value: Value, give: Give) => HTMLElement} */
export function choice({ field }, value, give) {
  const keys = field.choices.map(([choice, words]) => {
    const short = shortWords(own(field.drawn ?? {}, `${choice}`));
    return { short, key: button("key", short ?? words, () => give(choice), choiceAttributes(choice, value)) };
  });
  const bids = keys.filter(({ short }) => short).map(({ key }) => key);
  const others = keys.filter(({ short }) => !short).map(({ key }) => key);
  return make("div", { class: bids.length ? "bidding" : "choosing" }, [
    bids.length ? make("div", { class: "keys bids" }, bids) : null,
    make("div", { class: "keys people" }, others),
  ]);
}

/** @type {(drawing: Drawing | null) => Child[] | null} */
function shortWords(drawing) {
  if (!drawing?.number) return null;
  const { words, name, number, mark } = drawing;
  const sign = mark ? make("small", {}, mark) : suit(drawing.suit ?? "", "");
  return [make("span", { "aria-hidden": "true" }, [number, sign]), spoken(name ? `${words} ${name}` : words)];
}

// A figure in two presses

const TENS = Array.from({ length: 18 }, (_, ten) => `${ten || ""}`);
const BELOW = 12; // of them, below zero

/** @type {(entry: Entry, question: Question, value: Value, give: Give) => HTMLElement} */
export function drawTens(entry, question, value, give) {
  const { tens } = entry;
  /** @type {(pressed: string | null) => void} */
  const press = (pressed) => {
    entry.tens = pressed;
    entry.write(question, undefined);
  };
  if (tens === null) {
    const keys = [...TENS, ...TENS.slice(0, BELOW).map((ten) => `-${ten}`)].map((ten) =>
      button("key", { "": "0–9", "-": "−1–9" }[ten] ?? figure(Number(`${ten}0`)), () => press(ten), { "aria-pressed": `${`${value}`.slice(0, -1) === ten}` }));
    return make("div", { class: "keys tens" }, keys);
  }
  const keys = [...Array(10).keys()].map((digit) => Number(`${tens}${digit}`)).map((number) =>
    button("key", figure(number), () => give(number), { disabled: Object.is(number, -0) }));
  return make("div", { class: "keys units" }, [...keys, button("key", drawn("erase"), () => press(null), { "aria-label": say("erase") })]);
}

// Whose turn it is

/** @type {(entry: Entry) => string[]} */
export function inOrder({ description, players, data, number, row }) {
  const starter = description.starter_first ? data.checkGame(number, row).row?.starter : null;
  const first = Math.max(0, players.indexOf(starter ?? ""));
  return [...players.slice(first), ...players.slice(0, first)];
}

/**
 * To what is asked last, at any time: it may make the rest needless.
 * @type {(entry: Entry) => HTMLElement[]}
 */
export const waysToLast = (entry) => entry.listQuestions()
  .filter(({ optional, answered, player, id }) => optional && !answered && !player && id !== entry.at)
  .map(({ id, field }) => button("key way", field.label, () => entry.goTo(id), { "data-key": id }));

// Two sides

/**
 * The question as it is asked of the side whose figure is written.
 * @type {(entry: Entry, question: Question) => Question}
 */
export function turn(entry, question) {
  if (question.pad !== "sides") return question;
  const side = countedSide(entry, question);
  const roem = entry.aside.adding && question.extras.find((field) => field.adds && field.side === side);
  return { ...question, field: roem || pairOf(entry, question)[side], whose: sidesOf(true, entry.players)[side].join(" + ") };
}

/** @type {(entry: Entry, question: Question) => Field[]} */
const pairOf = ({ description: { row } }, { id }) =>
  row.filter(({ key, beside, side, adds }) => (key === id || beside === id) && side !== undefined && !adds);

/**
 * The side that has a figure, or else that of who did not play: they count what they took.
 * @type {(entry: Entry, question: Question) => number}
 */
function countedSide(entry, question) {
  const { row, players, data, number } = entry;
  const pair = pairOf(entry, question);
  const known = pair.findIndex(({ key }) => typeof row[key] === "number");
  if (known >= 0) return known;
  if (entry.aside.side !== undefined) return entry.aside.side;
  const { against = "" } = pair[0];
  const player = row[against] ?? data.checkGame(number, row).row?.starter;
  return 1 - (Math.max(0, players.indexOf(`${player}`)) % 2);
}

/** @type {(entry: Entry, question: Question) => HTMLElement} */
export function drawSides(entry, question) {
  const sides = sidesOf(true, entry.players);
  const marks = marksIn(question);
  const flags = marks.filter(({ kind }) => kind === "flag").map((field) => markKey(entry, field, "key word", true));
  return make("div", { class: "sides" }, [
    ...drawHeads(entry, question),
    keypad(entry, flags),
    ...sides.map((names, place) => make("div", { class: "of-side", role: "group", "aria-label": names.join(" + ") }, [
      ...question.extras.filter(({ adds, side }) => adds && side === place).map((field) => adder(entry, field)),
      make("div", { class: "toggles" }, marks.filter(({ kind }) => kind === "side").map((field) => markKey(entry, field, "key toggle", field.choices[place][0]))),
    ])),
  ]);
}

/** @type {(entry: Entry, question: Question) => HTMLElement[]} */
function drawHeads(entry, question) {
  const { row, data, number, description, typed, aside } = entry;
  const { scores = {}, row: scored } = data.checkGame(number, row);
  const { key, high } = pairOf(entry, question)[countedSide(entry, question)];
  const written = (!aside.adding && typed) || row[key];
  const left = typeof row[key] === "number" && Number(row[key]) <= high ? high - Number(row[key]) : null;
  return sidesOf(true, entry.players).map(([name, partner], side) => {
    const isCounted = side === countedSide(entry, question);
    const shown = isCounted ? written : left;
    const won = figure(own(scores, name));
    const words = Object.entries(description.marks ?? {}).filter(([kind, { word }]) => word && own(scored?.marks?.[kind] ?? {}, name)).map(([, { word }]) => word);
    return button("key person", [
      make("span", { class: "pair" }, [name, partner].map((player) => nameOf(entry.columns[player]))),
      make("b", {}, `${shown ?? ""}` || spoken(say("open"))),
      make("small", {}, won && [`= ${won}`, ...words].join(" · ")),
      won ? wordsBefore(entry, [name, partner], [won]) : null,
    ], () => countFor(entry, question, side), { "aria-pressed": `${isCounted}`, "data-side": side });
  });
}

/** @type {(question: Question) => Field[]} */
const marksIn = ({ extras }) => extras.filter(({ kind }) => kind === "side" || kind === "flag");

/**
 * A figure that was written for the one side may be the other's.
 * @type {(entry: Entry, question: Question, side: number) => void}
 */
export function countFor(entry, question, side) {
  const pair = pairOf(entry, question);
  const [now, other] = [pair[side].key, pair[1 - side].key];
  const { row, description } = entry;
  const value = row[other];
  entry.typed = null;
  Object.assign(entry.aside, { side, adding: false });
  entry.change(value === undefined || value === null ? row : withOnce(description, withOnce(description, row, other, undefined), now, value), true);
}

/** @type {(entry: Entry, field: Field) => HTMLElement} */
function adder(entry, field) {
  const { row, description } = entry;
  const now = Number(row[field.key] ?? 0);
  const name = nameOf([entry.columns[entry.players[field.side ?? 0]][0]]);
  /** @type {(value: number | undefined) => void} */
  const write = (value) => entry.change(withOnce(description, row, field.key, value), true);
  const keys = (field.adds ?? []).map((more) => button("key", `+${more}`, () => write(now + more), { disabled: now + more > field.high }));
  return make("div", { class: "adder", role: "group", "aria-label": field.label }, [
    now ? button("plain", [spoken(`${field.label} `), name, make("span", {}, [make("b", {}, `${now}`), drawn("erase")]), spoken(say("erase"))], () => write(undefined)) : make("div", {}, [make("span", {}, field.label), name]),
    ...keys,
  ]);
}

/** @type {(entry: Entry, field: Field, kind: string, value: Value) => HTMLElement} */
const markKey = (entry, field, kind, value) =>
  button(kind, field.label, () => mark(entry, field, value), { "aria-pressed": `${entry.row[field.key] === value}`, "data-key": field.key });

/** @type {(entry: Entry, field: Field, value: Value) => void} */
function mark(entry, { key }, value) {
  const { row, description } = entry;
  entry.typed = null;
  entry.change(withOnce(description, row, key, row[key] === value ? undefined : value), true);
}

/** @type {(entry: Entry, question: Question, letter: string) => void} */
export function typeMark(entry, question, letter) {
  const field = marksIn(question).find(({ label }) => label.toUpperCase().startsWith(letter));
  if (field) mark(entry, field, field.choices[countedSide(entry, question)]?.[0] ?? true);
}

// Numbers that fit

/** @type {(entry: Entry, question: Question) => ((number: number) => boolean) | undefined} */
export function refuses(entry, { player, field }) {
  if (!field.fits || !player) return undefined;
  const { data, number: game, description, row } = entry;
  /** @type {(value: number | undefined) => boolean} */
  const isWrong = (value) => data.checkGame(game, withParts(description, row, player, { [field.key]: value })).problems
    .some(({ severity }) => severity === "error");
  const before = isWrong(undefined);
  return (number) => !before && isWrong(number);
}

/**
 * What they come to; before the player has a figure, why the first number that is grey can't be.
 * @type {(entry: Entry, question: Question) => HTMLElement | null}
 */
export function drawFitting(entry, question) {
  const { player, field, pad } = question;
  const { data, number: game, description, row, players } = entry;
  const isRefused = pad === "few" && refuses(entry, question);
  if (!isRefused) return null;
  /** @type {(key: string) => number} */
  const addUp = (key) => sum(players.map((name) => Number(partsOf(description, cellIn(row, name))[key] ?? 0)));
  const isAnswered = partsOf(description, cellIn(row, player))[field.key] !== undefined;
  const fitting = description.entry.filter(({ fits }) => fits);
  const asked = fitting.slice(0, fitting.findIndex(({ key }) => key === field.key)); // before this, of everybody
  const grey = Array.from({ length: field.high + 1 }, (_, value) => value).find(isRefused);
  const why = grey !== undefined && !isAnswered && data.checkGame(game, withParts(description, row, player, { [field.key]: grey })).problems.find(({ severity }) => severity === "error");
  const isOfFigure = !!why && "given" in why.params; // and not of who may not say it
  return make("p", { class: "quiet" }, [
    ...asked.map(({ key, label }) => `${capitalized(say("mark_together", { what: label, total: addUp(key) }))} `),
    say("together", { total: addUp(field.key) }),
    why ? ` ${words(description, { ...why, game: null, player: isOfFigure ? null : why.player, message: "" })}` : ""]);
}

/**
 * The row with what a figure shows; without figures that are asked no more, and without what was asked last if that was
 * pressed again.
 * @type {(entry: Entry, row: Row) => Row}
 */
export function follow(entry, row) {
  const { description, players, question } = entry;
  const fields = fieldsOf(description);
  let changed = question?.optional && JSON.stringify(row) === JSON.stringify(entry.row) ? withOnce(description, row, question.id, undefined) : row;
  for (const { key, shown_by: [other, number] = [] } of description.row) {
    const name = other && players.find((player) => partsOf(description, cellIn(changed, player))[other] === number);
    if (name) changed = withOnce(description, changed, key, name);
  }
  for (const name of players) {
    const parts = partsOf(description, cellIn(changed, name));
    const lost = fields.filter((field) => parts[field.key] !== undefined && field.when && !isAsked(changed, parts)(field));
    for (const { key } of lost) changed = withParts(description, changed, name, { [key]: undefined });
  }
  return changed;
}
