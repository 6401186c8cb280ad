/** Two lines that do not know of each other, of which the table chooses what counts. */

import { own, sidesOf } from "../games/game.js";
import { all, make, put } from "./dom.js";
import { AND, NO_ROW, figure, line } from "./grid.js";
import { withRow } from "./with_unsent.js";
import { lineRows } from "./sheet.js";
import { say } from "./words.js";

/**
 * @import {NumberedLine} from "./grid.js"
 * @import {Phone} from "./phone.js"
 */

/** @type {(box: Element, view: SheetView, description: Description, score: Score | null, page: Phone) => void} */
export function fillDisputed(box, view, description, score, page) {
  const sides = sidesOf(description.partners, view.data.players);
  const heads = [say("line_column"), ...sides.map((side) => side.join(AND))];
  const { closed, late = [] } = view;
  put(box, ...[...late, ...view.conflicts].map((conflict) => {
    const { game, versions } = conflict;
    const isLate = late.includes(conflict);
    const head = make("tr", { class: "names" }, heads.map((name) => make("th", { scope: "col" }, name)));
    /** @type {(row: Row, number: number) => NumberedLine} */
    const words = (row, number) => {
      if (!game) return { number, cells: sides.map(([name]) => ({ kind: "score", figure: figure(own(/** @type {Paper} */ (row).totals ?? {}, name)) })) };
      const games = withRow(view.data.games, game, row);
      const scored = score?.({ ...view.data, games })?.rows.find((found) => found.game === game) ?? NO_ROW;
      return { ...line(description, view.data, row, scored, score), number };
    };
    const table = make("table", { class: `players-${sides.length}` }, [
      make("thead", {}, head), ...disputedRows(versions, sides.length, words, (version) => whence(version, page.sender.device), closed,
        (row) => (game ? page.writing.explainChange(game, row) : null)),
    ]);
    markDifferences(table);
    return make("section", { class: closed ? "disputed past" : "disputed" }, [
      make("p", { class: closed ? "note" : "problem" }, say(whatHappened(game, isLate, view), { number: game })),
      isLate && !game ? null : make("form", { method: "post" }, make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say(game ? "game" : "total", { number: game }) }, table)),
    ]);
  }));
}

/** @type {(game: number, isLate: boolean, view: SheetView) => string} */
function whatHappened(game, isLate, { closed, seen }) {
  if (isLate) return game ? "came_late" : "paper_late";
  if (!game) return "paper_in_two_ways";
  if (closed) return "closed_in_two_ways";
  return seen[game] ? "in_two_ways" : "came_while_closed";
}

/** @type {(table: HTMLElement) => void} */
function markDifferences(table) {
  const lines = all("tbody.line", table).map((body) => all("td:not([colspan])", body));
  lines[0].forEach((_cell, column) => {
    const said = lines.map((cells) => cells[column]).filter(Boolean); // a game that is not played has no cells
    if (new Set(said.map(({ textContent }) => textContent)).size > 1) said.forEach((cell) => cell.classList.add("differs"));
  });
}

/** @type {(versions: Version[], columns: number, line: (row: Row, number: number) => NumberedLine, whence: (version: Version) => string, closed: boolean, explain: (row: Row) => Child) => HTMLElement[]} */
function disputedRows(versions, columns, line, whence, closed, explain) {
  return versions.flatMap((version, index) => {
    const { event, row } = version;
    const press = closed ? null : make("button", { class: "button", name: "event", value: event }, say("choose_line", { line: index + 1 }));
    const choose = make("tr", {}, make("td", { class: "choose", colspan: columns + 1 }, [make("small", {}, whence(version)), press, closed ? null : explain(row)]));
    return [make("tbody", { class: "line" }, lineRows(line(row, index + 1), columns, "", false)), make("tbody", {}, choose)];
  });
}

/** @type {(version: Version, ours: string) => string} */
function whence({ time, device }, ours) {
  const clock = new Date(time).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `${clock} · ${say(device === ours ? "this_phone" : "another_phone")}`;
}
