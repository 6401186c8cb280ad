/**
 * What is asked of one game, in order, from the game system's own description; and how an answer gets into the
 * row. A row is what `score` takes: the cells in `entries`, and beside it what is entered once.
 *
 * @typedef {{id: string, pad: string, player: string|null, field: object|null, extras: object[], hand: object|null,
 *   optional: boolean, answered: boolean, verdict: boolean}} Question
 */

import { own } from "../games/game.js";

const FEW = 20; // so many values fit as buttons; more are typed
const BESIDE = 4; // a number this small goes beside a larger one

/** Fields that are asked only where they mean something; all others always are. */
const MEANT = {
  jokers: ({ options }, row, parts) =>
    (options.joker_points ?? 2) > 1 && (row.end ?? "closed") === "closed" && !handOf(parts),
  could_meld: (description, row, parts) => jokersIn(parts) > 0,
  type: (description, row) => row.end === "closed",
  joker_discard: (description, row) => row.end !== undefined,
  tiles: (description, row, parts) => !parts.out || row.end === "closed",
  first_turn: (description, row, parts) => !!parts.tiles,
  dealt: (description, row, parts) => !!parts.tiles,
  melded: () => false, // follows from points, or from "not melded"
  out: () => false, // asked once for the table
  round: () => false, // goes on by itself; among the special things
  opponent_tricks: () => false,
  by: (description, row) => row.bid !== undefined && row.bid !== "P",
  tricks: (description, row) => row.bid !== undefined && row.bid !== "P",
  settled: ({ options }, row) => row.end === "pool" && options.pool_tie === "organiser",
  trump: ({ options }) => options.trump_bonus > 0,
};
const OPTIONAL = ["settled", "trump"];
const meant = (description, row, parts) => (field) => MEANT[field.key]?.(description, row, parts) ?? true;

/** @returns {Question[]} */
export function questions(description, players, row) {
  const out = whoIsOut(row); // what the winner has comes first
  const playing = players.filter((name) => cellIn(row, name) !== "x" && name !== out);
  if (out) playing.unshift(out);
  const once = description.row.filter(meant(description, row, {}));
  const before = once.filter(({ key, kind, choices }) => !OPTIONAL.includes(key) && !endsWithOut(kind, choices));
  const after = once.filter(({ key }) => OPTIONAL.includes(key));
  const asked = before.map((field) => askOnce(field, row));
  if (description.has_cells && canBeOut(description) && row.end !== "none") asked.push(askOut(description, row));
  if (description.has_cells) asked.push(...playing.flatMap((name) => askPlayer(description, row, name)));
  return [...asked, ...after.map((field) => ({ ...askOnce(field, row), optional: true }))];
}

const canBeOut = ({ dash, entry }) => dash || entry.some(({ key }) => key === "out");
/** "Somebody is out" is answered by saying who; the other ways to end stand beside the names. */
const endsWithOut = (kind, choices) => kind === "choice" && choices.some(([value]) => value === "out");

function askOnce(field, row) {
  const few = field.kind === "number" && field.high - field.low < FEW;
  const pad = field.kind === "number" ? (few ? "few" : "digits") : field.kind;
  const answered = row[field.key] !== undefined && row[field.key] !== null;
  return { id: field.key, pad, player: null, field, extras: [], hand: null, optional: false, answered };
}

function askOut(description, row) {
  const end = description.row.find(({ kind, choices }) => endsWithOut(kind, choices));
  const others = end ? end.choices.filter(([value]) => value !== "out") : [];
  const answered = !!whoIsOut(row) || others.some(([value]) => row[end.key] === value);
  return { id: "out", pad: "out", player: null, field: end ?? null, extras: [], hand: null, others, optional: false, answered };
}

function askPlayer(description, row, name) {
  const parts = partsOf(description, cellIn(row, name));
  if (parts.out && description.dash) return [];
  const side = parts.out ? ["all", "out"] : ["all", "left"];
  const fields = fieldsOf(description)
    .filter(({ who }) => side.includes(who))
    .filter(meant(description, row, parts));
  const main = fields.filter(({ kind, high }) => kind === "number" && high > BESIDE);
  const hand = fields.find(({ kind }) => kind === "hand") ?? null;
  const extras = fields.filter((field) => field.kind !== "hand" && !main.includes(field));
  const needs = (field) => needed(field) && parts[field.key] === undefined;
  const asked = main.map((field, index) => {
    const last = index === main.length - 1;
    const instead = field.key === "points" && description.entry.some(({ key }) => key === "melded") ? "melded" : null;
    const told = parts[field.key] !== undefined || (last && hand && parts[hand.key]) || (instead && parts.melded === false);
    return {
      id: `${name}/${field.key}`,
      pad: field.key === "type" ? "types" : field.high - field.low < FEW ? "few" : "digits",
      player: name,
      field,
      extras: last ? extras : [],
      hand: last ? hand : null,
      instead,
      optional: false,
      answered: !!told && !(last && extras.some(needs)),
      verdict: !!told && last && extras.some(needs), // the figure is there, the verdict on it is not
    };
  });
  if (asked.length || !extras.length) return asked;
  return [{ id: `${name}/extras`, pad: "extras", player: name, field: null, extras, hand, optional: true, answered: false }];
}

