/**
 * The sheet as this phone knows it: what the club told, with what the club still has to be told laid over it.
 * Nothing here goes by a clock.
 */

import { own } from "../games/game.js";

const PARTS = {
  enter(told, { game, row }) {
    if (game === 0) {
      told.data.paper = row;
      return;
    }
    while (told.data.games.length < game) told.data.games.push({});
    told.data.games[game - 1] = row;
  },
  choose(told, { event }) {
    for (const { game, versions } of told.conflicts) {
      const chosen = versions.find((version) => version.event === event);
      if (chosen) PARTS.enter(told, { game, row: chosen.row });
    }
    told.conflicts = told.conflicts.filter(({ versions }) => !versions.some((version) => version.event === event));
  },
  approve(told, { player = null, on_paper = false }) {
    told.approvals.push({ player, on_paper });
    told.missing = told.missing.filter((name) => name !== player);
  },
  games(told, { games }) {
    told.data.options.games = games;
  },
  starter(told, { player }) {
    told.data.first_starter = player;
  },
};

/** Rows are the same when they say the same, in whatever order. */
export const sameRow = (one, other) => canonical(one ?? {}) === canonical(other ?? {});

/** The games as they would be with this row. */
export const withRow = (games, number, row) =>
  Array.from({ length: Math.max(games.length, number) }, (_, index) => (index === number - 1 ? row : games[index] ?? {}));

/** Who does not play some game of these; in a play-off the others have their places. */
export function notWhole(games, { ranking }, players) {
  const placed = new Set(ranking.filter(({ rank }) => rank).flatMap((group) => group.players));
  return players.filter((name) => !placed.has(name) && games.some((row) => row.entries?.[name] === "x"));
}

function canonical(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return JSON.stringify(value);
  const said = Object.entries(value).map(([key, part]) => [key, canonical(part)]).filter(([, part]) => !["null", "{}"].includes(part));
  return `{${said.sort().join()}}`;
}

/**
 * @param now a row with the names of who sits there now
 * @returns the state with the unsent tickets in it, and the tickets that matter beside it.
 */
export function overlay(state, tickets, now = (row) => row) {
  const told = structuredClone(state);
  const unsent = tickets.filter((ticket) => !ticket.answer);
  for (const { entry } of unsent) PARTS[entry.do]?.(told, entry.row ? { ...entry, row: now(entry.row) } : entry);
  const refused = tickets.filter((ticket, place) =>
    ticket.answer?.as === "refused" && !ticket.read && !tickets.slice(place).some((later) => isDoneAgain(ticket, later)));
  const changed = unsent.some((ticket) => ticket.entry.do !== "approve");
  if (changed) Object.assign(told, { approvals: [], approved: false, digest: null, verdicts: {} });
  return { ...told, unsent, refused, changed, unsaved: [] };
}

/** What was refused is of no matter any more when the same was done again. */
const isDoneAgain = (refused, later) =>
  later !== refused && later.entry.do === refused.entry.do && later.entry.game === refused.entry.game;

export const unsentOf = (tickets, number) =>
  tickets.findLast((ticket) => !ticket.answer && ticket.entry.do === "enter" && ticket.entry.game === number);

/** What an entry of this game is made on: the phone's own entry that is still on its way, or the club's row. */
export function seenNow(state, tickets, number) {
  return unsentOf(tickets, number)?.id ?? state.seen[number] ?? 0;
}

/** Whether somebody wrote this game after what an entry is made on. */
export function isWrittenSince(state, tickets, number, seen) {
  const now = state.seen[number] ?? 0;
  const own = tickets.find(({ id }) => id === seen);
  return (own ? own.answer?.sequence ?? now : seen) < now;
}

/** Who did not play the last game before this one, though they sat there: they sit out until they play again. */
export function whoSitsOut({ data: { games, players }, away }, number, isAway) {
  const last = games.slice(0, number - 1).findLastIndex(({ entries }) => Object.keys(entries ?? {}).length);
  const sitsOut = (name) => own(games[last].entries, name) === "x" && !isAway?.({ away }, name, last + 1);
  return last < 0 ? [] : players.filter(sitsOut);
}

/** Where a game's figures are: refused, draft, phone, club or approved; nowhere when it was not entered. */
export function place(view, number) {
  const has = (tickets) => tickets.some(({ entry }) => entry.do === "enter" && entry.game === number);
  const chosen = view.unsent.some(({ entry }) => entry.do === "choose" && entry.game === number);
  if (has(view.refused)) return "refused";
  if (view.unsaved.includes(number)) return "draft";
  if (has(view.unsent) || chosen) return "phone";
  if (!view.seen[number] || !isEntered(view.data.games[number - 1])) return "";
  return view.approved ? "approved" : "club";
}

export const isEntered = (row) =>
  !!row && Object.entries(row).some(([key, value]) =>
    key === "entries" ? Object.values(value ?? {}).some((cell) => cell !== null) : value !== null);
