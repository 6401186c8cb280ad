// Follows what is going on by itself. Nothing is drawn anew while nothing was done.
import { whenReleased } from "./wait_for_release.js";

const part = /** @type {HTMLElement} */ (document.querySelector("[data-follow]"));
const lost = /** @type {HTMLElement} */ (document.querySelector("#lost"));
/** @type {string | null} */
let shown = "";

const poll = async () => {
  if (document.hidden || part.querySelector(".share [open]")) return; // a text is being copied
  try {
    const answer = await fetch(part.dataset.follow ?? "", { cache: "no-cache" });
    if (!answer.ok || answer.redirected) throw new Error("another page");
    const tag = answer.headers.get("ETag");
    if (tag !== shown) {
      const text = await answer.text();
      await whenReleased();
      show(text);
    }
    shown = tag;
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
};

// What comes for another place of the page goes there, and the rest here.
/** @param {string} text */
const show = (text) => {
  const come = new DOMParser().parseFromString(text, "text/html").body;
  /** @type {NodeListOf<HTMLElement>} */
  const pieces = come.querySelectorAll("[data-instead]");
  for (const piece of pieces) {
    const there = document.getElementById(piece.dataset.instead ?? "");
    if (there) replace(there, piece); // a night that was reopened has more places
    piece.remove();
  }
  replace(part, come);
};

// Whoever stands on a link with the keyboard stays there.
/** @type {(there: HTMLElement, come: HTMLElement) => void} */
const replace = (there, come) => {
  if (there.innerHTML === come.innerHTML) return;
  const at = there.contains(document.activeElement) && document.activeElement?.getAttribute("href");
  there.replaceChildren(...come.childNodes);
  if (at) /** @type {HTMLElement | null} */ (there.querySelector(`[href="${at}"]`))?.focus();
};

setInterval(poll, Number(part.dataset.every) * 1000);
document.addEventListener("visibilitychange", poll);
