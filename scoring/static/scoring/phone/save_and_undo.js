/** The game that is being written: opened, also as it was before, kept as a draft while it is typed, and saved. */

import { find } from "./dom.js";
import { isAway, isEntered, isOfGame, sameRow, seenNow, withRow } from "./with_unsent.js";
import { offerMending } from "./game_line.js";
import { say } from "./words.js";

/**
 * @import {Grid} from "./grid.js"
 * @import {Phone} from "./phone.js"
 * @typedef {{words: string, press: () => void}} Way
 * @typedef {{title: string, total: string, on: string, back: Way | null, undo: Way | null, end: Way | null}} Head
 */

export class Writing {
  /** @type {Grid} */
  form;
  /** @type {boolean} */
  goesOn; // the game is the next one, and gives way to the one after

  /**
   * @param {Phone} page
   * @param {StoredDraft[]} drafts
   */
  constructor(page, drafts) {
    this.page = page;
    this.drafts = new Map(drafts.map((draft) => [draft.number, draft]));
  }

  /**
   * Opens a game: the one asked for, or the next; `earlier` is what stood there and may come back.
   * @type {(number?: number, earlier?: Row) => void}
   */
  open(number = this.page.data.result.next?.game, earlier = undefined) {
    const { data, entry } = this.page;
    const { view, record, tickets } = data;
    const panel = find("#entry"), isAway = !number || view.closed;
    if (panel.hidden !== isAway) panel.hidden = isAway; // keys settle whenever it is set
    if (isAway) {
      entry.number = 0;
      entry.beside.replaceChildren();
      offerMending(this.page);
      return;
    }
    const stored = view.data.games[number - 1] ?? {};
    const draft = this.findDraft(number, stored);
    const isHere = isOfGame(number);
    const refusal = view.refused.find(isHere);
    const typed = earlier ?? draft?.row ?? refusal?.entry.row;
    this.goesOn = number === data.result.next?.game;
    entry.open({
      number,
      row: typed ? data.renameRow(typed) : this.begin(number, stored),
      aside: draft?.aside,
      played: tickets.findLast((ticket) => ticket.played && isHere(ticket))?.played,
      seen: draft?.seen ?? seenNow(record.state, tickets, number),
      touched: !!typed,
      head: this.buildHead(number),
      note: earlier ? say("was_before", { number }) : draft ? say("kept_from_before") : "",
      problems: refusal?.answer?.problems ?? [],
      canLeave: !!typed && !(earlier && isEntered(stored)),
    });
    offerMending(this.page);
    this.page.showWhere();
  }

  /**
   * Nobody has to say again who left or does not play on in a play-off.
   * @type {(number: number, stored: Row) => Row}
   */
  begin(number, stored) {
    const { data } = this.page;
    const { view } = data;
    const on = data.playOn(number);
    const others = view.data.players.filter((name) => (on.length && !on.includes(name)) || isAway(view, name, number));
    if (!others.length || isEntered(stored)) return stored;
    return { ...stored, entries: Object.fromEntries(others.map((name) => [name, "x"])) };
  }

  /** @type {(number: number) => Head} */
  buildHead(number) {
    const { data } = this.page;
    const { games, totals_only } = data.description;
    const next = data.result.next?.game;
    const on = data.playOn(number);
    return {
      title: say("game", { number }),
      total: games && !totals_only ? say("of_games", { games }) : "",
      back: next !== number && next ? { words: say("back_to", { number: next }), press: () => this.open(next) } : null,
      on: on.length ? say("plays_on", { names: on.join(", ") }) : "",
      undo: this.isCorrected ? { words: say("undo"), press: () => this.undo() } : null,
      end: this.offerLastGame(),
    };
  }

  /** @type {(number: number, stored: Row) => Partial<Draft> | undefined} */
  findDraft(number, stored) {
    const draft = this.drafts.get(number);
    if (!draft || draft.aside?.reason || !sameRow(draft.row, stored)) return draft;
    this.keepDraft(number, null);
    return undefined;
  }

  /** @type {(number: number, draft: Draft | null) => void} */
  keepDraft(number, draft) {
    const { sheet, store, data } = this.page;
    if (draft) this.drafts.set(number, { sheet, number, ...draft });
    else this.drafts.delete(number);
    store.draft(sheet, number, draft);
    if (`${this.findUnsaved()}` !== `${data.view.unsaved}`) this.page.draw();
    else this.page.showWhere();
  }

