/** Picking cards one by one is rare: its part of the page comes when somebody asks for it. */

import { make } from "./dom.js";
import { say } from "./words.js";

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
      const { Hands, load } = await import("./hand.js");
      await load(this.style);
      this.hands = new Hands(this.given);
    } catch {
      this.lost = true;
    }
    entry.draw();
    Object.assign(this, { coming: false, lost: false });
  }
}
