/** Cards or tiles picked one by one, and what the judge on the server says of them: advice, the scribe decides. */

import { face, picker } from "./cards.js";
import { button, find, make } from "./dom.js";
import { choiceAttributes } from "./pads.js";
import { isOnTable, jokersIn, verdictKey } from "./questions.js";
import { say } from "./words.js";

const QUIET = 500; // after the last card
const CLOSED = 14;

/**
 * The judge answers a question under its own name.
 * @type {(question: Asked, judged: JudgeAnswer) => boolean}
 */
const isYes = ({ ask = "" }, judged) => !!(/** @type {Record<string, unknown>} */ ({ ...judged })[ask]);

/** @type {Pack} */
const NO_PACK = { suits: "", jokers: 0, copies: 0, ranks: [] };

/**
 * @import {Entry} from "./entry.js"
 * @import {Question} from "./questions.js"
 * @typedef {{few?: boolean, ask?: string, [field: string]: string | boolean | undefined}} Asked
 */

export class Hands {
  /** @type {string | null} */
  id = null; // of the question
  /** @type {Asked | null} */
  question = null;
  box = make("div");
  verdict = make("p");
  /** @type {number | undefined} */
  timer;
  /** @type {(changes: Parts) => void} */
  set;

  /** @param {PhoneData} given */
  constructor(given) {
    const { description, cards, urls } = given;
    this.given = given;
    this.pack = description.pack ?? NO_PACK;
    this.words = cards;
    this.judge = urls.judge;
  }

  /**
   * The same picker as long as the question is the same: it knows which suit was pressed.
   * @type {(entry: Entry, question: Question, parts: Answers, set: (changes: Parts) => void) => HTMLElement}
   */
  draw(entry, { id, player, hand }, parts, set) {
    const key = hand?.key ?? "";
    const cards = parts[key];
    const given = Array.isArray(cards) ? cards : [];
    this.set = set;
    if (this.id !== id) {
      this.id = id;
      this.question = null;
      this.verdict = make("p", { class: "verdict", role: "status" });
      const target = make("div", {});
      const most = parts.out ? CLOSED : undefined;
      picker(target, {
        pack: this.pack, words: this.words, cards: given, most, sorted: true,
        change: (picked) => this.set({ [key]: picked.length ? picked : undefined }),
      });
      this.box = make("div", { class: "by-hand" }, [target, this.verdict]);
    }
    this.#askSoon(entry, player, given);
    return this.box;
  }

  forget() {
    this.id = null;
    clearTimeout(this.timer);
  }

  /**
   * As soon as anything is different that the judge goes by; while cards are picked, after the last.
   * @type {(entry: Entry, player: string, cards: string[]) => void}
   */
  #askSoon(entry, player, cards) {
    const parts = entry.partsOf(player);
    const few = !parts.out && !!verdictKey(entry.description) && jokersIn(parts) > 0 && isOnTable(entry.description, parts);
    const question = few ? { few } : this.#question(entry, player, parts, cards);
    const same = question?.cards === this.question?.cards;
    if (JSON.stringify(question) === JSON.stringify(this.question)) return;
    this.question = question;
    clearTimeout(this.timer);
    this.verdict.replaceChildren(few ? say("judge_on_table", { dealt: entry.description.dealt }) : "");
    if (question?.ask) this.timer = setTimeout(() => this.#ask(entry, player, question), same ? 0 : QUIET);
  }

