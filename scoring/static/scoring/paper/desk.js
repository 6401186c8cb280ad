/** The grid on the page: its lines and cells, as templates/scoring/_typed.html has them. */

import { all, drawn, find, make } from "../phone/dom.js";
import { say } from "../phone/words.js";
import { AWAY, OUT } from "./notation.js";

export class Desk {
  constructor(root) {
    this.root = root;
    this.table = find("table", root);
    this.own = find(".own", root);
    this.empty = all("[data-game]", root).at(-2).cloneNode(true);
  }

  /** The numbers of the games. */
  get last() {
    return Number(this.own.previousElementSibling.dataset.game);
  }

  line(number) {
    return find(`[data-game="${number}"]`, this.root);
  }

  input(number, name) {
    return document.getElementById(`g${number}-${name}`);
  }

  /** All cells of a line, the reason why it was not played too. */
  inputs(number) {
    return all("input", this.line(number));
  }

  /** Which line and column a field is of. */
  where(input) {
    const [, number, name] = /^(\d+)-(.+)$/.exec(input.name);
    return { number: Number(number), name };
  }

  typed(number) {
    return Object.fromEntries(this.inputs(number).map((input) => [this.where(input).name, input.value]));
  }

  fill(number, typed) {
    for (const input of this.inputs(number)) {
      const text = typed[this.where(input).name] ?? "";
      if (input.value !== text) input.value = text;
      this.sign(input);
    }
  }

  /** Signs look like signs. */
  sign(input) {
    const { classList } = input.parentElement;
    classList.toggle("out", input.value === OUT);
    classList.toggle("absent", input.value === AWAY);
    classList.toggle("filled", input.value !== "");
  }

  /** One line more than were printed. */
  add() {
    const number = this.last + 1;
    const line = this.empty.cloneNode(true);
    line.dataset.game = number;
    const renumbered = (text) => text.replace(/^(g|said-)?\d+/, (_, before) => `${before ?? ""}${number}`);
    for (const element of all("[id], input", line)) {
      element.id = renumbered(element.id);
      if (!element.name) continue;
      element.name = renumbered(element.name);
      element.value = "";
      element.setAttribute("aria-labelledby", element.getAttribute("aria-labelledby").replace(/^g\d+/, `g${number}`));
    }
    find(".number", line).lastChild.data = `${number}`;
    this.own.before(line);
    this.fill(number, {});
    this.mark(number, "");
    this.tell(number, [], new Set());
    return number;
  }

  mark(number, where) {
    const spot = find(".spot", this.line(number));
    if (spot.dataset.where === where) return;
    spot.dataset.where = where;
    spot.replaceChildren(...(where ? [drawn(where), make("span", { class: "spoken" }, say(`at_${where}`))] : []));
  }

  /** What is to be said of a line, and which of its cells are wrong. */
  tell(number, problems, wrong) {
    const said = find(".said", this.line(number));
    const words = problems.map(({ severity, message }) =>
      make("p", { class: severity === "error" ? "problem" : "note" }, message));
    said.hidden = !words.length;
    said.firstElementChild.replaceChildren(...words);
    for (const input of this.inputs(number)) {
      const isWrong = wrong.has(this.where(input).name);
      input.parentElement.classList.toggle("wrong", isWrong);
      if (isWrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (isWrong && words.length) input.setAttribute("aria-describedby", said.id);
      else input.removeAttribute("aria-describedby");
    }
  }

  /** What a cell comes to, where that is another number than the one in it. */
  give(number, name, points) {
    const input = this.input(number, name);
    const told = points === null || input.value === `${Math.abs(points)}`;
    const words = told ? "" : `${points}`.replace("-", "−");
    let small = find("small", input.parentElement);
    if (!words && !small) return;
    small ??= input.parentElement.appendChild(make("small", {}));
    small.textContent = words;
  }

  suspect(ids) {
    for (const td of all(".suspect", this.table)) td.classList.remove("suspect");
    for (const id of ids) document.getElementById(id)?.parentElement.classList.add("suspect");
  }
}
