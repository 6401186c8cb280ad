/**
 * What this phone keeps. A ticket is one entry with what the club answered to it; it counts as kept only when
 * the database says that the transaction is complete, and stays for days after it was answered.
 *
 * @typedef {{as: string, sequence: number|null, problems: object[]}} Answer
 * @typedef {{id: string, sheet: string, order: number, made: number, entry: object, before?: object,
 *   answer: Answer|null, read?: boolean}} Ticket
 */

const NAME = "streepje";
const VERSION = 1;
const PARTS = { tickets: "id", sheets: "sheet", drafts: ["sheet", "number"], phone: "key" };
const PATIENCE = 4000; // some browsers never answer

export async function openStore() {
  try {
    return new Store(await connect(VERSION));
  } catch {
    return new Store(null);
  }
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is for https alone
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What a later version of the page made is taken as it is: the site may have gone back to this one. */
function connect(...version) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE);
    const request = indexedDB.open(NAME, ...version);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(PARTS)) request.result.createObjectStore(name, { keyPath });
    };
    request.onerror = () => {
      const newer = request.error.name === "VersionError";
      resolve(newer ? connect() : Promise.reject(request.error));
    };
    request.onsuccess = () => resolve(request.result);
  });
}

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

class Store {
  #db; // a promise: while it opens anew, what is asked or kept waits for it
  #kept = []; // the tickets as they were last read, for when they can't be
  #loose = new Map(); // tickets that the phone would not keep
  #answers = new Map();
  #last = 0;

  constructor(db) {
    this.keepsDrafts = db !== null;
    this.#db = Promise.resolve(this.#watch(db));
  }

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

  /** True when it is on the phone; false when it is on this page alone. */
  async add(ticket) {
    ticket.order = ++this.#last;
    try {
      await this.#change(["tickets"], async (tickets) => {
        const orders = (await asked(tickets.getAll())).map((one) => one.order);
        this.#last = ticket.order = Math.max(ticket.order, ...orders.map((one) => one + 1));
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

  /** All of one sheet, in the order in which they were made. */
  async tickets(sheet) {
    this.#kept = (await this.#read("tickets", null, (kept) => kept.getAll())) ?? this.#kept;
    const kept = this.#kept.filter((ticket) => ticket.sheet === sheet && !this.#loose.has(ticket.id));
    const tickets = [...kept, ...this.#loose.values()].sort((one, other) => one.order - other.order);
    this.#last = Math.max(this.#last, ...tickets.map((ticket) => ticket.order));
    for (const ticket of tickets) ticket.answer = this.#answers.has(ticket.id) ? this.#answers.get(ticket.id) : ticket.answer;
    return tickets;
  }

  isLoose(ticket) {
    return this.#loose.has(ticket.id);
  }

  /** What the club answered, and how the sheet stands now. */
  async answered(tickets, record) {
    for (const ticket of tickets) this.#answers.set(ticket.id, ticket.answer);
    for (const ticket of tickets) if (this.#loose.has(ticket.id)) this.#loose.set(ticket.id, ticket);
    await this.try(["tickets", "sheets"], (kept, sheets) => {
      for (const ticket of tickets) if (!this.#loose.has(ticket.id)) kept.put(ticket);
      if (record) sheets.put({ ...record, used: Date.now() });
    });
  }

  async sheet(sheet) {
    return { sheet, state: null, chain: "", ...(await this.#one("sheets", sheet)) };
  }

  async draft(sheet, number, draft) {
    this.keepsDrafts = await this.try(["drafts"], (drafts) =>
      draft ? drafts.put({ sheet, number, ...draft }) : drafts.delete([sheet, number]),
    );
  }

  async drafts(sheet) {
    return (await this.all("drafts")).filter((draft) => draft.sheet === sheet);
  }

  /** Says nothing of who holds the phone, only that it is the same one. */
  async device() {
    const made = newId();
    const known = await this.#one("phone", "device");
    if (!known) await this.try(["phone"], (phone) => phone.put({ key: "device", value: made }));
    return known?.value ?? made;
  }

  async #change(names, work) {
    const db = await this.#db;
    if (!db) throw new Error("nothing can be kept");
    const change = db.transaction(names, "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    done.catch(() => {});
    await work(...names.map((name) => change.objectStore(name)));
    change.commit?.(); // now: a page that is left before it would have done so by itself takes nothing along
    await done;
  }

  /** Where it does not matter much; true when it worked. */
  async try(names, work) {
    return this.#change(names, work).then(() => true, () => false);
  }

  all(name) {
    return this.#read(name, [], (kept) => kept.getAll());
  }

  #one(name, key) {
    return this.#read(name, null, (kept) => kept.get(key));
  }

  async #read(name, otherwise, ask) {
    try {
      const db = await this.#db;
      return await asked(ask(db.transaction(name).objectStore(name)));
    } catch {
      return otherwise;
    }
  }
}
