/**
 * The sheet as this phone knows it: what the club told, with what the club still has to be told laid over it.
 * Nothing here goes by a clock.
 */

import { own } from "../games/game.js";

/** @type {(view: SheetView, entry: Message, now: (row: Row) => Row) => void} */
function apply(view, entry, now) {
  const { data } = view;
  if (entry.do === "enter") enter(view, entry.game, now(entry.row));
  else if (entry.do === "choose") choose(view, entry.event);
  else if (entry.do === "games") data.options.games = entry.games;
  else if (entry.do === "starter") data.first_starter = entry.player;
  else if (entry.do === "approve") {
    const { player = null, on_paper = false } = entry;
    view.approvals.push({ player, on_paper });
    view.missing = view.missing.filter((name) => name !== player);
  }
}

/** @type {(view: SheetView, game: number, row: Row) => void} */
function enter({ data }, game, row) {
  if (game) data.games = withRow(data.games, game, row);
  else data.paper = row;
}

/** @type {(view: SheetView, event: string) => void} */
function choose(view, event) {
  for (const { game, versions } of view.conflicts) {
    const chosen = versions.find((version) => version.event === event);
    if (!chosen) continue;
    enter(view, game, chosen.row);
    view.chosen.push(game);
  }
  view.conflicts = view.conflicts.filter(({ game }) => !view.chosen.includes(game));
}

/** @type {(row: Row | Paper | null | undefined, other: Row | Paper | null | undefined) => boolean} */
export const sameRow = (one, other) => canonical(one ?? {}) === canonical(other ?? {});

/** @type {(games: Row[], number: number, row: Row) => Row[]} */
export const withRow = (games, number, row) =>
  Array.from({ length: Math.max(games.length, number) }, (_, index) => (index === number - 1 ? row : games[index] ?? {}));

/**
 * Who does not play some game of these; in a play-off the others have their places.
 * @type {(games: Row[], result: Result, players: string[]) => string[]}
 */
export function notWhole(games, { ranking }, players) {
  const placed = new Set(ranking.filter(({ rank }) => rank).flatMap((group) => group.players));
  return players.filter((name) => !placed.has(name) && games.some((row) => row.entries?.[name] === "x"));
}

/** @type {(value: unknown) => string} */
function canonical(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return JSON.stringify(value);
  const said = Object.entries(value).map(([key, part]) => [key, canonical(part)]).filter(([, part]) => !["null", "{}"].includes(part));
  return `{${said.sort().join()}}`;
}

/**
 * The state with the unsent tickets in it, and the tickets that matter beside it; `now` gives a row the names of who sits there now.
 * @type {(state: SheetState, tickets: Ticket[], now?: (row: Row) => Row) => SheetView}
 */
export function overlay(state, tickets, now) {
  const unsent = tickets.filter((ticket) => !ticket.answer);
  const refused = tickets.filter((ticket, place) =>
    ticket.answer?.as === "refused" && !ticket.read && !(state.approved && ticket.entry.do === "approve") && !tickets.slice(place).some((later) => isDoneAgain(ticket, later)));
  const changed = unsent.some((ticket) => ticket.entry.do !== "approve");
  const view = { ...structuredClone(state), unsent, refused, changed, unsaved: [], chosen: [] };
  for (const { entry } of unsent) {
    if (entry.do !== "approve") Object.assign(view, { approvals: [], missing: [...(state.approvers ?? [])] });
    apply(view, entry, now ?? ((row) => row));
  }
  if (changed) Object.assign(view, { approved: false, digest: null, verdicts: {} });
  return view;
}

/**
 * What is read out: what the club knows by a hash, or what this phone wrote after what it had seen.
 * @type {(view: SheetView) => string}
 */
export const readOut = ({ digest, sequence, unsent }) => digest ?? JSON.stringify({ seen: sequence, own: unsent.map(({ id }) => id) });

/** @type {(read: string) => Pick<Approve, "digest" | "seen" | "own">} */
export const proofOf = (read) => (read.startsWith("{") ? JSON.parse(read) : { digest: read });

