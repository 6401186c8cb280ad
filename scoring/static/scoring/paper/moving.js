/** From cell to cell: by itself when a cell is full, by Enter, Tab and the arrows. */

import { all } from "../phone/dom.js";
import { asked, fits, isWhole, restOf } from "./notation.js";

export class Moving {
  #rest = { text: "", at: null }; // of a word whose first letters were enough, and where it would land

  /** @param {{desk: object, columns: object[], sums: object[], changed: function, isOver: function, more: function, end: function}} given */
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
    this.#rest = { text, at: this.next(target) };
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

  #enter(input) {
    const { number } = this.desk.where(input);
    const rest = this.#games().filter((one) => one >= number);
    const blank = rest.every((one) => this.desk.inputs(one).every(({ value }) => !value.trim()));
    if (number && blank) this.to(this.stops(0)[0]);
    else this.next(input);
  }

  /** What has to be filled in of a line, in order. */
  stops(number) {
    if (!number) return this.desk.inputs(0);
    return asked(this.columns, this.desk.typed(number)).map(({ name }) => this.desk.input(number, name));
  }

  next(input) {
    const { number } = this.desk.where(input);
    const follows = (one) => input.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    const here = this.stops(number).find(follows);
    if (here) return this.to(here);
    if (!number) return this.end(input);
    if (number === this.desk.last) this.more();
    return this.to(this.stops(number < this.desk.last && !this.isOver(number) ? number + 1 : 0)[0]);
  }

  previous(input) {
    const { number } = this.desk.where(input);
    const precedes = (one) => input.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING;
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
    const same = inputs.find((one) => this.desk.where(one).name === name);
    const mine = inputs.find((one) => player && this.column(one)?.player === player);
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
