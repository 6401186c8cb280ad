/**
 * Tells the club what this phone holds, and hears what others told it. Whether there is a connection shows by the
 * answers alone. A reply that was lost is asked for again, with the same ids, which changes nothing.
 */

const VERSION = 1;
const MOST_BYTES = 60 * 1024;
const MOST_ENTRIES = 100;
const PATIENCE = 12000;
const SLOW = 3000; // from here on it is no connection, until the answer comes after all
const SOON = 300;
const POLL = 5000; // how often to ask while others may write
const POLL_SELDOM = 30000;
const LINK = 4; // characters of the chain for each event

/** @import {Store} from "./store.js" */

/** A request that came to nothing: what that says of the site, or what was wrong with it. */
class Lost extends Error {
  /** @param {{reach?: string, status?: number, problems?: WordedProblem[]}} why */
  constructor({ reach = "lost", status = 0, problems = [] }) {
    super();
    this.reach = reach;
    this.status = status;
    this.problems = problems;
  }
}

export class Sender {
  /** @type {number | undefined} */
  #timer;
  #busy = false;
  #again = false;
  #fails = 0;
  #quiet = 0; // polls without news
  /** @type {(() => void)[]} */
  #waiting = [];
  /** @type {BroadcastChannel | undefined} */
  #tabs;

  /** @type {string} */
  url;
  /** @type {string} */
  key;
  /** @type {string} */
  sheet;
  /** @type {string} */
  device;
  /** @type {Store} */
  store;
  /** @type {SheetRecord} */
  record;
  /** @type {(answered?: Ticket[]) => void} */
  hear;

  /** @param {Pick<Sender, "url" | "key" | "sheet" | "device" | "store" | "record" | "hear">} given */
  constructor(given) {
    Object.assign(this, given);
    this.version = ""; // of the site's files
    this.reach = "unknown"; // lost, well, unwell (it can keep nothing), gone (the link was renewed) or old (the page was)
  }

