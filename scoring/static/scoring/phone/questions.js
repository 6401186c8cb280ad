/**
 * What is asked of one game, in order, from the game system's own description; and how an answer gets into the
 * row. A row is what `score` takes: the cells in `entries`, and beside it what is entered once.
 *
 * @typedef {{id: string, pad: string, player: string, field: Field, extras: Field[], hand: Field | null, optional: boolean,
 *   answered: boolean, verdict?: boolean, whose?: string, others?: Field["choices"]}} Question
 */

import { own, sidesOf } from "../games/game.js";

const FEW = 20; // so many values fit as buttons; more are typed
const BESIDE = 4; // a number this small goes beside a larger one

/** @type {Field} */
const NO_FIELD = { key: "", kind: "", label: "", low: 0, high: 0, choices: [], who: "", dashed: false, right: "" };

/** @type {(conditions: Record<string, Value[]>, known: Answers) => boolean} */
const hold = (conditions, known) => Object.entries(conditions).every(([key, values]) => values.includes(known[key] ?? null));

/** @type {(row: Row, parts?: Parts) => (field: Field) => boolean} */
export const isAsked = (row, parts = {}) => {
  const known = { ...row, ...parts, jokers: jokersIn(parts) };
  return ({ key, ask, in_use: isUsed = true, said_before: isSaid, when = {}, unless }) =>
    key !== "out" && ask !== "never" && isUsed && !isSaid && hold(when, known) && !(unless && hold(unless, known));
};

/** @type {(description: Description, players: string[], row: Row) => Question[]} */
export function questions(description, players, row) {
  const out = whoIsOut(row); // what the winner has comes first
  const sides = sidesOf(description.partners, players).filter((side) => !out || !side.includes(out));
  const playing = sides.map(([name]) => name).filter((name) => cellIn(row, name) !== "x"); // partners have one score
  if (out) playing.unshift(out);
  const once = description.row.filter(isAsked(row)).filter(({ beside }) => !beside);
  const before = once.filter(({ ask, kind, choices }) => ask !== "last" && !endsWithOut(kind, choices));
  const after = once.filter(({ ask }) => ask === "last");
  const listed = before.map((field) => askOnce(description, field, row));
  if (description.has_cells && canBeOut(description) && row.end !== "none") listed.push(askOut(description, row));
  if (description.has_cells) listed.push(...inTurn(description, playing.map((name) => askPlayer(description, row, name, players))));
  return [...listed, ...after.map((field) => ({ ...askOnce(description, field, row), optional: true }))];
}

/** @type {(description: Description, listed: Question[][]) => Question[]} */
function inTurn({ figure_by_figure }, listed) {
  if (!figure_by_figure) return listed.flat();
  const keys = new Set(listed.flat().map(({ field }) => field.key));
  return [...keys].flatMap((key) => listed.flat().filter(({ field }) => field.key === key));
}

/** @type {(description: Description) => boolean} */
const canBeOut = ({ dash, entry }) => dash || entry.some(({ key }) => key === "out");
/**
 * "Somebody is out" is answered by saying who; the other ways to end stand beside the names.
 * @type {(kind: string, choices: Field["choices"]) => boolean}
 */
const endsWithOut = (kind, choices) => kind === "choice" && choices.some(([value]) => value === "out");

/** @type {(field: Field) => string} */
const padFor = ({ pad, kind, low, high, halves }) => pad ?? (kind !== "number" ? kind : high - low < FEW && !halves ? "few" : "digits");

/** @type {(description: Description, field: Field, row: Row) => Question} */
function askOnce(description, field, row) {
  const { key: id, answered_by: others = [] } = field;
  const answered = (row[id] ?? null) !== null || others.some((key) => (row[key] ?? false) !== false);
  const extras = description.row.filter(({ beside }) => beside === id);
  return { id, pad: padFor(field), player: "", field, extras, hand: null, optional: false, answered };
}

/** @type {(description: Description, row: Row) => Question} */
function askOut(description, row) {
  const end = description.row.find(({ kind, choices }) => endsWithOut(kind, choices));
  const others = end ? end.choices.filter(([value]) => value !== "out") : [];
  const answered = !!whoIsOut(row) || others.some(([value]) => row[end?.key ?? ""] === value);
  return { id: "out", pad: "out", player: "", field: end ?? NO_FIELD, extras: [], hand: null, others, optional: false, answered };
}

