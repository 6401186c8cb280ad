/** Picking cards or tiles: two suits at a time, a red one and a black one. What is picked stands above; a tap puts it back. */

import { all, make } from "./dom.js";

const JOKER = "*";
const DRAWINGS = new URL("../suits.svg", import.meta.url).href;
const SVG = "http://www.w3.org/2000/svg";

/** @type {(name: string) => SVGElement} */
function drawing(name) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${DRAWINGS}#${name}`);
  svg.append(use);
  return svg;
}

/** @type {(token: string) => [rank: string, suit: string]} */
const split = (token) => [token.slice(0, -1), token.slice(-1)];

/** @type {(token: string, words: CardWords) => string} */
export function spoken(token, words) {
  if (token === JOKER) return words.joker;
  const [rank, suit] = split(token);
  return words.card.replace("%(rank)s", words.names[rank] ?? rank).replace("%(suit)s", words.suits[suit]);
}

/** @type {(token: string, words: CardWords) => HTMLElement} */
export function face(token, words) {
  const [rank, suit] = token === JOKER ? ["", "joker"] : split(token);
  const name = token === JOKER ? "joker" : suit.toUpperCase();
  const printed = rank && make("b", {}, words.ranks[rank] ?? rank);
  return make("span", { class: `face ${suit}`, role: "img", "aria-label": spoken(token, words) }, printed || [], drawing(name));
}

const FEW = 8; // ranks of a suit, in two lines of four

/** @type {Record<string, string>} */
const KEYS = { 0: "10", t: "10" };

/**
 * Draws the picker in `target` and tells `change` of every new list of cards. A hand is shown sorted, as it is held; a meld as it lies.
 * @param {Element} target
 * @param {{pack: Pack, words: CardWords, cards?: string[], most?: number, sorted?: boolean, change: (cards: string[]) => void}} asked
 * @returns {{cards: string[], set: (cards: string[]) => void}}
 */
export function picker(target, { pack, words, cards = [], most = 30, sorted = false, change }) {
  const picked = [...cards];
  const { ranks } = pack;
  const [first, second, third, fourth] = pack.suits;
  const pairs = [[first, third], [second, fourth]];
  let suit = first; // of a rank that is typed; its pair is shown
  let typed = -Infinity; // when a 1 was typed, which may become 10 to 13

  /** @type {(token: string) => number} */
  const count = (token) => picked.filter((card) => card === token).length;
  /** @type {(token: string) => boolean} */
  const full = (token) => picked.length >= most || count(token) >= (token === JOKER ? pack.jokers : pack.copies);

  const hand = make("div", { class: "picked", role: "group", "aria-label": words.picked });
  const status = make("p", { class: "spoken", role: "status" });
  const suits = pairs.map((pair) => {
    const title = pair.map((letter) => words.suits[letter]).join(", ");
    const drawings = pair.map((letter) => make("span", { class: letter }, drawing(letter.toUpperCase())));
    return make("button", { type: "button", class: "key", title, onclick: () => turn(pair[0]) }, drawings);
  });
  const joker = make("button", { type: "button", class: "key", "data-card": JOKER, title: words.joker, onclick: () => pick(JOKER) },
    drawing("joker"), make("span", { class: "spoken" }, words.joker));
  const back = make("button", { type: "button", class: "key", title: words.back, onclick: () => putBack(picked.length - 1) },
    drawing("back"), make("span", { class: "spoken" }, words.back));
  const keys = pairs.map((pair) => pair.map((letter) => ranks.map((rank) => keyOf(rank, letter))));
  const rows = keys.map((both) => both.map((row) => make("div", { class: "ranks" }, row.map(({ key }) => key))));
  const above = pack.jokers ? [joker, back] : [back];
  const few = ranks.length <= FEW ? " few" : "";
  const box = make("div", { class: `picker${few}`, onkeydown: listen }, hand, make("div", { class: "suits" }, suits, above), rows.flat(), status);

  /** @type {(rank: string, letter: string) => {key: HTMLButtonElement, token: string}} */
  function keyOf(rank, letter) {
    const token = rank + letter;
    const name = { class: `key ${letter}`, "data-card": token, "aria-label": spoken(token, words) };
    const key = make("button", { type: "button", ...name, onclick: () => pick(token) }, make("b", {}, words.ranks[rank] ?? rank), drawing(letter.toUpperCase()));
    return { key, token };
  }

  /** @type {(letter: string) => void} */
  function turn(letter) {
    suit = letter;
    show();
  }

  /** @type {(token: string) => void} */
  function pick(token) {
    if (full(token)) return;
    picked.push(token);
    tell(spoken(token, words));
  }

  /** @type {(place: number) => void} */
  function putBack(place) {
    const [token] = picked.splice(place, 1);
    if (token) tell(words.put_back.replace("%(card)s", spoken(token, words)));
  }

  /** @type {(said: string) => void} */
  function tell(said) {
    show();
    status.textContent = `${said} (${picked.length})`;
    change([...picked]);
  }

  function show() {
    const focused = all("button", hand).findIndex((key) => key.matches(":focus"));
    hand.replaceChildren(...(picked.length ? inOrder().map(drawPicked) : [make("span", { class: "quiet" }, words.none)]));
    if (focused >= 0) (all("button", hand)[Math.min(focused, picked.length - 1)] ?? suits[0]).focus();
    pairs.forEach((pair, place) => {
      const shown = pair.includes(suit);
      suits[place].setAttribute("aria-pressed", `${shown}`);
      for (const row of rows[place]) row.hidden = !shown;
    });
    for (const { key, token } of keys.flat(2)) key.disabled = full(token);
    joker.disabled = full(JOKER);
    back.disabled = !picked.length;
  }

  /**
   * The places in `picked`; of a hand by suit and rank, jokers at the end.
   * @type {() => number[]}
   */
  function inOrder() {
    const worth = picked.map((token) => (!sorted ? 0 : token === JOKER ? Infinity : pack.suits.indexOf(split(token)[1]) * 100 + ranks.indexOf(split(token)[0])));
    return [...picked.keys()].sort((place, other) => worth[place] - worth[other] || place - other);
  }

  /** @type {(place: number) => HTMLElement} */
  function drawPicked(place) {
    const token = picked[place];
    const label = words.put_back.replace("%(card)s", spoken(token, words));
    const drawn = face(token, words);
    drawn.removeAttribute("role");
    drawn.removeAttribute("aria-label");
    return make("button", { type: "button", class: "held", "aria-label": label, onclick: () => putBack(place) }, drawn);
  }

  /** @type {(event: KeyboardEvent) => void} */
  function listen(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    const late = event.timeStamp - typed > 900;
    typed = -Infinity;
    if (pack.suits.includes(key)) turn(key);
    else if (key === JOKER) pick(JOKER);
    else if (key === "backspace") putBack(picked.length - 1);
    else if (!late && ranks.includes(`1${key}`)) {
      picked.pop();
      pick(`1${key}${suit}`);
    } else {
      const rank = ranks.find((name) => name.toLowerCase() === (KEYS[key] ?? key));
      if (!rank) return;
      pick(rank + suit);
      if (rank === "1") typed = event.timeStamp;
    }
    event.preventDefault();
  }

  target.replaceChildren(box);
  show();
  return {
    get cards() {
      return [...picked];
    },
    set(next) {
      picked.splice(0, picked.length, ...next);
      show();
    },
  };
}
