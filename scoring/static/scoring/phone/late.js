/** Parts of the page that are rarely needed come when they are. */

import { all, find, make, put } from "./dom.js";
import { readOut } from "./overlay.js";
import { say } from "./words.js";

/**
 * @import {Changes, Scored} from "./changed.js"
 * @import {Entry} from "./entry.js"
 * @import {Hands} from "./hand.js"
 * @import {Phone} from "./phone.js"
 * @import {Question} from "./questions.js"
 * @import {Store} from "./store.js"
 * @typedef {{"assist.js": typeof import("./assist.js"), "agree.js": typeof import("./agree.js"), "changed.js": typeof import("./changed.js"), "hand.js": typeof import("./hand.js"), "keyboard.js": typeof import("./keyboard.js"),
 *   "mend.js": typeof import("./mend.js"), "next_table.js": typeof import("./next_table.js"), "other_sheets.js": typeof import("./other_sheets.js"), "special.js": typeof import("./special.js"), "two_sides.js": typeof import("./two_sides.js"),
 *   "seats.js": typeof import("./seats.js")}} LateParts
 */

const SOON = 4000;

/**
 * How often each part could not be had.
 * @type {Partial<Record<keyof LateParts, number>>}
 */
const failures = {};

/**
 * Browsers may remember that a file could not be had, so it is asked for by another address. Parts that
 * have come keep theirs: without a connection they could not come again.
 * @type {<N extends keyof LateParts>(name: N) => Promise<LateParts[N]>}
 */
export async function fetched(name) {
  const times = failures[name];
  try {
    return await import(times ? `./${name}?${times}` : `./${name}`);
  } catch (error) {
    failures[name] = (times ?? 0) + 1;
    throw error;
  }
}

/**
 * What only some games need of the phone.
 * @type {(description: Description) => Promise<LateParts["assist.js"] | null>}
 */
export async function fetchAssist({ short, entry, row, starter_first, partners, adds_to }) {
  const isNeeded = starter_first || [...(short ? [short] : []), ...entry, ...row].some(({ pad, fits, kind, choices }) =>
    pad === "sides" || fits || (kind === "choice" && !choices.some(([value]) => value === "out")));
  const [assist] = await Promise.all([isNeeded ? fetched("assist.js") : null, partners || adds_to ? fetched("two_sides.js") : null]).catch(() => [null]);
  return assist;
}

/** @type {(entry: Entry) => void} */
export function listenToKeys(entry) {
  /** @type {LateParts["keyboard.js"] | undefined} */
  let keys;
  /** @type {KeyboardEvent[]} */
  const pressed = [];
  const fetchKeys = () => fetched("keyboard.js").then((part) => {
    keys = part;
    for (const event of pressed.splice(0)) part.pressKey(entry, event);
  }, () => {});
  fetchKeys();
  document.addEventListener("keydown", (event) => {
    if (keys) return keys.pressKey(entry, event);
    pressed.push(event);
    if (pressed.length === 1) fetchKeys();
  });
}

/**
 * What the phone holds of other sheets.
 * @type {(store: Store, given: PhoneData) => Promise<void>}
 */
export async function tidyOthers(store, given) {
  /** @type {SheetRecord[]} */
  const sheets = await store.all("sheets");
  const others = sheets.filter(({ sheet }) => sheet !== given.sheet);
  if (others.length) fetched("other_sheets.js").then(({ tidy }) => tidy(store, given, others), () => {});
}

export class LateHands {
  /** @type {Hands | undefined} */
  hands;
  coming = false;
  lost = false;
  awaited = false; // stands in the panel

  /** @param {PhoneData} given */
  constructor(given) {
    this.given = given;
  }

  /** @type {(entry: Entry, question: Question, parts: Answers, set: (changes: Parts) => void) => HTMLElement} */
  draw(entry, question, parts, set) {
    return this.hands?.draw(entry, question, parts, set) ?? this.#wait(entry);
  }

  /**
   * The closed hands, of which one is chosen.
   * @type {(entry: Entry, jokers: number, value: Value, give: (answer: Value) => void) => HTMLElement}
   */
  types(entry, jokers, value, give) {
    return this.hands?.types(entry.description.values.types, jokers, value, give) ?? this.#wait(entry);
  }

  /**
   * Before they are needed, where no number can be typed instead: there may be no connection then.
   * @type {(entry: Entry) => void}
   */
  prepare(entry) {
    if (entry.description.values.types && !this.hands && !this.coming) this.#fetch(entry);
  }

