/**
 * One game being entered. It asks one question at a time, moves on by itself, and keeps what was typed until it is
 * saved; what is typed here is in no table and on no other phone before that.
 */

import { find } from "./dom.js";
import { drawPanel } from "./panel.js";
import { cellIn, isFull, isOnTable, isOut, partsOf, questions, whoIsOut, withCell, withOnce, withOut, withParts } from "./questions.js";
import { special } from "./special.js";

/** What was typed and does not count just now, by player: who is away, and the other way to write a hand. */
const nothing = () => ({ away: new Map(), typed: new Map(), picked: new Map() });

export class Entry {
  /**
   * @param {HTMLElement} root
   * @param {{beside: HTMLElement, description: object, players: string[], columns: object, hands: object,
   *   check: function, keep: function, save: function, back: function, last: function, isChangedElsewhere: function, explainChange: function,
   *   leaveOut: function}} given
   */
  constructor(root, given) {
    Object.assign(this, given);
    this.root = root;
    this.number = 0;
  }

  /** Begin with a game; `row` is what stands there, or what was typed before; `aside`, what it may get back. */
  open({ number, row, seen, aside = nothing(), played, stayOut = [], touched = false, head, note = "", problems = [], canLeave = false }) {
    Object.assign(this, { number, row, seen, aside, stayOut, touched, head, note, canLeave, told: problems });
    aside.played ??= played;
    this.root.dataset.number = number;
    this.typed = null;
    this.picksCards = null;
    this.hands?.forget();
    this.halfway = false;
    const asked = this.asked();
    this.at = (asked.find(({ answered, optional }) => !answered && !optional) ?? asked[0])?.id;
    this.draw();
  }

  // Answers

  answer(question, value) {
    const { player, field, pad } = question;
    if (pad === "out") return this.change(withOut(this.description, this.row, value));
    return this.change(player ? this.#withPart(question, value) : withOnce(this.row, field.key, value));
  }

  /** A number takes the place of cards; who has points left has melded. */
  #withPart({ player, field, hand, instead }, value) {
    const other = { ...(hand ? { [hand.key]: undefined } : {}), ...(instead ? { melded: value === undefined ? undefined : true } : {}) };
    return withParts(this.description, this.row, player, { ...other, [field.key]: value });
  }

  change(row, stay = false) {
    this.row = row;
    this.touched = true;
    this.told = [];
    this.canLeave = false;
    this.note = "";
    this.halfway = false;
    this.#keepDraft();
    if (!stay || !this.asked().some(({ id }) => id === this.at)) this.#moveOn();
    this.draw();
  }

