/** Draws the form with what this phone knows, in place of the one that the server drew to be read without scripts. */

import { own } from "../games/game.js";
import { all, drawingWords, drawn, find, make, put, spoken } from "./dom.js";
import { place, sameRow } from "./with_unsent.js";
import { say } from "./words.js";

/** @import {FormCell, Grid, NumberedLine} from "./grid.js" */

/** @type {(shown: Grid, view: SheetView, messages: {severity: string, message: string}[], words: Record<string, string[]>) => void} */
export function fill(shown, view, messages, words) {
  const table = find("#table");
  table.className = `players-${shown.columns.length}`;
  put(find("thead", table), shown.lines[0]?.label ? null : dashesRow(shown), namesRow(shown, view, words));
  fillLines(table, shown, view);
  put(find("tfoot", table), ...shown.sums.map(sumRow));
  put(find("#state"), stateWords(view.conflicts.length ? { ...shown.state, finished: false, leads: say("first_choose") } : shown.state));
  put(find("#problems"), ...messages.map(({ severity, message }) => make("p", { class: severity === "error" ? "problem" : "note" }, message)));
  find("#control").hidden = !shown.controls.length;
  put(find("#control span"), shown.controls.join(" "));
  put(find("#penalties"), ...view.penalties.map((penalty) => make("li", {}, penaltyWords(penalty))));
}

/** @type {(penalty: SheetView["penalties"][number]) => string} */
export const penaltyWords = (penalty) => say("penalty", { ...penalty, count: penalty.points });

/** @type {(view: SheetView, state: SheetState) => void} */
export function fillExplained(view, state) {
  const rows = state.result.rows.filter(({ game, explain }) =>
    Object.keys(explain ?? {}).length && sameRow(view.data.games[game - 1], state.data.games[game - 1]));
  const box = find("#explained");
  box.hidden = !rows.length;
  put(find("#explained div"), ...rows.flatMap(({ game, explain }) => [
    make("h3", {}, say("game", { number: game })),
    make("dl", {}, Object.entries(explain ?? {}).map(([name, why]) => make("div", {}, [make("dt", {}, name), make("dd", {}, why)]))),
  ]));
}

/** @type {(state: Grid["state"]) => Child[]} */
function stateWords({ finished, played, leads }) {
  const first = finished ? [drawn("dash"), " ", say("finished")] : [played];
  return [...first, ...(leads ? [" · ", make("span", { class: "leads" }, leads)] : [])];
}

/** @type {(shown: Grid) => HTMLElement} */
function dashesRow({ dashes, written }) {
  const label = make("span", { class: "label" }, say(written ? "dashes" : "games_won"));
  const cells = dashes.map((count) => make("td", {}, count ? [make("span", { class: "count" }, `${count}`), written ? drawn("dash") : null] : []));
  return make("tr", { class: "dashes" }, [make("th", { scope: "row" }, label), ...cells]);
}

/** @type {(shown: Grid, view: SheetView, words: Record<string, string[]>) => HTMLElement} */
function namesRow({ columns, leads, lines }, { scribe, sat }, words) {
  /** @type {(name: string) => Child[]} */
  const person = (name) => [
    ...(own(words, name) ?? name.split(" ")).flatMap((word) => [make("span", { translate: "no" }, word), " "]),
    name === scribe ? make("small", {}, say("scribe")) : null,
    satWords(sat, name),
  ];
  const cells = columns.map((side, index) =>
    make("th", { scope: "col", class: leads[index] && "leads" }, side.length > 1 ? side.map((name) => make("div", {}, person(name))) : person(side[0])));
  return make("tr", { class: "names" }, [make("th", { scope: "col" }, lines[0]?.label ? spoken(lines[0].label) : say("game_column")), ...cells]);
}

/** @type {(sat: Record<string, string>, name: string) => Child} */
export const satWords = (sat, name) => (own(sat ?? {}, name) ? make("small", { class: "sat" }, sat[name]) : "");

/** @type {(table: HTMLElement, shown: Grid, view: SheetView) => void} */
function fillLines(table, { lines, columns }, view) {
  const bodies = new Map(all("tbody", table).map((body) => [Number(body.dataset.game), body]));
  for (const line of lines) {
    const body = bodies.get(line.number) ?? table.insertBefore(make("tbody", { "data-game": line.number }), find("tfoot", table));
    const where = place(view, line.number);
    body.className = ["line", line.next && !view.closed ? "next" : "", where ? `at-${where}` : ""].filter(Boolean).join(" ");
    put(body, ...lineRows(line, columns.length, where, !view.closed));
    bodies.delete(line.number);
  }
  for (const body of bodies.values()) body.remove();
}

/** @type {(line: NumberedLine, columns: number, where: string, writable: boolean) => Child[]} */
export function lineRows(line, columns, where, writable) {
  const words = aboutWords(line);
  const link = writable ? { href: `game/${line.number}/`, "aria-label": say("write_game", { number: line.number }) } : {};
  const number = make(writable ? "a" : "span", { class: "number", ...link }, line.label ? make("small", {}, line.label) : `${line.number}`);
  const head = make("th", { scope: "row" }, [number, mark(where), make("span", { class: "about" }, words)]);
  const cells = line.void
    ? [make("td", { class: "void", colspan: columns }, line.void)]
    : line.cells.map(cell);
  const above = line.contract || line.said ? make("tr", { class: "above" }, make("td", { colspan: columns + 1 }, aboutWords(line))) : null;
  return [above, make("tr", {}, [head, ...cells]), ...subtotalRows(line, columns)];
}

/** @type {(where: string) => HTMLElement | null} */
const mark = (where) => (where ? make("span", { class: "spot" }, [drawn(where), spoken(say(`at_${where}`))]) : null);

/** @type {(line: Partial<NumberedLine>) => Child[]} */
function aboutWords({ contract, said, turn }) {
  return [
    contract ? make("span", { class: "contract" }, contract) : null,
    said ? make("span", { class: "contract" }, [...drawingWords(said), ...said.rest.map((part) => ` · ${part}`)]) : null,
    turn ? make("small", {}, turn) : null,
  ].filter(Boolean);
}

/** @type {(cell: FormCell) => HTMLElement} */
function cell({ kind, figure: words, won, apart }) {
  /** @type {Child[]} */
  const inside = [words, apart ? make("small", { class: "apart" }, apart) : null];
  if (kind === "dash") inside.push(drawn("dash"), spoken(say("dash")));
  else if (kind === "absent") inside.push(make("span", { "aria-hidden": "true" }, "×"), spoken(say("did_not_play")));
  else if (kind === "open") inside.push(spoken(say("open")));
  else if (won) inside.push(drawn("dash"), spoken(say("won")));
  return make("td", { class: won ? `${kind} won` : kind }, inside);
}

/** @type {(line: NumberedLine, columns: number) => HTMLElement[]} */
function subtotalRows({ number, subtotals }, columns) {
  if (!subtotals) return [];
  const words = say("subtotal_after", { number });
  const label = make("span", { class: "label" }, words);
  return [
    make("tr", { class: "above" }, make("td", { colspan: columns + 1 }, words)),
    make("tr", { class: "subtotal" }, [make("th", { scope: "row" }, label), ...subtotals.map((total) => make("td", {}, total))]),
  ];
}

/** @type {(sum: Grid["sums"][number]) => HTMLElement} */
function sumRow({ kind, figures }) {
  const cells = figures.map(({ figure: words, leads }) => make("td", { class: leads ? "leads" : null }, words));
  return make("tr", { class: `sum ${kind}` }, [make("th", { scope: "row" }, make("span", { class: "label" }, say(kind))), ...cells]);
}
