/**
 * One game being entered. It asks one question at a time, moves on by itself, and keeps what was typed until it is
 * saved; what is typed here is in no table and on no other phone before that.
 */

import { button, find, make } from "./dom.js";
import * as pads from "./pads.js";
import {
  isFull, jokersIn, needed, nobodyOut, partsOf, questions, whoIsOut, withCell, withOnce, withOut, withParts,
} from "./questions.js";
import { special } from "./special.js";
import { once, strip } from "./strip.js";
import { erase, typeDigit } from "./typing.js";
import { say } from "./words.js";

export class Entry {
  /**
   * @param {HTMLElement} root
   * @param {{description: object, players: string[], columns: object, hands: function, check: function, keep: function,
   *   save: function, cancel: function}} given
   */
  constructor(root, given) {
    Object.assign(this, given);
    this.root = root;
    this.number = 0;
  }

  /** Begin with a game; `row` is what stands there, or what was typed before. */
  open({ number, row, seen, touched = false, head, note = "", problems = [] }) {
    Object.assign(this, { number, row, seen, touched, head, note, told: problems });
    this.typed = null;
    this.byHand = null;
    this.halfway = false;
    const asked = this.asked();
    this.at = (asked.find(({ answered, optional }) => !answered && !optional) ?? asked[0])?.id;
    this.draw();
  }

  // Answers

  answer(question, value) {
    const { player, field, pad } = question;
    if (pad === "out") return this.#change(withOut(this.description, this.row, value));
    return this.#change(player ? this.#withPart(question, value) : withOnce(this.row, field.key, value));
  }