  /**
   * Only what the verdict matters for is asked: a joker that may count double, fourteen closed tiles.
   * @type {(entry: Entry, player: string, parts: Parts, picked: string[]) => Asked | null}
   */
  #question(entry, player, parts, picked) {
    const cards = picked.join(" ");
    /** @type {(ticks: Record<string, Value>) => Record<string, string>} */
    const ticked = (ticks) => Object.fromEntries(Object.keys(ticks).filter((key) => ticks[key]).map((key) => [key, "on"]));
    if (parts.out) {
      const times = entry.description.entry.filter(({ kind, who }) => kind === "flag" && who === "out").map(({ key }) => [key, parts[key]]);
      return picked.length === CLOSED ? { ask: "hand", cards, ...ticked({ ...Object.fromEntries(times), starter: entry.starts(player) }) } : null;
    }
    const verdict = verdictKey(entry.description);
    if (!verdict || !picked.includes("*")) return null;
    // What is left over was held between turns.
    return { ask: verdict, cards, contract: `${entry.data.findContract(entry)}`, turn: "no", ...ticked({ on_table: entry.layOnTable(player) }) };
  }

  /**
   * The verdict is filled in, unless the scribe had decided or does so in the meantime.
   * @type {(entry: Entry, player: string, question: Asked) => Promise<void>}
   */
  async #ask(entry, player, question) {
    const { id, verdict } = this;
    verdict.replaceChildren(say("judge_asks"));
    const judged = await this.#fetchVerdict(question).catch(() => null);
    if (this.id !== id || this.verdict !== verdict || this.question !== question) return;
    verdict.replaceChildren(...this.#inWords(question, judged));
    const said = verdictKey(entry.description);
    const free = entry.partsOf(player)[said] === undefined;
    if (free && question.ask === said && judged && !judged.problems.length) this.set({ [said]: isYes(question, judged) });
  }

  /** @type {(question: Asked) => Promise<JudgeAnswer>} */
  async #fetchVerdict(question) {
    const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
    const reply = await fetch(`${this.judge}?${new URLSearchParams(Object.entries(question).map(([key, value]) => [key, `${value}`]))}`, { headers });
    return reply.json();
  }

  /** @type {(question: Asked, judged: JudgeAnswer | null) => (Node | string)[]} */
  #inWords(question, judged) {
    if (!judged) return [say("judge_away")];
    if (judged.problems.length) return [judged.problems.map(({ message }) => message).join(" ")];
    if (question.ask === "hand") return [judged.type ? say("judge_hand", { ...judged, number: judged.type }) : judged.name];
    const yes = isYes(question, judged);
    if (yes && !judged.melds.length) return [judged.reasons.join(" ")]; // lay there already
    const melds = judged.melds.map((meld) => make("span", { class: "meld" }, meld.map((card) => face(card, this.words))));
    return [say(yes ? "judge_could" : "judge_could_not"), make("span", { class: "melds" }, melds), judged.reasons.join(" ")];
  }
}

/** @type {(list: [string, number, number, number, string, string][], jokers: number, value: Value, give: (answer: Value) => void) => HTMLElement} */
export function listTypes(list, jokers, value, give) {
  const rows = list.map(([name, none, single, both, rule, example], index) => {
    const number = index + 1, points = [none, single, both][jokers];
    const tiles = example.split(" ").map((tile) => make("i", { class: tile.slice(-1) }, tile.slice(0, -1)));
    const words = [make("b", {}, `${number}`), make("span", {}, name), make("i", {}, `${points}`), make("small", {}, rule)];
    words.push(make("span", { class: "tiles", "aria-hidden": "true" }, tiles));
    return button("key type", words, () => give(number), { ...choiceAttributes(number, value), "data-name": `${name} ${rule}`.toLowerCase() });
  });
  const listing = make("div", { class: "keys types" }, rows);
  const search = make("input", { type: "search", autocomplete: "off", enterkeyhint: "done", oninput: filter });
  function filter() {
    const sought = search.value.trim().toLowerCase();
    rows.forEach((row, index) => {
      row.hidden = !(row.dataset.name?.includes(sought) || `${index + 1}`.startsWith(sought));
    });
  }
  const label = make("label", { class: "find" }, [make("span", {}, say("find_type")), search]);
  queueMicrotask(() => { // the chosen one is in sight; the page itself stays where it is
    const chosen = find("[aria-pressed=true]", listing);
    if (chosen) listing.scrollTop = chosen.offsetTop - listing.clientHeight / 2;
  });
  return make("div", {}, [label, listing]);
}
