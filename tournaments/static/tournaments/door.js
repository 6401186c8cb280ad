// At the door: finds while you type, and lets in without loading the page again.
import { part, plain } from "./dom.js";
import { whenReleased } from "./wait_for_release.js";

/** @type {HTMLFormElement} */
const list = part("#door");
/** @type {HTMLInputElement} */
const search = part("#q");
/** @type {Set<string>} */
const seen = new Set(); // they stay in sight, whatever is shown: nobody's name moves away under a finger

const find = () => {
  const words = plain(search.value).split(/\s+/);
  /** @type {NodeListOf<HTMLElement>} */
  const rows = list.querySelectorAll("[data-sought]");
  for (const row of rows) {
    row.hidden = !words.every((word) => row.dataset.sought?.includes(word));
  }
  const isSeeking = search.value.trim() !== "";
  part(".door", list).classList.toggle("seeking", isSeeking);
  part("#nobody", list).hidden = !isSeeking || [...rows].some((row) => !row.hidden);
  part("details", list)?.toggleAttribute("open", isSeeking); // guests of earlier nights
};

// One after the other: what was tapped first is done first.
/** @type {Promise<unknown>} */
let before = Promise.resolve();
let unsent = 0;

// What fails goes as it does without a script.
/** @type {(task: () => Promise<void>, fail: () => void) => void} */
const queue = (task, fail) => {
  unsent += 1;
  before = before.then(task).catch(fail).finally(() => {
    unsent -= 1;
  });
};

// A form that loads the page anew waits for what was tapped before, and stays if that failed.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !unsent) return;
  event.preventDefault();
  const { submitter } = event;
  const form = /** @type {HTMLFormElement} */ (event.target);
  before.then(() => {
    if (!part("#door-lost").hidden || part("#door-refused").hasChildNodes()) return;
    if (!form.isConnected) document.body.append(form);
    form.requestSubmit(submitter);
  });
});

/** @type {(init?: RequestInit) => Promise<Document | null>} */
const show = async (init) => {
  const { pathname } = new URL(list.action); // without what is shown, which the page's address says
  const answer = await fetch(pathname + location.search, init).catch(() => null);
  const isLost = !answer || answer.status > 501; // as while the site is started anew
  part("#door-lost").hidden = !isLost;
  if (isLost) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.querySelector("#door");
  if (!(answer.ok || answer.status === 409) || !there) throw new Error("another page");
  await whenReleased();
  if (init) part("#door-refused").replaceChildren(...page.querySelectorAll("article > .problem"));
  /** @type {HTMLInputElement | null} */
  const typed = list.querySelector("#reason");
  const at = list.contains(document.activeElement) && document.activeElement;
  /** @type {NodeListOf<HTMLElement>} */
  const rows = list.querySelectorAll("[data-sought]");
  for (const row of rows) if (row.offsetParent) seen.add(row.id);
  const isOpen = list.querySelector("details[open]") !== null;
  list.replaceChildren(...there.childNodes);
  /** @type {HTMLInputElement} */
  const reason = part("#reason", list);
  if (typed?.value) reason.value = typed.value;
  const changing = "#door-count, .shows, #door-next";
  const parts = [...document.querySelectorAll(changing)];
  page.querySelectorAll(changing).forEach((come, place) => {
    parts[place].replaceChildren(...come.childNodes);
  });
  for (const id of seen) list.querySelector(`#${id}`)?.classList.add("just");
  find();
  if (isOpen) part("details", list)?.toggleAttribute("open", true);
  if (!at) return page;
  const kind = at.matches("a") ? `[href="${at.getAttribute("href")}"]` : `[class="${at.className}"]`;
  /** @type {HTMLElement | null} */ (list.querySelector(`#${at.closest("li")?.id} ${kind}`))?.focus({ preventScroll: true });
  return page;
};

