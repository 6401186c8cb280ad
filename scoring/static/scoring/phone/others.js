/** What this phone holds of other sheets: what still waits to be sent is told, what is long past is let go. */

import { find, make } from "./dom.js";
import { say } from "./words.js";

const DAY = 24 * 3600 * 1000;

/** Never the sheet that is open, since clocks may be wrong, nor entries that the club did not answer. */
export async function tidy(store, { key: open, kept }, others) {
  const unsent = (await store.all("tickets")).filter(({ answer }) => !answer).map(({ sheet }) => sheet);
  const waiting = others.filter(({ sheet }) => unsent.includes(sheet));
  const past = others.filter((one) => !waiting.includes(one) && Math.abs(Date.now() - one.used) > kept * DAY);
  find("#news").append(...waiting.map(({ key }) =>
    make("p", { class: "note" }, make("a", { href: `../${key}/` }, say("waits_elsewhere")))));
  for (const { sheet } of past) await forget(store, sheet);
  const stay = others.filter((one) => !past.includes(one)).map(({ key }) => key);
  await forgetPages([...stay, open]);
}

export async function forget(store, sheet) {
  const mine = (one) => one.sheet === sheet;
  const [tickets, drafts] = [await store.all("tickets"), await store.all("drafts")];
  await store.try(["tickets", "drafts", "sheets"], (sent, typed, sheets) => {
    for (const { id } of tickets.filter(mine)) sent.delete(id);
    for (const { number } of drafts.filter(mine)) typed.delete([sheet, number]);
    sheets.delete(sheet);
  });
}

/** Pages that the service worker keeps. */
async function forgetPages(keys) {
  for (const name of (await window.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const [, key] = /\/s\/([\w-]{46})\/$/.exec(url) ?? [];
      if (key && !keys.includes(key)) await cache.delete(url, { ignoreVary: true });
    }
  }
}
