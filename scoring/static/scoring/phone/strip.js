/** The line of this game, as it will stand on the form: a cell for each player, to press. */

import { button, drawn, make, suit } from "./dom.js";
import { bidOf, figure } from "./grid.js";
import { nameOf } from "./pads.js";
import { partsOf } from "./questions.js";
import { say } from "./words.js";

/** @param scores what a full line comes to, by name */
export function strip({ description, players, columns, row, scores, current, wrong, typed, press }) {
  const cells = players.map((name) => {
    const shown = name === current && typed !== null ? typed : cellWords(description, row.entries?.[name]);
    const points = scores?.[name];
    const worth = points !== undefined && figure(points) !== shown && shown !== "-" ? figure(points) : "";
    const state = shown === "" && !worth ? say("open") : "";
    const classes = ["cell", name === current ? "now" : "", wrong.has(name) ? "wrong" : ""].join(" ").trim();
    const inside = [nameOf(columns[name]), value(shown, worth), make("span", { class: "spoken" }, state)];
    return button(classes, inside, () => press(name), { "aria-current": name === current ? "true" : null });
  });
  return make("div", { class: `strip of-${players.length}`, role: "group", "aria-label": say("this_game") }, cells);
}

function value(shown, worth) {
  if (shown === "-") return make("span", { class: "value" }, [drawn("dash"), make("span", { class: "spoken" }, say("is_out"))]);
  if (shown === "x") return make("span", { class: "value quiet" }, ["×", make("span", { class: "spoken" }, say("plays_not"))]);
  if (!worth) return make("span", { class: "value" }, shown);
  return make("span", { class: "value" }, [worth, shown ? make("small", {}, shown) : null]);
}

/** What was typed in a cell, short: "-" and "x" are drawn. */
export function cellWords(description, cell) {
  if (cell === "x") return "x";
  const parts = partsOf(description, cell);
  const figures = Object.entries(parts).flatMap(([key, part]) => {
    if (Array.isArray(part)) return [say("cards", { count: part.length })];
    if (typeof part !== "number") return [];
    return [key === "jokers" ? say("jokers", { count: part }) : key === "type" ? say("type", { number: part }) : figure(part)];
  });
  if (parts.out && !figures.length) return "-";
  if (parts.melded === false) return say("not_melded_short");
  return figures.join(" · ");
}

/** What was said once for the whole table, each to press and say anew. */
export function once({ description, row, columns, press }) {
  const said = description.row
    .filter(({ key }) => row[key] !== undefined && key !== "tricks" && key !== "by")
    .filter(({ key }) => !(key === "end" && row[key] === "out"))
    .map((field) => button("chip", onceWords(field, row, columns), () => press(field.key)));
  return said.length ? make("div", { class: "once" }, said) : null;
}

function onceWords(field, row) {
  if (field.key === "bid") {
    const bid = bidOf(row);
    return [bid.words, bid.suit ? suit(bid.suit, bid.suitWords) : null, ...bid.rest.map((part) => ` · ${part}`)];
  }
  const value = row[field.key];
  const words = field.kind === "choice" ? field.choices.find(([one]) => one === value)?.[1] : value;
  return `${field.label}: ${words}`;
}
