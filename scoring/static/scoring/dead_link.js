/* A link that leads nowhere, or not any more: what this phone holds of its form, only the phone itself can tell. */
import { forget } from "./phone/other_sheets.js";
import { openStore } from "./phone/store.js";

const box = /** @type {HTMLElement} */ (document.querySelector("#still-here"));
/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (box.querySelector(selector));
const [, sheet = ""] = /^\/s\/([\w-]{22})[\w-]{24}\//.exec(location.pathname) ?? [];
const store = sheet ? await openStore() : null;
const tickets = store ? await store.tickets(sheet) : [];
const drafts = store ? await store.drafts(sheet) : [];

if (store && (tickets.length || drafts.length)) {
  const waits = drafts.length > 0 || tickets.some(({ answer }) => !answer);
  find(waits ? ".sent" : ".waiting").remove();
  find("button").addEventListener("click", async () => {
    await forget(store, sheet);
    box.replaceChildren(/** @type {HTMLTemplateElement} */ (find("template")).content);
  });
  box.hidden = false;
}
