// Says what stands in a folded part.
import { part } from "./dom.js";

/** @type {HTMLFormElement} */
const form = part("#typed");

/** @type {(input: Element) => boolean} */
const isAsked = (input) => getComputedStyle(input.closest(".field") ?? input).display !== "none";

/** @type {(input: HTMLInputElement) => string} */
const words = (input) => {
  if (input.type === "radio" || input.type === "checkbox") {
    return (input.checked && input.closest("label")?.textContent.trim()) || "";
  }
  const typed = input.value.trim();
  const label = input.closest(".field")?.querySelector("label")?.textContent.trim();
  return typed && typed !== input.dataset.usual ? `${label}: ${typed}` : "";
};

/** @type {(fold: Element) => void} */
const tellFold = (fold) => {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = fold.querySelectorAll("input:not([type=hidden], .further :nth-child(n + 2) *)");
  const output = part("[data-nothing]", fold);
  output.textContent = [...inputs].filter(isAsked).map(words).filter(Boolean).join(" · ") || (output.dataset.nothing ?? "");
};

form.addEventListener("input", (event) => {
  const fold = event.target instanceof Element && event.target.closest(".more");
  if (fold) tellFold(fold);
});