/** @type {(refused: Ticket, later: Ticket) => boolean} */
const isDoneAgain = (refused, later) =>
  later !== refused && later.entry.do === refused.entry.do && subjectOf(later) === subjectOf(refused);

/**
 * The game, the player or the version that an entry is about; of the other kinds a later one takes the place of any.
 * @type {(ticket: Ticket) => number | string | null | undefined}
 */
function subjectOf({ entry }) {
  if (entry.do === "enter") return entry.game;
  if (entry.do === "approve") return entry.player;
  return entry.do === "choose" ? entry.event : undefined;
}

/** @type {(number: number) => (ticket: Ticket) => ticket is Ticket<EnterGame>} */
export function isOfGame(number) {
  /** @type {(ticket: Ticket) => ticket is Ticket<EnterGame>} */
  return (ticket) => ticket.entry.do === "enter" && ticket.entry.game === number;
}

/**
 * What an entry of this game is made on: the phone's own entry that is still on its way, or the club's row.
 * @type {(state: SheetState, tickets: Ticket[], number: number) => number | string}
 */
export function seenNow(state, tickets, number) {
  return tickets.filter(isOfGame(number)).findLast(({ answer }) => !answer)?.id ?? state.seen[number] ?? 0;
}

/** @type {(state: SheetState, tickets: Ticket[], number: number, seen: number | string) => boolean} */
export function isWrittenSince(state, tickets, number, seen) {
  const now = state.seen[number] ?? 0;
  const own = tickets.find(({ id }) => id === seen);
  return Number(own ? own.answer?.sequence ?? now : seen) < now;
}

/**
 * Who did not play the last game before this one, though they sat there: one key says so again.
 * @type {(view: SheetView, number: number) => string[]}
 */
export function whoMissed({ data: { games, players }, away }, number) {
  const last = games.slice(0, number - 1).findLastIndex(({ entries }) => Object.keys(entries ?? {}).length);
  const entries = games[last]?.entries ?? {};
  return players.filter((name) => own(entries, name) === "x" && !isAway({ away }, name, last + 1));
}

/**
 * Where a game's figures are: refused, draft, phone, club or approved; nowhere when it was not entered.
 * @type {(view: SheetView, number: number) => string}
 */
export function place(view, number) {
  const isHere = isOfGame(number);
  if (view.refused.some(isHere)) return "refused";
  if (view.unsaved.includes(number)) return "draft";
  if (view.unsent.some(isHere) || view.chosen.includes(number)) return "phone";
  if (!view.seen[number] || !isEntered(view.data.games[number - 1])) return "";
  return view.approved ? "approved" : "club";
}

/** @type {(row: Row | undefined) => boolean} */
export const isEntered = (row) =>
  !!row && Object.entries(row).some(([key, value]) =>
    key === "entries" ? Object.values(value ?? {}).some((cell) => cell !== null) : value !== null);

// Who sits where may change while the form is played

/**
 * `keys` are those of the fields in which a player is named.
 * @type {(row: Row, names: Record<string, string>, keys: string[]) => Row}
 */
export function renamed(row, names = {}, keys = []) {
  const { entries } = row;
  /** @type {(name: string) => string} */
  const now = (name) => (Object.hasOwn(names, name) && !Object.hasOwn(entries ?? {}, names[name]) ? names[name] : name);
  const named = keys.filter((key) => own(names, `${row[key]}`) !== null).map((key) => [key, names[`${row[key]}`]]);
  const changed = { ...row, ...Object.fromEntries(named) };
  return entries ? { ...changed, entries: Object.fromEntries(Object.entries(entries).map(([name, cell]) => [now(name), cell])) } : changed;
}

/** @type {(view: Pick<SheetView, "away">, name: string, number: number) => boolean} */
export const isAway = ({ away = {} }, name, number) =>
  own(away, name)?.some(([first, last]) => first <= number && number <= (last ?? number)) ?? false;
