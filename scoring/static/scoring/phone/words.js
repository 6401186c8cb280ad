/** Texts come with the page, in the reader's language; scripts hold none. */

let texts = {};

export function speak(given) {
  texts = given;
}

/** A text with its %(places)s filled in; of a pair, the one that goes with `count`. */
export function say(key, params = {}) {
  const found = texts[key];
  const text = Array.isArray(found) ? found[params.count === 1 ? 0 : 1] : found;
  return fill(text ?? key, params);
}

export const fill = (text, params) =>
  text.replace(/%\((\w+)\)s/g, (place, name) => (name in params ? params[name] : place)).replaceAll("%%", "%");
