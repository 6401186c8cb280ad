/** From form to form of a pile: to the next table, to one by its number, or by the code on its paper. */

import { find, findTarget } from "../phone/dom.js";

const KEY = /(?<![\w-])[\w-]{46}(?![\w-])/; // as in the address of a form

/** @param {Event} event */
const isPasted = (event) => event instanceof InputEvent && event.inputType === "insertFromPaste";

export class Pile {
  /** @type {string | null} */
  #address = null; // where to, as soon as all is kept
  /** @type {import("./desk.js").Desk} */ desk;
  /** @type {() => HTMLInputElement | null | undefined} */ keep;
  /** @type {() => boolean} */ isKept;
  /** @type {(input: HTMLInputElement) => void} */ restore;

  /** @param {Pick<Pile, "desk" | "keep" | "isKept" | "restore">} given */
  constructor(given) {
    Object.assign(this, given);
    const { table } = this.desk;
    find("#typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submitted(event.submitter);
    });
    /** @type {HTMLInputElement | null} */
    this.field = find("#to");
    if (!this.field) return;
    find("#typing").addEventListener("click", (event) => {
      const link = findTarget(event, "[data-go]");
      if (link instanceof HTMLAnchorElement) this.#followed(event, link.href);
    });
    table.addEventListener("input", (event) => {
      if (isPasted(event) && event.target instanceof HTMLInputElement) this.#scanned(event.target);
      this.#address = null;
    });
    document.addEventListener("keydown", (event) => this.#key(event), true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Enter") return;
    const { target } = event;
    if (event.ctrlKey || event.metaKey) find("#next").click();
    else if (!(target instanceof HTMLInputElement) || !this.desk.table.contains(target) || !this.#scanned(target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * A scanner types the whole address where somebody happens to be.
   * @param {HTMLInputElement} input
   */
  #scanned(input) {
    const text = input.value;
    if (!KEY.test(text)) return false;
    this.restore(input);
    this.#find(text);
    return true;
  }

  /** @type {(event: MouseEvent, address: string) => void} */
  #followed(event, address) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#leave(address);
  }

  /**
   * The button keeps all of the form, and stays at a line that is not full or not right.
   * @param {HTMLElement | null} button
   */
  #submitted(button) {
    /** @type {HTMLButtonElement} */
    const next = find("#next");
    if (!this.field) return;
    const typed = button === next ? "" : this.field.value.trim();
    if (typed) return this.#find(typed);
    const open = this.keep();
    if (open) return open.focus();
    /** @type {HTMLAnchorElement} */
    const back = find(".back [data-go]");
    if (next.value === "room") this.#leave(back.href);
    else this.#find(next.value);
  }

  /** @param {string} text */
  #find(text) {
    const address = new URL(location.href);
    address.searchParams.set("to", text);
    this.#leave(address.href);
  }

  /** @param {string} address */
  #leave(address) {
    this.keep();
    this.#address = address;
    this.goOn();
  }

  /** Nobody is kept waiting, and nothing stays behind on this computer. */
  goOn() {
    if (!this.#address || !this.isKept()) return;
    location.assign(this.#address);
    this.#address = null;
  }
}
