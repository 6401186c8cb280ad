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
  open({ number, row, seen, touched = false, head, note = "", problems = [], leave = null }) {
    Object.assign(this, { number, row, seen, touched, head, note, leave, told: problems });
    this.root.dataset.number = number;
    this.typed = null;
    this.byHand = null;
    this.hands?.forget();
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
    this.leave = null;
    this.note = "";
    this.halfway = false;
    this.keep(this.number, { row, seen: this.seen });
    if (!stay || !this.asked().some(({ id }) => id === this.at)) this.#moveOn();
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
    this.#change(withCell(this.row, name, this.row.entries?.[name] === "x" ? undefined : "x"), true);
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

  async press() {
    const open = this.asked().find(({ answered, optional }) => !answered && !optional);
    this.typed = null;
    if (this.saving || this.#problems().some(({ severity }) => severity === "error")) return this.draw();
    if (open && !this.row.void && !this.halfway) {
      this.halfway = true;
      this.at = open.id;
      return this.draw();
    }
    if (!this.touched) return this.back();
    this.saving = true;
    await this.save(this.number, this.row, this.seen).finally(() => (this.saving = false));
  }

  // On the screen

  #problems() {
    return this.told.length ? this.told : this.check(this.number, this.row).problems;
  }

  partsOf(player) {
    return partsOf(this.description, this.row.entries?.[player]);
  }

  draw() {
    const active = document.activeElement;
    const inside = this.root.contains(active);
    const asked = this.asked();
    const question = this.question;
    const checked = this.check(this.number, this.row);
    const problems = this.told.length ? this.told : checked.problems;
    const full = isFull(asked);
    const typing = this.typed !== null ? question.player : null; // a 1 may become a 17
    const shown = problems.filter(({ severity, player }) => (severity === "error" || full) && (!typing || player !== typing));
    this.root.replaceChildren(
      ...[
        this.#head(checked.row ?? {}),
        this.#strip(question, checked.scores, shown),
        once({ ...this, press: (key) => this.goTo(key) }),
        this.#messages(shown),
        this.row.void ? this.#void() : this.#pad(question),
        full || !this.root.classList.contains("picking") ? this.#save(full) : null,
      ].filter(Boolean),
    );
    this.beside.replaceChildren(...special(this, (row) => this.#change(row, true)));
    if (this.root.getBoundingClientRect().top < 0 && this.at !== this.shown) this.root.scrollIntoView();
    this.shown = this.at;
    if (inside) (active.isConnected ? active : find(".pad", this.root))?.focus({ preventScroll: true });
  }

  #head({ contract, dealer, starter }) {
    const { title, of, undo, back } = this.head;
    const turn = dealer ? say("deals_begins", { dealer, starter }) : starter ? say("begins", { name: starter }) : "";
    return make("header", {}, [
      make("h2", { id: "entry-title" }, [title, of ? make("small", {}, ` ${of}`) : null]),
      back ? button("plain", back.words, back.press) : undo ? button("plain", undo.words, undo.press) : null,
      make("p", {}, [contract ? make("b", {}, contract) : null, contract && turn ? " · " : null, turn]),
    ]);
  }

  #strip(question, scores, problems) {
    if (!this.description.has_cells && !scores) return null;
    const wrong = new Set(problems.filter(({ severity }) => severity === "error").map(({ player }) => player));
    const press = (name) => (this.description.has_cells ? this.goTo(name) : null);
    return strip({ ...this, scores, wrong, current: question?.player, press });
  }

  #messages(problems) {
    const said = problems.map(({ severity, message }) =>
      make("p", { class: severity === "error" ? "problem" : "note" }, message));
    if (this.leave) said.push(button("button", say("leave_out"), this.leave));
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
    const picks = this.#picks(question, parts);
    const what = (picks ? question.hand : field)?.label;
    const label = player ? [make("b", {}, player), what ? `: ${what}` : ""] : this.#words(question);
    this.root.classList.toggle("picking", picks || question.pad === "types");
    this.root.classList.toggle("tight", question.pad === "digits" && !!(question.extras.length || question.hand));
    const figure = question.pad === "digits" && !picks ? make("output", {}, this.typed ?? value ?? "") : null;
    return make("div", { class: "pad", role: "group", tabindex: "-1", "aria-labelledby": "question" }, [
      make("p", { class: "question", id: "question" }, [make("span", {}, label), figure]),
      ...this.#keys(question, parts, value),
    ]);
  }

  #keys(question, parts, value) {
    const { pad, player, hand, extras, instead } = question;
    const give = (answer) => this.answer(question, answer);
    const set = (key) => (answer) => this.#change(withParts(this.description, this.row, player, { [key]: answer }), true);
    const kind = this.#picks(question, parts) ? "hand" : pad;
    const shown = (one) => pads.extra(one, parts[one.key], set(one.key), needed(one) ? this.#yesNo() : null);
    const said = extras.filter((one) => one.kind === "number" || needed(one)).map(shown);
    const toggles = extras.filter((one) => one.kind === "flag" && !needed(one)).map(shown);
    return [
      this.#main(kind, question, parts, value, give),
      ...said,
      toggles.length ? make("div", { class: "toggles" }, toggles) : null,
      make("div", { class: "ways" }, this.#ways(kind, question, parts)),
    ];
  }

  /** Other ways to answer, and on from what does not move on by itself. */
  #ways(kind, { player, hand, extras, instead }, parts) {
    const way = (key, press, more) => button("key way", say(key), press, more);
    const ways = [];
    if (instead) ways.push(way("not_melded", () => this.#instead(player), { "aria-pressed": `${parts.melded === false}` }));
    if (kind === "hand") ways.push(way("type_number", () => this.#byHand(false)));
    else if (hand && !extras.some(needed)) ways.push(way(this.#tiles ? "tap_tiles" : "tap_cards", () => this.#byHand(true)));
    const moves = kind === "hand" || (extras.length && kind !== "digits");
    if (moves && !isFull(this.asked())) ways.push(button("key on", say("next"), () => this.next()));
    return ways;
  }

  #picks({ hand }, parts) {
    return this.byHand ?? !!(hand && parts[hand.key]);
  }

  get #tiles() {
    return this.description.pack?.suits === "kbro";
  }

  /** The verdict, with what a joker then counts where that is the question. */
  #yesNo() {
    const { joker_low: low, joker_high: high } = this.description.options;
    const words = (key, worth) => (worth === undefined ? say(key) : `${say(key)} · ${worth}`);
    return [[false, words("no", low)], [true, words("yes", high)]];
  }

  #main(kind, question, parts, value, give) {
    const playing = this.players.filter((name) => this.row.entries?.[name] !== "x");
    const { description, columns, row } = this;
    const stay = (answer) => this.write(question, answer);
    switch (kind) {
      case "out": {
        const { field, others } = question;
        const end = (ended) => this.#change(withOnce(nobodyOut(description, row), field.key, ended));
        return pads.names(playing, columns, whoIsOut(row) ?? row[field?.key], give, others, end);
      }
      case "few": {
        const dash = question.player && description.dash ? () => this.out(question.player) : null;
        return pads.few(question, value, question.extras.length ? stay : give, dash);
      }
      case "digits":
        return pads.digits({ digit: (digit) => typeDigit(this, digit), erase: () => erase(this), next: () => this.next() });
      case "player":
        return pads.names(playing, columns, value, give);
      case "types":
        return pads.types(description.values.types, jokersIn(parts), value, stay);
      case "hand":
        return this.hands.draw(this, question, parts, (changes) => this.#change(withParts(description, this.row, question.player, changes), true));
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
    this.hands.forget();
    this.byHand = yes;
    const cleared = yes ? { [field.key]: undefined, jokers: undefined } : { [hand.key]: undefined };
    this.#change(withParts(this.description, this.row, player, cleared), true);
  }
}

