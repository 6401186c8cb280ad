/** The sheet on the phone: what is typed goes onto the phone, then to the club, and shows at once. */

import { load, score as scored, words as messageOf } from "../games/score.js";
import { find } from "./dom.js";
import { Entry } from "./entry.js";
import { grid } from "./grid.js";
import { LateChanges, LateHands, fetched, fillAgreement, tidyOthers } from "./late.js";
import { isEntered, isWrittenSince, notWhole, overlay, place, sameRow, seenNow, whoSitsOut, withRow } from "./overlay.js";
import { Sender } from "./send.js";
import { fill, fillExplained } from "./sheet.js";
import { keepForLater, keepScreenOn } from "./shell.js";
import { newId, openStore } from "./store.js";
import { listenToKeys } from "./typing.js";
import { showWhere, stayWithout, warnOnLeaving, where } from "./where.js";
import { say, speak } from "./words.js";

const given = JSON.parse(find("#for-scripts").textContent);
speak(given.words);

class Phone {
  async start() {
    const [store, twin] = await Promise.all([openStore(), load(given.description.twin, false)]);
    this.store = store;
    this.hasTwin = twin;
    this.description = given.description;
    this.record = await store.sheet(given.sheet);
    this.record.key = given.key;
    if (!(this.record.state?.sequence > given.state.sequence)) this.record.state = given.state;
    store.answered([], this.record);
    if (this.record.state.data.paper) await load(given.description.twin);
    this.tickets = await store.tickets(given.sheet);
    this.drafts = new Map((await store.drafts(given.sheet)).map((draft) => [draft.number, draft]));
    this.sender = new Sender({
      url: given.urls.sync, key: given.key, sheet: given.sheet, store, record: this.record,
      device: await store.device(), heard: (answered) => this.heard(answered),
    });
    this.changes = new LateChanges(this);
    this.entry = new Entry(find("#entry"), {
      beside: find("#special"),
      description: this.description,
      players: given.state.data.players,
      hands: new LateHands(given.urls.cards, {
        pack: this.description.pack, words: given.cards, ask: (question) => this.ask(question),
      }),
      columns: given.columns,
      check: (number, row) => this.check(number, row),
      worth: (name, parts) => this.worth(name, parts),
      contract: (entry) => this.contract(entry),
      keep: (number, draft) => this.keepDraft(number, draft),
      save: (number, row, seen, played) => this.save(number, row, seen, played),
      explainChange: ({ number, row }) => this.explainChange(number, row),
      isChangedElsewhere: (entry) => this.isChangedElsewhere(entry),
      leaveOut: (number) => this.leaveOut(({ entry }) => entry.game === number, number),
      back: () => this.open(),
      last: () => this.lastGame(),
      begins: () => this.view.data.first_starter,
      isAgreed: () => this.view.approvals.length, // then the page asks that tells what it changes
      begin: (player) => this.give({ do: "starter", player }).then(() => this.entry.draw()),
    });
    await this.hearSeats();
    this.look();
    this.open();
    this.draw();
    listenToKeys(this.entry);
    this.listenToForm();
    this.listenToAnswers();
    this.listenToTabs();
    const isAlone = () => !store.keepsDrafts || this.sender.reach === "lost"; // what was typed is nowhere else
    warnOnLeaving(() => this.view.unsent.length > 0 || (isAlone() && this.view.unsaved.length > 0));
    stayWithout(this.sender, given.urls.judge);
    this.sender.start();
    keepForLater(given.urls.worker);
    keepScreenOn();
    tidyOthers(store, given);
  }

  // What is known

  look() {
    this.view = overlay(this.record.state, this.tickets, this.now);
    const { games } = this.view.data.options;
    if (games !== undefined) this.description.games = games;
    this.result = this.score(this.view.data) ?? this.told();
    this.seats?.sit(this.entry, this.view, given.columns);
  }

  /** Who sits where changed: that part comes when it did. */
  async hearSeats() {
    const { sat, renamed } = this.record.state;
    if (Object.keys({ ...sat, ...renamed }).length) this.seats ??= await fetched("seats.js").catch(() => null);
  }

