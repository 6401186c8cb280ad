/** What a change makes of a form that was agreed with: who had agreed, what was and is, and who wins. The twin of scoring/lapsed.py. */

import { own } from "../games/game.js";
import { make } from "./dom.js";
import { figure, line } from "./grid.js";
import { sameRow } from "./overlay.js";
import { say } from "./words.js";

const SIGNS = { dash: "—", absent: "×" };

/**
 * @param agreed {players, on_paper}
 * @param before {data, result} as it was agreed with
 * @param isSaved whether it was changed, or would be
 */
export function changeWords(agreed, before, after, description, score, isSaved) {
  const changes = [...cells(before, after, description, score), ...totals(before, after)];
  return make("div", { class: "note" }, [
    make("p", {}, `${who(agreed)}. ${say(isSaved ? "has_lapsed" : "would_lapse")}`),
    changes.length ? make("ul", {}, changes.map(([what, was, now]) => make("li", {}, `${what}: ${was} → ${now}`))) : null,
    after.result.finished ? make("p", {}, winners(first(before.result), first(after.result))) : null,
  ]);
}

function who({ players, on_paper }) {
  const said = players.length ? [say("has_agreed", { names: players.join(", ") })] : [];
  return [...said, ...(on_paper ? [say("was_on_paper")] : [])].join(". ");
}

function cells(before, after, description, score) {
  const many = Math.max(before.data.games.length, after.data.games.length);
  return Array.from({ length: many }, (_, index) => index + 1).flatMap((number) => {
    const rows = [before, after].map(({ data }) => data.games[number - 1] ?? {});
    if (sameRow(...rows)) return [];
    const game = say("game", { number });
    const [was, now] = [before, after].map(({ data, result }, index) =>
      line(description, data, rows[index], result.rows.find((row) => row.game === number) ?? {}, score));
    if (was.void || now.void) return [[game, lineWords(was), lineWords(now)]];
    return after.data.players
      .map((name, index) => [`${game}, ${name}`, cellWords(was.cells[index]), cellWords(now.cells[index])])
      .filter(([, one, other]) => one !== other);
  });
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