/** @type {(description: Description, row: Row, name: string, players: string[]) => Question[]} */
function askPlayer(description, row, name, players) {
  const parts = partsOf(description, cellIn(row, name));
  if (parts.out && description.dash) return [];
  const side = parts.out ? ["all", "out"] : ["all", "left"];
  const fields = fieldsOf(description)
    .filter(({ who }) => side.includes(who))
    .filter(isAsked(row, parts));
  const main = fields.filter(({ key, kind, high, fits }) => kind === "number" && (high > BESIDE || fits || key === description.short?.key));
  const hand = fields.find(({ kind }) => kind === "hand") ?? null;
  const extras = fields.filter((field) => field.kind !== "hand" && !main.includes(field));
  const lacksVerdict = extras.some((field) => needed(field) && parts[field.key] === undefined);
  const listed = main.map((field, index) => {
    const last = index === main.length - 1;
    const { instead } = field;
    const isGiven = parts[field.key] !== undefined || (last && hand && parts[hand.key]) || (instead && parts[instead] === false);
    return {
      id: `${name}/${field.key}`,
      pad: padFor(field),
      player: name,
      whose: sidesOf(description.partners, players).find((side) => side.includes(name))?.join(" + "),
      field,
      extras: last ? extras : [],
      hand: last ? hand : null,
      optional: false,
      answered: !!isGiven && !(last && lacksVerdict),
      verdict: !!isGiven && last && lacksVerdict, // the figure is there, the verdict on it is not
    };
  });
  if (listed.length || !extras.length) return listed;
  return [{ id: `${name}/extras`, pad: "extras", player: name, field: NO_FIELD, extras, hand, optional: true, answered: false }];
}

/**
 * A yes or no that has to be said; the others are no until somebody says yes.
 * @type {(field: Field) => boolean}
 */
export const needed = ({ verdict }) => !!verdict;

/**
 * What the judge can say of a hand that was left; empty in games that do not ask it.
 * @type {(description: Description) => string}
 */
export const verdictKey = ({ entry }) => entry.find(needed)?.key ?? "";

/** @type {(description: Description, parts: Parts) => Parts} */
export const withYes = (description, parts) => (description.entry.some(needed) ? { [verdictKey(description)]: true, ...parts } : parts);

/** @type {(description: Description) => Field[]} */
export function fieldsOf({ short, entry }) {
  return short && !entry.some(({ key }) => key === short.key) ? [short, ...entry] : entry;
}

/**
 * A player may be called "constructor": only what the row itself holds is an entry.
 * @type {(row: Row, name: string) => Cell | undefined}
 */
export const cellIn = ({ entries }, name) => own(entries ?? {}, name) ?? undefined;

/**
 * Partners have one score, which may be entered for either.
 * @type {(row: Row, side: string[]) => Cell | undefined}
 */
export const cellOfSide = (row, side) => side.map((name) => cellIn(row, name)).find((cell) => cell !== undefined);

/**
 * What is asked of a side is that of its first player; who is out is said by name.
 * @type {(description: Description, players: string[], row: Row) => Row}
 */
export function underFirst({ partners }, players, row) {
  const sides = partners ? sidesOf(partners, players) : [];
  const moved = sides.filter(([, other]) => ![undefined, "-"].includes(/** @type {any} */ (cellIn(row, other))));
  return moved.reduce((changed, [first, other]) => withCell(withCell(changed, other, undefined), first, cellOfSide(row, [first, other])), row);
}

/** @type {(cell: Cell | null | undefined) => boolean} */
export const isOut = (cell) => cell === "-" || (typeof cell === "object" && !!cell?.out);

/** @type {(row: Row) => string | null} */
export const whoIsOut = (row) =>
  Object.entries(row.entries ?? {}).find(([, cell]) => isOut(cell))?.[0] ?? null;

/** @type {(parts: Parts) => string[] | undefined} */
const handOf = (parts) => Object.values(parts).find((part) => Array.isArray(part));

/** @type {(parts: Parts) => number} */
export const jokersIn = (parts) => parts.jokers ?? handOf(parts)?.filter((card) => card === "*").length ?? 0;

