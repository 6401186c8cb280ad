/** What a change makes of a form that was agreed with: who had agreed, what was and is, and who wins. The twin of scoring/pages/lapsed_approvals.py. */

import { own, sidesOf } from "../games/game.js";
import { find, make, put } from "./dom.js";
import { AND, NO_ROW, cellWords, figure, line, openVerdicts, sideNames } from "./grid.js";
import { say } from "./words.js";

/**
 * @import {Line} from "./grid.js"
 * @import {SheetData} from "./sheet_data.js"
 * @typedef {Pick<SheetData, "description" | "view" | "result" | "record" | "score">} Scored
 * @typedef {{data: SheetInput, result: Result}} Standing
 * @typedef {[what: string, was: string, now: string]} Change
 */

const SMALL = "(max-height: 46rem)"; // Save stays in sight there, so the changes are one press away

export class Changes {
  /** @param {Scored} sheet */
  constructor(sheet) {
    this.sheet = sheet;
  }

  /** @type {(data: SheetInput) => HTMLElement | null} */
  explainIfSaved(data) {
    const { view, result } = this.sheet;
    if (!view.approvals.length) return null;
    return this.#words(view.approvals, { data: view.data, result }, { data, result: this.sheet.score(data) ?? result }, false);
  }

  fillLapsed() {
    put(find("#lapsed"), this.#explain() ?? "");
  }

  /** What was changed here and is not sent yet, or what the club knows of. */
  #explain() {
    const { view: { data, changed, lapsed }, result, record: { state } } = this.sheet;
    const now = { data, result };
    if (changed && state.approvals.length) return this.#words(state.approvals, state, now, true);
    if (!lapsed) return null;
    const before = { ...data, ...lapsed.head, games: data.games.map((row, index) => lapsed.games[index + 1] ?? row) };
    const agreed = [...lapsed.players.map((player) => ({ player })), { on_paper: lapsed.on_paper }];
    return this.#words(agreed, { data: before, result: this.sheet.score(before) ?? result }, now, true, lapsed.others);
  }

  /**
   * `before` and `after` are {data, result}, `others` what is said of the form beside its games; what is not saved yet makes room for Save.
   * @type {(approvals: Approval[], before: Standing, after: Standing, isSaved: boolean, others?: Change[]) => HTMLElement}
   */
  #words(approvals, before, after, isSaved, others = []) {
    const changes = [...others, ...cells(before, after, this.sheet), ...totals(before, after, this.sheet)];
    return make(isSaved ? "div" : "details", { class: "note", open: !isSaved && !matchMedia(SMALL).matches }, [
      make(isSaved ? "p" : "summary", {}, `${who(approvals)}. ${say(isSaved ? "has_lapsed" : "would_lapse")}`),
      changes.length ? make("ul", {}, changes.map(([what, was, now]) => make("li", {}, `${what}: ${was} → ${now}`))) : null,
      after.result.finished && !openVerdicts(after.result).length ? make("p", {}, winners(first(before, this.sheet), first(after, this.sheet))) : null,
    ]);
  }
}

/** @type {(approvals: Approval[]) => string} */
export function who(approvals) {
  const players = approvals.map(({ player }) => player).filter(Boolean);
  const said = players.length ? [say("has_agreed", { names: players.join(", ") })] : [];
  return [...said, ...(approvals.some(({ on_paper }) => on_paper) ? [say("was_on_paper")] : [])].join(". ");
}

/** @type {(before: Standing, after: Standing, sheet: Scored) => Change[]} */
function cells(before, after, sheet) {
  const many = Math.max(before.data.games.length, after.data.games.length);
  return Array.from({ length: many }, (_, index) => index + 1).flatMap((number) => {
    const rows = [before, after].map(({ data }) => data.games[number - 1] ?? {});
    const game = say("game", { number });
    const [was, now] = [before, after].map(({ data, result }, index) =>
      line(sheet.description, data, rows[index], result.rows.find((row) => row.game === number) ?? NO_ROW, (changed) => sheet.score(changed)));
    if (was.void || now.void) return [change(game, lineWords(was), lineWords(now))];
    return sidesOf(sheet.description.partners, after.data.players).map((side, index) => change(`${game}, ${side.join(AND)}`, cellWords(was.cells[index]), cellWords(now.cells[index])));
  }).filter(([, was, is]) => was !== is);
}

/** @type {(line: Line) => string} */
const lineWords = (line) => line.void || line.cells.map(cellWords).join(" ");

/** @type {(before: Standing, after: Standing, sheet: Scored) => Change[]} */
function totals(before, after, { description }) {
  const [was, now] = [before, after].map(({ result }) => (Object.keys(result.match_points).length ? result.match_points : result.totals));
  return sidesOf(description.partners, after.data.players)
    .map(([name, ...others]) => change(`${say("total")}, ${[name, ...others].join(AND)}`, figure(own(was, name)), figure(own(now, name))))
    .filter(([, was, is]) => was !== is);
}

/** @type {(...words: Change) => Change} */
const change = (...words) => words;

/** @type {(standing: Standing, sheet: Scored) => string} */
const first = ({ data, result: { ranking } }, { description }) =>
  sideNames(sidesOf(description.partners, data.players), ranking.filter(({ rank }) => rank === 1).flatMap(({ players }) => players));
/** @type {(before: string, names: string) => string} */
const winners = (before, names) => (before === names ? say("still_won_by", { names }) : say("now_won_by", { names, before }));
