/** The form as it lies on the table: what scoring/pages/grid.py says on the server. */

import { NO_VERDICT, figure, own, sidesOf, sum } from "../games/game.js";
import { cellIn, isOut, jokersIn, verdictKey, withYes } from "./questions.js";
import { capitalized, fill, say } from "./words.js";

export { figure } from "../games/game.js";

/**
 * @typedef {Drawing & {rest: string[]}} Said
 * @typedef {{kind: string, figure?: string, won?: boolean, apart?: string, marked?: string}} FormCell
 * @typedef {{said: Said | null, void: string, cells: FormCell[]}} Line
 * @typedef {Partial<Line> & {number: number | string, label?: string, cells: FormCell[], next?: boolean, contract?: string, turn?: string,
 *   subtotals?: string[] | null}} NumberedLine
 * @typedef {{columns: string[][], dashes: number[], leads: boolean[], written: boolean, lines: (NumberedLine & {number: number})[], controls: string[],
 *   sums: {kind: string, figures: {figure: string, leads: boolean}[]}[],
 *   state: {finished: boolean, played: string, leads: string}}} Grid
 */

/**
 * Without a twin `score` is null.
 * @type {(description: Description, data: SheetInput, result: Result, score: Score | null) => Grid}
 */
export function grid(description, data, result, score) {
  const leaders = leadersOf(result);
  const most = highest(description, data, result, score);
  const written = description.dash && !description.row.some(({ key }) => key === "end");
  const columns = sidesOf(description.partners, data.players);
  return {
    columns,
    dashes: columns.map(([name]) => own(result.dashes, name) ?? 0),
    leads: columns.map(([name]) => leaders.includes(name)),
    lines: lines(description, data, result, score, most),
    sums: sums(columns, result, leaders, most),
    state: stateOf(description, result, leaders, columns),
    controls: controls(description, written, data, result),
    written,
  };
}

/**
 * What it comes to if every joker that may have to count double does.
 * @type {(description: Description, data: SheetInput, result: Result, score: Score | null) => Result}
 */
export const highest = (description, data, result, score) =>
  (openVerdicts(result).length && score?.({ ...data, games: data.games.map((row) => sayYes(description, row)) })) || result;

/** @type {(result: Result) => string[]} */
function leadersOf(result) {
  if (!result.rows.some((row) => row.scores) || openVerdicts(result).length) return [];
  return result.ranking.filter(({ rank }) => rank === 1).flatMap(({ players }) => players);
}

/** @type {(description: Description, result: Result, leaders: string[], columns: string[][]) => Grid["state"]} */
function stateOf({ games }, result, leaders, columns) {
  const played = result.rows.filter((row) => row.running).length;
  const winners = [result.winner ?? []].flat();
  const first = winners.length ? winners : leaders;
  const names = sideNames(columns, first);
  const what = openVerdicts(result).map(({ player }) => say("could_have", { name: player })).join(" ");
  const words = what ? "still_open" : winners.length ? "won_by" : result.finished ? "equal_first" : "leading";
  return {
    finished: result.finished,
    played: say(games ? "played_of" : "played", { count: games || played, played, games }),
    leads: what || names ? say(words, { what, names }) : "",
  };
}

/** @type {(result: Result) => Problem[]} */
export const openVerdicts = ({ problems }) => problems.filter(({ code }) => code.endsWith(`${NO_VERDICT}`));

/** @type {(description: Description, row: Row) => Row} */
const sayYes = (description, row) => ({
  ...row,
  entries: Object.fromEntries(Object.entries(row.entries ?? {}).map(([name, cell]) => [name, isOpen(description, cell) ? withYes(description, partsIn(cell)) : cell])),
});
/** @type {(description: Description, cell: Cell | null | undefined) => boolean} */
const isOpen = (description, cell) => !!verdictKey(description) && jokersIn(partsIn(cell)) > 0 && partsIn(cell)[verdictKey(description)] === undefined;

/** @type {(cell: Cell | null | undefined) => Parts} */
const partsIn = (cell) => (typeof cell === "object" && cell) || {};

export const AND = " + "; // between partners

/** @type {(sides: string[][], names: string[]) => string} */
export const sideNames = (sides, names) => sides.filter(([name]) => names.includes(name)).map((side) => side.join(AND)).join(", ");

/** @type {ScoredRow} */
export const NO_ROW = { game: 0, contract: "", dealer: null, starter: null };

/** @type {(low: number | null | undefined, high?: number | null) => string} */
export const either = (low, high) => figure(low) + ((high ?? low) === low ? "" : `/\u200b${figure(high)}`);

