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

/** What the phone holds of other sheets. */
export async function tidyOthers(store, given) {
  const others = (await store.all("sheets")).filter(({ sheet }) => sheet !== given.sheet);
  if (others.length) fetched("others.js").then(({ tidy }) => tidy(store, given, others), () => {});
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

/** Choosing and agreeing come when there is something to choose or to agree with: that takes a connection anyway. */
export async function fillAgreement(page, score) {
  const { view, result, description } = page;
  const whole = (result.complete || result.finished) && !view.closed;
  const [disputed, agreeing] = [find("#disputed"), find("#agreeing")];
  const some = view.conflicts.length + (view.late?.length ?? 0);
  if (!some) put(disputed);
  const read = find("[name=digest]", agreeing);
  if (!whole || (read && read.value !== view.digest)) agreeing.hidden = true; // nobody agrees with what was changed since
  if (!whole && !some) return;
  const part = await fetched("agree.js").catch(() => null); // the next look asks again
  while (agreeing.matches(":active")) await new Promise((goOn) => setTimeout(goOn, 50)); // what is pressed just now stays
  if (!part || view !== page.view) return;
  part.fillDisputed(disputed, view, description, score, page);
  if (!whole) return;
  part.fillAgreeing(agreeing, view, result, description.open_count);
  agreeing.hidden = false;
}

/** What a change makes of a form that was agreed with is told before it is saved, and after. */
export class LateChanges {
  /** @param page what has a view, a record, a description, a result, and scores */
  constructor(page) {
    this.page = page;
  }

  /** In words, once they have come: then `again` asks anew. */
  explainIfSaved(data, again) {
    if (!this.page.view.approvals.length) return null;
    if (this.changes) return this.changes.explainIfSaved(data);
    this.#fetch().then(again, () => {});
    return null;
  }

  async fillLapsed() {
    const { view, record: { state } } = this.page;
    const some = (view.changed && state.approvals.length > 0) || view.lapsed;
    if (some) await this.#fetch().catch(() => null);
    if (view === this.page.view) put(find("#lapsed"), (some && this.changes?.explain()) || "");
  }

  async #fetch() {
    this.changes ??= new (await fetched("changed.js")).Changes(this.page);
  }
}
