// The hall page follows the night by itself, fills the screen with names, finds one of them, and on a
// big screen shows in turn what there is to see.
import { part as $, plain } from "./dom.js";

const page = $("#hall");
/** @type {HTMLInputElement} */
const search = $("#q");
const turn = $("#hall-turn");
const lost = $("#hall-lost");
const PARTS = ["#hall-head", "#hall-letters", "#hall-list", "#hall-foot > nav"];
const EVERY = 10_000; // ms between looking
const PATIENCE = 25_000; // wifi that swallows everything is no connection
const TURNS = 20_000; // for each page
const IDLE = 30_000; // until the next one may search
const SIZES = [8, 7, 6.5, 6, 5.5, 5, 4.7, 4.4, 4.2]; // in hundredths of the screen's height; no smaller
const wide = matchMedia("(min-width: 60rem) and (min-height: 34rem)");

// Finding a name: one of its words begins so; a letter alone is sought at the first and the last.

const find = () => {
  const typed = plain(search.value).split(/\s+/).filter(Boolean);
  /** @type {NodeListOf<HTMLElement>} */
  const lines = page.querySelectorAll("[data-sought]");
  for (const line of lines) {
    const words = (line.dataset.sought ?? "").split(/\s+/);
    /** @type {(part: string) => (string | undefined)[]} */
    const among = (part) => (part.length > 1 ? words : [words[0], words.at(-1)]);
    line.hidden = !typed.every((part) => among(part).some((word) => word?.startsWith(part)));
  }
  fit();
};

/** @type {number | undefined} */
let idle;
/** @type {(text: string) => void} */
const seek = (text) => {
  search.value = text;
  clearTimeout(idle);
  if (text) idle = setTimeout(() => seek(""), IDLE);
  at = 0;
  find();
};

// As large as the names fit on the screen; where they don't, page after page.

/** @type {(list: Element) => number} */
const gap = (list) => parseFloat(getComputedStyle(list).columnGap) || 0;
/** @type {(list: Element) => number} */
const pages = (list) => Math.ceil((list.scrollWidth + gap(list)) / (list.clientWidth + gap(list)) - 0.02);

const fit = () => {
  const list = $("#hall-list");
  turn.hidden = !turning(); // its buttons take some of the height
  const fits = SIZES.some((size) => {
    list.style.setProperty("--size", `${size}vh`);
    return pages(list) <= 1;
  });
  turn.hidden = (fits || !wide.matches) && !turning();
  to(at);
};

let at = 0;
const count = () => (wide.matches ? pages($("#hall-list")) : 1);
/** @type {(number: number) => void} */
const to = (number) => {
  const list = $("#hall-list");
  at = number % count();
  list.scrollLeft = at * (list.clientWidth + gap(list));
  $("span", turn).textContent = count() > 1 ? `${at + 1} / ${count()}` : "";
};

// One view after another: on a big screen, or where the address says so. What was seen of each is
// kept, so that it goes on without a connection.

const views = () => (page.dataset.turns ?? "").split(" ");
const turning = () => "turning" in page.dataset || (wide.matches && !("stays" in page.dataset) && views().length > 1);
/** @type {Map<string, HTMLElement>} */
const kept = new Map(); // by address
let address = location.href; // of what is to be shown
let shown = address;

const onward = async () => {
  if (at + 1 < count()) return to(at + 1);
  if (!turning()) return to(0);
  const next = views()[(views().indexOf(page.dataset.view ?? "") + 1) % views().length];
  address = `${location.pathname}?turn=${next}`;
  await poll();
};

// What is new. A page that no browser keeps is asked for by its seal.

let asking = false; // one at a time
let since = new Date(); // there was a connection

const poll = async () => {
  if (document.hidden || asking) return;
  asking = true;
  const wanted = address;
  try {
    const seal = kept.get(wanted)?.dataset.seal;
    /** @type {Record<string, string>} */
    const headers = seal ? { "If-None-Match": `"${seal}"` } : {};
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(wanted, { cache: "no-store", headers, signal });
    if (answer.status === 404) return gone();
    const isNew = answer.status !== 304;
    if (isNew) keep(wanted, answer, await answer.text());
    if (isNew || shown !== wanted) show(wanted);
    since = new Date();
    tell(false);
  } catch {
    if (!kept.has(wanted)) address = shown;
    else if (shown !== wanted) show(wanted);
    tell(true);
  } finally {
    asking = false;
  }
};

/** @type {(isLost: boolean) => void} */
const tell = (isLost) => {
  if (lost.hidden !== isLost) return;
  const time = lost.querySelector("time");
  if (time) time.textContent = since.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  lost.hidden = !isLost;
  fit();
};

/** @type {(wanted: string, answer: Response, text: string) => void} */
const keep = (wanted, answer, text) => {
  /** @type {HTMLElement | null} */
  const newer = new DOMParser().parseFromString(text, "text/html").querySelector("#hall");
  if (!answer.ok || !newer) throw new Error("another page");
  kept.set(wanted, newer);
};

/** @type {(wanted: string) => void} */
const show = (wanted) => {
  const newer = kept.get(wanted);
  if (!newer) return;
  if (shown !== wanted) at = 0;
  shown = wanted;
  page.dataset.view = newer.dataset.view;
  page.dataset.turns = newer.dataset.turns;
  for (const part of PARTS) $(part)?.replaceWith(newer.querySelector(part)?.cloneNode(true) ?? "");
  if (!$("#hall-foot > nav")) $("#hall-foot").append(newer.querySelector("#hall-foot > nav")?.cloneNode(true) ?? "");
  $("#hall-find").hidden = $("#hall-find", newer).hidden;
  find();
};

const gone = () => {
  clearInterval(looking);
  clearInterval(turner);
  /** @type {HTMLTemplateElement} */
  const { content } = $("#hall-gone");
  page.replaceChildren(content);
};

const hold = $("[name=hold]", turn);
const looking = setInterval(poll, EVERY);
const turner = setInterval(() => {
  if (!search.value && hold.ariaPressed !== "true") onward();
}, TURNS);

// A big screen stays on, where browsers let it.
const awake = () => wide.matches && navigator.wakeLock?.request("screen").catch(() => {});
awake();

document.addEventListener("visibilitychange", poll);
document.addEventListener("visibilitychange", awake);
addEventListener("resize", fit);
$("[name=next]", turn).addEventListener("click", onward);
hold.addEventListener("click", () => (hold.ariaPressed = String(hold.ariaPressed !== "true")));
search.addEventListener("input", () => seek(search.value));
/** @type {HTMLFormElement} */
const seeking = $("form:has(#q)");
seeking.addEventListener("submit", (event) => {
  event.preventDefault();
  const letter = event.submitter?.closest("#hall-letters") ? event.submitter.getAttribute("value") : null;
  if (letter !== null) seek(letter === search.value ? "" : letter);
});
$("label ~ .button", seeking).hidden = true;

// All are needed to find while typing.
const whole = new URL(location.href);
whole.searchParams.delete("q");
if (search.value) location.replace(whole);
/** @type {any} */
const copy = page.cloneNode(true);
kept.set(address, copy);
page.classList.add("fills");
fit();
