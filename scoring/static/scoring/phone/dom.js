/** Building parts of the page; what people typed goes in as text, never as HTML. */

/**
 * The element that is there: where it may be missing, `?.` follows.
 * @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T}
 */
export const find = (selector, within = document) =>
  /** @type {never} */
  (within.querySelector(selector));

/** @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T[]} */
export const all = (selector, within = document) =>
  /** @type {never} */
  ([...within.querySelectorAll(selector)]);

/** @type {(event: Event, selector: string) => HTMLElement | null} */
export const findTarget = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** @type {<T extends Element>(element: T) => T} */
export const copy = (element) =>
  /** @type {never} */
  (element.cloneNode(true));

/** What the site wrote into the page for its scripts. */
export const readPageData = () => JSON.parse(find("#for-scripts").textContent);

/**
 * An element. Attributes that are null or false are left out, `on…` are listeners, and `data-…`,
 * `aria-…` and the like are written as they are.
 * @type {<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: (Child | Child[])[]) => HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, `${value}`);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Words for who listens alone. @type {(words: string) => HTMLElement} */
export const spoken = (words) => make("span", { class: "spoken" }, words);

/** @type {(classes: string, words: Child | Child[], press: () => unknown, more?: Attributes) => HTMLButtonElement} */
export const button = (classes, words, press, more = {}) =>
  make("button", { type: "button", class: classes, onclick: press, ...more }, words);

const last = new WeakMap();

/**
 * Only what changed is put in anew, so that nothing loses its focus.
 * @type {(box: Element, ...children: (Child | Child[])[]) => void}
 */
export function put(box, ...children) {
  const fresh = make("div", {}, ...children);
  if (last.get(box) === fresh.innerHTML) return;
  last.set(box, fresh.innerHTML);
  box.replaceChildren(...fresh.childNodes);
}

/** @type {(name: string) => SVGElement} */
export function drawn(name) {
  /** @type {HTMLTemplateElement} */
  const { content } = find(`#drawn-${name}`);
  return find("svg", document.importNode(content, true));
}

/** @type {(letter: string, words: string) => SVGElement} */
export function suit(letter, words) {
  const drawing = drawn("suit");
  drawing.classList.add(`suit-${letter}`);
  drawing.setAttribute("aria-label", words);
  /** @type {SVGUseElement} */
  const use = find("use", drawing);
  use.setAttribute("href", `${use.href.baseVal.split("#")[0]}#${letter}`);
  return drawing;
}

/** @type {(drawing: Drawing) => Child[]} */
export const drawingWords = ({ words, suit: letter, name = "" }) => [words, letter ? suit(letter, name) : null];
