/** What is pressed to answer a question: each builds its buttons and calls `give` with the answer. */

import { button, drawn, find, make, suit } from "./dom.js";
import { say } from "./words.js";

const pressed = (yes) => ({ "aria-pressed": yes ? "true" : "false" });
const told = (value, current) => ({ ...pressed(value === current), "data-value": `${value}` });

/** A name that may break where its column on the form may. */
export const nameOf = (words) =>
  make("span", { class: "name", translate: "no" }, words.flatMap((word) => [make("span", {}, word), " "]));

export function few({ field }, value, give, dash) {
  const numbers = Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
  const buttons = numbers.map((number) => button("key", `${number}`, () => give(number), pressed(value === number)));
  if (dash) buttons.push(button("key dash-key", [drawn("dash"), make("span", { class: "spoken" }, say("is_out"))], dash));
  return make("div", { class: "keys few" }, buttons);
}

export function digits(press) {
  const key = (digit) => button("key", digit, () => press.digit(digit));
  return make("div", { class: "keys digits" }, [
    ...["1", "2", "3"].map(key), button("key", drawn("erase"), press.erase, { "aria-label": say("erase") }),
    ...["4", "5", "6"].map(key), key("0"),
    ...["7", "8", "9"].map(key), button("key on", say("next"), press.next),
  ]);
}

/** Names to press, and beside them other words: [value, words]. */
export function names(players, columns, current, give, others = [], other = null) {
  const people = players.map((name) =>
    button("key person", nameOf(columns[name]), () => give(name), told(name, current)));
  const rest = others.map(([value, words]) =>
    button("key word wide", words, () => other(value), told(value, current)));
  return make("div", { class: "keys people" }, [...people, ...rest]);
}

export function choice({ field }, value, give) {
  const isBid = ([key]) => BID.test(key);
  const key = (words, one) => button("key", words, () => give(one), told(one, value));
  const bids = field.choices.filter(isBid).map(([one]) => key(bidWords(one), one));
  const others = field.choices.filter((one) => !isBid(one)).map(([one, words]) => key(words, one));
  return make("div", { class: bids.length ? "bidding" : "choosing" }, [
    bids.length ? make("div", { class: "keys bids" }, bids) : null,
    make("div", { class: "keys people" }, others),
  ]);
}

const BID = /^(\d+)(NT|[SCDH])$/;

function bidWords(bid) {
  const [, level, letter] = BID.exec(bid);
  const drawing = letter === "NT" ? make("small", {}, say("no_trump_short")) : suit(letter, "");
  const words = letter === "NT" ? say("no_trump", { level }) : `${level} ${say(`suit_${letter}`)}`;
  return [make("span", { "aria-hidden": "true" }, [level, drawing]), make("span", { class: "spoken" }, words)];
}

/** The forty closed hands: found by number or by a part of the name. */
export function types(list, jokers, value, give) {
  const rows = list.map(([name, ...rest], index) => {
    const number = index + 1, [rule, example] = rest.slice(3);
    const tiles = example.split(" ").map((tile) => make("i", { class: tile.at(-1) }, tile.slice(0, -1)));
    const words = [make("b", {}, `${number}`), make("span", {}, name), make("i", {}, `${rest[jokers]}`), make("small", {}, rule)];
    words.push(make("span", { class: "tiles", "aria-hidden": "true" }, tiles));
    return button("key type", words, () => give(number), { ...told(number, value), "data-name": `${name} ${rule}`.toLowerCase() });
  });
  const list_ = make("div", { class: "keys types" }, rows);
  const look = (event) => {
    const sought = event.target.value.trim().toLowerCase();
    rows.forEach((row, index) => {
      row.hidden = !(row.dataset.name.includes(sought) || `${index + 1}`.startsWith(sought));
    });
  };
  const label = make("label", { class: "find" }, [
    make("span", {}, say("find_type")),
    make("input", { type: "search", autocomplete: "off", enterkeyhint: "done", oninput: look }),
  ]);
  queueMicrotask(() => { // the chosen one is in sight; the page itself stays where it is
    const chosen = find("[aria-pressed=true]", list_);
    if (chosen) list_.scrollTop = chosen.offsetTop - list_.clientHeight / 2;
  });
  return make("div", {}, [label, list_]);
}

/** What goes with an answer: a small number, or a thing that is so or not. */
export function extra(field, value, give) {
  if (field.kind === "number") {
    const numbers = Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
    return segments(field.label, numbers.map((number) => [number, `${number}`]), value ?? 0, give);
  }
  return toggle(field.label, value, () => give(!value), { "data-key": field.key });
}

export const toggle = (label, value, press, more = {}) =>
  button("key toggle", [make("span", { class: "box" }), label], press, { ...pressed(!!value), ...more });

/** What has to be said. */
export function verdict(label, choices, value, give) {
  const said = segments(label, choices, value, give);
  said.classList.add("verdicts");
  return said;
}

function segments(label, choices, value, give) {
  const buttons = choices.map(([one, words]) => button("key", words, () => give(one), told(one, value)));
  return make("div", { class: "extra", role: "group", "aria-label": label }, [make("span", {}, label), ...buttons]);
}