  now = (row) => this.seats?.renamed(row, this.record.state.renamed) ?? row;

  /** Without a twin the club counts: until it has, only what was typed is known. */
  told() {
    const { result } = this.record.state;
    if (!this.view.changed) return result;
    const { games } = this.description;
    const game = this.view.data.games.findLastIndex((_, index) => place(this.view, index + 1)) + 2;
    const next = games !== null && game > games ? null : { game };
    return { ...result, next, waiting: true, complete: false, finished: false };
  }

  score(data) {
    return this.hasTwin ? scored(this.description, data, this.record.state) : null;
  }

  /** What is wrong with a game as it is being typed, and what it comes to. */
  check(number, row) {
    if (!this.hasTwin) return { problems: [], scores: null, row: this.lineOf(number) };
    const { data } = this.view;
    const result = this.score({ ...data, paper: null, games: withRow(data.games, number, row) });
    const problems = result.problems.filter(({ game }) => game === number);
    const line = result.rows.find(({ game }) => game === number) ?? (result.next?.game === number ? result.next : null);
    return { problems: this.inWords(problems), scores: line?.scores, row: line };
  }

  /** What one hand comes to by itself, as far as that is known here: who is out stands beside it. */
  worth(name, parts) {
    const other = `${name} `;
    const entries = { [name]: parts, [other]: "-" };
    const data = { ...this.view.data, players: [name, other], scribe: name, paper: null, games: [{ entries }] };
    return this.score(data)?.rows[0]?.scores?.[name];
  }

  inWords = (problems) => problems.map((one) => ({ ...one, message: messageOf(this.description, one) }));

  // Entering

  /** Opens a game to be written: the one asked for, or the next. */
  open(number = this.result.next?.game) {
    if (!number || this.view.closed) {
      find("#entry").hidden = true;
      this.entry.number = 0;
      return;
    }
    find("#entry").hidden = false;
    const kept = this.view.data.games[number - 1] ?? {};
    const draft = this.draftOf(number, kept);
    const refusal = this.view.refused.find(({ entry }) => entry.do === "enter" && entry.game === number);
    const typed = draft?.row ?? refusal?.entry.row;
    const row = typed ? this.now(typed) : this.begun(number, kept);
    this.goesOn = number === this.result.next?.game;
    this.entry.open({
      number,
      row,
      aside: draft?.aside,
      played: this.tickets.findLast((ticket) => ticket.played && ticket.entry.game === number)?.played,
      stayOut: whoSitsOut(this.view, number, this.seats?.isAway),
      seen: draft?.seen ?? seenNow(this.record.state, this.tickets, number),
      touched: !!(draft || refusal),
      head: this.head(number),
      note: draft ? say("kept_from_before") : "",
      problems: refusal ? refusal.answer.problems : [],
      canLeave: !!(draft || refusal),
    });
    this.tellWhere();
  }

  /** Nobody has to say again who left, sits out, or does not play on in a play-off. */
  begun(number, kept) {
    const { view, seats } = this;
    const on = this.playOn(number);
    const stay = whoSitsOut(view, number, seats?.isAway);
    const others = view.data.players.filter((name) =>
      (on.length && !on.includes(name)) || stay.includes(name) || seats?.isAway(view, name, number));
    if (!others.length || isEntered(kept)) return kept;
    return { ...kept, entries: Object.fromEntries(others.map((name) => [name, "x"])) };
  }

  playOn(number) {
    const { next, continue_with: on } = this.result;
    return next?.game === number ? on : [];
  }

  head(number) {
    const { games } = this.description;
    const next = this.result.next?.game;
    const back = next !== number && next ? { words: say("back_to", { number: next }), press: () => this.open(next) } : null;
    const last = this.lastChange();
    const on = this.playOn(number);
    return {
      title: say("game", { number }),
      of: games ? say("of_games", { games }) : "",
      back,
      on: on.length ? say("plays_on", { names: on.join(", ") }) : "",
      undo: last ? { words: say("undo"), press: () => this.undo(last) } : null,
    };
  }

  lineOf(number) {
    const { rows, next } = this.result;
    return rows.find(({ game }) => game === number) ?? (next?.game === number ? next : null);
  }

