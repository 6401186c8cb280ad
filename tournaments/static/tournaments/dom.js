// What several scripts do with a page.

/** @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T} */
export const part = (selector, within = document) =>
  /** @type {never} */
  (within.querySelector(selector));

/** As the server writes what is sought: small letters without accents. @type {(text: string) => string} */
export const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
