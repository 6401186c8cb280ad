/** The tables of the round, as others fill them in while somebody types. */

import { all, drawn, find, make } from "../phone/dom.js";

const EVERY = 15_000; // milliseconds

export class Tables {
  /** @param {string} address of what is still open */
  constructor(address) {
    this.address = address;
    this.list = find("#pile ul");
    setInterval(() => this.#ask(), EVERY);
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  async #ask() {
    if (document.hidden) return;
    try {
      const reply = await fetch(this.address, { cache: "no-store" });
      if (reply.ok) this.#draw(await reply.json());
    } catch {
      // Without a connection it stays as it was.
    }
  }

  #draw({ open, in: countIn, tables, previous, next, room }) {
    find("#pile-open").textContent = open;
    find("#pile-in").textContent = countIn;
    const left = new Map(tables.map((table) => [table.number, table]));
    for (const item of all("li", this.list)) {
      const number = Number(item.dataset.number);
      this.#show(item, left.get(number)?.state ?? "");
      left.delete(number);
    }
    for (const table of left.values()) this.#add(table); // one that was in, and is open again
    this.#lead(previous, next, room);
  }

  /** Where the buttons lead: to the open tables before and after this one, else to the room. */
  #lead(previous, next, room) {
    Object.assign(find("#next"), { value: next?.number ?? "room", textContent: next?.onward ?? room });
    find("#to").placeholder = next?.number ?? "";
    const both = find("#pile .both");
    if (both) both.hidden = !next;
    if (!both || !next) return;
    const [back, on] = all("a", both);
    Object.assign(back, { href: previous.address, textContent: `‹ ${previous.words}` });
    Object.assign(on, { href: next.address, textContent: `${next.words} ›` });
  }

  /** A table that came in meanwhile stays where it was, so that nothing moves under somebody's hands. */
  #show(item, state) {
    const link = find("a", item), small = find("small", item);
    if ((small?.textContent ?? "") === state) return;
    link.classList.toggle("done", !state);
    link.lastElementChild.replaceWith(state ? make("small", {}, state) : drawn("dash"));
  }

  #add({ number, address, state }) {
    const after = all("li", this.list).find((item) => Number(item.dataset.number) > number);
    const item = this.list.firstElementChild.cloneNode(true);
    item.dataset.number = number;
    const link = find("a", item);
    link.removeAttribute("aria-current");
    link.href = address;
    find("b", item).textContent = number;
    this.list.insertBefore(item, after ?? null);
    this.#show(item, state);
  }
}
