/** What is pressed to answer a question: each builds its buttons and calls `give` with the answer. */

import { figure } from "../games/game.js";
import { button, drawn, make, spoken } from "./dom.js";
import { pressed } from "./shaky_finger.js";
import { say } from "./words.js";

/**
 * @import {Entry} from "./entry.js"
 * @import {Question} from "./questions.js"
 * @typedef {(answer: Value) => void} Give
 * @typedef {[value: Value, words: Child | Child[]]} Choice
 */

/** @type {(yes: boolean) => Attributes} */
const isPressed = (yes) => ({ "aria-pressed": yes ? "true" : "false" });
/** @type {(value: Value, current: Value) => Attributes} */
export const choiceAttributes = (value, current) => ({ ...isPressed(value === current), "data-value": `${value}` });

/** @type {(words: string[]) => HTMLElement} */
export const nameOf = (words) =>
  make("span", { class: "name", translate: "no" }, words.flatMap((word) => [make("span", { class: isShort(word) ? "short" : null }, word), " "]));

/** @type {(word: string) => boolean} */
const isShort = (word) => word.replaceAll("\u00ad", "").length < 8;

/** @type {(question: Question, value: Value, give: Give, dash: (() => void) | null, isRefused?: (number: number) => boolean) => HTMLElement} */
export function few({ field }, value, give, dash, isRefused) {
  const numbers = Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
  const buttons = numbers.map((number) => button("key", figure(number), () => give(number), { ...isPressed(value === number), disabled: isRefused?.(number) }));
  if (dash) buttons.push(button("key dash-key", [drawn("dash"), spoken(say("is_out"))], dash));
  return make("div", { class: "keys few" }, buttons);
}

/** @type {(entry: Entry, more?: HTMLElement[]) => HTMLElement} */
export function keypad(entry, more = []) {
  const [zero, ...digits] = Array.from({ length: 10 }, (_, digit) =>
    button("key", `${digit}`, () => entry.addDigit(`${digit}`, pressed.again), { "data-digit": digit }));
  const erase = button("key", drawn("erase"), () => entry.type(""), { "aria-label": say("erase") });
  const { low, halves } = entry.question.field;
  const minus = low < 0 ? button("key", "−", () => entry.turnSign(), { "aria-label": say("minus"), "data-key": "minus" }) : null;
  const half = halves ? button("key wide", "½", () => entry.turnHalf(), { "aria-label": say("half"), "data-key": "half" }) : null;
  return make("div", { class: "keys digits" }, [...digits, ...more, minus, zero, erase, half]);
}

/** @type {(players: string[], columns: Record<string, string[]>, current: Value, give: Give, others?: Field["choices"], other?: Give) => HTMLElement} */
export function names(players, columns, current, give, others = [], other = undefined) {
  const people = players.map((name) =>
    button("key person", nameOf(columns[name]), () => give(name), choiceAttributes(name, current)));
  const rest = others.map(([value, words]) =>
    button("key word wide", words, () => other?.(value), choiceAttributes(value, current)));
  return make("div", { class: "keys people" }, [...people, ...rest]);
}

/** @type {(field: Field, value: Value, give: Give) => HTMLElement} */
export function extra(field, value, give) {
  if (field.kind === "number") {
    const numbers = Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
    /** @type {Choice[]} */
    const choices = numbers.map((number) => [number, `${number}`]);
    return segments(field.label, choices, value ?? 0, give);
  }
  return toggle(field.label, value, () => give(!value), { "data-key": field.key });
}

/** @type {(label: string, value: Value, press: () => void, more?: Attributes) => HTMLElement} */
export const toggle = (label, value, press, more = {}) =>
  button("key toggle", [make("span", { class: "box" }), label], press, { ...isPressed(!!value), ...more });

/** @type {(label: string, choices: Choice[], value: Value, give: Give) => HTMLElement} */
export function verdict(label, choices, value, give) {
  const said = segments(label, choices, value, give);
  said.classList.add("verdicts");
  return said;
}

/** @type {(label: string, choices: Choice[], value: Value, give: Give) => HTMLElement} */
function segments(label, choices, value, give) {
  const buttons = choices.map(([choice, words]) => button("key", words, () => give(choice), choiceAttributes(choice, value)));
  return make("div", { class: "extra", role: "group", "aria-label": label }, [make("span", {}, label), ...buttons]);
}
