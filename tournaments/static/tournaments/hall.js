// The hall page follows the night by itself, fills the screen with names, and finds one of them.
const $ = (selector) => document.querySelector(selector);
const page = $("#hall");
const search = $("#q");
const turn = $("#hall-turn");
const lost = $("#hall-lost");
const PARTS = ["#hall-head", "#hall-letters", "#hall-list", "#hall-foot > nav"];
const EVERY = 10_000; // ms between looking
const PATIENCE = 25_000; // wifi that swallows everything is no connection
const TURNS = 12_000; // for each page of names
const IDLE = 30_000; // until the next one may search
const SIZES = [8, 7, 6.5, 6, 5.5, 5, 4.7, 4.4, 4.2]; // in hundredths of the screen's height; no smaller
const wide = matchMedia("(min-width: 60rem) and (min-height: 34rem)");

// Finding a name: one of its words begins so; a letter alone is sought at the first and the last.

const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

const find = () => {
  const typed = plain(search.value).split(/\s+/).filter(Boolean);
  for (const line of page.querySelectorAll("[data-sought]")) {
    const words = line.dataset.sought.split(/\s+/);
    const among = (part) => (part.length > 1 ? words : [words[0], words.at(-1)]);
    line.hidden = !typed.every((part) => among(part).some((word) => word.startsWith(part)));
  }
  fit();
};

let idle;
const seek = (text) => {
  search.value = text;
  clearTimeout(idle);
  if (text) idle = setTimeout(() => seek(""), IDLE);
  at = 0;
  find();
};

// As large as the names fit on the screen; where they don't, page after page.

const gap = (list) => parseFloat(getComputedStyle(list).columnGap) || 0;
const pages = (list) => Math.ceil((list.scrollWidth + gap(list)) / (list.clientWidth + gap(list)) - 0.02);

const fit = () => {
  const list = $("#hall-list");
  turn.hidden = true;
  const fits = SIZES.some((size) => {
    list.style.setProperty("--size", `${size}vh`);
    return pages(list) <= 1;
  });
  turn.hidden = fits || !wide.matches; // its buttons take some of the height
  to(at);
};

let at = 0;
const to = (number) => {
  const list = $("#hall-list");
  const count = wide.matches ? pages(list) : 1;
  at = number % count;
  list.scrollLeft = at * (list.clientWidth + gap(list));
  turn.querySelector("span").textContent = `${at + 1} / ${count}`;
};

// What is new. A page that no browser keeps is asked for by its seal.

let seal = page.dataset.seal;
let asking = false; // one at a time

const look = async () => {
  if (document.hidden || asking) return;
  asking = true;
  try {
    const headers = { "If-None-Match": `"${seal}"` };
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(location.href, { cache: "no-store", headers, signal });
    if (answer.status === 404) gone();
    else if (answer.status !== 304) show(answer, await answer.text());
    tell(false);
  } catch {
    tell(true);
  } finally {
    asking = false;
  }
};

const tell = (isLost) => {
  if (lost.hidden !== isLost) return;
  lost.hidden = !isLost;
  fit();
};

const show = (answer, text) => {
  const there = new DOMParser().parseFromString(text, "text/html");
  const newer = there.querySelector("#hall");
  if (!answer.ok || !newer) throw new Error("another page");
  seal = newer.dataset.seal;
  for (const part of PARTS) $(part)?.replaceWith(there.querySelector(part) ?? "");
  if (!$("#hall-foot > nav")) $("#hall-foot").append(there.querySelector("#hall-foot > nav") ?? "");
  $("#hall-find").hidden = there.querySelector("#hall-find").hidden;
  find();
};

const gone = () => {
  clearInterval(looking);
  clearInterval(turning);
  page.replaceChildren($("#hall-gone").content);
};

const hold = turn.querySelector("[name=hold]");
const looking = setInterval(look, EVERY);
const turning = setInterval(() => {
  if (!search.value && hold.ariaPressed !== "true") to(at + 1);
}, TURNS);

// A big screen stays on, where browsers let it.
const awake = () => wide.matches && navigator.wakeLock?.request("screen").catch(() => {});
awake();

document.addEventListener("visibilitychange", look);
document.addEventListener("visibilitychange", awake);
addEventListener("resize", fit);
turn.querySelector("[name=next]").addEventListener("click", () => to(at + 1));
hold.addEventListener("click", () => (hold.ariaPressed = String(hold.ariaPressed !== "true")));
search.addEventListener("input", () => seek(search.value));
search.form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.closest("#hall-letters")) seek(event.submitter.value === search.value ? "" : event.submitter.value);
});
search.form.querySelector("label ~ .button").hidden = true;

// All are needed to find while typing.
const whole = new URL(location);
whole.searchParams.delete("q");
if (search.value) location.replace(whole);
page.classList.add("fills");
fit();
