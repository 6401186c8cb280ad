/** The line of this game, as it will stand on the form: a cell for each player, to press. */

import { button, drawingWords, drawn, find, make, put, spoken } from "./dom.js";
import { either, figure, onceWords } from "./grid.js";
import { nameOf } from "./pads.js";
import { own, sidesOf } from "../games/game.js";
import { cellOfSide, jokersIn, partsOf, withYes } from "./questions.js";
import { say } from "./words.js";

/**
 * @import {Entry} from "./entry.js"
 * @import {Phone} from "./phone.js"
 */

/**
 * `scores` is what a full line comes to.
 * @type {(entry: Entry, wrong: Set<string | null | undefined>, scores?: Figures) => HTMLElement}
 */
export function strip(entry, wrong, scores = {}) {
  const { description, players, columns, row, data } = entry;
  const current = entry.question?.player;
  const ofSides = entry.listQuestions().find(({ pad }) => pad === "sides")?.id ?? "";
  const sides = sidesOf(description.partners, players); // a side's figure stands once
  const cells = sides.map((side) => {
    const [name, partner] = side;
    const typed = cellWords(description, cellOfSide(row, side));
    const parts = partsOf(description, cellOfSide(row, side));
    const score = own(scores, name) ?? (isCounted(parts) ? data.scoreHand(name, parts) : undefined);
    const high = score && data.scoreHand(name, withYes(description, parts));
    const points = either(score, high || score);
    const words = /^\D+$/.test(typed[0] ?? "") ? [] : typed; // a word is long, and its figure says enough
    const shown = points && points !== typed[0] && typed[0] !== "-" ? [points, ...words] : typed;
    const classes = ["cell", name === current ? "now" : "", wrong.has(name) || (partner && wrong.has(partner)) ? "wrong" : ""].join(" ").trim();
    const isHalf = name !== current && entry.listQuestions().some((question) => question.player === name && entry.isHalf(question));
    if (isHalf) shown[0] += "?";
    const inside = [nameOf(columns[name]), partner ? nameOf(columns[partner]) : null, value(shown), shown.length && !points.includes("/") ? null : spoken(say("open")), wordsBefore(entry, side, shown)];
    return button(classes, inside, () => entry.goTo(description.has_cells ? name : ofSides), { "aria-current": name === current ? "true" : null });
  });
  return make("div", { class: "strip", role: "group", "aria-label": say("this_game") }, cells);
}

/**
 * Whether cards or jokers were given, so that what they count stands there before the line is full.
 * @type {(parts: Parts) => boolean}
 */
const isCounted = (parts) => Object.values(parts).some(Array.isArray) || jokersIn(parts) > 0;

/** @type {(shown: string[]) => HTMLElement} */
function value([first = "", ...rest]) {
  if (first === "-") return make("span", { class: "value" }, [drawn("dash"), spoken(say("is_out"))]);
  if (first === "x") return make("span", { class: "value quiet" }, ["×", spoken(say("plays_not"))]);
  const size = /^−?\d{1,3}$/.test(first) ? "" : first.includes("/") ? " both" : /\d/.test(first) ? " long" : " words";
  return make("span", { class: `value${size}` }, [first, rest.length ? make("small", {}, rest.join(" · ")) : null]);
}

/**
 * What was typed in a cell, short; "-" and "x" are drawn.
 * @type {(description: Description, cell: Cell | undefined) => string[]}
 */
export function cellWords(description, cell) {
  if (cell === "x") return ["x"];
  const parts = partsOf(description, cell);
  if (description.entry.some(({ instead }) => instead && parts[instead] === false)) return [say("not_melded_short")];
  /** @type {(key: string) => boolean} */
  const isBeside = (key) => key === "jokers"; // the figure comes first
  const keys = Object.keys(parts);
  const said = [...keys.filter((key) => !isBeside(key)), ...keys.filter(isBeside)].map((key) => {
    const part = parts[key];
    if (Array.isArray(part)) return say(key === "tiles" ? "tiles" : "cards", { count: part.length });
    if (typeof part !== "number") return null;
    return key === "jokers" ? say("jokers", { count: part }) : key === "type" ? say("type", { number: part }) : figure(part);
  });
  const words = said.filter((word) => word !== null);
  return parts.out && !words.length ? ["-"] : words;
}

/** @type {(entry: Entry) => HTMLElement | null} */
export function once(entry) {
  const { description, row } = entry;
  const said = description.row
    .filter(({ key, beside, pad }) => row[key] !== undefined && !beside && pad !== "sides")
    .filter(({ key }) => !(key === "end" && row[key] === "out"))
    .map((field) => button("chip", chipWords(field, row[field.key]), () => entry.goTo(field.key)));
  return said.length ? make("div", { class: "once" }, said) : null;
}

/** @type {(field: Field, value: Value) => Child | Child[]} */
function chipWords(field, value) {
  const drawing = own(field.drawn ?? {}, `${value}`);
  if (drawing) return drawingWords(drawing);
  if (field.kind === "player") return nameOf([`${value}`]);
  if (field.counted) return onceWords(field, value);
  return field.kind === "choice" ? field.choices.find(([choice]) => choice === value)?.[1] : `${field.label}: ${value}`;
}

// Correcting a game that stands on the form already

/** @type {Record<string, string>} */
const SIGNS = { "-": "—", x: "×" };

/** @type {(entry: Entry, side: string[], shown: string[]) => HTMLElement | null} */
export function wordsBefore({ data, description, number, mends, touched }, side, shown) {
  if (!mends || !touched) return null;
  const cell = cellOfSide(data.view.data.games[number - 1], side);
  const score = own(data.findRow(number)?.scores ?? {}, side[0]);
  const [words = ""] = cell === "-" || score === null ? cellWords(description, cell) : [figure(score)];
  if (!words || words === shown[0]) return null;
  return make("small", { class: "was" }, [spoken(`${say("was")} `), SIGNS[words] ?? words, " →"]);
}

/**
 * After the last game nothing is asked any more: that game can still be corrected or undone.
 * @type {(page: Phone) => void}
 */
export function offerMending({ data, writing, entry: { number } }) {
  const more = number ? null : writing.offerMore();
  const last = number || data.view.closed ? 0 : data.result.rows.at(-1)?.game ?? 0;
  const changed = data.findLastChange()?.entry.game;
  put(find("#after"), ...(last ? [
    button("button", say("mend_game", { number: last }), () => writing.open(last)),
    changed && (writing.isCorrected || changed !== last) ? button("button", say("undo_game", { number: changed }), () => writing.undo()) : null,
    more ? button("button", more.words, more.press) : null,
  ] : []));
}
