/** From form to form of a pile: to the next table, to one by its number, or by the code on its paper. */

import { find, findTarget } from "../phone/dom.js";

const KEY = /(?<![\w-])[\w-]{46}(?![\w-])/; // as in the address of a form
export class Pile {
  #address = null; // where to, as soon as all is kept

  /** @param {{desk: object, keep: function(): number, isKept: function(): boolean, restore: function}} given */
  constructor(given) {
    Object.assign(this, given);
    const { table } = this.desk;
    find("#typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submitted(event.submitter);
    });
    this.field = find("#to");
    if (!this.field) return;
    find("#typing").addEventListener("click", (event) => {
      const link = findTarget(event, "[data-go]");
      if (link) this.#followed(event, link.href);
    });
    table.addEventListener("input", ({ target, inputType }) => inputType === "insertFromPaste" && this.#scanned(target));
    table.addEventListener("input", () => { this.#address = null; });
    document.addEventListener("keydown", (event) => this.#key(event), true);
  }

  #key(event) {
    if (event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey) find("#next").click();
    else if (!this.desk.table.contains(event.target) || !this.#scanned(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A scanner types the whole address where somebody happens to be. */
  #scanned(input) {
    const text = input.value;
    if (!KEY.test(text)) return false;
    this.restore(input);
    this.#find(text);
    return true;
  }

  #followed(event, address) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#leave(address);
  }

  /** The button keeps all of the form, and stays at a line that is not full or not right. */
  #submitted(button) {
    const next = find("#next");
    if (!this.field) return;
    const typed = button === next ? "" : this.field.value.trim();
    if (typed) return this.#find(typed);
    const open = this.keep();
    if (open !== null) return open.focus();
    if (next.value === "room") this.#leave(find(".back [data-go]").href);
    else this.#find(next.value);
  }

  #find(text) {
    this.#leave(`${location.pathname}?to=${encodeURIComponent(text)}`);
  }

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
