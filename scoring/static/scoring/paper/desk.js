/** The grid on the page: its lines and cells, as templates/scoring/_typed.html has them. */

import { all, copy, drawn, find, make } from "../phone/dom.js";
import { say } from "../phone/words.js";
import { AWAY, OUT } from "./notation.js";

const LONG = 8; // characters: more are written smaller

export class Desk {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {HTMLTableElement} */
    this.table = find("table", root);
    this.own = find(".own", root);
    for (const input of all("input", this.table)) input.removeAttribute("readonly"); // typed before now would be lost
    this.empty = copy(all("[data-game]", root).slice(-2)[0]);
  }

  /** The numbers of the games. */
  get last() {
    return Number(this.own.previousElementSibling?.getAttribute("data-game"));
  }

  /** @type {(number: number) => HTMLElement} */
  line(number) {
    return find(`[data-game="${number}"]`, this.root);
  }

  /** @type {(number: number, name: string) => HTMLInputElement} */
  input(number, name) {
    /** @type {any} */
    const input = document.getElementById(`g${number}-${name}`);
    return input;
  }

  /**
   * All cells of a line, the reason why it was not played too.
   * @type {(number: number) => HTMLInputElement[]}
   */
  inputs(number) {
    return all("input", this.line(number));
  }

  /**
   * Which line and column a field is of.
   * @type {(input: HTMLInputElement) => {number: number, name: string}}
   */
  where(input) {
    const [, number, name = ""] = /^(\d+)-(.+)$/.exec(input.name) ?? [];
    return { number: Number(number), name };
  }

  /** @type {(number: number) => Record<string, string>} */
  typed(number) {
    return Object.fromEntries(this.inputs(number).map((input) => [this.where(input).name, input.value]));
  }

  /** @type {(number: number, typed: Record<string, string>) => void} */
  fill(number, typed) {
    for (const input of this.inputs(number)) {
      const text = typed[this.where(input).name] ?? "";
      if (input.value !== text) input.value = text;
      this.sign(input);
    }
  }

  /**
   * Signs look like signs.
   * @param {HTMLInputElement} input
   */
  sign(input) {
    const { classList } = around(input);
    classList.toggle("out", input.value === OUT);
    classList.toggle("absent", input.value === AWAY);
    classList.toggle("filled", input.value !== "");
    classList.toggle("long", input.value.length > LONG);
  }

  /** One line more than were printed. */
  add() {
    const number = this.last + 1;
    const line = copy(this.empty);
    line.dataset.game = `${number}`;
    /** @type {(text: string) => string} */
    const renumbered = (text) => text.replace(/^(g|said-)?\d+/, (_, before) => `${before ?? ""}${number}`);
    for (const element of all("[id], input", line)) {
      element.id = renumbered(element.id);
      if (!(element instanceof HTMLInputElement) || !element.name) continue;
      element.name = renumbered(element.name);
      element.value = "";
      const labels = element.getAttribute("aria-labelledby") ?? "";
      element.setAttribute("aria-labelledby", labels.replace(/^g\d+/, `g${number}`));
    }
    Object.assign(find(".number", line).lastChild ?? {}, { data: `${number}` });
    this.own.before(line);
    this.fill(number, {});
    this.mark(number, "");
    this.tell(number, [], new Set());
    return number;
  }

  /** @type {(number: number, where: string) => void} */
  mark(number, where) {
    const spot = find(".spot", this.line(number));
    if (spot.dataset.where === where) return;
    spot.dataset.where = where;
    spot.replaceChildren(...(where ? [drawn(where), make("span", { class: "spoken" }, say(`at_${where}`))] : []));
  }

  /**
   * What is to be said of a line, and which of its cells are wrong.
   * @type {(number: number, problems: Said[], wrong: Set<string>) => void}
   */
  tell(number, problems, wrong) {
    const said = find(".said", this.line(number));
    const words = problems.map(({ severity, message }) =>
      make("p", { class: severity === "error" ? "problem" : "note" }, message));
    said.hidden = !words.length;
    said.firstElementChild?.replaceChildren(...words);
    for (const input of this.inputs(number)) {
      const isWrong = wrong.has(this.where(input).name);
      around(input).classList.toggle("wrong", isWrong);
      if (isWrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (isWrong && words.length) input.setAttribute("aria-describedby", said.id);
      else input.removeAttribute("aria-describedby");
    }
  }

  /**
   * What a cell comes to, where that is another number than what is typed in it.
   * @type {(number: number, name: string, points: number | string | null) => void}
   */
  give(number, name, points) {
    const input = this.input(number, name);
    const isSame = points === null || input.value === `${Math.abs(Number(points))}`;
    const words = isSame ? "" : `${points}`.replace("-", "−");
    const cell = around(input);
    /** @type {HTMLElement | null} */
    let small = find("small", cell);
    if (!words && !small) return;
    small ??= cell.appendChild(make("small", {}));
    small.textContent = words;
  }

  /** @param {string[]} ids */
  suspect(ids) {
    for (const td of all(".suspect", this.table)) td.classList.remove("suspect");
    for (const id of ids) document.getElementById(id)?.parentElement?.classList.add("suspect");
  }
}

/**
 * The cell of the table around a field.
 * @type {(input: HTMLInputElement) => HTMLElement}
 */
const around = (input) => input.parentElement ?? input;
