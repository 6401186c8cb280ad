/** From cell to cell: by itself when a cell is full, by Enter, Tab and the arrows. */

import { all } from "../phone/dom.js";
import { fits, isAnswered, isWhole, restOf, stops } from "./notation.js";

/**
 * @typedef {HTMLInputElement | null | undefined} Cell a field of the grid, if there is one
 * @typedef {"desk" | "columns" | "sums" | "changed" | "isOver" | "isOpenEnded" | "more" | "end" | "doubled" | "isAbsent" | "askWhetherPlays"} Given
 */

/** @type {(input: HTMLInputElement) => (cell: Element) => boolean} */
const isBehind = (input) => (cell) => !!(input.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING);

const CROSS = /^[xX×*]$/;
const BOUNCE = 250; // ms: so soon after a cell went on by itself, the same figure may be a key that bounced

export class Moving {
  /** @type {{text: string, at: Cell}} */
  #rest = { text: "", at: null }; // of a word whose first letters were enough, and where it would land
  /** @type {Cell} */
  #reached = null; // the cell that came by itself: an Enter there belongs to the cell before it
  /** @type {{cell: Cell, sign: string | null, at: number, stood: string}} */
  #filled = { cell: null, sign: null, at: 0, stood: "" }; // what went on by itself last, its figure, what stood in the next
  /** @type {Set<Cell>} */
  #crossed = new Set(); // cells that are passed, and whose × was typed all the same
  /** @type {import("./desk.js").Desk} */ desk;
  /** @type {Column[]} */ columns;
  /** @type {Column[]} */ sums;
  /** @type {(input: HTMLInputElement) => void} */ changed;
  /** @type {(number: number) => boolean} */ isOver;
  /** @type {() => boolean} */ isOpenEnded;
  /** @type {() => void} */ more;
  /** @type {(input: HTMLInputElement, here: Cell) => null} */ end;
  /** @type {(first: HTMLInputElement, second: HTMLInputElement, stood: string) => void} */ doubled;
  /** @type {(number: number, column: Column) => boolean} */ isAbsent;
  /** @type {(input: HTMLInputElement, player: string) => void} */ askWhetherPlays;

