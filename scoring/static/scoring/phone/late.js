/** Parts of the page that are rarely needed come when they are. */

import { make } from "./dom.js";
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