  /** A number takes the place of cards; who has points left has melded. */
  #withPart({ player, field, hand, instead }, value) {
    const other = { ...(hand ? { [hand.key]: undefined } : {}), ...(instead ? { melded: value === undefined ? undefined : true } : {}) };
    return withParts(this.description, this.row, player, { ...other, [field.key]: value });
  }

  #change(row, stay = false) {
    this.row = row;
    this.touched = true;
    this.told = [];
    this.note = "";
    this.halfway = false;
    this.keep(this.number, { row, seen: this.seen });
    if (!stay) this.#moveOn();
    this.draw();
  }

  #moveOn() {
    const asked = this.asked();
    const here = asked.findIndex(({ id }) => id === this.at);
    const open = (question) => !question.answered && question.id !== this.at;
    const next = asked.slice(here + 1).find(open) ?? asked.find((question) => open(question) && !question.optional);
    this.typed = null;
    this.byHand = null;
    if (next) this.at = next.id;
    else if (here < 0) this.at = asked.at(-1)?.id;
  }

  asked() {
    return questions(this.description, this.players, this.row);
  }

  get question() {
    const asked = this.asked();
    return asked.find(({ id }) => id === this.at) ?? asked[0];
  }

  /** To a player's cell, or to something that was said once. */
  goTo(key) {
    const asked = this.asked();
    const mine = asked.filter(({ id, player }) => player === key || id === key);
    const target = mine.find(({ answered }) => !answered) ?? mine[0] ?? asked.find(({ pad }) => pad === "out");
    if (!target) return;
    this.at = target.id;
    this.typed = null;
    this.byHand = null;
    this.draw();
  }

  /** Who presses the dash on another's cell says who is out. */
  out(name) {
    this.at = "out";
    this.#change(withOut(this.description, this.row, name));
  }

  /** A number as far as it is typed. */
  write(question, value) {
    const { player, field } = question;
    const row = player ? this.#withPart(question, value) : withOnce(this.row, field.key, value);
    this.#change(row, true);
  }

  /** On, from what was typed. */
  next() {
    this.#moveOn();
    this.draw();
  }

  /** To the question before or after. */
  move(step) {
    const asked = this.asked();
    const here = asked.findIndex(({ id }) => id === this.at);
    const to = asked[here + step];
    if (to) this.goTo(to.id);
  }

  absent(name) {
    this.#change(withCell(this.row, name, this.row.entries?.[name] === "x" ? undefined : "x"));
  }

  enter() {
    if (isFull(this.asked()) && this.touched) this.press();
    else this.next();
  }

  tell(note) {
    this.note = note;
    this.draw();
  }

  // Saving

  press() {
    const open = this.asked().find(({ answered, optional }) => !answered && !optional);
    if (this.#problems().some(({ severity }) => severity === "error")) return this.draw();
    if (open && !this.row.void && !this.halfway) {
      this.halfway = true;
      this.at = open.id;
      this.typed = null;
      return this.draw();
    }
    return this.save(this.number, this.row, this.seen);
  }

  // On the screen

  #problems() {
    return this.told.length ? this.told : this.check(this.number, this.row).problems;
  }

  draw() {
    const inside = this.root.contains(document.activeElement);
    const asked = this.asked();
    const question = this.question;
    const checked = this.check(this.number, this.row);
    const problems = this.told.length ? this.told : checked.problems;
    const full = isFull(asked);
    const shown = problems.filter(({ severity }) => severity === "error" || full);
    this.root.replaceChildren(
      ...[
        this.#head(),
        this.#strip(question, checked.scores, shown),
        once({ ...this, press: (key) => this.goTo(key) }),
        this.#messages(shown),
        this.row.void ? this.#void() : this.#pad(question),
        this.#save(full),
      ].filter(Boolean),
    );
    this.beside.replaceChildren(...special(this, (row) => this.#change(row)));
    if (inside) find(".pad", this.root)?.focus({ preventScroll: true });
  }

  #head() {
    const { title, of, contract, turn, undo, back } = this.head;
    return make("header", {}, [
      make("h2", { id: "entry-title" }, [title, of ? make("small", {}, ` ${of}`) : null]),
      back ? button("plain", back.words, back.press) : undo ? button("plain", undo.words, undo.press) : null,
      contract ? make("p", { class: "contract" }, contract) : null,
      turn ? make("p", { class: "turn" }, turn) : null,
    ]);
  }

  #strip(question, scores, problems) {
    if (!this.description.has_cells && !scores) return null;
    const wrong = new Set(problems.filter(({ severity }) => severity === "error").map(({ player }) => player));
    const press = (name) => (this.description.has_cells ? this.goTo(name) : null);
    const typed = this.typed !== null && question?.player && this.row.entries?.[question.player] === undefined ? this.typed : null;
    return strip({ ...this, scores, wrong, typed, current: question?.player, press });
  }

  #messages(problems) {
    const said = problems.map(({ severity, message }) =>
      make("p", { class: severity === "error" ? "problem" : "note" }, message));
    if (this.note) said.push(make("p", { class: "note" }, this.note));
    if (this.halfway) {
      const open = this.question.player ? `${this.question.player}: ${this.question.field.label}` : this.#words(this.question);
      const words = [`${say("still_open", { what: open })} `];
      said.push(make("p", { class: "note" }, [...words, button("plain", say("save_as_is"), () => this.press())]));
    }
    return make("div", { class: "messages", role: "alert" }, said);
  }

  #save(full) {
    return button(full || this.row.void ? "main save" : "button save", say("save"), () => this.press());
  }

  #words({ pad, field, others }) {
    if (pad === "out") return say(this.description.dash || others?.length ? "who_is_out" : "who_ended");
    return field?.label ?? "";
  }

  #void() {
    const played = () => this.#change({ entries: this.row.entries });
    return make("div", { class: "pad", tabindex: "-1" }, [
      make("p", { class: "question" }, say("not_played", { reason: this.row.void })),
      button("button", say("played_after_all"), played),
    ]);
  }

  #pad(question) {
    if (!question) return null;
    const { player, field } = question;
    const parts = player ? partsOf(this.description, this.row.entries?.[player]) : this.row;
    const value = field ? parts[field.key] : null;
    const label = player ? [make("b", {}, player), field ? `: ${field.label}` : ""] : this.#words(question);
    const figure = question.pad === "digits" && !this.byHand ? make("output", {}, this.typed ?? value ?? "") : null;
    return make("div", { class: "pad", role: "group", tabindex: "-1", "aria-labelledby": "question" }, [
      make("p", { class: "question", id: "question" }, [make("span", {}, label), figure]),
      ...this.#keys(question, parts, value),
    ]);
  }

  #keys(question, parts, value) {
    const { pad, player, hand, extras, instead } = question;
    const give = (answer) => this.answer(question, answer);
    const set = (key) => (answer) => this.#change(withParts(this.description, this.row, player, { [key]: answer }), true);
    const kind = this.byHand || parts[hand?.key] ? "hand" : pad;
    const beside = extras.map((one) => pads.extra(one, parts[one.key], set(one.key), needed(one)));
    const ways = [];
    if (instead) ways.push(button("key toggle-way", say("not_melded"), () => this.#instead(player), { "aria-pressed": `${parts.melded === false}` }));
    if (hand && kind !== "hand") ways.push(button("key toggle-way", say("tap_cards"), () => this.#byHand(true)));
    if (kind === "hand") ways.push(button("key toggle-way", say("type_number"), () => this.#byHand(false)));
    return [this.#main(kind, question, parts, value, give), ...beside, ways.length ? make("div", { class: "ways" }, ways) : null];
  }

  #main(kind, question, parts, value, give) {
    const playing = this.players.filter((name) => this.row.entries?.[name] !== "x");
    const { description, columns, row } = this;
    switch (kind) {
      case "out": {
        const { field, others } = question;
        const end = (ended) => this.#change(withOnce(nobodyOut(description, row), field.key, ended));
        return pads.names(playing, columns, whoIsOut(row) ?? row[field?.key], give, others, end);
      }
      case "few": {
        const dash = question.player && description.dash ? () => this.out(question.player) : null;
        const stays = question.extras.length && question.player;
        const take = (number) => (stays ? this.#change(withParts(description, row, question.player, { [question.field.key]: number }), true) : give(number));
        return pads.few(question, value, take, dash);
      }
      case "digits":
        return pads.digits({ digit: (digit) => typeDigit(this, digit), erase: () => erase(this), next: () => this.next() });
      case "player":
        return pads.names(playing, columns, value, give);
      case "types":
        return pads.types(description.values.types, jokersIn(parts), value, give);
      case "hand":
        return this.hands(this, question, parts, (changes) => this.#change(withParts(description, row, question.player, changes), true));
      case "choice":
        return pads.choice(question, value, give);
      default:
        return null;
    }
  }

  #instead(player) {
    this.#change(withCell(this.row, player, { melded: false }));
  }

  /** Cards one by one, or a number: one of the two. */
  #byHand(yes) {
    const { player, field, hand } = this.question;
    this.typed = null;
    this.byHand = yes;
    const cleared = yes ? { [field.key]: undefined, jokers: undefined } : { [hand.key]: undefined };
    this.#change(withParts(this.description, this.row, player, cleared), true);
  }
}

