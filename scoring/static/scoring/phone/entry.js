/**
 * One game being entered. It asks one question at a time, moves on by itself, and keeps what was typed until it is
 * saved; what is typed here is in no table and on no other phone before that.
 */

import { own } from "../games/game.js";
import { find } from "./dom.js";
import { figure } from "./grid.js";
import { isEntered } from "./with_unsent.js";
import { drawPanel } from "./panel.js";
import { cellIn, isOnTable, isOut, partsOf, questions, underFirst, verdictKey, whoIsOut, withCell, withOnce, withOut, withParts } from "./questions.js";
import { special } from "./absent_and_void.js";
import { pressed, settle } from "./shaky_finger.js";
import { say } from "./words.js";

const HALF = ".5"; // as it is typed
const READING = 1200; // ms
const LIKELY = 250; // points of a player in a game
const SHARED = ["K43", "M43"]; // two lowest racks: told, and nothing to look at once more

/** @type {() => Aside} */
const nothing = () => ({ away: new Map(), typed: new Map(), picked: new Map() });

/**
 * @import {Hands} from "./judge_hand.js"
 * @import {Question} from "./questions.js"
 * @import {SheetData} from "./sheet_data.js"
 * @import {Head, Writing} from "./save_and_undo.js"
 */

export class Entry {
  number = 0;
  /** @type {Row} */
  row = {};
  aside = nothing();
  touched = false;
  note = ""; // on what stands in a game that was opened, until that is saved: no key may move under the finger
  warning = "";
  canLeave = false;
  halfway = false;
  isUnlikely = false;
  /** @type {Promise<void> | null} */
  saving = null;
  /** @type {number | string} */
  seen = 0;
  /** @type {WordedProblem[]} */
  refusals = [];
  /** @type {{figure: string, problems: WordedProblem[]} | null} */
  halted = null; // what Next or Save did not take
  /** @type {Head} */
  head;
  /** @type {string | undefined} */
  at; // the id of the question
  /** @type {string | undefined} */
  shown; // likewise, when it was drawn last
  kept = 0; // px for messages, also where there are none now
  pushed = 0; // px that the page is scrolled for what grew above the keys
  isTyping = false; // what is drawn now is a figure that goes on
  /** @type {string | null} */
  typed = null; // a number, as far as it is typed
  /** @type {string | null} */
  left = null; // what stood half typed when the game was opened
  /** @type {string | null} */
  doubt = null; // the same without digits that a shaking finger may have pressed
  /** @type {boolean | null} */
  picksCards = null;
  /** @type {string | null} */
  given = null; // the question that a key has just answered and that is open still
  unheard = NaN; // the figure that may have been pressed for this question, or once too often for the one before
  /** @type {string | null} */
  tens = null; // of a figure, as far as it is pressed
  letters = ""; // of a bid
  seats = "";
  /** @type {typeof import("./special_pads.js") | null} */
  specialPads = null;
  root = find("#entry");
  beside = find("#special");

  /**
   * @param {SheetData} data
   * @param {Writing} writing
   * @param {Hands} hands
   * @param {Record<string, string[]>} columns
   */
  constructor(data, writing, hands, columns) {
    this.data = data;
    this.writing = writing;
    this.hands = hands;
    this.columns = columns;
    this.description = data.description;
    this.players = data.record.state.data.players;
    this.root.addEventListener("unheard", () => {
      this.unheard = pressed.unheard;
      this.warning = say("counts_once");
      this.draw();
    });
  }

  /**
   * Begin with a game; `row` is what stands there, or what was typed before; `aside`, what it may get back.
   * @param {{number: number, row: Row, seen: number | string, aside?: Aside, played?: Row, touched: boolean,
   *   head: Head, note: string, problems: WordedProblem[], canLeave: boolean}} game
   */
  open({ problems, played, aside = nothing(), ...game }) {
    Object.assign(this, { ...game, aside, warning: "", refusals: problems });
    this.row = underFirst(this.description, this.players, this.row);
    aside.played ??= played;
    this.root.dataset.number = `${this.number}`;
    this.hands.forget();
    this.halfway = this.isUnlikely = false;
    const listed = this.listQuestions();
    this.#ask(listed.find(({ answered, optional }) => !answered && !optional) ?? listed.find(({ pad }) => pad === "sides") ?? listed[0]);
    const { question } = this;
    const isLeft = question?.pad === "sides" ? this.touched : question && this.isHalf(question);
    this.left = isLeft ? `${this.#figureOf(question) ?? ""}` || null : null;
    this.draw(true);
  }