/**
 * Who holds fewer cards than were dealt has come out: each turn takes one and gives one.
 * @type {(description: Description, parts: Parts) => boolean}
 */
export function isOnTable({ dealt }, { cards }) {
  const count = Array.isArray(cards) ? cards.length : cards;
  return count !== undefined && count < dealt;
}

/**
 * The verdict that follows from how many cards are left; of others the scribe says it, or the judge.
 * @type {(description: Description, parts: Parts) => boolean | undefined}
 */
const inferred = (description, parts) => (jokersIn(parts) > 0 && isOnTable(description, parts)) || undefined;

/**
 * What was said of a hand stays, but not what followed from other cards.
 * @type {(description: Description, before: Parts, parts: Parts) => boolean | undefined}
 */
function verdictOn(description, before, parts) {
  const stays = !Array.isArray(parts.cards) || parts.cards === before.cards;
  const said = /** @type {boolean | undefined} */ (before[verdictKey(description)]);
  return stays && said !== inferred(description, before) ? said : inferred(description, parts);
}

/** @type {(description: Description, cell: Cell | null | undefined) => Parts} */
export function partsOf({ short }, cell) {
  if (cell === undefined || cell === null || cell === "x") return {};
  if (cell === "-") return { out: true };
  if (typeof cell === "object") return { ...cell };
  return short && typeof cell === "number" ? { [short.key]: cell } : {};
}

/** @type {(description: Description, parts: Parts) => Cell | undefined} */
export function cellOf(description, parts) {
  const { short, dash } = description;
  const said = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null));
  if (said.out && dash) return "-";
  if (short && !jokersIn(said)) {
    delete said.jokers;
    delete said[verdictKey(description)];
  }
  const keys = Object.keys(said);
  if (!keys.length) return undefined;
  return short && keys.length === 1 && keys[0] === short.key ? Number(said[short.key]) : said;
}

/** @type {(description: Description, row: Row, name: string, changes: Parts) => Row} */
export function withParts(description, row, name, changes) {
  const before = partsOf(description, cellIn(row, name));
  const parts = { ...before, ...changes };
  const verdict = verdictKey(description);
  if (verdict && !(verdict in changes)) parts[verdict] = verdictOn(description, before, parts);
  return withCell(row, name, cellOf(description, parts));
}

/** @type {(row: Row, name: string, cell: Cell | null | undefined) => Row} */
export function withCell(row, name, cell) {
  const entries = { ...row.entries, [name]: cell };
  if (cell === undefined) delete entries[name];
  return { ...row, entries };
}

/**
 * A new row with one answer for the whole table changed, without those that the change makes void.
 * @type {(description: Description, row: Row, key: string, value: Value) => Row}
 */
export function withOnce(description, row, key, value) {
  const changed = { ...row, [key]: value };
  if (value === undefined) delete changed[key];
  for (const { key: other, unless, forget, answered_by } of description.row) {
    const kinds = answered_by?.includes(key) && value !== undefined ? [] : forget?.[key];
    const isNew = kinds && (!kinds.length || kinds.includes(value) !== kinds.includes(row[key]));
    if (isNew || unless?.[key]?.includes(value)) delete changed[other];
  }
  return changed;
}

/**
 * Somebody is out: nobody else can be, and the game ended that way.
 * @type {(description: Description, row: Row, name: string) => Row}
 */
export function withOut(description, row, name) {
  const end = description.row.find(({ kind, choices }) => endsWithOut(kind, choices));
  let changed = nobodyOut(description, row);
  changed = withCell(changed, name, description.dash ? "-" : cellOf(description, outOf(description, changed, name)));
  return end ? { ...changed, [end.key]: "out" } : changed;
}

/** @type {(description: Description, row: Row, name: string) => Parts} */
function outOf(description, row, name) {
  const kept = Object.entries(partsOf(description, cellIn(row, name))).filter(([key]) =>
    description.entry.some((field) => field.key === key && ["all", "out"].includes(field.who) && field.kind === "number"));
  return { ...Object.fromEntries(kept), out: true };
}

/** @type {(description: Description, row: Row) => Row} */
export function nobodyOut(description, row) {
  const out = whoIsOut(row);
  return out ? withCell(row, out, undefined) : row;
}