  #keepDraft() {
    const { number, row, seen, aside } = this;
    this.keep(number, { row, seen, aside });
  }

  #moveOn() {
    const asked = this.asked();
    const here = asked.findIndex(({ id }) => id === this.at);
    const open = (question) => !question.answered && question.id !== this.at;
    const next = asked.slice(here + 1).find(open) ?? asked.find((question) => open(question) && !question.optional);
    this.typed = null;
    this.picksCards = null;
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
    this.picksCards = null;
    this.draw();
  }

  /** Who presses the dash on another's cell says who is out. */
  out(name) {
    this.at = "out";
    this.change(withOut(this.description, this.row, name));
  }

  /** A number as far as it is typed. */
  write(question, value) {
    const { player, field } = question;
    const row = player ? this.#withPart(question, value) : withOnce(this.row, field.key, value);
    this.change(row, true);
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

  setPart(player, changes) {
    this.change(withParts(this.description, this.row, player, changes), true);
  }

  notMelded(player) {
    this.change(withCell(this.row, player, { melded: false }));
  }

  /** Cards one by one, or a number: one of the two. What the other was comes back with it. */
  pickCards(yes) {
    const { player, field, hand } = this.question;
    const { typed, picked } = this.aside;
    const now = this.partsOf(player);
    (yes ? typed : picked).set(player, now);
    const none = { [field.key]: undefined, jokers: undefined, [hand.key]: undefined };
    const { [field.key]: figure, jokers, could_meld = now.could_meld } = typed.get(player) ?? {};
    const back = yes ? { [hand.key]: picked.get(player)?.[hand.key] } : { [field.key]: figure, jokers, could_meld };
    this.typed = null;
    this.hands.forget();
    this.picksCards = yes;
    this.setPart(player, { ...none, ...back });
  }

  picks({ hand }, parts) {
    return this.picksCards ?? !!(hand && parts[hand.key]);
  }

  /** Does not play, or does after all: then with what was typed, unless somebody else is out by now. */
  absent(name) {
    const { row, aside: { away } } = this;
    const cell = cellIn(row, name);
    const back = away.get(name);
    if (cell !== "x") away.set(name, cell);
    this.change(withCell(row, name, cell !== "x" ? "x" : isOut(back) && whoIsOut(row) ? undefined : back), !this.question.answered);
  }

  /** The reason of a game that is not played, as far as it is typed. */
  because(reason) {
    this.aside.reason = reason;
    this.touched = true;
    this.#keepDraft();
  }

  /** Kept at once: nothing more is to be said of it. */
  notPlayed(reason) {
    const { row, players } = this;
    Object.assign(this.aside, { played: row, reason: "" });
    const away = players.filter((name) => cellIn(row, name) === "x").map((name) => [name, "x"]);
    this.change({ ...(row.round && { round: row.round }), void: reason, entries: Object.fromEntries(away) }, true);
    return this.press();
  }

  /** After all: as it was typed, with those who play now. */
  played() {
    const { row, players, aside: { played = {} } } = this;
    const isAway = (one, name) => cellIn(one, name) === "x";
    const changed = players.filter((name) => isAway(row, name) !== isAway(played, name));
    this.change(changed.reduce((one, name) => withCell(one, name, cellIn(row, name)), withOnce(played, "round", row.round)), true);
  }

  clear() {
    this.aside = nothing();
    this.change({}, true);
  }

  enter() {
    if (isFull(this.asked()) && this.touched) this.press();
    else this.next();
  }

  tell(note) {
    this.note = note;
    this.draw();
  }

  problems() {
    return this.told.length ? this.told : this.check(this.number, this.row).problems;
  }

  /** Whether somebody lay on the table before the game ended, as far as the cards or the scribe say. */
  layOnTable(player) {
    return isOnTable(this.description, this.partsOf(player)) || this.aside.onTable?.has(player);
  }

  /** What the scribe says of a joker that is left: could it have been laid, or did its holder lie there already? */
  judge(player, verdict) {
    const { onTable = new Set() } = this.aside;
    if (verdict === "on_table") onTable.add(player);
    else onTable.delete(player);
    Object.assign(this.aside, { onTable });
    this.setPart(player, { could_meld: verdict !== false });
  }

  /** Whether this player begins this game, as far as that is known. */
  starts(player) {
    return this.check(this.number, this.row).row?.starter === player;
  }

  partsOf(player) {
    return partsOf(this.description, cellIn(this.row, player));
  }

  // Saving

  async press() {
    const open = this.asked().find(({ answered, optional }) => !answered && !optional);
    this.typed = null;
    if (this.saving || this.problems().some(({ severity }) => severity === "error")) return this.draw();
    if (open && !this.row.void && !this.halfway) {
      this.halfway = true;
      this.at = open.id;
      return this.draw();
    }
    if (!this.touched) return this.back();
    this.saving = true;
    const { number, row, seen, aside } = this;
    await this.save(number, row, seen, row.void && aside.played).finally(() => (this.saving = false));
  }

  // On the screen

  draw() {
    const active = document.activeElement;
    const inside = this.root.contains(active);
    drawPanel(this);
    this.beside.replaceChildren(...special(this));
    if (this.root.getBoundingClientRect().top < 0 && this.at !== this.shown) this.root.scrollIntoView();
    this.shown = this.at;
    if (inside) (active.isConnected ? active : find(".pad", this.root))?.focus({ preventScroll: true });
    else if (!active.isConnected && active.id) document.getElementById(active.id)?.focus();
  }
}