  start() {
    for (const event of ["online", "offline", "focus", "pageshow"]) window.addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => this.wake());
    if ("BroadcastChannel" in window) {
      this.#tabs = new BroadcastChannel(`streepje ${this.sheet}`);
      this.#tabs.onmessage = () => this.hear();
    }
    this.wake();
  }

  /** There is a new ticket. */
  announce() {
    this.#tabs?.postMessage("news");
    this.wake();
  }

  /** Now, please. */
  wake() {
    this.#fails = 0;
    this.#quiet = 0;
    if (this.#busy) this.#again = true;
    else this.#plan(0);
  }

  /** Resolves when `reach` is known anew. */
  ask() {
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(undefined));
      this.wake();
    });
  }

  /** @type {(wait: number) => void} */
  #plan(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beat(), wait);
  }

  async #beat() {
    this.#busy = true;
    const slow = setTimeout(() => this.#know("lost"), SLOW);
    let more = false;
    let reach = "well";
    try {
      more = await this.#turn();
      this.#fails = 0;
    } catch (lost) {
      reach = lost instanceof Lost ? lost.reach : "lost";
      this.#fails += 1;
    }
    clearTimeout(slow);
    this.#busy = false;
    this.#know(reach);
    this.#plan(more || this.#again ? SOON : this.#wait());
    this.#again = false;
  }

  /** @type {(reach: string) => void} */
  #know(reach) {
    const before = this.reach;
    this.reach = reach;
    for (const tell of this.#waiting.splice(0)) tell();
    if (reach !== before) this.hear();
  }

  #wait() {
    if (this.reach === "gone" || this.reach === "old") return POLL_SELDOM;
    if (this.#fails) return Math.min(1000 * 2 ** this.#fails, POLL_SELDOM) * (0.7 + 0.6 * Math.random());
    if (document.visibilityState === "hidden") return POLL_SELDOM;
    return Math.min(POLL * (1 + this.#quiet / 12), POLL_SELDOM);
  }

  /** One question to the club; true when there is more to tell. */
  async #turn() {
    const waiting = async () => (await this.store.tickets(this.sheet)).filter((ticket) => !ticket.answer);
    if (!(await waiting()).length) return this.#poll();
    if (this.reach !== "well") await this.#poll(); // a site that was away may have lost what was seen
    const unsent = await waiting();
    if (!navigator.locks) return this.#tell(unsent); // twice is no harm: ids tell
    return navigator.locks.request(`streepje ${this.sheet}`, { ifAvailable: true }, (mine) =>
      mine ? this.#tell(unsent) : this.#poll());
  }

  async #poll() {
    const { chain } = this.record;
    const since = this.reach === "well" ? chain.length / LINK : 0;
    const { sheet } = await this.#ask(`${this.url}?since=${since}&link=${chain.slice(-LINK)}`, {});
    this.#quiet += 1;
    return sheet ? this.#receive(sheet, []) : false;
  }

  /** @type {(unsent: Ticket[]) => Promise<boolean>} */
  async #tell(unsent) {
    const batch = fitting(unsent);
    const body = JSON.stringify({ version: VERSION, device: this.device, entries: batch.map(({ entry, made }) => ({ ...entry, age: Math.round((Date.now() - made) / 1000) })) });
    const content = await this.#ask(this.url, { method: "POST", body, keepalive: body.length < 60000 })
      .catch((lost) => this.#unreadable(lost, batch));
    const answers = new Map(content.answers.map(({ id, ...answer }) => [id, answer]));
    const answered = batch.filter((ticket) => answers.has(ticket.id));
    for (const ticket of answered) ticket.answer = answers.get(ticket.id) ?? null;
    this.#quiet = 0;
    const restored = await this.#receive(content.sheet, answered);
    return restored || answered.length < unsent.length;
  }

  /**
   * What the club can't even read is not sent for ever: one by one, and that one is refused.
   * @type {(lost: unknown, batch: Ticket[]) => Promise<SyncAnswer>}
   */
  async #unreadable(lost, batch) {
    if (!(lost instanceof Lost) || (lost.status !== 400 && lost.status !== 413)) throw lost;
    if (batch.length === 1) {
      return { version: VERSION, answers: [{ id: batch[0].id, as: "refused", sequence: null, problems: lost.problems }], sheet: null };
    }
    const [first] = batch;
    const body = JSON.stringify({ version: VERSION, device: this.device, entries: [first.entry] });
    return this.#ask(this.url, { method: "POST", body }).catch((again) => this.#unreadable(again, [first]));
  }

  /**
   * True when the club has another history than it once told (a restored back-up): what is not in it is told again.
   * @type {(state: SheetState | null, answered: Ticket[]) => Promise<boolean>}
   */
  async #receive(state, answered) {
    const { record, store, sheet } = this;
    const common = state ? countAlike(record.chain, state.chain) : Infinity;
    const restored = common < record.chain.length / LINK;
    const others = (restored ? await store.tickets(sheet) : []).filter((ticket) => !answered.some(({ id }) => id === ticket.id));
    const again = anew(others.filter(({ answer }) => !answer || (answer.sequence ?? 0) > common), common);
    if (state) Object.assign(record, { state, chain: state.chain });
    await store.answered([...answered, ...again], record);
    this.hear(answered);
    return restored;
  }

  /** @type {(url: string, how: RequestInit) => Promise<SyncAnswer>} */
  async #ask(url, how) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const reply = await fetch(url, {
        ...how,
        signal: stop.signal,
        credentials: "omit",
        cache: "no-store",
        headers: {
          "Streepje-Link": this.key,
          "Accept-Language": document.documentElement.lang,
          ...(how.body ? { "Content-Type": "application/json" } : {}),
        },
      });
      const content = await reply.json();
      if (reply.status === 404) throw new Lost({ reach: "gone" });
      if (reply.status === 409) throw new Lost({ reach: "old" });
      if (reply.status === 503) throw new Lost({ reach: "unwell" });
      if (!reply.ok) throw new Lost({ status: reply.status, problems: content.problems ?? [] });
      this.version = reply.headers.get("Streepje-Version") ?? "";
      if (content.version !== VERSION) throw new Lost({ reach: content.version ? "old" : "lost" }); // or not the club's
      return content;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * How many events two chains have in common; a link that only begins alike is of another event.
 * @type {(chain: string, other: string) => number}
 */
function countAlike(chain, other) {
  let events = 0;
  /** @type {(links: string) => string} */
  const link = (links) => links.slice(events * LINK, (events + 1) * LINK);
  while (link(chain) && link(chain) === link(other)) events += 1;
  return events;
}

/**
 * To be told again: made on an own entry, or on what nobody knows any more and others may by now have written over.
 * @type {(tickets: Ticket[], common: number) => Ticket[]}
 */
function anew(tickets, common) {
  /** @type {Map<number | string | null | undefined, string>} */
  const own = new Map(tickets.map(({ id, answer }) => [answer?.sequence, id]));
  for (const ticket of tickets) {
    const { entry } = ticket;
    if (entry.do === "enter" && Number(entry.seen) > common) entry.seen = own.get(entry.seen) ?? 0;
    if (entry.do === "choose") entry.seen = Math.min(entry.seen, common);
    ticket.answer = null;
  }
  return tickets;
}

/**
 * As many tickets as go in one letter, at least one.
 * @type {(tickets: Ticket[]) => Ticket[]}
 */
export function fitting(tickets) {
  const most = [];
  let bytes = 200;
  for (const ticket of tickets.slice(0, MOST_ENTRIES)) {
    bytes += new TextEncoder().encode(JSON.stringify(ticket.entry)).length + 1;
    if (most.length && bytes > MOST_BYTES) break;
    most.push(ticket);
  }
  return most;
}
