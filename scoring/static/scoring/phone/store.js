/**
 * What this phone keeps. A slip is one entry with what the club answered to it; it counts as kept only when
 * the database says that the transaction is complete, and stays for days after it was answered.
 *
 * @typedef {{as: string, sequence: number|null, problems: object[]}} Answer
 * @typedef {{id: string, sheet: string, order: number, made: number, entry: object, before?: object,
 *   answer: Answer|null, read?: boolean}} Slip
 */

const NAME = "streepje";
const PARTS = { slips: "id", sheets: "sheet", drafts: ["sheet", "number"], phone: "key" };
const PATIENCE = 4000; // some browsers never answer
const WEEK = 7 * 24 * 3600 * 1000;

export async function openStore() {
  try {
    return new Store(await connect());
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

function connect() {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE);
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(PARTS)) request.result.createObjectStore(name, { keyPath });
    };
    request.onerror = reject;
    request.onsuccess = () => resolve(request.result);
  });
}

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

class Store {
  #db;
  #loose = new Map(); // slips that the phone would not keep
  #answers = new Map();
  #last = 0;

  constructor(db) {
    this.#db = db;
    if (!db) return;
    db.onversionchange = () => db.close();
    db.onclose = () => this.#again();
  }

  /** Whether this phone keeps what it is given. */
  get keeps() {
    return this.#db !== null;
  }

  /** True when it is on the phone; false when it is on this page alone. */
  async add(slip) {
    slip.order = ++this.#last;
    try {
      await this.#change(["slips"], async (slips) => {
        const orders = (await asked(slips.getAll())).map((one) => one.order);
        this.#last = slip.order = Math.max(slip.order, ...orders.map((one) => one + 1));
        slips.add(slip);
      });
      this.#loose.delete(slip.id);
      navigator.storage?.persist?.().catch(() => {});
      return true;
    } catch {
      this.#loose.set(slip.id, slip);
      return false;
    }
  }

  /** All of one sheet, in the order in which they were made. */
  async slips(sheet) {
    const kept = (await this.#all("slips")).filter((slip) => slip.sheet === sheet && !this.#loose.has(slip.id));
    const slips = [...kept, ...this.#loose.values()].sort((one, other) => one.order - other.order);
    this.#last = Math.max(this.#last, ...slips.map((slip) => slip.order));
    for (const slip of slips) slip.answer = this.#answers.has(slip.id) ? this.#answers.get(slip.id) : slip.answer;
    return slips;
  }

  isLoose(slip) {
    return this.#loose.has(slip.id);
  }

  /** What the club answered, and how the sheet stands now. */
  async answered(slips, record) {
    for (const slip of slips) this.#answers.set(slip.id, slip.answer);
    for (const slip of slips) if (this.#loose.has(slip.id)) this.#loose.set(slip.id, slip);
    await this.#try(["slips", "sheets"], (kept, sheets) => {
      for (const slip of slips) if (!this.#loose.has(slip.id)) kept.put(slip);
      if (record) sheets.put(record);
    });
  }

  async sheet(sheet) {
    return (await this.#one("sheets", sheet)) ?? { sheet, state: null, top: 0 };
  }

  async draft(sheet, number, draft) {
    await this.#try(["drafts"], (drafts) =>
      draft ? drafts.put({ sheet, number, ...draft }) : drafts.delete([sheet, number]),
    );
  }

  async drafts(sheet) {
    return (await this.#all("drafts")).filter((draft) => draft.sheet === sheet);
  }

  /** Says nothing of who holds the phone, only that it is the same one. */
  async device() {
    const made = newId();
    const known = await this.#one("phone", "device");
    if (!known) await this.#try(["phone"], (phone) => phone.put({ key: "device", value: made }));
    return known?.value ?? made;
  }

  /** Lets go of what was answered long ago, but not on the sheet that is open: clocks may be wrong. */
  async tidy(sheet) {
    const old = (made) => Math.abs(Date.now() - made) > WEEK;
    const slips = await this.#all("slips");
    const gone = slips.filter((slip) => slip.sheet !== sheet && slip.answer && old(slip.made));
    await this.#try(["slips"], (kept) => gone.forEach((slip) => kept.delete(slip.id)));
  }

  async #again() {
    this.#db = await connect().catch(() => null);
  }

  async #change(names, work) {
    if (!this.#db) throw new Error("nothing can be kept");
    const change = this.#db.transaction(names, "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    done.catch(() => {});
    await work(...names.map((name) => change.objectStore(name)));
    await done;
  }

  /** Where it does not matter much whether it works. */
  async #try(names, work) {
    await this.#change(names, work).catch(() => {});
  }

  #all(name) {
    return this.#read(name, [], (kept) => kept.getAll());
  }

  #one(name, key) {
    return this.#read(name, null, (kept) => kept.get(key));
  }

  async #read(name, otherwise, ask) {
    try {
      return await asked(ask(this.#db.transaction(name).objectStore(name)));
    } catch {
      return otherwise;
    }
  }
}
