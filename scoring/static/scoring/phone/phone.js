/** The sheet on the phone: what is typed goes onto the phone, then to the club, and shows at once. */

import { addAsks, load } from "../games/score.js";
import { fillAgreement } from "./approve.js";
import * as specialPads from "./special_pads.js";
import { find, findTarget, make, put, readPageData } from "./dom.js";
import { Entry } from "./entry.js";
import { grid } from "./grid.js";
import { Hands } from "./judge_hand.js";
import { pressKey } from "./keyboard.js";
import { tidyOthers } from "./other_sheets.js";
import { drawLast } from "./panel.js";
import { isAway, isOfGame, notWhole, proofOf, sameRow } from "./with_unsent.js";
import { Sender } from "./poll_and_send.js";
import { letKeysSettle, settle } from "./shaky_finger.js";
import { fill, fillExplained } from "./sheet.js";
import { SheetData } from "./sheet_data.js";
import { offerMending } from "./game_line.js";
import { keepScreenOn } from "./screen_lock.js";
import { keepForLater } from "./service_worker.js";
import { Changes } from "./lapsed_approvals.js";
import { newTicket, openStore } from "./store.js";
import { showWhere, stayWithout, warnOnLeaving, where } from "./where_saved.js";
import { say, speak } from "./words.js";
import { Writing } from "./save_and_undo.js";

/** @import {Store} from "./store.js" */

const SELDOM = 10 * 60 * 1000;

/** @type {PhoneData} */
const given = readPageData();
speak(given.words);

async function start() {
  const { description, sheet, urls } = given;
  const [store, hasTwin] = await Promise.all([openStore(), load(description.twin, false)]);
  addAsks(description);
  const record = await store.sheet(given);
  store.answered([], record);
  if (record.state.data.paper) await load(description.twin);
  const data = new SheetData({ description, record, hasTwin, tickets: await store.tickets(sheet) });
  const page = new Phone(store, data, await store.device(), await store.drafts(sheet));
  if (needsSpecialPads(description)) page.entry.specialPads = specialPads;
  page.update();
  page.writing.open(findAskedGame(page.writing.form.lines.length));
  document.addEventListener("keydown", (event) => pressKey(page.entry, event));
  letKeysSettle();
  page.listenToForm();
  page.listenToAnswers();
  warnOnLeaving(() => page.losesAnything());
  stayWithout(page.sender, urls.judge);
  page.sender.start();
  keepForLater(urls.worker);
  keepScreenOn();
  tidyOthers(store, given);
}

/** @type {(description: Description) => boolean} */
const needsSpecialPads = ({ short, entry, row, starter_first }) =>
  !!starter_first || [...(short ? [short] : []), ...entry, ...row].some(({ pad, fits, kind, choices }) =>
    pad === "sides" || pad === "tens" || fits || (kind === "choice" && !choices.some(([value]) => value === "out")));

/**
 * The game that the address asks for, once.
 * @param {number} lines
 */
