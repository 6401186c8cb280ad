/** What this phone holds of other sheets: what still waits to be sent is told, what is long past is let go. */

import { find, make } from "./dom.js";
import { say } from "./words.js";

/** @import {Store} from "./store.js" */

const DAY = 24 * 3600 * 1000;

/**
 * Never the sheet that is open, since clocks may be wrong, nor entries that the club did not answer.
 * @type {(store: Store, given: PhoneData) => Promise<void>}
 */
export async function tidyOthers(store, { sheet: here, key: open, kept }) {
  /** @type {SheetRecord[]} */
  const sheets = await store.all("sheets");
  const others = sheets.filter(({ sheet }) => sheet !== here);
  if (!others.length) return;
  /** @type {Ticket[]} */
  const tickets = await store.all("tickets");
  const unsent = tickets.filter(({ answer }) => !answer).map(({ sheet }) => sheet);
  const waiting = others.filter(({ sheet }) => unsent.includes(sheet));
  const past = others.filter((other) => !waiting.includes(other) && Math.abs(Date.now() - (other.used ?? 0)) > kept * DAY);
  find("#news").append(...waiting.map(({ key }) =>
    make("p", { class: "note" }, make("a", { href: `../${key}/` }, say("waits_elsewhere")))));
  for (const { sheet } of past) await forget(store, sheet);
  const stay = others.filter((other) => !past.includes(other)).map(({ key }) => key);
  await forgetPages([...stay, open]);
}

/** @type {(store: Store, sheet: string) => Promise<void>} */
export async function forget(store, sheet) {
  /** @type {Ticket[]} */
  const tickets = await store.all("tickets");
  const drafts = await store.drafts(sheet);
  await store.try(["tickets", "drafts", "sheets"], (sent, typed, sheets) => {
    for (const ticket of tickets) if (ticket.sheet === sheet) sent.delete(ticket.id);
    for (const { number } of drafts) typed.delete([sheet, number]);
    sheets.delete(sheet);
  });
}

/** @type {(keys: string[]) => Promise<void>} */
async function forgetPages(keys) {
  for (const name of (await window.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const [, key] = /\/s\/([\w-]{46})\/$/.exec(url) ?? [];
      if (key && !keys.includes(key)) await cache.delete(url, { ignoreVary: true });
    }
  }
}