  /** @type {(entry: Entry) => HTMLElement} */
  #wait(entry) {
    this.awaited = true;
    const words = this.lost ? "picker_away" : "picker_comes";
    if (!this.coming) this.#fetch(entry);
    return make("p", { class: "verdict", role: "status" }, say(words));
  }

  forget() {
    this.hands?.forget();
  }

  /** @type {(entry: Entry) => Promise<void>} */
  async #fetch(entry) {
    this.coming = true;
    try {
      const { Hands, load } = await fetched("hand.js");
      await load(this.given.urls.cards);
      this.hands = new Hands(this.given);
    } catch {
      this.lost = true;
    }
    if (this.awaited) entry.draw(); // else a key that is pressed just now would be another one
    Object.assign(this, { coming: false, lost: false, awaited: false });
  }
}

/**
 * Choosing and agreeing come when there is something to choose or to agree with, and soon: it may be without a connection.
 * @type {(page: Phone, score: Score | null) => Promise<void>}
 */
export async function fillAgreement(page, score) {
  const { data, data: { view, result, description } } = page;
  const whole = (result.complete || result.finished) && !view.closed;
  const [disputed, agreeing] = [find("#disputed"), find("#agreeing")];
  const some = view.conflicts.length + (view.late?.length ?? 0);
  if (!some) put(disputed);
  /** @type {HTMLInputElement} */
  const read = find("[name=digest]", agreeing);
  if (!whole || (read && read.value !== readOut(view))) agreeing.hidden = true; // nobody agrees with what was changed since
  if (!whole && !some) return;
  for (const drawn of all(".scripted", agreeing)) drawn.hidden = false; // by the site, for as long as the part is away
  const part = await fetched("agree.js").catch(() => null); // the next look asks again
  while (agreeing.matches(":active")) await new Promise((goOn) => setTimeout(goOn, 50)); // what is pressed just now stays
  if (!part || view !== data.view) return;
  part.fillDisputed(disputed, view, description, score, page);
  if (!whole) return;
  part.fillAgreeing(agreeing, view, result, description);
  agreeing.hidden = false;
}

let isFollowed = false;

/** @type {(approved: boolean, url: string) => void} */
export function showNextTable(approved, url) {
  find("#onward").hidden = !approved;
  if (!approved || !url || isFollowed) return;
  isFollowed = true;
  fetched("next_table.js").then(({ followDraw }) => followDraw(url), () => (isFollowed = false));
}

/** What a change makes of a form that was agreed with is told before it is saved, and after. */
export class LateChanges {
  /** @type {Changes | undefined} */
  changes;

  /** @param {Scored} sheet */
  constructor(sheet) {
    this.sheet = sheet;
  }

  /**
   * In words, once they have come: then `again` asks anew.
   * @type {(data: SheetInput, again: () => void) => HTMLElement | null}
   */
  explainIfSaved(data, again) {
    if (!this.sheet.view.approvals.length) return null;
    if (this.changes) return this.changes.explainIfSaved(data);
    this.#fetch().then(again, () => {});
    return null;
  }

  async fillLapsed() {
    const { view, record: { state } } = this.sheet;
    const some = (view.changed && state.approvals.length > 0) || view.lapsed;
    if (some) await this.#fetch().catch(() => null);
    if (view === this.sheet.view) put(find("#lapsed"), (some && this.changes?.explain()) || "");
  }

  async #fetch() {
    this.changes ??= new (await fetched("changed.js")).Changes(this.sheet);
  }
}

/**
 * What may be needed when there is no connection any more comes soon, while it still can.
 * @type {<N extends keyof LateParts>(name: N) => Promise<LateParts[N]>}
 */
const fetchSoon = (name) => new Promise((goOn) => setTimeout(goOn, SOON)).then(() => fetched(name));

/** @type {Promise<LateParts["mend.js"]> | undefined} */
let mending;
/** @type {LateParts["mend.js"] | undefined} */
let mend;
/** @type {Promise<unknown> | undefined} */
let agreeing;

/** @type {(page: Phone) => void} */
export function offerMending(page) {
  agreeing ??= fetchSoon("agree.js").catch(() => (agreeing = undefined));
  mending ??= fetchSoon("mend.js");
  mending.then((part) => {
    const isFirst = !mend;
    mend = part;
    if (isFirst && page.entry.number && page.entry.mends) page.entry.draw();
    part.offerMending(page);
  }, () => {
    mending = undefined;
  });
}

/** @type {(entry: Entry, name: string, shown: string[]) => HTMLElement | null} */
export const wordsBefore = (entry, name, shown) => (entry.mends && entry.touched && mend?.wordsBefore(entry, name, shown)) || null;