  // Answers

  /** @type {(question: Question, value: Value) => void} */
  answer(question, value) {
    const { player, field, pad } = question;
    if (pad === "out") return this.change(withOut(this.description, this.row, `${value}`));
    return this.change(player ? this.#withPart(question, value) : withOnce(this.description, this.row, field.key, value));
  }

  /**
   * By a key of its own. Whoever types 12 as 1 and 2 comes to one figure too many: both are offered, and neither counts.
   * So does who meant the figure that was not heard.
   * @type {(question: Question, figure: Value, give: (figure: Value) => void) => void}
   */
  pick(question, figure, give) {
    const { id } = question;
    const isUnheard = !Number.isNaN(this.unheard);
    const before = isUnheard ? this.unheard : this.isInDoubt ? this.doubt : this.#figureOf(question);
    this.unheard = NaN;
    if ((isUnheard || this.given === id) && before !== figure) this.type(`${figure}`, `${before}`);
    else give(figure);
    this.given = id === this.at ? id : null;
  }

  /**
   * A number takes the place of cards; who has points left has melded.
   * @type {(question: Question, value: Value) => Row}
   */
  #withPart({ player, field, hand }, value) {
    const { instead } = field;
    const other = { ...(hand ? { [hand.key]: undefined } : {}), ...(instead ? { [instead]: value === undefined ? undefined : true } : {}) };
    return withParts(this.description, this.row, player, { ...other, [field.key]: value });
  }

  /** @type {(row: Row, stay?: boolean) => void} */
  change(row, stay = false) {
    if (this.saving) return;
    this.row = this.specialPads?.follow(this, row) ?? row;
    this.touched = true;
    this.refusals = [];
    if (!this.isInDoubt) this.halted = null;
    this.warning = "";
    this.halfway = this.isUnlikely = false;
    this.#keepDraft();
    this.isTyping = stay;
    if (!stay || !this.listQuestions().some(({ id }) => id === this.at)) this.#moveOn();
    this.draw();
  }

