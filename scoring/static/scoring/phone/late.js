/** Parts of the page that are rarely needed come when they are. */

import { find, make, put } from "./dom.js";
import { say } from "./words.js";

let lost = 0;

/** Browsers may remember that a file could not be had, so it is asked for by another address. */
export async function fetched(name) {
  try {
    return await import(lost ? `./${name}?${lost}` : `./${name}`);
  } catch (error) {
    lost += 1;
    throw error;
  }
}

export class LateHands {
  constructor(style, given) {
    Object.assign(this, { style, given });
  }

  draw(entry, ...question) {
    if (this.hands) return this.hands.draw(entry, ...question);
    const words = this.lost ? "picker_away" : "picker_comes";
    if (!this.coming) this.#fetch(entry);
    return make("p", { class: "verdict", role: "status" }, say(words));
  }

  forget() {
    this.hands?.forget();
  }

  async #fetch(entry) {
    this.coming = true;
    try {
      const { Hands, load } = await fetched("hand.js");
      await load(this.style);
      this.hands = new Hands(this.given);
    } catch {
      this.lost = true;
    }
    entry.draw();
    Object.assign(this, { coming: false, lost: false });
  }
}

/** What a change makes of a form that was agreed with is told before it is saved, and after. */
export class LateChanges {
  /** @param page what has a view, a record, a description, a result, and scores */
  constructor(page) {
    this.page = page;
  }

  /** In words, once they have come: then `again` asks anew. */
  explainIfSaved(data, again) {
    const { view, result } = this.page;
    if (!view.approvals.length) return null;
    if (this.words) return this.#words(view.approvals, { data: view.data, result }, { data, result: this.page.score(data) ?? result }, false);
    this.#fetch().then(() => this.words && again(), () => {});
    return null;
  }

  async fillLapsed() {
    const { view, record: { state } } = this.page;
    const isUnsent = view.changed && state.approvals.length > 0;
    if (isUnsent || view.lapsed) await this.#fetch().catch(() => null);
    if (view !== this.page.view) return;
    put(find("#lapsed"), (this.words && (isUnsent ? this.#unsent() : view.lapsed && this.#sent())) || "");
  }

  #unsent() {
    const { view, result, record: { state } } = this.page;
    return this.#words(state.approvals, state, { data: view.data, result }, true);
  }

  #sent() {
    const { view: { data, lapsed }, result } = this.page;
    const games = data.games.map((row, index) => lapsed.games[index + 1] ?? row);
    const before = { ...data, games };
    const agreed = [...lapsed.players.map((player) => ({ player })), { on_paper: lapsed.on_paper }];
    return this.#words(agreed, { data: before, result: this.page.score(before) ?? result }, { data, result }, true);
  }

  #words(approvals, before, after, isSaved) {
    const players = approvals.map(({ player }) => player).filter(Boolean);
    const agreed = { players, on_paper: approvals.some(({ on_paper }) => on_paper) };
    return this.words(agreed, before, after, this.page.description, (data) => this.page.score(data), isSaved);
  }

  async #fetch() {
    this.words ??= (await fetched("changed.js")).changeWords;
  }
}
