/** Cards or tiles picked one by one, and what the judge on the server says of them: advice, the scribe decides. */

import { face, picker } from "./cards.js";
import { make } from "./dom.js";
import { isOnTable, jokersIn, needed } from "./questions.js";
import { say } from "./words.js";

const QUIET = 500; // after the last card
const CLOSED = 14;

export class Hands {
  /** @param {{pack: object, words: object, ask: (question: Record<string, string>) => Promise<object>}} given */
  constructor(given) {
    Object.assign(this, given);
    this.id = null;
  }

  /** The same picker as long as the question is the same: it knows which suit was pressed. */
  draw(entry, { id, player, hand }, parts, set) {
    this.set = set;
    if (this.id !== id) {
      this.id = id;
      this.asked = {};
      this.verdict = make("p", { class: "verdict", role: "status" });
      const target = make("div", {});
      const most = parts.out ? CLOSED : undefined;
      const change = (cards) => this.set({ [hand.key]: cards.length ? cards : undefined });
      this.picker = picker(target, { pack: this.pack, words: this.words, cards: parts[hand.key] ?? [], most, change });
      this.box = make("div", { class: "by-hand" }, [target, this.verdict]);
    }
    this.#askSoon(entry, player, parts[hand.key] ?? []);
    return this.box;
  }

  forget() {
    this.id = null;
    clearTimeout(this.timer);
  }

  /** As soon as anything is different that the judge goes by; while cards are picked, after the last. */
  #askSoon(entry, player, cards) {
    const parts = entry.partsOf(player);
    const few = !parts.out && entry.description.entry.some(needed) && jokersIn(parts) > 0 && isOnTable(entry.description, parts);
    const question = few ? { few } : this.#question(entry, player, parts, cards);
    const same = question?.cards === this.asked?.cards;
    if (JSON.stringify(question) === JSON.stringify(this.asked)) return;
    this.asked = question;
    clearTimeout(this.timer);
    this.verdict.replaceChildren(few ? say("judge_on_table", { dealt: entry.description.dealt }) : "");
    if (question?.ask) this.timer = setTimeout(() => this.#ask(entry, player, question), same ? 0 : QUIET);
  }

  /** Only what the verdict matters for is asked: a joker that may count double, fourteen closed tiles. */
  #question(entry, player, parts, picked) {
    const cards = picked.join(" ");
    const ticked = (keys) => Object.fromEntries(keys.filter(([, yes]) => yes).map(([key]) => [key, "on"]));
    if (parts.out) {
      const times = [["first_turn", parts.first_turn], ["dealt", parts.dealt], ["starter", entry.starts(player)]];
      return picked.length === CLOSED ? { ask: "hand", cards, ...ticked(times) } : null;
    }
    if (!entry.description.entry.some(needed) || !picked.includes("*")) return null;
    // What is left over was held between turns.
    return { ask: "could_meld", cards, contract: entry.contract(entry), turn: "no", ...ticked([["on_table", entry.layOnTable(player)]]) };
  }

  /** The verdict is filled in, unless the scribe had decided or does so in the meantime. */
  async #ask(entry, player, question) {
    const { id, verdict } = this;
    verdict.replaceChildren(say("judge_asks"));
    const told = await this.ask(question).catch(() => null);
    if (this.id !== id || this.verdict !== verdict || this.asked !== question) return;
    verdict.replaceChildren(...this.#inWords(question, told));
    const free = entry.partsOf(player).could_meld === undefined;
    if (free && question.ask === "could_meld" && told && !told.problems.length) this.set({ could_meld: told.could_meld });
  }

  #inWords(question, told) {
    if (!told) return [say("judge_away")];
    if (told.problems.length) return [told.problems.map(({ message }) => message).join(" ")];
    if (question.ask === "hand") return [told.type ? say("judge_hand", { ...told, number: told.type }) : told.name];
    if (told.could_meld && !told.melds.length) return [told.reasons.join(" ")]; // lay there already
    const melds = told.melds.map((meld) => make("span", { class: "meld" }, meld.map((card) => face(card, this.words))));
    return [say(told.could_meld ? "judge_could" : "judge_could_not"), make("span", { class: "melds" }, melds), told.reasons.join(" ")];
  }
}

/** With its drawings. */
export function load(style) {
  return new Promise((resolve, reject) => {
    document.head.append(make("link", { rel: "stylesheet", href: style, onload: resolve, onerror: reject }));
  });
}