  #keepDraft() {
    const { number, row, seen, aside } = this;
    this.writing.keepDraft(number, { row, seen, aside });
  }

  #moveOn() {
    const listed = this.listQuestions();
    this.#ask(this.findNext(listed) ?? listed.find(({ id }) => id === this.at) ?? listed.at(-1));
  }

  /**
   * The first digit takes the place of a figure that stands there, as on any phone.
   * @type {(question?: Question) => void}
   */
  #ask(question) {
    this.at = question?.id;
    this.typed = this.doubt = this.left = this.given = this.tens = this.picksCards = this.halted = null;
    this.unheard = NaN;
  }

  /**
   * What is asked after this; what only adds to an answer, or is rare, is no stop on the way.
   * @type {(listed: Question[]) => Question | undefined}
   */
  findNext(listed) {
    const here = listed.findIndex(({ id }) => id === this.at);
    const open = listed.filter(({ id, answered, pad, field }) => !answered && pad !== "extras" && !field.rare && id !== this.at);
    return open.find((question) => listed.indexOf(question) > here) ?? open.find(({ optional }) => !optional);
  }

  /** Whether this game stands on the form already. */
  get mends() {
    return isEntered(this.data.view.data.games[this.number - 1]);
  }

  listQuestions() {
    const { specialPads, description, players, row } = this;
    const listed = questions(description, specialPads?.inOrder(this) ?? players, row)
      .map((question) => (this.isHalf(question) ? { ...question, answered: false } : question))
      .map((question) => (question.pad === "tens" && question.id === this.at && this.typed !== null ? { ...question, pad: "digits" } : question));
    return specialPads ? listed.map((question) => specialPads.turn(this, question)) : listed;
  }

  /**
   * A figure that was typed, and not ended by Next or Save: a 2 may become a 27.
   * @type {(question: Question) => boolean}
   */
  isHalf(question) {
    return !!this.aside.half?.has(question.id) && this.#figureOf(question) !== null;
  }

  /** @type {(question: Question) => Value} */
  #figureOf(question) {
    return this.#answersTo(question)[question.field.key] ?? null;
  }

  /** What still has to be said before this game is full; Save ends the figure that is open. */
  listOpen() {
    return this.listQuestions().filter((question) =>
      !question.answered && !question.optional && (question.id !== this.at || question.verdict || !this.isHalf(question)));
  }

  /** Whether a shaking finger may have pressed a digit of the number that is open once too often. */
  get isInDoubt() {
    return this.typed !== null && this.doubt !== null;
  }

  /** Whether Next goes on from what is open: there is a figure, or nothing has a meaning. */
  get canGoOn() {
    const { question } = this;
    if (!question || question.verdict || this.isInDoubt) return false;
    return question.answered || [this.#figureOf(question), question.field.if_passed ?? null].some((value) => value !== null);
  }

  /** @type {(question: Question) => Answers} */
  #answersTo({ player }) {
    return player ? this.partsOf(player) : this.row;
  }

  get question() {
    const listed = this.listQuestions();
    return listed.find(({ id }) => id === this.at) ?? listed[0];
  }

  /**
   * A question that is open stays so when its player is called otherwise.
   * @type {(names: Record<string, string>) => void}
   */
  rename(names) {
    /** @type {(id: string) => string} */
    const now = (id) => {
      const end = id.lastIndexOf("/");
      return end < 0 ? id : (own(names, id.slice(0, end)) ?? id.slice(0, end)) + id.slice(end);
    };
    const { at, shown, given, aside } = this;
    if (at) this.at = now(at);
    if (shown) this.shown = now(shown);
    if (given) this.given = now(given);
    if (aside.half) aside.half = new Set([...aside.half].map(now));
  }

  /** @type {(key: string) => void} */
  goTo(key) {
    const listed = this.listQuestions();
    const mine = listed.filter(({ id, player }) => player === key || id === key);
    const wrong = this.#isWrong(key) && mine.find((question) => !this.#isWrong(key, this.#withPart(question, undefined)));
    const target = wrong || (mine.find(({ answered }) => !answered) ?? mine[0] ?? listed.find(({ pad }) => pad === "out"));
    if (!target) return;
    this.#ask(target);
    this.draw();
  }

  /** @type {(player: string, row?: Row) => boolean} */
  #isWrong(player, row = this.row) {
    return this.data.checkGame(this.number, row).problems.some((problem) => problem.severity === "error" && problem.player === player);
  }

  /**
   * Who presses the dash on another's cell says who is out.
   * @type {(name: string) => void}
   */
  out(name) {
    this.at = "out";
    this.change(withOut(this.description, this.row, name));
  }

  /** @type {(question: Question, value: Value) => void} */
  write(question, value) {
    const { player, field } = question;
    const row = player ? this.#withPart(question, value) : withOnce(this.description, this.row, field.key, value);
    this.change(row, true);
  }

  /**
   * One more digit of the number that is open. In the place that was pressed last it may be none: then the numbers with
   * and without it are offered, and neither counts; likewise what was wrong and what is typed after it, which may be
   * another player's. One digit too many shows as a number that is too high.
   * @type {(digit: string, isAgain?: boolean) => void}
   */
  addDigit(digit, isAgain = false) {
    const { low, high } = this.question.field;
    const longest = `${Math.max(Math.abs(low), Math.abs(high))}`.length + 1;
    /** @type {(before: string | null) => string} */
    const longer = (before) => before?.endsWith(HALF) ? before : `${before ?? ""}${digit}`.replace(/^(-?)0+(?=\d)/, "$1").slice(0, longest + Number(before?.startsWith("-") ?? 0));
    if (this.typed?.endsWith(HALF)) return;
    if (this.halted) return this.type(longer(this.typed), this.halted.figure);
    if (this.typed === null && this.left !== null) return this.type(longer(null), longer(this.left));
    const without = this.isInDoubt ? this.doubt : null;
    this.type(longer(this.typed), isAgain ? without ?? this.typed ?? "" : without === null ? null : longer(without));
  }

  /** By itself, where figures are pressed by their tens. */
  typeFigure() {
    this.typed = "";
    this.draw();
  }

  turnSign() {
    this.#turn((typed) => (typed.startsWith("-") ? typed.slice(1) : `-${typed}`));
  }

  turnHalf() {
    this.#turn((typed) => (typed.endsWith(HALF) ? typed.slice(0, -HALF.length) : `${typed}${HALF}`));
  }

  /**
   * The number that stands there, and what it may be without a digit that was pressed twice.
   * @type {(turned: (typed: string) => string) => void}
   */
  #turn(turned) {
    const typed = this.typed ?? `${this.#figureOf(this.question) ?? ""}`;
    this.type(turned(typed), this.isInDoubt ? turned(this.doubt ?? "") : null);
  }

  /** @type {(typed: string, doubt?: string | null) => void} */
  type(typed, doubt = null) {
    this.typed = typed;
    this.doubt = doubt === typed && !this.halted ? null : doubt;
    const { question, aside } = this;
    const isNothing = ["", "-"].includes(typed) || this.isInDoubt;
    aside.half ??= new Set();
    if (isNothing || question.pad !== "digits") aside.half.delete(question.id);
    else aside.half.add(question.id);
    this.write(question, isNothing ? undefined : Number(typed));
  }

  /** On, from what was typed, unless it is wrong; nothing at all has a meaning for some fields. */
  next() {
    const { question } = this;
    if (!this.canGoOn) return;
    const { if_passed: passed } = question.field;
    this.#end();
    if (this.#isWrong(question.player)) return this.#halt(question.player);
    if ((passed ?? null) !== null && this.#figureOf(question) === null) return this.change(this.#withPart(question, passed));
    this.#moveOn();
    this.draw();
  }

  /** @type {(player: string) => void} */
  #halt(player) {
    const { question } = this;
    const problems = this.problems();
    if (question.player !== player || this.#isWrong(player, this.#withPart(question, undefined))) this.goTo(player);
    this.halted = { figure: `${this.#figureOf(this.question) ?? ""}`, problems };
    this.#refuse();
    settle(find(".pad", this.root), READING); // whoever types on without a look is not heard
  }

  /** What is wrong is read whole, also on a laptop, where it stands below Save. */
  #refuse() {
    this.draw();
    this.root.querySelector(".problem")?.scrollIntoView({ block: "nearest" });
  }

  /** The number that is open is whole. */
  #end() {
    this.typed = this.left = null;
    if (this.aside.half?.delete(this.at ?? "")) this.#keepDraft();
  }

  /** @type {(step: number) => void} */
  move(step) {
    const listed = this.listQuestions();
    const here = listed.findIndex(({ id }) => id === this.at);
    const to = listed[here + step];
    if (to) this.goTo(to.id);
  }

  /** @type {(player: string, changes: Parts) => void} */
  setPart(player, changes) {
    this.change(withParts(this.description, this.row, player, changes), true);
  }

  /** @type {(player: string) => void} */
  notMelded(player) {
    const { instead = "" } = this.question.field;
    this.change(withCell(this.row, player, { [instead]: false }));
  }

  /**
   * Cards one by one, or a number: one of the two. What the other was comes back with it.
   * @type {(yes: boolean) => void}
   */
  pickCards(yes) {
    const { player, field, hand } = this.question;
    const { typed, picked } = this.aside;
    const now = this.partsOf(player);
    const cards = hand?.key ?? "";
    (yes ? typed : picked).set(player, now);
    const none = { [field.key]: undefined, jokers: undefined, [cards]: undefined };
    const verdict = verdictKey(this.description);
    const { [field.key]: figure, jokers, [verdict]: said = now[verdict] } = typed.get(player) ?? {};
    const back = yes ? { [cards]: picked.get(player)?.[cards] } : { [field.key]: figure, jokers, [verdict]: said };
    this.#end();
    this.hands.forget();
    this.picksCards = yes;
    this.setPart(player, { ...none, ...back });
  }

  /** @type {(question: Question, parts: Parts) => boolean} */
  picks({ hand }, parts) {
    return this.picksCards ?? !!(hand && parts[hand.key]);
  }

  /** @type {(name: string) => void} */
  absent(name) {
    const { row, aside: { away } } = this;
    const cell = cellIn(row, name);
    const back = away.get(name);
    if (cell !== "x") away.set(name, cell);
    this.change(withCell(row, name, cell !== "x" ? "x" : isOut(back) && whoIsOut(row) ? undefined : back), !this.question.answered);
  }

  /** @type {(reason: string) => void} */
  because(reason) {
    this.aside.reason = reason;
    this.touched = true;
    this.#keepDraft();
  }

  /** @type {(reason: string) => Promise<void>} */
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
    const changed = players.filter((name) => (cellIn(row, name) === "x") !== (cellIn(played, name) === "x"));
    this.change(changed.reduce((before, name) => withCell(before, name, cellIn(row, name)), withOnce(this.description, played, "round", row.round)), true);
  }

  clear() {
    Object.assign(this, { aside: nothing(), note: "", canLeave: false });
    this.change({}, true);
    this.goTo(this.listQuestions()[0].id);
    this.draw(true);
  }

  enter() {
    if (!this.listOpen().length && this.touched) this.press();
    else this.next();
  }

  problems() {
    const problems = this.refusals.length ? this.refusals : this.data.checkGame(this.number, this.row).problems;
    return problems.length ? problems : this.#listUnlikely();
  }

  /**
   * A 727 may be a 72: who typed it looks once more. In a game of many points they are more than twice those so far.
   * @type {() => WordedProblem[]}
   */
  #listUnlikely() {
    const { data: { result }, description: { totals_only: isWhole, options }, number } = this;
    const before = result.rows.filter(({ game }) => game !== number).flatMap(({ scores = {} }) => Object.values(scores).map(Math.abs));
    const most = isWhole || options.per === "round" ? Infinity : Math.max(LIKELY, ...before.map((points) => 2 * points));
    return this.listQuestions().filter((question) => question.player && Math.abs(Number(this.#figureOf(question))) > most).map((question) => ({
      code: "", severity: "warning", game: number, player: question.player, params: {},
      message: say("very_many", { name: question.player, points: figure(this.#figureOf(question)) }) }));
  }

  /** @type {(player: string) => boolean} */
  layOnTable(player) {
    return isOnTable(this.description, this.partsOf(player)) || !!this.aside.onTable?.has(player);
  }

  /**
   * What the scribe says of a joker that is left: could it have been laid, or did its holder lie there already? That is
   * the last of a figure; cards may follow.
   * @type {(player: string, verdict: boolean | "on_table") => void}
   */
  judge(player, verdict) {
    const onTable = this.aside.onTable ??= new Set();
    if (verdict === "on_table") onTable.add(player);
    else onTable.delete(player);
    this.setPart(player, { [verdictKey(this.description)]: verdict !== false });
    if (!this.picks(this.question, this.partsOf(player))) this.next();
  }

  /** @type {(player: string) => boolean} */
  starts(player) {
    return this.data.checkGame(this.number, this.row).row?.starter === player;
  }

  /** @type {(player: string) => Parts} */
  partsOf(player) {
    return partsOf(this.description, cellIn(this.row, player));
  }

  // Saving

  /** @type {(asItIs?: boolean) => Promise<void>} */
  async press(asItIs = false) {
    const [open] = this.listOpen();
    if (!this.isInDoubt) this.#end();
    const wrong = this.problems().find(({ severity }) => severity === "error");
    if (this.saving || (wrong && !wrong.player)) return this.#refuse();
    if (wrong) return this.#halt(`${wrong.player}`);
    if (open && !this.row.void && !asItIs) {
      this.halfway = true;
      if (open.id !== this.at) this.#ask(open);
      return this.draw();
    }
    for (const question of this.listQuestions().filter((half) => this.isHalf(half))) this.row = this.#withPart(question, undefined);
    if (!this.touched) return this.writing.open();
    if (this.problems().some(({ code }) => !SHARED.includes(code)) && !this.isUnlikely && !asItIs) {
      this.isUnlikely = true; // told, and saved by a second press
      return this.draw();
    }
    const { number, row, seen, aside } = this;
    this.saving = this.writing.save(number, row, seen, row.void ? aside.played : undefined).finally(() => (this.saving = null));
    await this.saving;
  }

  // On the screen

  /**
   * What stands above the keys grows; while a figure is typed the page scrolls along, so that no key moves under a
   * finger. Where it can't scroll back when a message goes, the room of that stays till a game is begun anew.
   * @type {(isAnew: boolean) => void}
   */
  #drawInPlace(isAnew) {
    const before = this.#measure();
    drawPanel(this);
    this.#keepRoom(isAnew ? 0 : this.kept);
    const after = this.#measure(), from = scrollY;
    const keys = this.isTyping && this.at === this.shown ? after.digits - before.digits : NaN;
    const asked = this.root.querySelector(after.messages && !this.isInDoubt ? ".messages" : "#question");
    const room = this.shown ? Math.max(0, asked?.getBoundingClientRect().top ?? 0) : 0; // what is asked stays in sight
    const top = Math.min(Number.isNaN(keys) ? after.messages - before.messages : keys, room);
    scrollBy({ top, behavior: "instant" });
    const lacking = scrollY - from - top;
    if (lacking >= 1 && !isAnew) this.#keepRoom(after.messages + lacking);
    this.pushed = Math.max(0, this.pushed + scrollY - from);
    this.isTyping = false;
  }

  /** @type {(height: number) => void} */
  #keepRoom(height) {
    this.kept = height;
    if (height) find(".messages", this.root).style.minHeight = `${height}px`;
  }

  /** Where the digits are, and how far messages push them down; on a laptop these stand below. */
  #measure() {
    const messages = this.root.querySelector(".messages");
    const isAbove = !!messages && getComputedStyle(messages).order === "0";
    const digit = isAbove ? this.root.querySelector("[data-digit], .few .key") : null;
    return { digits: digit?.getBoundingClientRect().top ?? NaN, messages: isAbove ? messages.getBoundingClientRect().height : 0 };
  }

  get #strip() {
    return this.root.querySelector(".begins, .strip") ?? this.root;
  }

  /** Where Save lies over keys, and not beside them, or below the screen, the page scrolls on. */
  freeKeys() {
    const key = [...this.root.querySelectorAll(".pad > :not(.ways) .key")].at(-1)?.getBoundingClientRect();
    const ending = find(".ending", this.root).getBoundingClientRect();
    const isOver = key && key.left < ending.right && key.right > ending.left;
    const hidden = Math.max(isOver ? key.bottom - ending.top : 0, this.root.querySelector(".problem") ? ending.bottom - innerHeight : 0);
    if (hidden <= 0) return;
    if (this.#strip !== this.root) this.#strip.scrollIntoView();
    else scrollBy({ top: Math.ceil(Math.min(hidden, find(".messages", this.root).getBoundingClientRect().top)), behavior: "instant" });
  }

  /** @type {(isAnew?: boolean) => void} */
  draw(isAnew = false) {
    const active = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
    const inside = this.root.contains(active);
    this.#drawInPlace(isAnew);
    this.beside.replaceChildren(...special(this));
    if (this.at !== this.shown) {
      const top = matchMedia("(max-width: 16rem)").matches ? this.#strip : this.root; // letters twice as large
      if (top.getBoundingClientRect().top + this.pushed < 0) top.scrollIntoView();
      this.freeKeys();
    }
    this.root.querySelector(".verdicts:not(:has([aria-pressed=true]))")?.scrollIntoView({ block: "nearest" });
    this.shown = this.at;
    if (inside) (active.isConnected ? active : find(".pad", this.root))?.focus({ preventScroll: true });
    else if (!active.isConnected && active.id) document.getElementById(active.id)?.focus();
  }
}
