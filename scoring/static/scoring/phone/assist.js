/**
 * What only some games need: the figures of two sides on one pad, numbers that still fit, whose turn it is to be asked.
 * It comes with the page of a game that does.
 */

import { button, drawn, make } from "./dom.js";
import { figure } from "./grid.js";
import { nameOf, toggle } from "./pads.js";
import { own, sidesOf } from "../games/game.js";
import { cellIn, partsOf, withOnce, withParts } from "./questions.js";
import { typeDigit } from "./keys.js";
import { erase } from "./typing.js";
import { say } from "./words.js";

/**
 * @import {Entry} from "./entry.js"
 * @import {Question} from "./questions.js"
 */

// Whose turn it is

/**
 * The players as they are asked: from the starter on, where the game says so.
 * @type {(entry: Entry) => string[]}
 */
export function inOrder({ description, players, data, number, row }) {
  const starter = description.starter_first ? data.checkGame(number, row).row?.starter : null;
  const first = Math.max(0, players.indexOf(starter ?? ""));
  return [...players.slice(first), ...players.slice(0, first)];
}

// Two sides

/**
 * The question as it is asked of the side whose figure is written.
 * @type {(entry: Entry, question: Question) => Question}
 */
export function turn(entry, question) {
  if (question.pad !== "sides") return question;
  return { ...question, field: pairOf(entry, question)[countedSide(entry, question)] };
}

/**
 * The figures of the two sides, of which one is written.
 * @type {(entry: Entry, question: Question) => Field[]}
 */
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
  const { row, data, number, players, description } = entry;
  const sides = sidesOf(true, players);
  const { scores = {}, row: scored } = data.checkGame(number, row);
  const pair = pairOf(entry, question);
  const counted = countedSide(entry, question);
  const marks = question.extras.filter(({ kind }) => kind === "side" || kind === "flag");
  const adding = question.extras.filter(({ adds }) => adds);
  const followed = typeof row[pair[counted].key] === "number" ? pair[counted].high - Number(row[pair[counted].key]) : null;
  const heads = sides.map((side, place) => {
    const shown = place === counted ? entry.typed ?? row[pair[counted].key] : followed;
    const won = own(scores, side[0]);
    const words = Object.entries(description.marks ?? {}).filter(([kind, { word }]) => word && own(scored?.marks?.[kind] ?? {}, side[0])).map(([, { word }]) => word);
    return button("key person", [
      make("span", { class: "names" }, side.map((name) => nameOf(entry.columns[name]))),
      make("output", {}, figure(shown === undefined || shown === null || shown === "" ? null : Number(shown)) || "·"),
      make("small", {}, won === null ? "" : ["= ", figure(won), ...words.map((word) => ` · ${word}`)].join("")),
    ], () => countFor(entry, question, place), { "aria-pressed": `${place === counted}`, "data-side": place });
  });
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => button("key", `${digit}`, () => typeDigit(entry, `${digit}`)));
  digits.splice(5, 0, button("key", drawn("erase"), () => erase(entry), { "aria-label": say("erase") }));
  const flags = marks.filter(({ kind }) => kind === "flag").map((field) =>
    button("key word", field.label, () => entry.change(withOnce(description, row, field.key, row[field.key] ? undefined : true), true), { "aria-pressed": `${!!row[field.key]}`, "data-key": field.key }));
  return make("div", { class: "sides" }, [
    ...heads,
    make("div", { class: "keys sixes" }, [...digits, ...flags]),
    ...sides.map((_, place) => make("div", { class: "of-side" }, [
      ...adding.filter(({ side }) => side === place).map((field) => adder(entry, field)),
      make("div", { class: "toggles" }, marks.filter(({ kind }) => kind === "side").map((field) => sideMark(entry, field, place))),
    ])),
  ]);
}

/**
 * A figure that was written for the one side may be the other's.
 * @type {(entry: Entry, question: Question, side: number) => void}
 */
function countFor(entry, question, side) {
  const pair = pairOf(entry, question);
  const [now, other] = [pair[side].key, pair[1 - side].key];
  const { row, description } = entry;
  const value = row[other];
  entry.aside.side = side;
  entry.change(value === undefined || value === null ? row : withOnce(description, withOnce(description, row, other, undefined), now, value), true);
}

/** @type {(entry: Entry, field: Field) => HTMLElement} */
function adder(entry, field) {
  const { row, description } = entry;
  const now = Number(row[field.key] ?? 0);
  /** @type {(value: number | undefined) => void} */
  const write = (value) => entry.change(withOnce(description, row, field.key, value), true);
  const keys = (field.adds ?? []).map((more) => button("key", `+${more}`, () => write(now + more), { disabled: now + more > field.high }));
  const label = [field.label, " ", make("b", {}, now ? `${now}` : "")];
  return make("div", { class: "adder", role: "group", "aria-label": field.label }, [
    now ? button("plain", [...label, drawn("erase")], () => write(undefined)) : make("span", {}, label),
    ...keys,
  ]);
}

/** @type {(entry: Entry, field: Field, place: number) => HTMLElement} */
function sideMark(entry, field, place) {
  const { row, description } = entry;
  const [value] = field.choices[place];
  const is = row[field.key] === value;
  return toggle(field.label, is, () => entry.change(withOnce(description, row, field.key, is ? undefined : value), true), { "data-key": field.key });
}

// Numbers that fit

/**
 * Tells of a number whether the game would refuse it beside what is known.
 * @type {(entry: Entry, question: Question) => ((number: number) => boolean) | undefined}
 */
export function refuses(entry, { player, field }) {
  if (!field.fits || !player) return undefined;
  return refusedIn(entry, entry.row, player, field);
}

/** @type {(entry: Entry, row: Row, player: string, field: Field) => (number: number) => boolean} */
function refusedIn({ data, number: game, description }, row, player, field) {
  /** @type {(value: number | undefined) => boolean} */
  const isWrong = (value) => data.checkGame(game, withParts(description, row, player, { [field.key]: value })).problems
    .some(({ severity }) => severity === "error");
  const before = isWrong(undefined);
  return (number) => !before && isWrong(number);
}

/**
 * The row with the figure of the last player filled in, where only one fits.
 * @type {(entry: Entry, row: Row) => Row}
 */
export function follow(entry, row) {
  const { description, players, aside, question } = entry;
  let changed = row;
  if (aside.followed && question?.player !== aside.followed.player) {
    const { player, key } = aside.followed;
    changed = withParts(description, changed, player, { [key]: undefined });
  }
  aside.followed = undefined;
  for (const field of description.entry.filter(({ fits }) => fits)) {
    const playing = players.filter((name) => cellIn(changed, name) !== "x");
    const open = playing.filter((name) => (partsOf(description, cellIn(changed, name))[field.key] ?? null) === null);
    if (open.length !== 1 || playing.length < 2) continue;
    const isRefused = refusedIn(entry, changed, open[0], field);
    const fit = Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index).filter((number) => !isRefused(number));
    if (fit.length !== 1) continue;
    changed = withParts(description, changed, open[0], { [field.key]: fit[0] });
    aside.followed = { player: open[0], key: field.key };
  }
  return changed;
}
