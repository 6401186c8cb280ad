/** The tables of the round, as others fill them in while somebody types. */

import { all, copy, drawn, find, make } from "../phone/dom.js";

const EVERY = 15_000; // milliseconds

/**
 * @typedef {{number: number, address: string, state: string}} Table
 * @typedef {{number: number, address: string, words: string, onward: string}} Neighbour
 * @typedef {{open: number, in: number, tables: Table[], previous: Neighbour, next: Neighbour | null, room: string}} OpenTables
 */

export class Tables {
  /** @param {string} address of what is still open */
  constructor(address) {
    this.address = address;
    this.list = find("#pile ul");
    setInterval(() => this.ask(), EVERY);
    document.addEventListener("visibilitychange", () => this.ask());
  }

  async ask() {
    if (document.hidden) return;
    try {
      const reply = await fetch(this.address, { cache: "no-store" });
      if (reply.ok) this.#draw(await reply.json());
    } catch {
      // Without a connection it stays as it was.
    }
  }

  /** @type {(open: OpenTables) => void} */
  #draw({ open, in: countIn, tables, previous, next, room }) {
    find("#pile-open").textContent = `${open}`;
    find("#pile-in").textContent = `${countIn}`;
    const left = new Map(tables.map((table) => [table.number, table]));
    for (const item of all("li", this.list)) {
      const number = Number(item.dataset.number);
      this.#show(item, left.get(number)?.state ?? "");
      left.delete(number);
    }
    for (const table of left.values()) this.#add(table); // one that was in, and is open again
    this.#lead(previous, next, room);
  }

  /**
   * Where the buttons lead: to the open tables before and after this one, else to the room.
   * @type {(previous: Neighbour, next: Neighbour | null, room: string) => void}
   */
  #lead(previous, next, room) {
    Object.assign(find("#next"), { value: next?.number ?? "room", textContent: next?.onward ?? room });
    /** @type {HTMLInputElement} */
    const field = find("#to");
    field.placeholder = `${next?.number ?? ""}`;
    const both = find("#pile .both");
    if (both) both.hidden = !next;
    if (!both || !next) return;
    const [back, on] = all("a", both);
    Object.assign(back, { href: previous.address, textContent: `‹ ${previous.words}` });
    Object.assign(on, { href: next.address, textContent: `${next.words} ›` });
  }

  /**
   * A table that came in meanwhile stays where it was, so that nothing moves under somebody's hands.
   * @type {(item: HTMLElement, state: string) => void}
   */
  #show(item, state) {
    const link = find("a", item), small = find("small", item);
    if ((small?.textContent ?? "") === state) return;
    link.classList.toggle("done", !state);
    link.lastElementChild?.replaceWith(state ? make("small", {}, state) : drawn("dash"));
  }

  /** @type {(table: Table) => void} */
  #add({ number, address, state }) {
    const items = all("li", this.list);
    const after = items.find((item) => Number(item.dataset.number) > number);
    const item = copy(items[0]);
    item.dataset.number = `${number}`;
    /** @type {HTMLAnchorElement} */
    const link = find("a", item);
    link.removeAttribute("aria-current");
    link.href = address;
    find("b", item).textContent = `${number}`;
    this.list.insertBefore(item, after ?? null);
    this.#show(item, state);
  }
}