  /** Which contract is in force: a club may tie it to the round of the night, which goes on by itself. */
  contract({ number, row }) {
    if (!this.description.by_round) return number;
    const { data } = this.view;
    const rounds = [data, ...data.games.slice(0, number - 1), row].map((one) => one.round).filter(Boolean);
    return rounds.at(-1) ?? 1;
  }

  async ask(question) {
    const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
    const reply = await fetch(`${given.urls.judge}?${new URLSearchParams(question)}`, { headers });
    return reply.json();
  }

  /** What was typed and not saved, unless it stands there by now. */
  draftOf(number, kept) {
    const draft = this.drafts.get(number);
    if (!draft || draft.aside?.reason || !sameRow(draft.row, kept)) return draft;
    this.keepDraft(number, null);
    return undefined;
  }

  keepDraft(number, draft) {
    if (draft) this.drafts.set(number, { number, ...draft });
    else this.drafts.delete(number);
    this.store.draft(given.sheet, number, draft);
    if (`${this.unsaved()}` !== `${this.view.unsaved}`) this.draw();
    else this.tellWhere();
  }

  /** The games on the form that are typed otherwise than they stand there. */
  unsaved() {
    const { games } = this.view.data;
    const typed = [...this.drafts.values()].filter(({ number, row }) => number <= this.lines && !sameRow(row, games[number - 1]));
    return typed.map(({ number }) => number).sort((one, other) => one - other);
  }

  /** `played` is what was typed of a game that is written down as not played. */
  async save(number, row, seen, played) {
    const before = this.view.data.games[number - 1] ?? {};
    const entry = { do: "enter", game: number, row, seen };
    this.drafts.delete(number);
    await this.give(entry, { before, ...(played && { played }) });
    this.store.draft(given.sheet, number, null);
    this.open();
  }

  explainChange(number, row, again = () => this.entry.draw()) {
    const { data } = this.view;
    if (sameRow(row, data.games[number - 1])) return null;
    return this.changes.explainIfSaved({ ...data, games: withRow(data.games, number, row) }, again);
  }

  /** What was refused is given up, and what stands at the club stays. */
  leaveOut(which, number = 0) {
    const read = this.view.refused.filter(which);
    for (const ticket of read) ticket.read = true;
    if (read.length) this.store.answered(read, null);
    if (number) this.keepDraft(number, null);
    this.look();
    this.draw();
    if (number) this.open();
  }

  /** Onto the phone, onto the screen, on its way. */
  async give(entry, about = {}) {
    const id = newId();
    const seen = entry.do === "choose" ? { seen: this.record.state.sequence } : {};
    const ticket = { id, sheet: given.sheet, made: Date.now(), entry: { id, ...entry, ...seen }, ...about, answer: null };
    await this.store.add(ticket);
    this.tickets.push(ticket);
    this.look();
    this.draw();
    this.tabs?.postMessage("news");
    this.sender.wake();
  }

  /** Where nothing says how many games there are, the table says when it was the last. */
  lastGame() {
    const { games } = this.description;
    const played = this.result.rows.length;
    if (games !== null || !played || this.result.finished) return null;
    return { games: played, press: () => this.give({ do: "games", games: played }).then(() => this.open()) };
  }

  // Undoing

  /** What this phone changed last, while it still stands there. */
  lastChange() {
    const undone = new Set(this.tickets.map(({ undoes }) => undoes));
    const last = this.tickets.findLast(({ id, before, answer }) => before && !undone.has(id) && answer?.as !== "refused");
    const now = last && this.view.data.games[last.entry.game - 1];
    return last && sameRow(now, last.entry.row) ? last : null;
  }

  async undo({ id, entry: { game }, before, played }) {
    const seen = seenNow(this.record.state, this.tickets, game);
    this.keepDraft(game, null);
    await this.give({ do: "enter", game, row: before, seen }, { undoes: id });
    if (played) this.keepDraft(game, { row: played, seen: seenNow(this.record.state, this.tickets, game) });
    this.open(played ? game : undefined);
    this.entry.tell(say("undone", { number: game }));
  }

  // Hearing

