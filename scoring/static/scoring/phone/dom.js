/** Building parts of the page; what people typed goes in as text, never as HTML. */

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/**
 * An element. Attributes that are null or false are left out, `on…` are listeners, and `data-…`,
 * `aria-…` and the like are written as they are.
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const button = (classes, words, press, more = {}) =>
  make("button", { type: "button", class: classes, onclick: press, ...more }, words);

const last = new WeakMap();

/** Only what changed is put in anew, so that nothing loses its focus. */
export function put(box, ...children) {
  const fresh = make("div", {}, ...children);
  if (last.get(box) === fresh.innerHTML) return;
  last.set(box, fresh.innerHTML);
  box.replaceChildren(...fresh.childNodes);
}

/** The drawn dash, or another drawing that the page holds as a template. */
export const drawn = (name) => find(`#drawn-${name}`).content.firstElementChild.cloneNode(true);

export function suit(letter, words) {
  const drawing = drawn("suit");
  drawing.classList.add(`suit-${letter}`);
  drawing.setAttribute("aria-label", words);
  const use = drawing.firstElementChild;
  use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#${letter}`);
  return drawing;
}
