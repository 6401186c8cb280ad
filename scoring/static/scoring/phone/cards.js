/** Picking cards or tiles: first the suit, then rank after rank. What is picked stands above; a tap puts it back. */

import { make } from "./dom.js";

const JOKER = "*";
const DRAWINGS = new URL("../suits.svg", import.meta.url).href;
const SVG = "http://www.w3.org/2000/svg";

function drawing(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "use"));
  svg.firstChild.setAttribute("href", `${DRAWINGS}#${name}`);
  return svg;
}

const split = (token) => [token.slice(0, -1), token.slice(-1)];

/** A card in words: "10 of hearts". */
export function spoken(token, words) {
  if (token === JOKER) return words.joker;
  const [rank, suit] = split(token);
  return words.card.replace("%(rank)s", words.names[rank] ?? rank).replace("%(suit)s", words.suits[suit]);
}

/** A drawn card. `words` is what scoring/pages/card_faces.py says. */
export function face(token, words) {
  const [rank, suit] = token === JOKER ? ["", "joker"] : split(token);
  const name = token === JOKER ? "joker" : suit.toUpperCase();
  const printed = rank && make("b", {}, words.ranks[rank] ?? rank);
  return make("span", { class: `face ${suit}`, role: "img", "aria-label": spoken(token, words) }, printed || [], drawing(name));
}

const KEYS = { 0: "10", t: "10" };

/**
 * Draws the picker in `target` and tells `change` of every new list of cards.
 * @param {{pack: {suits: string, jokers: number, copies: number, ranks: string[]}, words: object, cards?: string[],
 *   most?: number, change: (cards: string[]) => void}} asked  `pack` as in the description of a game
 * @returns {{cards: string[], set: (cards: string[]) => void}}
 */
export function picker(target, { pack, words, cards = [], most = 30, change }) {
  const picked = [...cards];
  let suit = pack.suits[0];
  let typed = -Infinity; // when a 1 was typed, which may become 10 to 13

  const count = (token) => picked.filter((one) => one === token).length;
  const full = (token) => picked.length >= most || count(token) >= (token === JOKER ? pack.jokers : pack.copies);
  const { ranks } = pack;

  const hand = make("div", { class: "picked", role: "group", "aria-label": words.picked });
  const status = make("p", { class: "spoken", role: "status" });
  const suits = [...pack.suits].map((one) =>
    make("button", { type: "button", class: `key ${one}`, title: words.suits[one], onclick: () => turn(one) },
      drawing(one.toUpperCase()), make("span", { class: "spoken" }, words.suits[one])));
  const keys = ranks.map((rank) =>
    make("button", { type: "button", class: "key", onclick: () => pick(rank + suit) }, make("b", {}, words.ranks[rank] ?? rank)));
  const joker = make("button", { type: "button", class: "key", title: words.joker, onclick: () => pick(JOKER) },
    drawing("joker"), make("span", { class: "spoken" }, words.joker));
  const back = make("button", { type: "button", class: "key", title: words.back, onclick: () => putBack(picked.length - 1) },
    drawing("back"), make("span", { class: "spoken" }, words.back));
  const box = make("div", { class: "picker", onkeydown: listen },
    hand, make("div", { class: "suits" }, suits), make("div", { class: "ranks" }, keys, joker, back), status);

  function turn(one) {
    suit = one;
    show();
  }

  function pick(token) {
    if (full(token)) return;
    picked.push(token);
    tell(spoken(token, words));
  }

  function putBack(place) {
    const [token] = picked.splice(place, 1);
    if (token) tell(words.put_back.replace("%(card)s", spoken(token, words)));
  }

  function tell(said) {
    show();
    status.textContent = `${said} (${picked.length})`;
    change([...picked]);
  }

  function show() {
    const focused = [...hand.children].indexOf(document.activeElement);
    hand.replaceChildren(...(picked.length ? picked.map(held) : [make("span", { class: "quiet" }, words.none)]));
    if (focused >= 0) (hand.children[Math.min(focused, picked.length - 1)] ?? suits[0]).focus();
    box.dataset.suit = suit;
    suits.forEach((one, place) => one.setAttribute("aria-pressed", pack.suits[place] === suit));
    keys.forEach((key, place) => {
      key.disabled = full(ranks[place] + suit);
      key.setAttribute("aria-label", spoken(ranks[place] + suit, words));
    });
    joker.disabled = full(JOKER);
    back.disabled = !picked.length;
  }

  function held(token, place) {
    const label = words.put_back.replace("%(card)s", spoken(token, words));
    const drawn = face(token, words);
    drawn.removeAttribute("role");
    drawn.removeAttribute("aria-label");
    return make("button", { type: "button", class: "held", "aria-label": label, onclick: () => putBack(place) }, drawn);
  }

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
      const rank = ranks.find((one) => one.toLowerCase() === (KEYS[key] ?? key));
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
