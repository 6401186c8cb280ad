// At the door: finds while you type, and lets in without loading the page again.
import { whenReleased } from "./pressed.js";

/** @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T} */
const part = (selector, within = document) =>
  /** @type {never} */
  (within.querySelector(selector));

/** @type {HTMLFormElement} */
const list = part("#door");
/** @type {HTMLInputElement} */
const search = part("#q");
/** @type {Set<string>} */
const tapped = new Set(); // they stay in sight, whatever is shown

/** @type {(text: string) => string} */
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

const find = () => {
  const words = plain(search.value).split(/\s+/);
  /** @type {NodeListOf<HTMLElement>} */
  const rows = list.querySelectorAll("[data-sought]");
  for (const row of rows) {
    row.hidden = !words.every((word) => row.dataset.sought?.includes(word));
  }
  const isSeeking = search.value.trim() !== "";
  part(".door", list).classList.toggle("seeking", isSeeking);
  part("details", list)?.toggleAttribute("open", isSeeking); // guests of earlier nights
};

// One after the other: what was tapped first is done first.
let before = Promise.resolve();

/** @type {(button: HTMLButtonElement) => Promise<void>} */
const tap = async (button) => {
  /** @type {any} */
  const body = new FormData(list);
  body.set(button.name, button.value);
  const sent = { method: "POST", body: new URLSearchParams(body) };
  const { pathname } = new URL(list.action); // without what is shown, which the page's address says
  const answer = await fetch(pathname + location.search, sent).catch(() => null);
  const isLost = !answer || answer.status > 501; // as while the site is started anew
  part("#door-lost").hidden = !isLost;
  if (isLost) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.querySelector("#door");
  if (!answer.ok || !there) throw new Error("another page");
  await whenReleased();
  /** @type {HTMLInputElement | null} */
  const typed = list.querySelector("#reason");
  const all = part("[name=all]", list)?.parentElement;
  list.replaceChildren(...there.childNodes);
  if (all && button.name !== "all" && !part("[name=all]", list)) leaveRoom(all);
  /** @type {HTMLInputElement} */
  const reason = part("#reason", list);
  if (typed?.value) reason.value = typed.value;
  const parts = [...document.querySelectorAll("#door-count, .shows")];
  page.querySelectorAll("#door-count, .shows").forEach((come, place) => {
    parts[place].replaceChildren(...come.childNodes);
  });
  tapped.add(button.value);
  for (const pk of tapped) list.querySelector(`#m${pk}`)?.classList.add("just");
  find();
  const kind = button.matches(".person") ? ".person" : ":not(.person)";
  part(`button${kind}[value="${button.value}"]`, list)?.focus({ preventScroll: true });
};

// Nobody's name moves away under a finger: a button for all that is not needed any more leaves its room.
/** @type {(paragraph: HTMLElement) => void} */
const leaveRoom = (paragraph) => {
  paragraph.classList.add("spent");
  part("button", paragraph).setAttribute("disabled", "");
  part(".door", list).before(paragraph);
};

// Where that fails, the form goes as it does without a script.
/** @type {(button: HTMLButtonElement) => void} */
const send = (button) => {
  const kept = document.createElement("input");
  Object.assign(kept, { type: "hidden", name: button.name, value: button.value });
  list.append(kept);
  list.submit();
};

list.addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {any} */
  const button = event.submitter;
  before = before.then(() => tap(button)).catch(() => send(button));
});

search.addEventListener("input", find);
/** @type {HTMLFormElement} */
const seeking = part("form:has(#q)");
seeking.addEventListener("submit", (event) => event.preventDefault());
part("button", seeking).hidden = true;
if (search.value) location.replace(location.pathname); // all are needed to find while typing
const walkIn = /** @type {HTMLElement | null} */ (document.querySelector("[list=known]"));
if (matchMedia("(hover: hover)").matches) (walkIn ?? search).focus(); // elsewhere a keyboard would cover the list
