/** The panel of a game that is entered: its head, its line, the question and the pad under it. */

import { button, make } from "./dom.js";
import * as pads from "./pads.js";
import { cellIn, isFull, jokersIn, needed, nobodyOut, whoIsOut, withOnce } from "./questions.js";
import { once, strip } from "./strip.js";
import { erase, typeDigit } from "./typing.js";
import { say } from "./words.js";

export function drawPanel(entry) {
  const { root, row, question } = entry;
  const checked = entry.check(entry.number, row);
  const full = isFull(entry.asked());
  const problems = toShow(entry, entry.told.length ? entry.told : checked.problems, full);
  const parts = question?.player ? entry.partsOf(question.player) : row;
  const picking = !row.void && !!question && (entry.picks(question, parts) || question.pad === "types");
  root.classList.toggle("picking", picking);
  root.classList.toggle("tight", question?.pad === "digits" && !!(question.extras.length || question.hand));
  const panel = [
    head(entry, checked.row ?? {}),
    whoBegins(entry),
    line(entry, checked.scores, problems),
    once({ ...entry, press: (key) => entry.goTo(key) }),
    messages(entry, problems, full),
    row.void ? voided(entry) : pad(entry, question, parts),
    full || row.void || !picking ? save(entry, full || !!row.void) : null,
  ];
  root.replaceChildren(...panel.filter(Boolean));
}

/** Warnings wait for a full row, and a number for its end: a 1 may become a 17. */
function toShow({ typed, question }, problems, full) {
  const typing = typed !== null ? question?.player : null;
  return problems.filter(({ severity, player }) => (severity === "error" || full) && (!typing || player !== typing));
}

function head({ head: { title, of, on, undo, back }, description: { who_begins }, begins }, { contract, dealer, starter }) {
  const isTold = starter && (!who_begins || begins());
  const turn = dealer ? say("deals_begins", { dealer, starter }) : isTold ? say("begins", { name: starter }) : "";
  const other = back ?? undo;
  return make("header", {}, [
    make("h2", { id: "entry-title" }, [title, of ? make("small", {}, ` ${of}`) : null]),
    other ? button(back ? "plain" : "plain undo", other.words, other.press) : null,
    make("p", {}, [contract ? make("b", {}, contract) : null, contract && turn ? " · " : null, turn, on ? ` · ${on}` : null]),
  ]);
}

/** Lots say who begins, so somebody at the table has to; it gives way to what is typed, and a game is saved without. */
function whoBegins(entry) {
  const { number, players, columns, question, description: { who_begins: words } } = entry;
  if (number > 1 || !words || !["choice", "out"].includes(question?.pad) || entry.begins() || entry.isAgreed()) return null;
  const people = players.map((name) => button("key", pads.nameOf(columns[name]), () => entry.begin(name)));
  return make("div", { role: "group", "aria-label": words }, [
    make("p", { class: "question" }, make("span", {}, words)), make("div", { class: "toggles" }, people)]);
}

function line(entry, scores, problems) {
  const { has_cells } = entry.description;
  if (!has_cells && !scores) return null;
  const wrong = new Set(problems.filter(({ severity }) => severity === "error").map(({ player }) => player));
  const press = (name) => (has_cells ? entry.goTo(name) : null);
  return strip({ ...entry, scores, wrong, current: entry.question?.player, press });
}

function messages(entry, problems, full) {
  const { number, canLeave, note, halfway, question } = entry;
  const said = problems.map(({ severity, message }) =>
    make("p", { class: severity === "error" ? "problem" : "note" }, message));
  if (note) said.push(make("p", { class: "note" }, note));
  const elsewhere = entry.isChangedElsewhere(entry);
  if (elsewhere) said.push(make("p", { class: "note" }, say("changed_elsewhere")));
  if (canLeave || elsewhere) said.push(button("button", say("leave_out"), () => entry.leaveOut(number)));
  said.push(...sittingOut(entry));
  if ((full || entry.row.void) && entry.touched) said.push(entry.explainChange(entry));
  if (halfway) {
    const what = openWords(entry, question);
    const anyway = button("plain", say("save_as_is"), () => entry.press());
    said.push(make("p", { class: "note" }, [`${say("still_open", { what })} `, anyway]));
  }
  return make("div", { class: "messages", role: "alert" }, said.filter(Boolean));
}

/** Who sits out since an earlier game, and how they come back. */
function sittingOut(entry) {
  const names = entry.row.void ? [] : entry.stayOut.filter((name) => cellIn(entry.row, name) === "x");
  return names.map((name) => make("p", { class: "note" }, [
    `${say("does_not_play", { name })}. `, button("plain", say("plays_again"), () => entry.absent(name))]));
}

/** What is still to be said, as it would be asked. */
function openWords(entry, question) {
  const { player, field, verdict } = question;
  if (!player) return asking(entry, question);
  return verdict ? say("could_have", { name: player }) : `${player}: ${field.label}`;
}