function findAskedGame(lines) {
  const number = Number(location.hash.match(/^#game-(\d+)$/)?.[1]);
  if (!number) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return number <= lines ? number : undefined;
}

export class Phone {
  sheet = given.sheet;
  follows = false; // the draw

  /**
   * @param {Store} store
   * @param {SheetData} data
   * @param {string} device
   * @param {StoredDraft[]} drafts
   */
  constructor(store, data, device, drafts) {
    const { sheet, key, urls } = given;
    this.store = store;
    this.data = data;
    this.sender = new Sender({ url: urls.sync, key, sheet, store, record: data.record, device, hear: (answered) => this.hear(answered) });
    this.changes = new Changes(data);
    this.writing = new Writing(this, drafts);
    this.entry = new Entry(data, this.writing, new Hands(given), given.columns);
  }

  /**
   * Onto the phone, onto the screen, on its way.
   * @type {(entry: Message, extras?: TicketExtras) => Promise<void>}
   */
  async give(entry, extras) {
    const ticket = newTicket(given.sheet, entry, extras);
    await this.store.add(ticket);
    this.data.tickets.push(ticket);
    this.update();
    this.sender.announce();
  }

  /** @type {(answered?: Ticket[]) => Promise<void>} */
  async hear(answered = []) {
    const { data, entry } = this;
    data.tickets = await this.store.tickets(given.sheet);
    if (data.record.state.data.paper) await load(given.description.twin);
    const before = data.view.data;
    const place = this.findPlaceOfKeys();
    this.update();
    const refused = answered.find(({ answer }) => answer?.as === "refused")?.entry;
    if (refused?.do === "enter" && !entry.touched) this.writing.open(refused.game);
    else this.followGame(before);
    if (this.findPlaceOfKeys() !== place) settle(entry.root); // what stands above them grew
    this.renewIfIdle();
  }

  findPlaceOfKeys() {
    return find(".pad", this.entry.root)?.getBoundingClientRect().top;
  }

  /** Parts of two versions do not fit together, so where the site has newer ones the page is loaded anew, while nothing is typed. */
  renewIfIdle() {
    const { sender: { reach, version }, data: { view }, entry } = this;
    const isNewer = reach === "well" && version && version !== given.version;
    const isTyped = entry.touched || view.unsaved.length || view.unsent.length || document.activeElement?.matches("input"); // as a reason
    if (!isNewer || isTyped) return;
    if (Date.now() - (history.state?.renewed ?? 0) < SELDOM) return; // of several machines only some may be newer
    history.replaceState({ renewed: Date.now() }, "");
    location.reload();
  }

  /**
   * The game that is open was written elsewhere: shown, unless something else is being typed.
   * @type {(before: SheetInput) => void}
   */
  followGame(before) {
    const { data, writing, entry, entry: { number, touched } } = this;
    const now = data.view.data;
    const [was, is] = [data.renameRow(before.games[number - 1] ?? {}), now.games[number - 1] ?? {}];
    const same = before.first_starter === now.first_starter && sameRow(writing.begin(number, was), writing.begin(number, is));
    const behind = writing.goesOn && number !== data.result.next?.game;
    if (!touched && (!same || !number || behind)) {
      settle(entry.root);
      writing.open(writing.goesOn ? undefined : number || undefined);
    } else if (touched && !same) entry.draw();
  }

  /** Whether anything is nowhere but on this page, or not at the site yet. */
  losesAnything() {
    const { unsent, unsaved } = this.data.view;
    const isAlone = !this.store.keepsDrafts || this.sender.reach === "lost";
    return unsent.length > 0 || (isAlone && unsaved.length > 0);
  }

  /** A press anywhere on a line of the form opens that game, and so does what is still open of it. */
  listenToForm() {
    find("#sheet").addEventListener("click", (event) => {
      const line = findTarget(event, "#table [data-game], #agreeing [data-game]");
      if (!line || this.data.view.closed) return;
      event.preventDefault();
      this.writing.open(Number(line.dataset.game));
      find("#entry").scrollIntoView({ block: "start" });
      this.entry.freeKeys();
      find("#entry .pad")?.focus({ preventScroll: true });
    });
  }

  /** What is pressed in a form, also in one that the server drew, goes the way of every entry. */
  listenToAnswers() {
    document.addEventListener("submit", (event) => {
      const chooses = findTarget(event, "#disputed");
      if (!chooses && !findTarget(event, "#agreeing")) return;
      event.preventDefault();
      const value = event.submitter?.getAttribute("value") ?? "";
      if (chooses) this.give({ do: "choose", event: value, seen: this.data.record.state.sequence });
      else this.give({ do: "approve", player: value, ...proofOf(find("#agreeing [name=digest]")?.getAttribute("value") ?? "") });
    });
  }

  // Showing

  update() {
    const { data } = this;
    data.update();
    sit(this.entry, data.view, given.columns);
    this.draw();
  }

  draw() {
    const { data, data: { view, result, description } } = this;
    /** @type {Score | null} */
    const score = data.hasTwin ? (changed) => data.score(changed) : null;
    const shown = grid(description, view.data, result, score);
    this.writing.form = shown;
    view.unsaved = this.writing.findUnsaved();
    fill(shown, view, this.listMessages(), given.columns);
    find("#closed").hidden = !view.closed;
    find("#again")?.toggleAttribute("hidden", !result.finished);
    find(".last", this.entry.root)?.replaceWith(drawLast(this.entry));
    fillAgreement(this, score);
    find("#onward").hidden = !view.approved;
    if (view.approved && given.urls.next) this.follows ||= followDraw(given.urls.next);
    offerMending(this);
    this.changes.fillLapsed();
    this.showWhere();
    fillExplained(view, data.record.state);
  }

  showWhere() {
    const { number, refusals } = this.entry;
    const { view } = this.data;
    const isOpen = isOfGame(number);
    const refused = view.refused.filter((ticket) => !(isOpen(ticket) && refusals.length));
    const place = where(view, this.sender, this.store, number);
    showWhere(place, refused, (game) => this.writing.open(game), (id) => this.writing.leaveOut((ticket) => ticket.id === id));
    find("#later").hidden = !view.unsent.length || !["lost", "unwell"].includes(this.sender.reach);
    if (this.sender.reach !== "lost") find("#away").replaceChildren();
  }

  listMessages() {
    const { data, data: { view, result } } = this;
    /** @type {{severity: string, message: string}[]} */
    const listed = data.wordProblems(result.problems);
    /** @type {(message: string) => void} */
    const note = (message) => listed.push({ severity: "note", message });
    const leavers = say("leaving") ? notWhole(view.data.games, result, view.data.players) : [];
    if (leavers.length) note(`${leavers.join(", ")}: ${say("leaving")}`);
    const on = data.playOn(result.next?.game);
    if (on.length) note(say("plays_on", { names: on.join(", ") }));
    if (result.waiting) note(say("counts_later"));
    return listed;
  }
}

/** @type {(url: string) => boolean} */
function followDraw(url) {
  /** @type {number | undefined} */
  let timer;
  const headers = { "Accept-Language": document.documentElement.lang };
  const look = async () => {
    clearTimeout(timer);
    timer = setTimeout(look, 15_000);
    const reply = document.hidden ? null : await fetch(url, { cache: "no-store", headers }).catch(() => null);
    if (!reply?.ok) return;
    /** @type {{lines: [words: string, address: string][]}} */
    const { lines } = await reply.json();
    const box = find("#onward");
    const isNews = !box.firstChild && lines.length > 0;
    put(box, lines.map(([words, href]) => make("span", {}, href ? make("a", { href }, words) : words)));
    if (isNews && box.getBoundingClientRect().top < 0) box.scrollIntoView();
  };
  document.addEventListener("visibilitychange", look); // a phone that was put away
  look();
  return true;
}

/**
 * The game that is being written goes on with who plays it now; what was typed for a seat stays.
 * @type {(entry: Entry, view: SheetView, columns: Record<string, string[]>) => void}
 */
function sit(entry, view, columns) {
  const { data: { players }, away, renamed: names = {} } = view;
  const seats = JSON.stringify([players, away]);
  if (seats === entry.seats) return;
  for (const name of players) columns[name] ??= name.split(" ");
  Object.assign(entry, { seats, players });
  if (!entry.number) return;
  const row = entry.data.renameRow(entry.row);
  entry.rename(names);
  const crossed = players.filter((name) => isAway(view, name, entry.number)).map((name) => [name, "x"]);
  entry.row = crossed.length ? { ...row, entries: { ...Object.fromEntries(crossed), ...row.entries } } : row;
  entry.draw();
}

start().then(() => (find("#sheet").dataset.ready = ""));