/** @type {(description: Description, data: SheetInput, result: Result, score: Score | null, most: Result) => Grid["lines"]} */
function lines(description, data, result, score, most) {
  const { subtotals: ruled } = description; // of several, the one after the last game is the total
  const following = result.next ?? NO_ROW;
  const rows = new Map(result.rows.map((row) => [row.game, row]));
  const last = result.finished
    ? result.rows.length
    : Math.max(result.rows.length, following.game, description.games ?? 0);
  const columns = sidesOf(description.partners, data.players);
  const [subtotals, highest] = [result, most].map((scored) => new Map(scored.subtotals.map(({ after, totals }) => [after, totals])));
  return Array.from({ length: last }, (_, index) => {
    const number = index + 1;
    const row = rows.get(number) ?? (following.game === number ? following : NO_ROW);
    const [totals, high] = [subtotals, highest].map((totals) => totals.get(number) ?? {});
    return {
      ...line(description, data, data.games[index] ?? {}, row, score),
      number,
      ...(description.totals_only && { label: say("game_column") }),
      next: following.game === number,
      contract: row.contract || (description.by_round ? following.contract : description.contracts[index]) || "",
      turn: turnOf(description, data, row),
      subtotals: ruled.includes(number) && (ruled.length < 2 || number !== description.games) ? columns.map(([name]) => either(own(totals, name), own(high, name))) : null,
    };
  });
}

/** @type {(description: Description, data: SheetInput, row: ScoredRow) => string} */
function turnOf({ has_dealer, who_begins }, { first_starter }, row) {
  const name = has_dealer ? row.dealer : (!who_begins || first_starter) && row.starter;
  return name ? say(has_dealer ? "deals" : "begins", { name }) : "";
}

/** @type {(description: Description, data: SheetInput, entered: Row, row: ScoredRow, score: Score | null) => Line} */
export function line(description, data, entered, row, score) {
  const sides = sidesOf(description.partners, data.players);
  const shared = shareEntries(sides, entered);
  const won = winnersOf(shared, row);
  const isAnyOpen = Object.values(entered.entries ?? {}).some((cell) => isOpen(description, cell));
  const high = (isAnyOpen && score?.({ ...data, games: [sayYes(description, entered)], paper: null })?.rows[0]?.scores) || {};
  return {
    said: saidOf(description, entered),
    void: row.void ? say("not_played", { reason: row.void }) : "",
    cells: sides.map(([name]) =>
      ({ ...cellOf(name, shared, row, won.includes(name), own(high, name)), ...marksOf(description, name, row) })),
  };
}

/** @type {(sides: string[][], entered: Row) => Row} */
function shareEntries(sides, entered) {
  const entries = { ...entered.entries };
  for (const side of sides) {
    const typed = side.map((name) => own(entries, name)).find((cell) => cell !== null);
    if (typed !== undefined) for (const name of side) entries[name] = own(entries, name) ?? typed;
  }
  return { ...entered, entries };
}

/** @type {(entered: Row, row: ScoredRow) => string[]} */
function winnersOf(entered, { won = [] }) {
  const out = Object.entries(entered.entries ?? {}).filter(([, cell]) => isOut(cell));
  return out.length ? out.map(([name]) => name) : won;
}

/** @type {(name: string, entered: Row, row: ScoredRow, won: boolean, high: number | null) => FormCell} */
function cellOf(name, entered, row, won, high) {
  const cell = cellIn(entered, name);
  const points = own(row.scores ?? {}, name);
  if (cell === "x") return { kind: "absent" };
  if (cell === "-" && !points) return { kind: "dash", won: true };
  if (points !== null) return { kind: (high ?? points) === points ? "score" : "open", figure: either(points, high), won };
  if (cell === undefined) return { kind: "empty" };
  return { kind: "entered", figure: typeof cell === "number" ? figure(cell) : "…" };
}

/** @type {(field: Field, value: Value) => string} */
export function onceWords({ key, counted }, value) {
  if ((value ?? null) === null) return "";
  return counted ? fill(counted[value === 1 ? 0 : 1], { [key]: value }) : `${value}`;
}

/** @type {Record<string, string>} */
const SIGNS = { dash: "—", absent: "×" };
/** @type {(cell: FormCell) => string} */
export const cellWords = ({ kind, figure: words }) => SIGNS[kind] ?? (words || "…");

