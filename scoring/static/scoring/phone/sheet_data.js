/** The sheet as this phone knows it: what the site said last, what was entered here since, and what they come to. */

import { atMost } from "../games/game.js";
import { score, words } from "../games/score.js";
import { isWrittenSince, overlay, place, renamed, sameRow, withRow } from "./with_unsent.js";

export class SheetData {
  /** @type {Description} */
  description;
  /** @type {SheetRecord} */
  record;
  /** @type {Ticket[]} */
  tickets;
  /** @type {boolean} */
  hasTwin;
  /** @type {SheetView} */
  view;
  /** @type {Result} */
  result;

  /** @param {Pick<SheetData, "description" | "record" | "tickets" | "hasTwin">} given */
  constructor(given) {
    Object.assign(this, given);
  }

  /** Lays the tickets over what the site said, and scores that. */
  update() {
    this.view = overlay(this.record.state, this.tickets, this.renameRow);
    const { games } = this.view.data.options;
    if (games !== undefined) this.description.games = atMost(this.description.most_games, games);
    this.result = this.score(this.view.data) ?? this.estimate();
  }

  /** @type {(row: Row) => Row} */
  renameRow = (row) => renamed(row, this.record.state.renamed, this.description.row.filter(({ kind }) => kind === "player").map(({ key }) => key));

  /** @type {(data: SheetInput) => Result | null} */
  score(data) {
    return this.hasTwin ? score(this.description, data, this.record.state) : null;
  }

  /** Without a twin the site counts: until it has, only what was typed is known. */
  estimate() {
    const { result } = this.record.state;
    if (!this.view.changed) return result;
    const { games } = this.description;
    const game = this.view.data.games.findLastIndex((_, index) => place(this.view, index + 1)) + 2;
    const next = games !== null && game > games ? null : { game, contract: "", dealer: null, starter: null };
    return { ...result, next, waiting: true, complete: false, finished: false };
  }

  /** @type {(number: number, row: Row) => {problems: WordedProblem[], scores?: Figures, row?: ScoredRow}} */
  checkGame(number, row) {
    const { data } = this.view;
    const result = this.score({ ...data, paper: null, games: withRow(data.games, number, row) });
    if (!result) return { problems: [], row: this.findRow(number) };
    const problems = result.problems.filter(({ game }) => game === number);
    const scored = this.findRow(number, result);
    return { problems: this.wordProblems(problems), scores: scored?.scores, row: scored };
  }

  /**
   * What one hand comes to by itself, as far as that is known here: who is out stands beside it.
   * @type {(name: string, parts: Parts) => number | undefined}
   */
  scoreHand(name, parts) {
    const other = `${name} `;
    const entries = { [name]: parts, [other]: "-" };
    const data = { ...this.view.data, players: [name, other], scribe: name, paper: null, games: [{ entries }] };
    return this.score(data)?.rows[0]?.scores?.[name];
  }

  /** @type {(problems: Problem[]) => WordedProblem[]} */
  wordProblems = (problems) => problems.map((problem) => ({ ...problem, message: words(this.description, problem) }));

  /** @type {(number: number, result?: Result) => ScoredRow | undefined} */
  findRow(number, { rows, next } = this.result) {
    return rows.find(({ game }) => game === number) ?? (next?.game === number ? next : undefined);
  }

  /** @type {(number?: number) => string[]} */
  playOn(number) {
    const { next, continue_with: players } = this.result;
    return next?.game === number ? players : [];
  }

  /**
   * Which contract is in force: a club may tie it to the round of the night, which goes on by itself.
   * @type {(entry: {number: number, row: Row}) => number}
   */
  findContract({ number, row }) {
    if (!this.description.by_round) return number;
    const { data } = this.view;
    const rounds = [data, ...data.games.slice(0, number - 1), row].map(({ round }) => round).filter((round) => !!round);
    return rounds.at(-1) ?? 1;
  }

  /** What this phone changed last, while it still stands there. */
  findLastChange() {
    const last = this.tickets.findLast(({ before, answer }) => before && answer?.as !== "refused");
    if (last?.entry.do !== "enter") return null;
    const { entry, before, played } = last;
    return sameRow(this.view.data.games[entry.game - 1], entry.row) ? { entry, before, played } : null;
  }

  /** @type {(entry: {number: number, touched: boolean, seen: number | string, row: Row}) => boolean} */
  isChangedElsewhere({ number, touched, seen, row }) {
    const isOther = !sameRow(row, this.view.data.games[number - 1]);
    return touched && isOther && isWrittenSince(this.record.state, this.tickets, number, seen);
  }
}