const save = (entry, ready) => button(ready ? "main save" : "button save", say("save"), () => entry.press());

function asking({ description }, { pad, field, others }) {
  if (pad === "out") return say(description.dash || others?.length ? "who_is_out" : "who_ended");
  return field?.label ?? "";
}

function voided(entry) {
  return make("div", { class: "pad", tabindex: "-1" }, [
    make("p", { class: "question" }, say("not_played", { reason: entry.row.void })),
    button("button", say("played_after_all"), () => entry.played()),
  ]);
}

// The question

function pad(entry, question, parts) {
  if (!question) return null;
  const { player, field, hand } = question;
  const { open_count: openCount } = entry.description;
  const picks = entry.picks(question, parts);
  const what = (picks ? hand : field)?.label;
  const label = player ? [make("b", {}, player), what ? `: ${what}` : ""] : asking(entry, question);
  const typed = entry.typed ?? parts[field?.key] ?? "";
  const figure = question.pad === "digits" && !picks ? make("output", {}, typed) : null;
  return make("div", { class: "pad", role: "group", tabindex: "-1", "aria-labelledby": "question" }, [
    make("p", { class: "question", id: "question" }, [make("span", {}, label), figure]),
    keys(entry, picks ? "hand" : question.pad, question, parts),
    question.pad === "out" && openCount ? make("p", { class: "quiet" }, openCount) : null,
    ...beside(entry, question, parts),
    make("div", { class: "ways" }, ways(entry, picks ? "hand" : question.pad, question, parts)),
  ]);
}

function keys(entry, kind, question, parts) {
  const { description, columns, row, players } = entry;
  const { player, field, extras, others } = question;
  const playing = players.filter((name) => cellIn(row, name) !== "x");
  const value = parts[field?.key] ?? null;
  const give = (answer) => entry.answer(question, answer);
  const stay = (answer) => entry.write(question, answer);
  const pad = {
    out() {
      const end = (ended) => entry.change(withOnce(nobodyOut(description, row), field.key, ended));
      return pads.names(playing, columns, whoIsOut(row) ?? row[field?.key], give, others, end);
    },
    few() {
      const dash = player && description.dash ? () => entry.out(player) : null;
      return pads.few(question, value, extras.length ? stay : give, dash);
    },
    digits: () =>
      pads.digits({ digit: (digit) => typeDigit(entry, digit), erase: () => erase(entry), next: () => entry.next() }),
    player: () => pads.names(playing, columns, value, give),
    types: () => pads.types(description.values.types, jokersIn(parts), value, stay),
    hand: () => entry.hands.draw(entry, question, parts, (changes) => entry.setPart(player, changes)),
    choice: () => pads.choice(question, value, give),
  }[kind];
  return pad?.() ?? null;
}

/** What goes with the answer: jokers and the verdict on them, things that were so or not. */
function beside(entry, { player, extras }, parts) {
  const said = (field) => field.kind === "number" || needed(field);
  const drawn = (field) => needed(field)
    ? verdict(entry, player, field, parts)
    : pads.extra(field, parts[field.key], (value) => entry.setPart(player, { [field.key]: value }));
  const toggles = extras.filter((field) => field.kind === "flag" && !said(field)).map(drawn);
  return [...extras.filter(said).map(drawn), toggles.length ? make("div", { class: "toggles" }, toggles) : null];
}

/** Could the joker have been laid? With what it then counts, and what the hand comes to with it. */
function verdict(entry, player, field, parts) {
  const { joker_low = 1, joker_high, joker_points } = entry.description.options;
  const button = (value, key, worth) => {
    const total = entry.worth(player, { ...parts, could_meld: value !== false });
    return [value, [make("span", {}, say(key)), make("small", {}, total === undefined ? `${worth}` : `${worth} → ${total}`)]];
  };
  const high = joker_high ?? joker_points;
  const choices = [button(false, "no", joker_low), button(true, "yes", high), button("on_table", "on_table", high)];
  const now = parts.could_meld && entry.layOnTable(player) ? "on_table" : parts.could_meld;
  return pads.verdict(field.label, choices, now, (value) => entry.judge(player, value));
}

/** Other ways to answer, and on from what does not move on by itself. */
function ways(entry, kind, { player, hand, extras, instead }, parts) {
  const tiles = entry.description.pack?.suits === "kbro";
  const way = (key, press, more) => button("key way", say(key), press, more);
  const found = [];
  if (instead) found.push(way("not_melded", () => entry.notMelded(player), { "aria-pressed": `${parts.melded === false}` }));
  if (kind === "hand") found.push(way("type_number", () => entry.pickCards(false)));
  else if (hand && !extras.some(needed)) found.push(way(tiles ? "tap_tiles" : "tap_cards", () => entry.pickCards(true)));
  const stays = kind === "hand" || (extras.length && kind !== "digits");
  if (stays && !isFull(entry.asked())) found.push(button("key on", say("next"), () => entry.next()));
  return found;
}