/** @type {(columns: string[][], result: Result, leaders: string[], most: Result) => Grid["sums"]} */
function sums(columns, result, leaders, most) {
  const places = Object.fromEntries(result.ranking.flatMap(({ rank, players }) => players.map((name) => [name, rank])));
  /** @type {Record<string, Record<string, number | null>>} */
  const kinds = {
    total: result.totals,
    match_points: result.match_points,
    settlement: result.finished ? result.settlement : {},
    place: leaders.length ? places : {},
  };
  return Object.entries(kinds)
    .filter(([, points]) => Object.keys(points).length)
    .map(([kind, points]) => ({
      kind,
      figures: columns.map(([name]) => ({ figure: either(own(points, name), kind === "total" ? own(most.totals, name) : null), leads: leaders.includes(name) })),
    }));
}

/** @type {(description: Description, written: boolean, data: SheetInput, result: Result) => string[]} */
function controls(description, written, data, result) {
  const scored = result.rows.filter((row) => row.scores);
  if (!scored.length) return [];
  const dashes = scored.map(({ game }) =>
    Object.values(data.games[game - 1].entries ?? {}).filter((cell) => cell === "-").length);
  const said = [];
  if (written && dashes.every((count) => count === 1)) {
    said.push(say("dashes_control", { dashes: scored.length, games: scored.length }));
  }
  if (scored.every(({ scores }) => sum(Object.values(scores ?? {})) === 0)) said.push(say("zero_control"));
  said.push(...controlsOf(description, data, result, scored.length));
  return said;
}

// Of games of two sides, and of those whose points come to a fixed sum

/** @type {(description: Description, row: Row) => Said | null} */
function saidOf({ row: fields }, row) {
  const [drawing] = fields.map(({ key, drawn = {} }) => own(drawn, `${row[key]}`)).filter(Boolean);
  const rest = fields.filter(({ kind, counted }) => kind === "player" || counted);
  return drawing ? { ...drawing, rest: rest.map((field) => onceWords(field, row[field.key])).filter((part) => part) } : null;
}

/** @type {(description: Description, name: string, row: ScoredRow) => Pick<FormCell, "apart" | "marked">} */
function marksOf({ marks: kinds = {} }, name, { scores, marks }) {
  if (!scores || !marks) return {};
  const [inside, special] = [true, false].map((within) => Object.entries(kinds).filter(([, { in_score }]) => in_score === within));
  const parts = inside.map(([kind]) => marks[kind][name]);
  const words = special.map(([kind, { word }]) => [marks[kind][name], word]).filter(([count]) => count).map(([count, word]) => (count === 1 ? word : `${count} × ${word}`));
  const sums = sum(parts) ? [scores[name] - sum(parts), ...parts].map(figure).join(" + ") : "";
  const marked = words.join(", ");
  return { apart: `${sums} ${marked}`.trim(), marked };
}

/** @type {(description: Description, data: SheetInput, result: Result, games: number) => string[]} */
function controlsOf({ adds_to: each, marks: kinds = {}, partners, totals_only, options }, { players, options: chosen }, result, scored) {
  const games = totals_only ? chosen.games ?? options.games : scored;
  if (!each || !games) return [];
  /** @type {(figures?: Figures) => number} */
  const together = (figures = {}) => sum(sidesOf(partners, players).map(([name]) => own(figures, name) ?? 0));
  const inside = Object.keys(kinds).filter((kind) => kinds[kind].in_score)
    .map((kind) => ({ what: kinds[kind].label, total: together(result.marks?.[kind]) }));
  const points = together(result.totals) - sum(inside.map(({ total }) => total));
  return [say("points_together", { points: figure(points), games, each: figure(each) }), ...inside.map((mark) => capitalized(say("mark_together", mark)))];
}

/**
 * The players, or the sides, in order of their places so far, as they stand beside a form that is typed in; nobody
 * before a game is scored.
 * @type {(description: Description, data: SheetInput, result: Result, score: Score | null) => {rank: string, name: string, total: string, leads: boolean}[]}
 */
export function places(description, data, result, score) {
  if (!result.rows.some((row) => row.scores)) return [];
  const leaders = leadersOf(result), most = highest(description, data, result, score);
  return inOrder(description.partners, data, result).map(({ rank, side, name }) => ({
    rank: leaders.length ? `${rank ?? ""}` : "",
    name: side.join(AND),
    total: either(own(result.totals, name), own(most.totals, name)),
    leads: leaders.includes(name),
  }));
}

/** @type {(partners: boolean | undefined, data: SheetInput, result: Result) => {rank: number | null, side: string[], name: string}[]} */
export function inOrder(partners, { players: seats }, { ranking }) {
  const sides = sidesOf(partners, seats);
  return ranking.flatMap(({ rank, players }) => players.flatMap((name) => sides.filter(([first]) => first === name).map((side) => ({ rank, side, name }))));
}
