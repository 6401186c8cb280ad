/** The line of this game, as it will stand on the form: a cell for each player, to press. */

import { button, drawn, make, suit } from "./dom.js";
import { bidOf, either, figure } from "./grid.js";
import { nameOf } from "./pads.js";
import { own } from "../games/game.js";
import { cellIn, partsOf } from "./questions.js";
import { say } from "./words.js";

/** @param scores what a full line comes to, by name */
export function strip({ description, players, columns, row, scores, current, wrong, worth, press }) {
  const cells = players.map((name) => {
    const typed = cellWords(description, cellIn(row, name));
    const score = own(scores ?? {}, name);
    const high = score && worth(name, { could_meld: true, ...partsOf(description, cellIn(row, name)) });
    const points = either(score, high || score);
    const words = /^\D+$/.test(typed[0] ?? "") ? [] : typed; // a word is long, and its figure says enough
    const shown = points && points !== typed[0] && typed[0] !== "-" ? [points, ...words] : typed;
    const classes = ["cell", name === current ? "now" : "", wrong.has(name) ? "wrong" : ""].join(" ").trim();
    const inside = [nameOf(columns[name]), value(shown), shown.length && !points.includes("/") ? null : spoken(say("open"))];
    return button(classes, inside, () => press(name), { "aria-current": name === current ? "true" : null });
  });
  return make("div", { class: `strip of-${players.length}`, role: "group", "aria-label": say("this_game") }, cells);
}

const spoken = (words) => make("span", { class: "spoken" }, words);

function value([first = "", ...rest]) {
  if (first === "-") return make("span", { class: "value" }, [drawn("dash"), spoken(say("is_out"))]);
  if (first === "x") return make("span", { class: "value quiet" }, ["×", spoken(say("plays_not"))]);
  const size = /^−?\d{1,3}$/.test(first) ? "" : first.includes("/") ? " both" : /\d/.test(first) ? " long" : " words";
  return make("span", { class: `value${size}` }, [first, rest.length ? make("small", {}, rest.join(" · ")) : null]);
}

/** What was typed in a cell, short; "-" and "x" are drawn. */
export function cellWords(description, cell) {
  if (cell === "x") return ["x"];
  const parts = partsOf(description, cell);
  if (parts.melded === false) return [say("not_melded_short")];
  const said = Object.entries(parts).map(([key, part]) => {
    if (Array.isArray(part)) return say(key === "tiles" ? "tiles" : "cards", { count: part.length });
    if (typeof part !== "number") return null;
    return key === "jokers" ? say("jokers", { count: part }) : key === "type" ? say("type", { number: part }) : figure(part);
  });
  const words = said.filter((one) => one !== null);
  return parts.out && !words.length ? ["-"] : words;
}

/** What was said once for the whole table, each to press and say anew. */
export function once({ description, row, press }) {
  const said = description.row
    .filter(({ key }) => row[key] !== undefined)
    .filter(({ key }) => !(key === "end" && row[key] === "out"))
    .map((field) => button("chip", onceWords(field, row), () => press(field.key)));
  return said.length ? make("div", { class: "once" }, said) : null;
}

function onceWords(field, row) {
  const value = row[field.key];
  if (field.key === "bid") {
    const bid = bidOf({ bid: value });
    return [bid.words, bid.suit ? suit(bid.suit, bid.suitWords) : null];
  }
  if (field.key === "by") return value;
  if (field.key === "tricks") return say("tricks", { count: value, tricks: value });
  return field.kind === "choice" ? field.choices.find(([one]) => one === value)?.[1] : `${field.label}: ${value}`;
}