/** @type {(button: HTMLButtonElement) => Promise<void>} */
const tap = async (button) => {
  /** @type {any} */
  const body = new FormData(list);
  body.set(button.name, button.value);
  await show({ method: "POST", body: new URLSearchParams(body) });
  button.ariaBusy = null; // it is there still if the site did not answer
  // A table to sit at, or to leave; whoever types the next name keeps the field.
  const next = `#${button.closest("li")?.id}:focus-within .late [href*="?"]`;
  /** @type {HTMLElement | null} */ (list.querySelector(next))?.focus();
};

// Two doors follow each other.
const follow = () => {
  if (!document.hidden) before = before.then(() => show()).catch(() => {});
};
setInterval(follow, 10000);
document.addEventListener("visibilitychange", follow);

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
  button.ariaBusy = "true";
  queue(() => tap(button), () => send(button));
});

search.addEventListener("input", find);
/** @type {HTMLFormElement} */
const seeking = part("form:has(#q)");
seeking.addEventListener("submit", (event) => {
  event.preventDefault();
  const come = list.querySelectorAll("[data-sought]:not([hidden]):has([name=in], [name=on])");
  if (!search.value.trim() || come.length !== 1) return;
  /** @type {HTMLButtonElement | null} */ (come[0].querySelector("[name=in], [name=on]"))?.click();
  search.value = "";
  find();
});
part("button", seeking).hidden = true;
if (search.value) location.replace(location.pathname); // all are needed to find while typing
/** @type {HTMLFormElement | null} */
const walkIns = document.querySelector("#typed:has([list=known])");
/** @type {() => HTMLInputElement} */
const whoPlays = () => part("[list=known]", walkIns ?? document);
/** @type {() => HTMLTextAreaElement} */
const others = () => part("[name=names]", walkIns ?? document);
let waiting = 0;

// The next name can be typed while the one before is let in. What is refused comes back into the
// field, and what was typed meanwhile goes to the list below it.
/** @type {(form: HTMLFormElement, name: string, body: any) => Promise<void>} */
const letIn = async (form, name, body) => {
  const page = await show({ method: "POST", body: new URLSearchParams(body) });
  const answer = page?.querySelector("#typed");
  const isRefused = !answer || answer.querySelector(".problem") !== null;
  if (!isRefused && form.querySelector(".problem")) return; // somebody before is still asked about
  const list = others().value;
  const next = whoPlays().value;
  if (answer) form.replaceChildren(...answer.childNodes);
  whoPlays().value = isRefused ? name : next;
  whoPlays().focus();
  const given = answer ? others().value : String(body.get("names") ?? ""); // the site says it, or knows of nothing
  others().value = (isRefused ? [given, list, next] : [list]).filter(Boolean).join("\n");
  part("details", form).toggleAttribute("open", others().value !== "");
};

walkIns?.addEventListener("submit", (event) => {
  const name = whoPlays().value;
  if (!name.trim() && !waiting) return; // a whole list, or nothing, as without a script
  event.preventDefault();
  if (!name.trim()) return; // Enter pressed twice
  const body = new FormData(walkIns);
  whoPlays().value = "";
  others().value = "";
  walkIns.querySelector(".problem")?.remove();
  waiting += 1;
  const send = () => {
    whoPlays().value = name;
    others().value = String(body.get("names"));
    walkIns.submit();
  };
  queue(() => letIn(walkIns, name, body).finally(() => (waiting -= 1)), send);
});
const toGuest = () => {
  if (location.hash === "#guest") document.getElementById("id_first")?.focus();
};
addEventListener("hashchange", toGuest);
const field = () => (walkIns ? whoPlays() : search);
// After a click on a name the next can be typed.
document.addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey, target }) => {
  const isTyping = /** @type {Element} */ (target).matches("input, textarea, select");
  if (isTyping || ctrlKey || altKey || metaKey || !/^\p{L}$/u.test(key)) return;
  field().focus();
  field().select();
});
if (matchMedia("(hover: hover)").matches) field().focus(); // elsewhere a keyboard would cover the list
addEventListener("load", toGuest); // going to the part of the page takes the focus away
