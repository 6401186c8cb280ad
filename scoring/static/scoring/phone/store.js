/**
 * What this phone keeps. A ticket is one entry with what the club answered to it; it counts as kept only when
 * the database says that the transaction is complete, and stays for days after it was answered.
 */

const NAME = "streepje";
const VERSION = 1;
/** @type {Record<string, string | string[]>} */
const PARTS = { tickets: "id", sheets: "sheet", drafts: ["sheet", "number"], phone: "key" };
const PATIENCE = 4000; // some browsers never answer

export async function openStore() {
  try {
    return new Store(await connect(VERSION));
  } catch {
    return new Store(null);
  }
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is for https alone
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** @type {<M extends Message>(sheet: string, entry: M, extras?: TicketExtras) => Ticket<M>} */
export function newTicket(sheet, entry, extras) {
  const id = newId();
  return { id, sheet, order: 0, made: Date.now(), entry: { id, ...entry }, ...extras, answer: null };
}

/**
 * What a later version of the page made is taken as it is: the site may have gone back to this one.
 * @type {(version?: number) => Promise<IDBDatabase>}
 */
function connect(version) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE);
    const request = indexedDB.open(NAME, version);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(PARTS)) request.result.createObjectStore(name, { keyPath });
    };
    request.onerror = () => {
      const newer = request.error?.name === "VersionError";
      resolve(newer ? connect() : Promise.reject(request.error));
    };
    request.onsuccess = () => resolve(request.result);
  });
}

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Store {
  #db; // a promise: while it opens anew, what is asked or kept waits for it
  /** @type {Ticket[]} */
  #kept = []; // the tickets as they were last read, for when they can't be
  /** @type {Map<string, Ticket>} */
  #loose = new Map(); // tickets that the phone would not keep
  /** @type {Map<string, Answer | null>} */
  #answers = new Map();
  #last = 0;

  /** @param {IDBDatabase | null} db */
  constructor(db) {
    this.keepsDrafts = db !== null;
    this.#db = Promise.resolve(this.#watch(db));
  }

  /** @type {(db: IDBDatabase | null) => IDBDatabase | null} */
  #watch(db) {
    if (!db) return null;
    db.onclose = () => this.#again();
    db.onversionchange = () => {
      db.close(); // a later version of the page waits for that
      this.#again();
    };
    return db;
  }

  #again() {
    this.#db = connect(VERSION).then((db) => this.#watch(db), () => null);
  }

  /**
   * True when it is on the phone; false when it is on this page alone.
   * @type {(ticket: Ticket) => Promise<boolean>}
   */
  async add(ticket) {
    ticket.order = ++this.#last;
    try {
      await this.#change(["tickets"], async (tickets) => {
        const orders = (await settled(tickets.getAll())).map(({ order }) => order);
        this.#last = ticket.order = Math.max(ticket.order, ...orders.map((order) => order + 1));
        tickets.add(ticket);
      });
      this.#loose.delete(ticket.id);
      this.#kept.push(ticket);
      if (ticket.order === 1) navigator.storage?.persist?.().catch(() => {}); // asked once: some browsers ask the user
      return true;
    } catch {
      this.#loose.set(ticket.id, ticket);
      return false;
    }
  }

  /** @type {(sheet: string) => Promise<Ticket[]>} */
  async tickets(sheet) {
    this.#kept = await this.#read("tickets", this.#kept, (kept) => kept.getAll());
    const kept = this.#kept.filter((ticket) => ticket.sheet === sheet && !this.#loose.has(ticket.id));
    const tickets = [...kept, ...this.#loose.values()].sort((ticket, other) => ticket.order - other.order);
    this.#last = Math.max(this.#last, ...tickets.map((ticket) => ticket.order));
    for (const ticket of tickets) ticket.answer = this.#answers.get(ticket.id) ?? (this.#answers.has(ticket.id) ? null : ticket.answer);
    return tickets;
  }

  /** @type {(ticket: Ticket) => boolean} */
  isLoose(ticket) {
    return this.#loose.has(ticket.id);
  }

  /** @type {(tickets: Ticket[], record: SheetRecord | null) => Promise<void>} */
  async answered(tickets, record) {
    for (const ticket of tickets) this.#answers.set(ticket.id, ticket.answer);
    for (const ticket of tickets) if (this.#loose.has(ticket.id)) this.#loose.set(ticket.id, ticket);
    await this.try(["tickets", "sheets"], (kept, sheets) => {
      for (const ticket of tickets) if (!this.#loose.has(ticket.id)) kept.put(ticket);
      if (record) sheets.put({ ...record, used: Date.now() });
    });
  }

  /**
   * What is known of a sheet: as it was stored, or as the page brought it if that is newer.
   * @type {(page: PageData) => Promise<SheetRecord>}
   */
  async sheet({ sheet, key, state }) {
    /** @type {SheetRecord | null} */
    const stored = await this.#one("sheets", sheet);
    const isNewer = stored && (stored.state?.sequence ?? 0) > state.sequence;
    return { sheet, chain: "", ...stored, key, state: isNewer ? stored.state : state };
  }

  /** @type {(sheet: string, number: number | string, draft: Partial<Draft & PaperDraft> | null) => Promise<void>} */
  async draft(sheet, number, draft) {
    this.keepsDrafts = await this.try(["drafts"], (drafts) =>
      draft ? drafts.put({ sheet, number, ...draft }) : drafts.delete([sheet, number]),
    );
  }

  /** @type {(sheet: string) => Promise<StoredDraft[]>} */
  async drafts(sheet) {
    /** @type {StoredDraft[]} */
    const drafts = await this.all("drafts");
    return drafts.filter((draft) => draft.sheet === sheet);
  }

  /** Says nothing of who holds the phone, only that it is the same one. */
  async device() {
    const made = newId();
    /** @type {{value: string} | null} */
    const known = await this.#one("phone", "device");
    if (!known) await this.try(["phone"], (phone) => phone.put({ key: "device", value: made }));
    return known?.value ?? made;
  }

  /** @type {(names: string[], work: (...parts: IDBObjectStore[]) => unknown) => Promise<void>} */
  async #change(names, work) {
    const db = await this.#db;
    if (!db) throw new Error("nothing can be kept");
    const change = db.transaction(names, "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      change.oncomplete = () => resolve(undefined);
      change.onabort = () => reject(change.error);
    });
    done.catch(() => {});
    await work(...names.map((name) => change.objectStore(name)));
    change.commit?.(); // now: a page that is left before it would have done so by itself takes nothing along
    await done;
  }

  /**
   * Where it does not matter much; true when it worked.
   * @type {(names: string[], work: (...parts: IDBObjectStore[]) => unknown) => Promise<boolean>}
   */
  async try(names, work) {
    return this.#change(names, work).then(() => true, () => false);
  }

  /** @type {<T>(name: string) => Promise<T[]>} */
  all(name) {
    return this.#read(name, [], (kept) => kept.getAll());
  }

  /** @type {<T>(name: string, key: string) => Promise<T | null>} */
  #one(name, key) {
    return this.#read(name, null, (kept) => kept.get(key));
  }

  /** @type {<T>(name: string, otherwise: T, ask: (kept: IDBObjectStore) => IDBRequest<T>) => Promise<T>} */
  async #read(name, otherwise, ask) {
    try {
      const db = await this.#db;
      return db ? await settled(ask(db.transaction(name).objectStore(name))) : otherwise;
    } catch {
      return otherwise;
    }
  }
}