  /** @param {Pick<Moving, Given>} given */
  constructor(given) {
    Object.assign(this, given);
    const { table } = this.desk;
    table.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement) this.#key(event, event.target);
    });
    table.addEventListener("beforeinput", (event) => {
      if (event instanceof InputEvent && event.target instanceof HTMLInputElement) this.#before(event, event.target);
    });
    table.addEventListener("input", (event) => {
      if (event.target instanceof HTMLInputElement) this.#typed(event, event.target);
    });
    table.addEventListener("focusin", ({ target }) => target instanceof HTMLInputElement && target.select());
  }

  /** @type {(input: HTMLInputElement) => Column | null} */
  column(input) {
    const { number, name } = this.desk.where(input);
    return (number ? this.columns : this.sums).find((column) => column.name === name) ?? null;
  }

  /** @type {(event: Event, target: HTMLInputElement) => void} */
  #typed(event, target) {
    this.changed(target);
    const column = this.column(target);
    const isTyped = event instanceof InputEvent && event.inputType.startsWith("insert");
    if (!isTyped || !column || !isWhole(column, target.value) || this.#mayPass(target)) return;
    const { cell, sign, at, stood } = this.#filled;
    const isTwice = target === this.#reached && event.data === sign && event.timeStamp - at < BOUNCE;
    if (cell && isTwice) this.doubled(cell, target, stood);
    const text = restOf(column, target.value);
    this.#reached = this.next(target, null);
    this.#filled = { cell: target, sign: event.data, at: event.timeStamp, stood: this.#reached?.value ?? "" };
    this.#rest = { text, at: this.#reached };
  }

  /**
   * A sign that can't follow what is there belongs in the next cell; nobody plays after all by a figure for another.
   * @type {(event: InputEvent, target: HTMLInputElement) => void}
   */
  #before(event, target) {
    const { data } = event;
    if (this.#isRest(target, data)) {
      event.preventDefault();
      return;
    }
    const column = this.column(target);
    const isCross = CROSS.test(data ?? "");
    if (this.#isAway(target)) {
      event.preventDefault();
      if (isCross) this.next(target, null);
      else this.askWhetherPlays(target, column?.player ?? "");
      return;
    }
    if (isCross && !target.value && this.#isOfPassed(target)) {
      event.preventDefault();
      return;
    }
    if (!column || column.jokers || !/^[-–−xX×*]$/.test(data ?? "")) return;
    const { value, selectionStart } = target;
    if (!value.trim() || selectionStart !== value.length || !fits(column, value)) return;
    event.preventDefault();
    const next = this.next(target, null);
    if (!next || next === target || !this.column(next)) return;
    this.#reached = null;
    if (isCross && this.#isOfPassed(next)) return;
    next.value = data ?? "";
    next.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  }

  /** @type {(cell: Cell) => boolean} */
  #isAway(cell) {
    const column = cell && this.column(cell), number = cell ? this.desk.where(cell).number : 0;
    return !!column && number > 0 && this.isAbsent(number, column);
  }

  /**
   * Whether an × typed here is that of a cell that was passed just before.
   * @type {(target: HTMLInputElement) => boolean}
   */
  #isOfPassed(target) {
    /** @type {HTMLInputElement[]} */
    const inputs = all("input", this.desk.table);
    const before = inputs.slice(0, inputs.indexOf(target)).filter((input) => this.column(input));
    const passed = before.slice(before.findLastIndex((input) => !this.#isAway(input)) + 1);
    const cell = passed.find((input) => !this.#crossed.has(input));
    if (cell) this.#crossed.add(cell);
    return !!cell;
  }

  /** @type {(target: HTMLInputElement, data: string | null) => boolean} */
  #isRest(target, data) {
    const { text, at } = this.#rest;
    const isIt = target === at && !!data && text.toLocaleLowerCase().startsWith(data.toLocaleLowerCase());
    this.#rest = { text: isIt ? text.slice(data?.length) : "", at };
    return isIt;
  }

  /** @type {(event: KeyboardEvent, target: HTMLInputElement) => void} */
  #key(event, target) {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const go = this.#step(target, key, shiftKey);
    if (!go) return;
    event.preventDefault();
    this.#rest = { text: "", at: null };
    go();
  }

  /** @type {(input: HTMLInputElement, key: string, back: boolean) => (() => unknown) | null} */
  #step(input, key, back) {
    const { value, selectionStart, selectionEnd } = input;
    const whole = selectionStart === 0 && selectionEnd === value.length;
    if (key === "Enter") return () => (back ? this.previous(input) : this.#enter(input));
    if (key === "ArrowDown") return () => this.#vertically(input, 1);
    if (key === "ArrowUp") return () => this.#vertically(input, -1);
    if (key === "ArrowRight" && (whole || selectionStart === value.length)) return () => this.#beside(input, 1);
    if (key === "ArrowLeft" && (whole || selectionEnd === 0)) return () => this.#beside(input, -1);
    if (key === "Backspace" && !value) return () => this.previous(input);
    return null;
  }

  /**
   * To the next cell that is empty, and never past one: only a line that may stay empty as a whole is passed.
   * @type {(input: HTMLInputElement) => Cell}
   */
  #enter(input) {
    const isReached = this.#reached === input;
    this.#reached = null;
    if (input.value.trim()) return this.to(this.#nextEmpty(input)) ?? this.next(input);
    if (this.passes(input) && this.stops(this.desk.where(input).number).some(({ value }) => value.trim())) {
      return this.to(this.#nextEmpty(input)) ?? this.next(input);
    }
    const row = all("tr:has(input)", this.desk.table).find((line) => line.contains(input));
    /** @type {HTMLInputElement[]} */
    const line = all("input", row);
    if (isReached || line.some((cell) => cell.value.trim() && !this.#isAway(cell))) return input;
    const { number } = this.desk.where(input);
    if (!number) return this.next(line.at(-1) ?? input, input);
    const isRest = this.#games().every((game) => game < number || this.#isBlank(game));
    return isRest && this.isOpenEnded() ? this.to(this.stops(0)[0]) : input;
  }

  /** @type {(input: HTMLInputElement) => Cell} */
  #nextEmpty(input) {
    const { number } = this.desk.where(input);
    const lines = [...this.#games().filter((game) => number && game >= number), 0];
    const cells = lines.flatMap((game) => (game && this.isOver(game - 1) ? [] : this.stops(game, input)));
    /** @type {(cell: HTMLInputElement) => boolean} */
    const isOpen = (cell) => !cell.value.trim() && (!this.passes(cell) || this.desk.where(cell).number === number);
    return cells.filter(isOpen).find(isBehind(input));
  }

  /**
   * Whether what comes next in the line may stay empty: then only Enter says that this cell is done, or an Enter too
   * many would pass it.
   * @type {(input: HTMLInputElement) => boolean}
   */
  #mayPass(input) {
    const next = this.stops(this.desk.where(input).number).find(isBehind(input));
    return !!next && this.passes(next);
  }

  // Whether a cell may stay empty.
  /** @param {HTMLInputElement} cell */
  passes(cell) {
    const column = this.column(cell);
    const { number } = this.desk.where(cell);
    return !!column && (column.passes || (number > 0 && isAnswered(this.columns, column, this.desk.typed(number))));
  }

  /** @param {number} number */
  #isBlank(number) {
    return this.desk.inputs(number).every((cell) => !cell.value.trim() || this.#isAway(cell));
  }

  /**
   * What has to be filled in of a line, in order, by whoever plays. Of the paper's own sums some may stay empty: they
   * follow each other once somebody is there.
   * @type {(number: number, from?: Cell) => HTMLInputElement[]}
   */
  stops(number, from = null) {
    const isBelow = !!from && !this.desk.where(from).number && this.column(from)?.passes;
    const columns = number ? stops(this.columns, this.desk.typed(number)) : this.sums.filter(({ passes }) => !passes || isBelow);
    return columns.filter((column) => !this.isAbsent(number, column)).map(({ name }) => this.desk.input(number, name));
  }

  /**
   * `here` is where somebody is, if a whole line is passed; null if a cell goes on by itself, which leaves no grid.
   * @type {(input: HTMLInputElement, here?: Cell) => Cell}
   */
  next(input, here = input) {
    const { number } = this.desk.where(input);
    const beside = this.stops(number, input).find(isBehind(input));
    if (beside) return this.to(beside);
    if (!number) return this.end(input, here);
    if (number === this.desk.last) this.more();
    return this.to(this.stops(number < this.desk.last && !this.isOver(number) ? number + 1 : 0)[0]) ?? this.end(input, here);
  }

  /** @type {(input: HTMLInputElement) => Cell} */
  previous(input) {
    const { number } = this.desk.where(input);
    /** @type {(cell: Element) => number} */
    const precedes = (cell) => input.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_PRECEDING;
    const here = this.stops(number, input).filter(precedes).at(-1);
    if (here) return this.to(here);
    const before = number ? number - 1 : this.desk.last;
    return before ? this.to(this.stops(before).at(-1)) : input;
  }

  /** @type {(input: HTMLInputElement, step: number) => void} */
  #beside(input, step) {
    /** @type {HTMLInputElement[]} */
    const inputs = all("input", this.desk.table);
    this.to(inputs[inputs.indexOf(input) + step]);
  }

  /** @type {(input: HTMLInputElement, step: number) => Cell} */
  #vertically(input, step) {
    const rows = all("tr:has(input)", this.desk.table);
    const row = rows[rows.findIndex((line) => line.contains(input)) + step];
    if (!row) return step > 0 ? this.end(input, input) : null;
    const player = this.column(input)?.player;
    const { name } = this.desk.where(input);
    /** @type {HTMLInputElement[]} */
    const inputs = all("input", row);
    const same = inputs.find((cell) => this.desk.where(cell).name === name);
    const mine = inputs.find((cell) => player && this.column(cell)?.player === player);
    return this.to(same ?? mine ?? inputs.at(-1));
  }

  #games() {
    return Array.from({ length: this.desk.last }, (_, index) => index + 1);
  }

  /** @type {(input: Cell) => Cell} */
  to(input) {
    input?.focus();
    return input;
  }
}
