/** What a change makes of a form that was agreed with: who had agreed, what was and is, and who wins. The twin of scoring/pages/lapsed_approvals.py. */

import { own } from "../games/game.js";
import { make } from "./dom.js";
import { figure, line, openVerdicts } from "./grid.js";
import { say } from "./words.js";

const SMALL = "(max-height: 46rem)"; // Save stays in sight there, so the changes are one press away
const SIGNS = { dash: "—", absent: "×" };

export class Changes {
  constructor(page) {
    this.page = page;
  }

  /** What would be if this were saved. */
  explainIfSaved(data) {
    const { view, result } = this.page;
    return this.#words(view.approvals, { data: view.data, result }, { data, result: this.page.score(data) ?? result }, false);
  }

  /** What was changed here and is not sent yet, or what the club knows of. */
  explain() {
    const { view: { data, changed, lapsed }, result, record: { state } } = this.page;
    const now = { data, result };
    if (changed && state.approvals.length) return this.#words(state.approvals, state, now, true);
    const before = { ...data, ...lapsed.head, games: data.games.map((row, index) => lapsed.games[index + 1] ?? row) };
    const agreed = [...lapsed.players.map((player) => ({ player })), { on_paper: lapsed.on_paper }];
    return this.#words(agreed, { data: before, result: this.page.score(before) ?? result }, now, true, lapsed.others);
  }

  /** `before` and `after` are {data, result}, `others` what is said of the form beside its games; what is not saved yet makes room for Save. */
  #words(approvals, before, after, isSaved, others = []) {
    const changes = [...others, ...cells(before, after, this.page), ...totals(before, after)];
    const [box, head] = isSaved ? ["div", "p"] : ["details", "summary"];
    return make(box, { class: "note", open: !isSaved && !matchMedia(SMALL).matches }, [
      make(head, {}, `${who(approvals)}. ${say(isSaved ? "has_lapsed" : "would_lapse")}`),
      changes.length ? make("ul", {}, changes.map(([what, was, now]) => make("li", {}, `${what}: ${was} → ${now}`))) : null,
      after.result.finished && !openVerdicts(after.result).length ? make("p", {}, winners(first(before.result), first(after.result))) : null,
    ]);
  }
}

function who(approvals) {
  const players = approvals.map(({ player }) => player).filter(Boolean);
  const said = players.length ? [say("has_agreed", { names: players.join(", ") })] : [];
  return [...said, ...(approvals.some(({ on_paper }) => on_paper) ? [say("was_on_paper")] : [])].join(". ");
}

function cells(before, after, page) {
  const many = Math.max(before.data.games.length, after.data.games.length);
  return Array.from({ length: many }, (_, index) => index + 1).flatMap((number) => {
    const rows = [before, after].map(({ data }) => data.games[number - 1] ?? {});
    const game = say("game", { number });
    const [was, now] = [before, after].map(({ data, result }, index) =>
      line(page.description, data, rows[index], result.rows.find((row) => row.game === number) ?? {}, (one) => page.score(one)));
    if (was.void || now.void) return [[game, lineWords(was), lineWords(now)]];
    return after.data.players.map((name, index) => [`${game}, ${name}`, cellWords(was.cells[index]), cellWords(now.cells[index])]);
  }).filter(([, one, other]) => one !== other);
}

const lineWords = (one) => one.void || one.cells.map(cellWords).join(" ");
const cellWords = ({ kind, figure: words }) => SIGNS[kind] ?? (words || "…");

function totals(before, after) {
  const [was, now] = [before, after].map(({ result }) => (Object.keys(result.match_points).length ? result.match_points : result.totals));
  return after.data.players
    .map((name) => [`${say("total")}, ${name}`, figure(own(was, name)), figure(own(now, name))])
    .filter(([, one, other]) => one !== other);
}

const first = ({ ranking }) => ranking.filter(({ rank }) => rank === 1).flatMap(({ players }) => players).join(", ");
const winners = (before, names) => (before === names ? say("still_won_by", { names }) : say("now_won_by", { names, before }));
