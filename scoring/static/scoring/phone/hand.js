/** Cards or tiles picked one by one, and what the judge on the server says of them: advice, the scribe decides. */

import { face, picker } from "./cards.js";
import { make } from "./dom.js";
import { say } from "./words.js";

const QUIET = 500; // after the last card
const CLOSED = 14;

export class Hands {
  /** @param {{pack: object, words: object, ask: (question: Record<string, string>) => Promise<object>, contract: function}} given */
  constructor(given) {
    Object.assign(this, given);
    this.id = null;
  }

  /** The same picker as long as the question is the same: it knows which suit was pressed. */
  draw(entry, { id, player, hand }, parts, set) {
    this.set = set;
    if (this.id !== id) {
      this.id = id;
      this.verdict = make("p", { class: "verdict", role: "status" });
      const target = make("div", {});
      const most = parts.out ? CLOSED : undefined;
      const change = (cards) => this.#changed(entry, player, hand, cards);
      this.picker = picker(target, { pack: this.pack, words: this.words, cards: parts[hand.key] ?? [], most, change });
      this.box = make("div", { class: "by-hand" }, [target, this.verdict]);
      this.#askSoon(entry, player, parts[hand.key] ?? [], parts.could_meld !== undefined);
    }
    return this.box;
  }

  forget() {
    this.id = null;
    clearTimeout(this.timer);
  }

  #changed(entry, player, hand, cards) {
    this.set({ [hand.key]: cards.length ? cards : undefined });
    this.#askSoon(entry, player, cards, false);
  }

  #askSoon(entry, player, cards, decided) {
    clearTimeout(this.timer);
    this.verdict.replaceChildren();
    const question = questionOf(entry, entry.partsOf(player), cards, this.contract(entry));
    if (question) this.timer = setTimeout(() => this.#ask(entry, player, question, decided), QUIET);
  }

  /** The verdict is filled in, unless the scribe had decided or does so in the meantime. */
  async #ask(entry, player, question, decided) {
    const { id, verdict, set } = this;
    const before = entry.partsOf(player).could_meld;
    verdict.replaceChildren(say("judge_asks"));
    const told = await this.ask(question).catch(() => null);
    if (this.id !== id || this.verdict !== verdict) return;
    verdict.replaceChildren(...this.#inWords(question, told));
    const free = !decided && entry.partsOf(player).could_meld === before;
    if (free && question.ask === "could_meld" && told && !told.problems.length) set({ could_meld: told.could_meld });
  }

  #inWords(question, told) {
    if (!told) return [say("judge_away")];
    if (told.problems.length) return [told.problems.map(({ message }) => message).join(" ")];
    if (question.ask === "hand") return [told.type ? say("judge_hand", { ...told, number: told.type }) : told.name];
    const melds = told.melds.map((meld) => make("span", { class: "meld" }, meld.map((card) => face(card, this.words))));
    return [say(told.could_meld ? "judge_could" : "judge_could_not"), make("span", { class: "melds" }, melds), told.reasons.join(" ")];
  }
}

/** Only what the verdict matters for is asked: a joker that may count double, fourteen closed tiles. */
function questionOf({ description }, parts, cards, contract) {
  if (parts.out) {
    const times = ["first_turn", "dealt"].filter((key) => parts[key]).map((key) => [key, "on"]);
    return cards.length === CLOSED ? { ask: "hand", cards: cards.join(" "), ...Object.fromEntries(times) } : null;
  }
  const could = description.entry.some(({ key }) => key === "could_meld");
  return could && cards.includes("*") ? { ask: "could_meld", cards: cards.join(" "), contract } : null;
}

/** With its drawings. */
export function load(style) {
  return new Promise((resolve, reject) => {
    document.head.append(make("link", { rel: "stylesheet", href: style, onload: resolve, onerror: reject }));
  });
}
