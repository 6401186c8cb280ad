/** What is pressed to answer a question: each builds its buttons and calls `give` with the answer. */

import { button, drawn, find, make, suit } from "./dom.js";
import { say } from "./words.js";

/**
 * @import {Question} from "./questions.js"
 * @typedef {(answer: Value) => void} Give
 * @typedef {[value: Value, words: Child | Child[]]} Choice
 */

/** @type {(yes: boolean) => Attributes} */
const pressed = (yes) => ({ "aria-pressed": yes ? "true" : "false" });
/** @type {(value: Value, current: Value) => Attributes} */
const told = (value, current) => ({ ...pressed(value === current), "data-value": `${value}` });

/**
 * A name that may break where its column on the form may.
 * @type {(words: string[]) => HTMLElement}
 */
export const nameOf = (words) =>
  make("span", { class: "name", translate: "no" }, words.flatMap((word) => [make("span", {}, word), " "]));

/** @type {(question: Question, value: Value, give: Give, dash: (() => void) | null) => HTMLElement} */
export function few({ field }, value, give, dash) {
  const numbers = Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
  const buttons = numbers.map((number) => button("key", `${number}`, () => give(number), pressed(value === number)));
  if (dash) buttons.push(button("key dash-key", [drawn("dash"), make("span", { class: "spoken" }, say("is_out"))], dash));
  return make("div", { class: "keys few" }, buttons);
}

/** @type {(press: {digit: (digit: string) => void, erase: () => void, next: () => void}) => HTMLElement} */
export function digits(press) {
  /** @type {(digit: string) => HTMLElement} */
  const key = (digit) => button("key", digit, () => press.digit(digit));
  return make("div", { class: "keys digits" }, [
    ...["1", "2", "3"].map(key), button("key", drawn("erase"), press.erase, { "aria-label": say("erase") }),
    ...["4", "5", "6"].map(key), key("0"),
    ...["7", "8", "9"].map(key), button("key on", say("next"), press.next),
  ]);
}

/**
 * Names to press, and beside them other words: [value, words].
 * @type {(players: string[], columns: Record<string, string[]>, current: Value, give: Give, others?: Field["choices"], other?: Give) => HTMLElement}
 */
export function names(players, columns, current, give, others = [], other = undefined) {
  const people = players.map((name) =>
    button("key person", nameOf(columns[name]), () => give(name), told(name, current)));
  const rest = others.map(([value, words]) =>
    button("key word wide", words, () => other?.(value), told(value, current)));
  return make("div", { class: "keys people" }, [...people, ...rest]);
}

/** @type {(question: Question, value: Value, give: Give) => HTMLElement} */
export function choice({ field }, value, give) {
  const keys = field.choices.map(([choice, words]) => {
    const bid = bidWords(`${choice}`);
    return { bid, key: button("key", bid ?? words, () => give(choice), told(choice, value)) };
  });
  const bids = keys.filter(({ bid }) => bid).map(({ key }) => key);
  const others = keys.filter(({ bid }) => !bid).map(({ key }) => key);
  return make("div", { class: bids.length ? "bidding" : "choosing" }, [
    bids.length ? make("div", { class: "keys bids" }, bids) : null,
    make("div", { class: "keys people" }, others),
  ]);
}

const BID = /^(\d+)(NT|[SCDH])$/;

/** @type {(bid: string) => Child[] | null} */
function bidWords(bid) {
  const [, level, letter] = BID.exec(bid) ?? [];
  if (!letter) return null;
  const drawing = letter === "NT" ? make("small", {}, say("no_trump_short")) : suit(letter, "");
  const words = letter === "NT" ? say("no_trump", { level }) : `${level} ${say(`suit_${letter}`)}`;
  return [make("span", { "aria-hidden": "true" }, [level, drawing]), make("span", { class: "spoken" }, words)];
}

/**
 * The forty closed hands: found by number or by a part of the name.
 * @type {(list: Values["types"], jokers: number, value: Value, give: Give) => HTMLElement}
 */
export function types(list, jokers, value, give) {
  const rows = list.map(([name, none, single, both, rule, example], index) => {
    const number = index + 1, points = [none, single, both][jokers];
    const tiles = example.split(" ").map((tile) => make("i", { class: tile.slice(-1) }, tile.slice(0, -1)));
    const words = [make("b", {}, `${number}`), make("span", {}, name), make("i", {}, `${points}`), make("small", {}, rule)];
    words.push(make("span", { class: "tiles", "aria-hidden": "true" }, tiles));
    return button("key type", words, () => give(number), { ...told(number, value), "data-name": `${name} ${rule}`.toLowerCase() });
  });
  const listing = make("div", { class: "keys types" }, rows);
  const search = make("input", { type: "search", autocomplete: "off", enterkeyhint: "done", oninput: filter });
  function filter() {
    const sought = search.value.trim().toLowerCase();
    rows.forEach((row, index) => {
      row.hidden = !(row.dataset.name?.includes(sought) || `${index + 1}`.startsWith(sought));
    });
  }
  const label = make("label", { class: "find" }, [
    make("span", {}, say("find_type")),
    search,
  ]);
  queueMicrotask(() => { // the chosen one is in sight; the page itself stays where it is
    const chosen = find("[aria-pressed=true]", listing);
    if (chosen) listing.scrollTop = chosen.offsetTop - listing.clientHeight / 2;
  });
  return make("div", {}, [label, listing]);
}

/**
 * What goes with an answer: a small number, or a thing that is so or not.
 * @type {(field: Field, value: Value, give: Give) => HTMLElement}
 */
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
  button("key toggle", [make("span", { class: "box" }), label], press, { ...pressed(!!value), ...more });

/**
 * What has to be said.
 * @type {(label: string, choices: Choice[], value: Value, give: Give) => HTMLElement}
 */
export function verdict(label, choices, value, give) {
  const said = segments(label, choices, value, give);
  said.classList.add("verdicts");
  return said;
}

/** @type {(label: string, choices: Choice[], value: Value, give: Give) => HTMLElement} */
function segments(label, choices, value, give) {
  const buttons = choices.map(([choice, words]) => button("key", words, () => give(choice), told(choice, value)));
  return make("div", { class: "extra", role: "group", "aria-label": label }, [make("span", {}, label), ...buttons]);
}
