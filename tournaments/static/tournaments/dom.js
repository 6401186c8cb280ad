// What several scripts do with a page.

/** @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T} */
export const part = (selector, within = document) =>
  /** @type {never} */
  (within.querySelector(selector));

/** @type {Record<string, string>} */
const PLAIN = { ø: "o", æ: "ae", œ: "oe", ð: "d", đ: "d", ł: "l", ı: "i", ħ: "h", þ: "th", ß: "ss", ς: "σ" };

/** As the server writes what is sought, see fold in names.py: small letters without accents. @type {(text: string) => string} */
export const plain = (text) =>
  text.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "").replace(/[øæœðđłıħþßς]/g, (letter) => PLAIN[letter]);