  async heard(answered = []) {
    this.tickets = await this.store.tickets(given.sheet);
    if (this.record.state.data.paper) await load(given.description.twin);
    const { data } = this.view;
    await this.hearSeats();
    this.look();
    this.draw();
    const refused = answered.find(({ answer }) => answer?.as === "refused");
    if (refused?.entry.do === "enter" && !this.entry.touched) this.open(refused.entry.game);
    else this.follow(data);
  }

  /** The game that is open was written elsewhere: shown, unless something else is being typed. */
  follow(before) {
    const { entry: { number, touched }, view: { data } } = this;
    const same = before.first_starter === data.first_starter &&
      sameRow(this.begun(number, this.now(before.games[number - 1] ?? {})), this.begun(number, data.games[number - 1] ?? {}));
    const behind = this.goesOn && number !== this.result.next?.game;
    if (!touched && (!same || !number || behind)) this.open(this.goesOn ? undefined : number || undefined);
    else if (touched && !same) this.entry.draw();
  }

  /** Another phone wrote this game after somebody began to type it here. */
  isChangedElsewhere({ number, touched, seen, row }) {
    const isOther = !sameRow(row, this.view.data.games[number - 1]);
    return touched && isOther && isWrittenSince(this.record.state, this.tickets, number, seen);
  }

  listenToTabs() {
    if (!("BroadcastChannel" in window)) return;
    this.tabs = new BroadcastChannel(`streepje ${given.sheet}`);
    this.tabs.onmessage = () => this.heard();
  }

  /** A press anywhere on a line of the form opens that game, and so does what is still open of it. */
  listenToForm() {
    find("#sheet").addEventListener("click", (event) => {
      const line = event.target.closest("#table [data-game], #agreeing [data-game]");
      if (!line || this.view.closed) return;
      event.preventDefault();
      this.open(Number(line.dataset.game));
      find("#entry").scrollIntoView({ block: "start" });
      find("#entry .pad")?.focus({ preventScroll: true });
    });
  }

  /** What is pressed in a form, also in one that the server drew, goes the way of every entry. */
  listenToAnswers() {
    document.addEventListener("submit", (event) => {
      const { submitter: { value }, target } = event;
      const chooses = target.closest("#disputed");
      if (!chooses && !target.closest("#agreeing")) return;
      event.preventDefault();
      const digest = target.elements.digest?.value;
      if (chooses) this.give({ do: "choose", event: value });
      else this.give({ do: "approve", player: value, digest });
    });
  }

  // Showing

  draw() {
    const { view, result, description } = this;
    const score = this.hasTwin ? (data) => this.score(data) : null;
    const shown = grid(description, view.data, result, score);
    this.lines = shown.lines.length;
    view.unsaved = this.unsaved();
    this.seats?.fillHead(find("#table"), view, given.columns);
    fill({ ...shown, columns: view.data.players.length, written: shown.written }, view, this.messages());
    find("#closed").hidden = !view.closed;
    fillAgreement(this, score);
    this.changes.fillLapsed();
    this.tellWhere();
    fillExplained(view, this.record.state);
  }

  tellWhere() {
    const { number, told } = this.entry;
    const isInPanel = ({ entry }) => entry.do === "enter" && entry.game === number && told?.length;
    const refused = this.view.refused.filter((ticket) => !isInPanel(ticket));
    showWhere(where(this), refused, (game) => this.open(game), (id) => this.leaveOut((ticket) => ticket.id === id));
    if (this.sender.reach !== "lost") find("#away").replaceChildren();
  }

  messages() {
    const said = this.inWords(this.result.problems).map(({ severity, message }) => [severity, message]);
    const note = (message) => said.push(["note", message]);
    const leavers = say("leaving") ? notWhole(this.view.data.games, this.result, this.view.data.players) : [];
    if (leavers.length) note(`${leavers.join(", ")}: ${say("leaving")}`);
    const on = this.playOn(this.result.next?.game);
    if (on.length) note(say("plays_on", { names: on.join(", ") }));
    if (this.result.waiting) note(say("counts_later"));
    return said;
  }
}

new Phone().start().then(() => (find("#sheet").dataset.ready = ""));
