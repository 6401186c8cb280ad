/**
 * What a photo of the form says. The cells that must be looked at are asked one after another: Enter says that what is
 * proposed stands there, whatever is typed replaces it. Nothing is kept before somebody presses the button.
 */

import { all, find } from "../phone/dom.js";
import { say } from "../phone/words.js";

/** @typedef {{desk: import("./desk.js").Desk, changed: (input: HTMLInputElement) => void, done: () => void}} Given */

export class Photo {
  /** Whether somebody still goes from question to question. */
  isAsking = true;
  /** @type {import("./desk.js").Desk} */
  desk;
  /** @type {(input: HTMLInputElement) => void} */
  changed;
  /** @type {() => void} */
  done;

  /** @param {Given} given */
  constructor(given) {
    Object.assign(this, given);
    const { table, empty } = this.desk;
    this.status = find("#questions");
    this.end = find("#answered");
    for (const strip of all(".cutting", empty)) strip.remove();
    for (const input of all("input", empty)) if (input instanceof HTMLInputElement) answer(input);
    // Before anything else hears of it: an Enter answers a question.
    table.addEventListener("keydown", (event) => this.#key(event), true);
    table.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement && target.value.trim()) answer(target);
      this.#tell();
    });
  }

  /** @type {() => HTMLInputElement[]} */
  asked() {
    return all("input[data-asked]", this.desk.table);
  }

  /** Go to the first question. Return whether there is nothing to ask. */
  begin() {
    for (const input of this.asked()) if (input.value.trim() && !input.nextElementSibling) answer(input); // a draft
    this.#tell();
    const [first] = this.asked();
    this.#goOn(first);
    first?.focus();
    return !first;
  }

  /** @param {boolean} isUnsaved */
  drawKeep(isUnsaved) {
    find("#keep").hidden = !isUnsaved;
    this.end.textContent = say(isUnsaved ? "nothing_asked" : "read_and_saved");
    this.#tell();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    const isPlain = !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey);
    if (key !== "Enter" || !isPlain || !this.isAsking || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.#behind(target);
    this.#accept(target);
    this.#goTo(next);
  }

  /** @param {HTMLInputElement} input */
  #accept(input) {
    const { asked, proposal } = input.dataset;
    if (asked === undefined) return;
    answer(input);
    if (!input.value.trim() && proposal) {
      input.value = proposal;
      this.changed(input);
    }
    this.#tell();
  }

  /**
   * The next question; behind the last comes the first.
   * @param {HTMLInputElement} input
   */
  #behind(input) {
    const others = this.asked().filter((other) => other !== input);
    return others.find((other) => input.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) ?? others[0];
  }

  /** @param {HTMLInputElement | undefined} next */
  #goTo(next) {
    this.#goOn(next);
    if (next) return next.focus();
    this.done();
    return this.end.focus(); // not on the button beside it: an Enter too many would press that
  }

  /** @param {HTMLInputElement | undefined} next */
  #goOn(next) {
    this.isAsking = next !== undefined;
    this.end.hidden = this.isAsking;
  }

  #tell() {
    const count = this.asked().length;
    const words = count ? say("still_asked", { count }) : this.end.textContent;
    if (this.status.textContent !== words) this.status.textContent = words;
  }
}

/** @param {HTMLInputElement} input */
function answer(input) {
  delete input.dataset.asked;
  input.placeholder = "";
  input.setAttribute("aria-labelledby", (input.getAttribute("aria-labelledby") ?? "").replace(/ look$/, ""));
  const cell = input.parentElement;
  cell?.classList.remove("asked");
  cell?.querySelector("em")?.remove();
}
