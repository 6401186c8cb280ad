/* A link that leads nowhere, or not any more: what this phone holds of its form, only the phone itself can tell. */
import { forget } from "./phone/others.js";
import { openStore } from "./phone/store.js";

const box = document.querySelector("#still-here");
const [, sheet] = /^\/s\/([\w-]{22})[\w-]{24}\//.exec(location.pathname) ?? [];
const store = sheet && (await openStore());
const tickets = sheet ? await store.tickets(sheet) : [];
const drafts = sheet ? await store.drafts(sheet) : [];

if (tickets.length || drafts.length) {
  const waits = drafts.length > 0 || tickets.some(({ answer }) => !answer);
  box.querySelector(waits ? ".sent" : ".waiting").remove();
  box.querySelector("button").addEventListener("click", async () => {
    await forget(store, sheet);
    box.replaceChildren(box.querySelector("template").content);
  });
  box.hidden = false;
}
