// Finds a name on the list of players while it is typed: one of its words begins so.
import { plain } from "./dom.js";

/** @type {HTMLInputElement | null} */
const search = document.querySelector("#q");
/** @type {NodeListOf<HTMLElement>} */
const found = document.querySelectorAll("#players [data-sought]");
const lines = [...found];
/** @type {HTMLDetailsElement | null} */
const aside = document.querySelector("#players details");
const count = aside?.querySelector("summary span");
const nobody = /** @type {HTMLElement} */ (document.querySelector("#nobody"));

/** @param {HTMLInputElement} search */
const find = (search) => {
  const typed = plain(search.value).split(/\s+/).filter(Boolean);
  for (const line of lines) {
    const words = (line.dataset.sought ?? "").split(/\s+/);
    line.hidden = !typed.every((part) => words.some((word) => word.startsWith(part)));
  }
  const beside = lines.filter((line) => aside?.contains(line) && !line.hidden).length;
  if (count) count.textContent = `${beside}`;
  if (aside) [aside.open, aside.hidden] = [typed.length > 0 && beside > 0, !beside];
  nobody.hidden = lines.some((line) => !line.hidden);
};

if (search && !search.value) {
  search.addEventListener("input", () => find(search));
  const form = /** @type {HTMLFormElement} */ (search.form);
  form.addEventListener("submit", (event) => event.preventDefault());
  /** @type {HTMLButtonElement} */ (form.querySelector("button")).hidden = true;
}
