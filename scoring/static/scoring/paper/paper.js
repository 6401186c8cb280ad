/**
 * A printed form typed in: every line that is full goes onto this computer and to the club, as from a phone. What is
 * typed of a line that is not full, or not right, is kept beside it until it is.
 */

import { own } from "../games/game.js";
import { load } from "../games/score.js";
import { all, find, make, put, readPageData } from "../phone/dom.js";
import { Changes } from "../phone/lapsed_approvals.js";
import { places } from "../phone/grid.js";
import { isAway, isOfGame, notWhole, place, sameRow, seenNow, whoMissed, withRow } from "../phone/with_unsent.js";
import { Sender } from "../phone/poll_and_send.js";
import { keepForLater } from "../phone/service_worker.js";
import { SheetData } from "../phone/sheet_data.js";
import { newTicket, openStore } from "../phone/store.js";
import { showWhere, warnOnLeaving, where } from "../phone/where_saved.js";
import { say, speak } from "../phone/words.js";
import { Beside } from "./differences.js";
import { Desk } from "./desk.js";
import { Moving } from "./cell_to_cell.js";
import {
  ABSENT, AWAY, DASH, addJokers, endsWithOut, fits, noteJokers, read, readRow, readSums, restOfSide, spelled, toFill, unreadable, write, writeRow, writeSums,
} from "./notation.js";
import { Pile } from "./pile.js";
import { Tables } from "./tables.js";

/** @type {PaperData} */
const given = readPageData();
const VOID = "void";
const SAID = 20_000; // ms for which it is asked whether a figure was meant twice
speak(given.words);

/**
 * @typedef {{row: Row, typed: Typed}} Kept a line as it is stored, and how that is written
 * @typedef {{typed: Typed, seen: number | string}} Draft a line as it is typed
 */

class Paper {
  /** @type {Description} */ description;
  /** @type {Column[]} */ columns;
  /** @type {Column[]} */ sums;
  /** @type {import("../phone/store.js").Store} */ store;
  /** @type {SheetData} */ data;
  /** @type {Map<number, Draft>} */ drafts;
  /** @type {Sender} */ sender;
  /** @type {Desk} */ desk;
  /** @type {Changes} */ changes;
  /** @type {Beside} */ beside;
  /** @type {Moving} */ moving;
  /** @type {Pile} */ pile;
  /** @type {Tables | undefined} */ tables;
  #told = given.state.sequence;
  /** @type {Figures} */
  scores = {}; // of the line that was checked last
  /** @type {string[]} */
  leavers = []; // who does not play it

  async start() {
    const { description, columns, sums } = given;
    Object.assign(this, { description, columns, sums });
    const [store, hasTwin] = await Promise.all([openStore(), load(description.twin)]);
    this.store = store;
    const record = await store.sheet(given);
    this.data = new SheetData({ description, record, hasTwin, tickets: await store.tickets(given.sheet) });
    this.drafts = await this.#storedDrafts();
    this.sender = new Sender({
      url: given.urls.sync, key: given.key, sheet: given.sheet, store, record,
      device: await store.device(), hear: () => this.hear(),
    });
    this.#set();
    this.look();
    this.draw();
    this.moving.to(this.#first());
    warnOnLeaving(() => this.view.unsent.length > 0 || (this.sender.reach === "lost" && this.changedLines().length > 0));
    this.sender.start();
    keepForLater(given.urls.worker);
    find("#typing").dataset.ready = "";
  }

  #set() {
    const root = find("#typing");
    this.desk = new Desk(root, given);
    this.changes = new Changes(this.data);
    this.beside = new Beside(given.urls.look, (entry) => this.give(entry), (id) => this.moving.to(find(`#${CSS.escape(id)}`)));
    this.moving = new Moving({
      desk: this.desk, columns: this.columns, sums: this.sums,
      changed: (input) => this.changed(input),
      isOver: (number) => this.result.finished && number >= this.view.data.games.length,
      isOpenEnded: () => !this.description.games,
      more: () => this.more(),
      end: (input, here) => this.end(input, here),
      doubled: (first, second, stood) => this.askWhetherDoubled(first, second, stood),
      isAbsent: (number, column) => this.isAbsent(number, column),
      askWhetherPlays: (input, player) => this.askWhetherPlays(input, player),
    });
    for (const part of all(".scripted", root)) part.hidden = false;
    find(".scroll", root).removeAttribute("tabindex");
    this.desk.table.addEventListener("focusout", (event) => this.left(event));
    this.pile = new Pile({
      desk: this.desk, keep: () => this.keepAll(), isKept: () => !this.view.unsent.length,
      restore: (input) => this.restore(input),
    });
    if (given.urls.tables) this.tables = new Tables(given.urls.tables);
    for (const button of all("[name=language]")) button.removeAttribute("form"); // drafts are kept
    /** @type {HTMLSelectElement | null} */
    const starter = find("#starter");
    starter?.addEventListener("change", () => starter.value && this.give({ do: "starter", player: starter.value }));
  }

