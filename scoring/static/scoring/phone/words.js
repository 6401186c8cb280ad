/** Texts come with the page, in the reader's language; scripts hold none. */

/** @type {Words} */
let texts = {};

/** @type {(given: Words) => void} */
export function speak(given) {
  texts = given;
}

/**
 * A text with its %(places)s filled in; of a pair, the one that goes with `count`.
 * @type {(key: string, params?: Record<string, unknown>) => string}
 */
export function say(key, params = {}) {
  const found = texts[key];
  const text = Array.isArray(found) ? found[params.count === 1 ? 0 : 1] : found;
  return fill(text ?? key, params);
}

/** @type {(text: string) => string} */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {(text: string, params: Record<string, unknown>) => string} */
export const fill = (text, params) =>
  text.replace(/%\((\w+)\)s/g, (place, name) => (name in params ? `${params[name]}` : place)).replaceAll("%%", "%");