/** A yes or no that has to be said; the others are no until somebody says yes. */
export const needed = ({ key }) => key === "could_meld";

/** The parts of an entry, and the bare number where that is no part. */
function fieldsOf({ short, entry }) {
  return short && !entry.some(({ key }) => key === short.key) ? [short, ...entry] : entry;
}

/** A player may be called "constructor": only what the row itself holds is an entry. */
export const cellIn = ({ entries }, name) => own(entries ?? {}, name) ?? undefined;

export const isOut = (cell) => cell === "-" || !!cell?.out;

export const whoIsOut = (row) =>
  Object.entries(row.entries ?? {}).find(([, cell]) => isOut(cell))?.[0] ?? null;

/** The cards or tiles that were entered one by one. */
const handOf = (parts) => Object.values(parts).find(Array.isArray);

/** How many jokers an entry has, counted or among its cards. */
export const jokersIn = (parts) => parts.jokers ?? handOf(parts)?.filter((card) => card === "*").length ?? 0;

/** Who holds fewer cards than were dealt has come out: each turn takes one and gives one. */
export function isOnTable({ dealt }, { cards }) {
  const count = Array.isArray(cards) ? cards.length : cards;
  return count !== undefined && count < dealt;
}

/** The verdict that follows from how many cards are left; of others the scribe says it, or the judge. */
const inferred = (description, parts) => (jokersIn(parts) && isOnTable(description, parts)) || undefined;

/** What was said of a hand stays, but not what followed from other cards. */
function verdictOn(description, before, parts) {
  const stays = !Array.isArray(parts.cards) || parts.cards === before.cards;
  return stays && before.could_meld !== inferred(description, before) ? before.could_meld : inferred(description, parts);
}

/** A cell taken apart. */
export function partsOf({ short }, cell) {
  if (cell === undefined || cell === null || cell === "x") return {};
  if (cell === "-") return { out: true };
  return typeof cell === "number" ? { [short.key]: cell } : { ...cell };
}

/** And put together: as short as it can be written. */
export function cellOf({ short, dash }, parts) {
  const said = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null));
  if (said.out && dash) return "-";
  if (short && !jokersIn(said)) {
    delete said.jokers;
    delete said.could_meld;
  }
  const keys = Object.keys(said);
  if (!keys.length) return undefined;
  return short && keys.length === 1 && keys[0] === short.key ? said[short.key] : said;
}

/** A new row with one part of one player's entry changed. */
export function withParts(description, row, name, changes) {
  const before = partsOf(description, cellIn(row, name));
  const parts = { ...before, ...changes };
  if (description.entry.some(needed) && !("could_meld" in changes)) parts.could_meld = verdictOn(description, before, parts);
  return withCell(row, name, cellOf(description, parts));
}

export function withCell(row, name, cell) {
  const entries = { ...row.entries, [name]: cell };
  if (cell === undefined) delete entries[name];
  return { ...row, entries };
}

export function withOnce(row, key, value) {
  const changed = { ...row, [key]: value };
  if (value === undefined) delete changed[key];
  if (key === "bid" && isMisere(value) !== isMisere(row.bid)) delete changed.tricks;
  if (["bid", "tricks"].includes(key)) delete changed.opponent_tricks; // they follow
  return key === "bid" && value === "P" ? { bid: value } : changed;
}

/** The tricks of one are no tricks of the other: there none is to be made. */
const isMisere = (bid) => !/\d/.test(bid);

/** Somebody is out: nobody else can be, and the game ended that way. */
export function withOut(description, row, name) {
  const end = description.row.find(({ kind, choices }) => endsWithOut(kind, choices));
  let changed = nobodyOut(description, row);
  changed = withCell(changed, name, description.dash ? "-" : cellOf(description, outOf(description, changed, name)));
  return end ? { ...changed, [end.key]: "out" } : changed;
}

/** What a player who is out may still have entered. */
function outOf(description, row, name) {
  const kept = Object.entries(partsOf(description, cellIn(row, name))).filter(([key]) =>
    description.entry.some((field) => field.key === key && ["all", "out"].includes(field.who) && field.kind === "number"));
  return { ...Object.fromEntries(kept), out: true };
}

export function nobodyOut(description, row) {
  const out = whoIsOut(row);
  return out ? withCell(row, out, undefined) : row;
}

export const isFull = (asked) => asked.every(({ optional, answered }) => optional || answered);