  /**
   * A key that bounces fills two cells; the second gets back what stood there.
   * @type {(first: HTMLInputElement, second: HTMLInputElement, stood: string) => void}
   */
  askWhetherDoubled(first, second, stood) {
    const [before, after] = [first, second].map((cell) => this.moving.column(cell)?.player ?? "");
    const asked = say("figure_twice", { figure: first.value, first: before, second: after });
    this.#ask(asked, say("only_once", { name: before }), second, () => (second.value = stood));
  }

  /**
   * A figure for who went home before this game may be meant for another.
   * @type {(input: HTMLInputElement, player: string) => void}
   */
  askWhetherPlays(input, player) {
    const { number } = this.desk.where(input);
    const cells = this.columns.filter((column) => column.player === player).map(({ name }) => this.desk.input(number, name));
    this.#ask(`${say("does_not_play", { name: player })}.`, say("plays_again"), input, () => cells.forEach((cell) => (cell.value = "")));
  }

  /** @type {(words: string, answer: string, cell: HTMLInputElement, put: () => void) => void} */
  #ask(words, answer, cell, put) {
    const box = find("#twice");
    const press = () => {
      leave();
      put();
      this.changed(cell);
      this.moving.to(cell);
    };
    const button = make("button", { type: "button", class: "button", onclick: press }, answer);
    box.replaceChildren(words, " ", button);
    const leave = () => button.isConnected && box.replaceChildren();
    cell.addEventListener("input", leave, { once: true }); // it is another figure now
    setTimeout(leave, SAID);
  }

  /**
   * Who went home before this game, as long as nothing else is typed; below, who played none.
   * @type {(number: number, column: Column) => boolean}
   */
  isAbsent(number, { player, partners }) {
    const { games } = this.view.data;
    if (!number) return games.length > 0 && games.every(({ entries = {} }) => [player, ...partners].every((name) => own(entries, name ?? "") === ABSENT));
    const cells = this.columns.filter((column) => column.player === player).map(({ name }) => this.desk.input(number, name));
    return !!player && isAway(this.view, player, number) && cells.some(({ value }) => value === AWAY);
  }

  /** Where to begin: the first cell that is still to be filled in. */
  #first() {
    const lines = [...this.numbers(), 0];
    const stops = lines.flatMap((number) => this.moving.stops(number));
    const open = stops.find((input) => !input.value.trim() && !this.moving.passes(input));
    return this.result.complete ? open ?? null : open ?? stops[0];
  }

  numbers() {
    return Array.from({ length: this.desk.last }, (_, index) => index + 1);
  }

  /** Games without an end get another line when the last is full. */
  more() {
    if (!this.description.games && !this.result.finished) this.desk.add();
  }

  /**
   * The last cell was filled in: what comes next is beside the grid, as soon as all is known.
   * @type {(input: HTMLInputElement, here: HTMLInputElement | null | undefined) => null}
   */
  end(input, here) {
    this.beside.end(here ?? null);
    this.settle(this.desk.where(input).number);
    this.drawBeside();
    return null;
  }

  // What is known

  get view() {
    return this.data.view;
  }

  get result() {
    return this.data.result;
  }

  look() {
    this.data.update();
    while (this.desk.last < this.view.data.games.length) this.desk.add();
  }

  /** @type {(number: number) => Kept} */
  kept(number) {
    /** @type {any} */
    const paper = this.view.data.paper ?? {};
    if (!number) return { row: paper, typed: writeSums(this.sums, paper) };
    const refused = this.view.refused.find(isOfGame(number));
    const row = refused?.entry.row ?? this.view.data.games[number - 1] ?? this.#begin(number);
    const scores = this.result.rows.find(({ game }) => game === number)?.scores;
    return { row, typed: { ...writeRow(this.columns, row, scores), [VOID]: row.void ?? "" } };
  }

  /** @type {(number: number) => Row} */
  #begin(number) {
    const gone = this.desk.players.filter((name) => isAway(this.view, name, number));
    return gone.length ? { entries: Object.fromEntries(gone.map((name) => [name, ABSENT])) } : {};
  }

  /** @type {(number: number, typed: Typed) => Row} */
  row(number, typed) {
    /** @type {any} */
    const paper = number ? null : readSums(this.sums, typed);
    if (paper) return paper;
    const row = readRow(this.description, this.columns, typed, this.kept(number));
    const reason = (typed[VOID] ?? "").trim();
    return reason ? { ...row, void: reason } : row;
  }

  // Typing

  /** @param {HTMLInputElement} input */
  changed(input) {
    const { number } = this.desk.where(input);
    if (number) this.#end(number, input);
    this.desk.sign(input);
    const typed = this.desk.typed(number);
    const seen = this.drafts.get(number)?.seen ?? seenNow(this.data.record.state, this.data.tickets, number);
    this.keepDraft(number, { typed, seen });
    if (number) this.check(number);
    else this.tellOwn();
    this.#mark(number);
    this.drawBeside();
    this.#drawWhere();
    if (this.beside.agrees) this.settle(number); // a mended figure lets sign at once
  }

  /**
   * A dash says how a game with an end ended; taken away, it says so no more.
   * @type {(number: number, input: HTMLInputElement) => void}
   */
  #end(number, input) {
    if (!endsWithOut(this.description) || !this.moving.column(input)?.player) return;
    const end = this.desk.input(number, "end");
    const column = this.columns.find(({ name }) => name === "end");
    const out = this.columns.some((other) => other.player && read(other, this.desk.input(number, other.name).value) === DASH);
    if (out && column && !end.value) Object.assign(end, { value: write(column, "out") }).dataset.itself = "";
    else if (!out && "itself" in end.dataset) end.value = "";
    if (!end.value) delete end.dataset.itself;
  }

  /** @type {(number: number, draft: Draft | null) => void} */
  keepDraft(number, draft) {
    if (draft) this.drafts.set(number, draft);
    else this.drafts.delete(number);
    this.store.draft(given.sheet, `paper ${number}`, draft);
  }

  async #storedDrafts() {
    /** @type {Map<number, Draft>} */
    const drafts = new Map();
    for (const { number, typed = {}, seen = 0 } of await this.store.drafts(given.sheet)) {
      const [, line] = `${number}`.match(/^paper (\d+)$/) ?? [];
      if (line) drafts.set(Number(line), { typed, seen });
    }
    return drafts;
  }

  /**
   * Somebody went on from a cell: words are spelled out, and a line that was left is kept if it can be.
   * @param {FocusEvent} event
   */
  left({ target, relatedTarget }) {
    if (!(target instanceof HTMLInputElement)) return;
    const column = this.moving.column(target);
    const text = column ? spelled(column, target.value) : target.value;
    if (text !== target.value) {
      target.value = text;
      this.changed(target);
    }
    const { number } = this.desk.where(target);
    const to = relatedTarget instanceof Element ? relatedTarget.closest("tr") : undefined;
    if (to !== target.closest("tr")) this.settle(number);
    else if (number) this.check(number);
    else this.draw();
  }

  /** @param {number} number */
  settle(number) {
    const draft = this.drafts.get(number);
    if (!draft) return;
    if (!this.isChanged(number)) {
      this.keepDraft(number, null);
      this.draw();
    } else if (this.isReady(number, draft.typed)) {
      this.save(number, this.row(number, draft.typed), draft.seen, this.kept(number).row);
    } else {
      this.draw();
    }
  }

  /** Everything that can be kept; the first cell of a line that can't, or null. */
  keepAll() {
    for (const number of this.changedLines()) this.settle(number);
    const [number] = this.changedLines();
    if (number === undefined) return null;
    const stops = this.moving.stops(number);
    return stops.find((input) => !input.value.trim() || input.ariaInvalid === "true") ?? stops[0];
  }

  /** @param {HTMLInputElement} input */
  restore(input) {
    const { number, name } = this.desk.where(input);
    input.value = this.kept(number).typed[name] ?? "";
    this.changed(input);
  }

  /** @type {(number: number) => boolean} */
  isChanged(number) {
    const draft = this.drafts.get(number);
    if (!draft) return false;
    if (!number) return !sameRow(readSums(this.sums, draft.typed), this.view.data.paper);
    const { typed } = this.kept(number);
    const refused = this.view.refused.some(isOfGame(number));
    return refused || Object.keys(typed).some((name) => typed[name] !== (draft.typed[name] ?? "").trim());
  }

  /** The lines that are typed otherwise than they were kept, the paper's own last. */
  changedLines() {
    return [...this.numbers(), 0].filter((number) => this.isChanged(number));
  }

  /** @type {(number: number, typed: Typed) => boolean} */
  isReady(number, typed) {
    if (!number) return this.sums.every((column) => fits(column, typed[column.name] ?? ""));
    if (this.problemsOf(number, typed).some(({ severity }) => severity === "error")) return false;
    return !!typed[VOID]?.trim() || !this.open(typed).length || Object.values(typed).every((text) => !text.trim());
  }

  /** @type {(typed: Typed) => Column[]} */
  open(typed) {
    return toFill(this.columns, typed).filter(({ name }) => !typed[name]?.trim());
  }

  /** @type {(number: number, row: Row, seen: number | string, before: Row) => Promise<void>} */
  async save(number, row, seen, before) {
    /** @type {Ticket[]} */
    const read = this.view.refused.filter(isOfGame(number));
    for (const ticket of read) ticket.read = true;
    if (read.length) await this.store.answered(read, null);
    this.drafts.delete(number);
    await this.give({ do: "enter", game: number, row, seen }, { before });
    if (!this.drafts.has(number)) this.store.draft(given.sheet, `paper ${number}`, null);
  }

  /** @type {(entry: Message, about?: TicketExtras) => Promise<void>} */
  async give(entry, about = {}) {
    const ticket = newTicket(given.sheet, entry, about);
    this.data.tickets.push(ticket);
    this.look();
    await this.store.add(ticket);
    this.draw();
    this.sender.announce();
  }

  async hear() {
    const kept = await this.store.tickets(given.sheet);
    const known = new Set(kept.map(({ id }) => id));
    const onTheirWay = this.data.tickets.filter(({ id, answer }) => !answer && !known.has(id)); // given since it was asked
    this.data.tickets = [...kept, ...onTheirWay];
    const { players } = this.data.record.state.data;
    if (`${players}` !== `${given.state.data.players}`) location.reload(); // other columns; drafts are kept
    this.look();
    this.draw();
  }

  // What is wrong

  /** @type {(number: number, typed: Typed) => WordedProblem[]} */
  problemsOf(number, typed) {
    const refused = this.view.refused.find(isOfGame(number));
    if (refused?.answer && !this.drafts.has(number)) return refused.answer.problems;
    if (!this.data.hasTwin) return [];
    const row = this.row(number, typed);
    const { data } = this.view;
    const result = this.data.score({ ...data, paper: null, games: withRow(data.games, number, row) });
    if (!result) return [];
    this.scores = this.data.findRow(number, result)?.scores ?? {};
    this.leavers = say("leaving") ? notWhole([row], result, data.players) : [];
    return this.data.wordProblems(result.problems.filter(({ game }) => game === number));
  }

  /** @type {(number: number, left?: boolean) => void} */
  check(number, left = false) {
    const typed = this.desk.typed(number);
    this.scores = {};
    this.leavers = [];
    const problems = this.problemsOf(number, typed);
    const adding = this.#adding(number);
    const unfinished = adding?.unfinished ?? "";
    const errors = problems.filter(({ severity, player }) => severity === "error" && player !== unfinished);
    const open = left && !errors.length ? this.#openWords(number, typed) : [];
    const said = [...(open.length || this.open(typed).length ? errors : problems), ...open, ...this.#leaving(number)];
    this.desk.tell(number, adding ? [adding, ...said] : said, this.#wrong(errors, typed, unfinished));
    const reached = new Set(this.moving.stops(number));
    for (const column of this.columns) {
      const cell = this.desk.input(number, column.name);
      cell.tabIndex = reached.has(cell) ? 0 : -1;
      cell.placeholder = restOfSide(column, typed);
    }
    this.#give(number);
  }

  // What jokers make of the hand that is being typed.
  /** @param {number} number */
  #adding(number) {
    const input = this.desk.inputs(number).find((field) => field === document.activeElement);
    const column = input ? this.moving.column(input) : null;
    return input && column && noteJokers(this.description, column, input.value);
  }

  /**
   * What it does in the season, once, to whoever types from which game on somebody does not play.
   * @type {(number: number) => Said[]}
   */
  #leaving(number) {
    const before = this.numbers().filter((earlier) => earlier < number).map((earlier) => this.desk.typed(earlier));
    /** @type {(name: string) => boolean} */
    const isTold = (name) => this.columns.some((column) =>
      column.player === name && before.some((typed) => read(column, typed[column.name] ?? "") === ABSENT));
    const names = this.leavers.filter((name) => !isTold(name)).join(", ");
    return names ? [{ severity: "note", message: `${names}: ${say("leaving")}` }] : [];
  }

  /** @type {(number: number, typed: Typed) => Said[]} */
  #openWords(number, typed) {
    if (!this.drafts.has(number) || typed[VOID]?.trim() || Object.values(typed).every((text) => !text.trim())) return [];
    const names = this.open(typed).map(({ player, label }) => player ?? label);
    return names.length ? [{ severity: "note", message: say("not_filled_in", { what: [...new Set(names)].join(", ") }) }] : [];
  }

  /**
   * The cells that can't be read or are out of bounds; else all that the problem is about.
   * @type {(errors: Problem[], typed: Typed, unfinished: string | null) => Set<string>}
   */
  #wrong(errors, typed, unfinished) {
    const unfit = this.columns.filter((column) => !fits(column, typed[column.name] ?? "") && column.player !== unfinished);
    const players = errors.map(({ player }) => player).filter((name) => name && !unfit.some(({ player }) => player === name));
    const about = this.columns.filter(({ player }) => player && players.includes(player));
    return new Set([...unfit, ...about].map(({ name }) => name));
  }

  /** @param {number} number */
  #give(number) {
    const last = new Map(this.columns.filter(({ player }) => player).map(({ player, name }) => [player, name]));
    for (const [player, name] of last) this.desk.give(number, name, this.#withJokers(number, name) || this.#scoreBeside(number, name, player ?? ""));
  }

  /**
   * Nothing where it is what was typed.
   * @type {(number: number, name: string, player: string) => number | null}
   */
  #scoreBeside(number, name, player) {
    const column = this.columns.find((other) => other.name === name), score = own(this.scores, player);
    const typed = column && read(column, this.desk.input(number, name).value);
    return score && !(typeof typed === "number" && Math.abs(typed) === Math.abs(score)) ? score : null;
  }

  /**
   * Also while the others of the line are still to be typed.
   * @type {(number: number, name: string) => string | null}
   */
  #withJokers(number, name) {
    const column = this.columns.find((other) => other.name === name), typed = this.desk.input(number, name).value;
    if (!column) return null;
    const totals = addJokers(column, typed).map(({ total }) => total);
    return totals.length === 1 || fits(column, typed) ? totals.join("/") : null;
  }

  tellOwn() {
    const typed = this.desk.typed(0);
    const unfit = this.sums.filter((column) => !fits(column, typed[column.name] ?? ""));
    this.desk.tell(0, this.data.wordProblems(unfit.map((column) => unreadable(this.description, column))), new Set(unfit.map(({ name }) => name)));
  }

  // Showing

  draw() {
    const here = document.activeElement?.closest("[data-game]")?.getAttribute("data-game");
    for (const number of this.numbers()) {
      this.desk.fill(number, this.#typedIn(number));
      this.check(number, here !== `${number}`);
      this.#mark(number);
    }
    this.desk.fill(0, this.#typedIn(0));
    this.tellOwn();
    const begins = find(".part:has(#starter)");
    if (begins) begins.hidden = !!this.view.data.first_starter || this.view.closed || this.view.approvals.length > 0;
    this.drawBeside();
    this.#drawWhere();
    this.pile.goOn();
  }

  /** @param {number} number */
  #mark(number) {
    if (number) this.desk.mark(number, this.isChanged(number) ? "draft" : place(this.view, number));
  }

  /** What is typed and not kept yet is nowhere but here. */
  #drawWhere() {
    const view = { ...this.view, unsaved: this.changedLines() };
    const besideNoLine = view.refused.filter(({ entry }) => !(entry.do === "enter" && entry.game));
    showWhere(where(view, this.sender, this.store), besideNoLine, null, (id) => this.#leaveOut(id));
  }

  /** @param {string} id */
  #leaveOut(id) {
    const ticket = this.data.tickets.find((given) => given.id === id);
    if (!ticket) return;
    ticket.read = true;
    this.store.answered([ticket], null);
    this.look();
    this.draw();
  }

  /** Among the tables it shows at once how far this form is. */
  #followTables() {
    const { sequence } = this.data.record.state;
    if (sequence !== this.#told) this.tables?.ask();
    this.#told = sequence;
  }

  drawBeside() {
    this.#followTables();
    const data = { ...this.view.data, games: this.#gamesIfSaved(), paper: readSums(this.sums, this.desk.typed(0)) };
    const result = this.data.score(data) ?? this.data.record.state.result;
    const sums = this.sums.filter((column) => !column.passes && !this.isAbsent(0, column));
    const open = sums.filter(({ name }) => !this.desk.input(0, name).value.trim());
    const lacks = this.description.totals_only ? [] : open.filter(({ key }) => key === "totals");
    const drafts = this.changedLines();
    const entered = this.numbers().filter((number) => place(this.view, number)).length;
    this.beside.draw({
      view: this.view, result, lacks, typed: sums.length - open.length, isFilled: !open.length, drafts, entered,
      problems: this.data.wordProblems(result.problems), places: places(this.description, data, result, (asked) => this.data.score(asked)), reach: this.sender.reach,
      sums: this.sums, desk: this.desk,
    });
    const gone = find("#gone");
    const names = gone && result.complete ? whoMissed({ ...this.view, data }, data.games.length + 1).join(", ") : "";
    if (gone) put(find("b", Object.assign(gone, { hidden: !names })), names);
    this.#explainChanges();
  }

  /** @type {(number: number) => Typed} */
  #typedIn(number) {
    return this.drafts.get(number)?.typed ?? this.kept(number).typed;
  }

  #gamesIfSaved() {
    const lines = this.changedLines().filter((number) => number && this.isReady(number, this.#typedIn(number)));
    return lines.reduce((rows, number) => withRow(rows, number, this.row(number, this.#typedIn(number))), this.view.data.games);
  }

  /** What is typed over a form that was agreed with, and what was changed of it since. */
  #explainChanges() {
    const games = this.#gamesIfSaved();
    if (games === this.view.data.games) return this.changes.fillLapsed();
    return put(find("#lapsed"), this.changes.explainIfSaved({ ...this.view.data, games }) ?? "");
  }
}

new Paper().start();