  /** The games on the form that are typed otherwise than they stand there. */
  findUnsaved() {
    const { games } = this.page.data.view.data;
    const numbers = [...this.drafts.values()].map((draft) => ({ ...draft, number: Number(draft.number) }));
    const typed = numbers.filter(({ number, row }) => number <= this.form.lines.length && !sameRow(row, games[number - 1]));
    return typed.map(({ number }) => number).sort((number, other) => number - other);
  }

  /**
   * `played` is what was typed of a game that is written down as not played.
   * @type {(number: number, row: Row, seen: number | string, played?: Row) => Promise<void>}
   */
  async save(number, row, seen, played) {
    const { sheet, store, data } = this.page;
    const before = data.view.data.games[number - 1] ?? {};
    this.drafts.delete(number);
    await this.page.give({ do: "enter", game: number, row, seen }, { before, ...(played && { played }) });
    store.draft(sheet, number, null);
    this.goOn();
  }

  goOn() {
    this.open();
    this.standOnTop();
  }

  /** What is open now stands on top, and nothing that was opened on the way lies open any more. */
  standOnTop() {
    /** @type {HTMLDetailsElement} */
    const menu = find("#menu");
    menu.open = false;
    const writing = find(".writing");
    if (writing.getBoundingClientRect().top < 0) (find("#entry:not([hidden])") ?? writing).scrollIntoView();
    this.page.entry.freeKeys();
  }

  /** @type {(number: number) => void} */
  leave(number) {
    this.keepDraft(number, null);
    this.goOn();
  }

  /** @type {(number: number, row: Row) => HTMLElement | null} */
  explainChange(number, row) {
    const { data } = this.page.data.view;
    if (sameRow(row, data.games[number - 1])) return null;
    return this.page.changes.explainIfSaved({ ...data, games: withRow(data.games, number, row) });
  }

  /** @type {(isIt: (ticket: Ticket) => boolean, number?: number) => void} */
  leaveOut(isIt, number = 0) {
    const { data, store } = this.page;
    const refused = data.view.refused.filter(isIt);
    for (const ticket of refused) ticket.read = true;
    if (refused.length) store.answered(refused, null);
    if (number) this.keepDraft(number, null);
    this.page.update();
    if (number) this.open();
  }

  /** Where nothing but this phone says how many games there are, the table says when it was the last. */
  offerLastGame() {
    const { result } = this.page.data;
    const games = result.rows.length;
    return this.countsGames && games && !result.finished ? this.#endAfter(games, "last_game", games) : null;
  }

  /** And that it was not, after all. */
  offerMore() {
    const { view, result } = this.page.data;
    const { games } = view.data.options;
    return this.countsGames && games && result.finished && !view.closed ? this.#endAfter(games + 1, "one_more", games + 1) : null;
  }

  get countsGames() {
    const { description, tickets, view } = this.page.data;
    const said = tickets.map(({ entry }) => entry).findLast((entry) => entry.do === "games");
    return description.games === null || (!!said && said.games === view.data.options.games);
  }

  /** @type {(games: number, words: string, number: number) => Way} */
  #endAfter(games, words, number) {
    return { words: say(words, { number }), press: () => this.page.give({ do: "games", games }).then(() => this.goOn()) };
  }

  /** Whether there is something to go back to: what was just written for the first time is mended instead. */
  get isCorrected() {
    const change = this.page.data.findLastChange();
    return !!change && (!!change.played || isEntered(change.before));
  }

  /** The game that was written last: here, or else on the form. */
  findLast() {
    const { data } = this.page;
    return data.findLastChange()?.entry.game ?? data.result.rows.at(-1)?.game ?? 0;
  }

  /** @type {(number: number) => void} */
  mend(number) {
    this.open(number);
    this.standOnTop();
  }

  /** @type {(player: string) => Promise<void>} */
  async setStarter(player) {
    await this.page.give({ do: "starter", player });
    this.page.entry.draw();
  }

  /** Opens the game that was changed last, as it was before a correction or else as it stands: saving changes it. */
  undo() {
    const change = this.page.data.findLastChange();
    if (!change) return;
    const { entry: { game }, before, played } = change;
    this.open(game, played ?? (isEntered(before) ? before : undefined));
    this.standOnTop();
  }
}
