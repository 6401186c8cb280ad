/** From cell to cell: by itself when a cell is full, by Enter, Tab and the arrows. */

import { all } from "../phone/dom.js";
import { fits, isWhole, restOf, stops } from "./notation.js";

export class Moving {
  #rest = { text: "", at: null }; // of a word whose first letters were enough, and where it would land
  #reached = null; // the cell that came by itself: an Enter there belongs to the cell before it

  /** @param {{desk: object, columns: object[], sums: object[], changed: function, isOver: function, isOpenEnded: function, more: function, end: function}} given */
  constructor(given) {
    Object.assign(this, given);
    const { table } = this.desk;
    table.addEventListener("keydown", (event) => this.#key(event));
    table.addEventListener("beforeinput", (event) => this.#before(event));
    table.addEventListener("input", (event) => this.#typed(event));
    table.addEventListener("focusin", ({ target }) => target.select?.());
  }

  column(input) {
    const { number, name } = this.desk.where(input);
    return (number ? this.columns : this.sums).find((column) => column.name === name) ?? null;
  }

  #typed({ target, inputType }) {
    this.changed(target);
    const column = this.column(target);
    if (!inputType?.startsWith("insert") || !column || !isWhole(column, target.value)) return;
    const text = restOf(column, target.value);
    this.#reached = this.next(target);
    this.#rest = { text, at: this.#reached };
  }

  /** A sign that can't follow what is there belongs in the next cell. */
  #before(event) {
    const { target, data } = event;
    if (this.#isRest(target, data)) {
      event.preventDefault();
      return;
    }
    const column = this.column(target);
    if (!column || column.jokers || !/^[-–−xX×*]$/.test(data ?? "")) return;
    const { value, selectionStart } = target;
    if (!value.trim() || selectionStart !== value.length || !fits(column, value)) return;
    event.preventDefault();
    const next = this.next(target);
    if (!next || next === target || !this.column(next)) return;
    this.#reached = null;
    next.value = data;
    next.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  }

  #isRest(target, data) {
    const { text, at } = this.#rest;
    const isIt = target === at && !!data && text.toLocaleLowerCase().startsWith(data.toLocaleLowerCase());
    this.#rest = { text: isIt ? text.slice(data.length) : "", at };
    return isIt;
  }

  #key(event) {
    const { target, key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.localName !== "input") return;
    const go = this.#step(target, key, shiftKey);
    if (!go) return;
    event.preventDefault();
    this.#rest = { text: "", at: null };
    go();
  }

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

  /** To the next cell that is empty, and never past one: only a line that may stay empty as a whole is passed. */
  #enter(input) {
    const isReached = this.#reached === input;
    this.#reached = null;
    if (input.value.trim()) return this.to(this.#nextEmpty(input)) ?? this.next(input);
    if (this.column(input)?.passes && this.stops(this.desk.where(input).number).some(({ value }) => value.trim())) return this.next(input);
    const line = all("input", input.closest("tr"));
    if (isReached || line.some(({ value }) => value.trim())) return input;
    const { number } = this.desk.where(input);
    if (!number) return this.next(line.at(-1), input);
    const isRest = this.#games().every((game) => game < number || this.#isBlank(game));
    return isRest && this.isOpenEnded() ? this.to(this.stops(0)[0]) : input;
  }

  #nextEmpty(input) {
    const { number } = this.desk.where(input);
    const lines = [...this.#games().filter((game) => number && game >= number), 0];
    const cells = lines.flatMap((game) => (game && this.isOver(game - 1) ? [] : this.stops(game)));
    const follows = (cell) => input.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
    return cells.find((cell) => follows(cell) && !cell.value.trim());
  }

  #isBlank(number) {
    return this.desk.inputs(number).every(({ value }) => !value.trim());
  }

  /** What has to be filled in of a line, in order. */
  stops(number) {
    if (!number) return this.desk.inputs(0);
    return stops(this.columns, this.desk.typed(number)).map(({ name }) => this.desk.input(number, name));
  }

  /** `here` is where somebody is, if a whole line is passed. */
  next(input, here = input) {
    const { number } = this.desk.where(input);
    const follows = (cell) => input.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
    const beside = this.stops(number).find(follows);
    if (beside) return this.to(beside);
    if (!number) return this.end(here);
    if (number === this.desk.last) this.more();
    return this.to(this.stops(number < this.desk.last && !this.isOver(number) ? number + 1 : 0)[0]);
  }

  previous(input) {
    const { number } = this.desk.where(input);
    const precedes = (cell) => input.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_PRECEDING;
    const here = this.stops(number).filter(precedes).at(-1);
    if (here) return this.to(here);
    const before = number ? number - 1 : this.desk.last;
    return before ? this.to(this.stops(before).at(-1)) : input;
  }

  #beside(input, step) {
    const inputs = all("input", this.desk.table);
    this.to(inputs[inputs.indexOf(input) + step]);
  }

  #vertically(input, step) {
    const rows = all("tr:has(input)", this.desk.table);
    const row = rows[rows.indexOf(input.closest("tr")) + step];
    if (!row) return step > 0 ? this.end(input) : null;
    const player = this.column(input)?.player;
    const { name } = this.desk.where(input);
    const inputs = all("input", row);
    const same = inputs.find((cell) => this.desk.where(cell).name === name);
    const mine = inputs.find((cell) => player && this.column(cell)?.player === player);
    return this.to(same ?? mine ?? inputs.at(-1));
  }

  #games() {
    return Array.from({ length: this.desk.last }, (_, index) => index + 1);
  }

  to(input) {
    input?.focus();
    return input;
  }
}
