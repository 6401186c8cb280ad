/**
 * The data that the site and its scripts exchange, and that a phone stores. docs/scoring-and-exchange.md,
 * docs/commands.md and the Python classes of the same names explain the keys. The scripts under
 * static/ use these types by name.
 */

// What is entered

type Value = number | boolean | string | string[] | Entries | null | undefined;

interface Entries {
  [player: string]: Cell | null | undefined;
}

interface Answers {
  [key: string]: Value;
}

/** One player's entry, taken apart. Cards and tiles are written as "10h", a joker as "*". */
interface Parts extends Answers {
  out?: boolean;
  points?: number;
  cards?: number | string[];
  jokers?: number;
}

/** "-" for who went out, "x" for who did not play; a text that is neither could not be read. */
type Cell = number | string | Parts;

interface Row extends Answers {
  entries?: Entries;
  void?: string | null;
  round?: number;
}

type Figures = Record<string, number>;

interface Paper {
  dashes?: Record<string, Value>;
  subtotals?: Record<string, Record<string, Value>>;
  totals?: Record<string, Value>;
  [part: string]: unknown;
}

/** What `score` takes. */
interface SheetInput {
  players: string[];
  scribe?: string;
  options: Partial<Options>;
  games: Row[];
  totals_only?: Entries;
  paper?: Paper | null;
  round?: number;
  first_dealer?: string | null;
  first_starter?: string | null;
  [key: string]: unknown;
}

// What it comes to

interface Problem {
  code: string;
  severity: string;
  game: number | string | null;
  player: string | null;
  params: Record<string, unknown>;
  message?: string;
}

interface WordedProblem extends Problem {
  message: string;
}

interface ScoredRow {
  game: number;
  contract: string;
  dealer: string | null;
  starter: string | null;
  scores?: Figures;
  running?: Figures;
  void?: string;
  waiting?: boolean;
  explain?: Record<string, string>;
  won?: string[];
  marks?: Record<string, Figures>; // how often something was counted for each player, by kind
}

interface Ranked {
  rank: number | null;
  players: string[];
  total: number;
}

/** What `score` gives. */
interface Result {
  valid: boolean;
  complete: boolean;
  finished: boolean;
  problems: Problem[];
  rows: ScoredRow[];
  next: ScoredRow | null;
  subtotals: { after: number; totals: Figures }[];
  totals: Figures;
  dashes: Figures;
  match_points: Figures;
  ranking: Ranked[];
  winner: string | string[] | null;
  continue_with: string[];
  settlement: Figures;
  marks?: Record<string, Figures>; // how often something was counted for each player, by kind
  waiting?: boolean;
}

/** The game system's twin; null for what it can't score. */
type Score = (data: SheetInput) => Result | null;

// A game system, as scoring/browser/game_description.py describes it

interface Field {
  key: string;
  kind: string;
  label: string;
  low: number;
  high: number;
  choices: [Value, string][];
  who: string;
  dashed: boolean;
  right: string;
  when?: Known;
  unless?: Known;
  instead?: string;
  if_passed?: number;
  in_use?: boolean;
  verdict?: boolean;
  drawn?: Record<string, Drawing>;
  counted?: [string, string];
  said_before?: boolean;
  step?: number;
  halves?: boolean;
  never?: number[];
  side?: number;
  answered_by?: string[];
  // What a twin adds:
  ask?: "never" | "last"; // last: it need not be said
  pad?: string; // one of its own, where kind and bounds do not say which
  forget?: Known; // dropped when these other fields become or stop being one of the values; of none, whenever they change
  against?: string; // of both sides' figures one is asked: of the side against whom this field names, or else the starter
  adds?: number[]; // amounts that a key each adds to it
  beside?: string; // asked together with this other field of the game
  fits?: boolean; // only numbers that would not be refused are offered
  rare?: boolean; // asked only of who presses its key
  shown_by?: [string, number]; // who has this number in this field is the answer
}

/** How a twin has its game asked. */
interface Asks {
  starter_first?: boolean; // in turn, beginning with the starter
  figure_by_figure?: boolean; // one figure of everybody, then the next
  plays?: boolean; // whoever begins, or a player who is asked for, does so for their side
  fields?: Record<string, Partial<Field>>;
}

interface Drawing {
  words: string;
  suit?: string;
  name?: string;
  number?: string;
  mark?: string;
}

/** Values of other fields; null for one that was not entered yet. */
type Known = Record<string, Value[]>;

interface Pack {
  suits: string;
  jokers: number;
  copies: number;
  ranks: string[];
}

/** What a club chose, and a game's constants: each game has its own, which its twin knows. */
interface Options {
  games: number | null;
  [option: string]: any;
}

type Values = Record<string, any>;

interface Description {
  key: string;
  twin: string | null;
  name: string;
  letter: string;
  lowest_wins: boolean;
  dash: boolean;
  has_dealer: boolean;
  who_begins: string;
  open_count: string;
  side: number;
  has_cells: boolean;
  partners?: boolean;
  starter_first?: boolean;
  leads?: string;
  passing?: string[];
  goal?: number;
  at_goal?: string;
  joker_worth?: string; // what one that is left may count
  plays?: boolean; // a side does
  all_play?: boolean;
  totals_only?: boolean;
  adds_to?: number;
  marks?: Record<string, { label: string; word: string; in_score: boolean }>;
  figure_by_figure?: boolean;
  options: Options;
  games: number | null;
  most_games?: number;
  subtotals: number[];
  tie_break: string;
  contracts: string[];
  by_round: boolean;
  short: Field | null;
  entry: Field[];
  row: Field[];
  pack: Pack | null;
  dealt: number;
  messages: Record<string, [string, string]>;
  words: Record<string, string>;
  values: Values;
  joker_values?: [low: number, high: number];
}

// An entry as a twin reads it

interface Card {
  name: string;
  rank: number; // 0 for a joker
  suit: string;
}

/** The parts that make sense. A game asks with `lacks` and `in` which of them are there. */
interface ReadEntry<Cards = Card[]> {
  cards: Cards; // how many, in jokeren
  jokers: number;
  out: boolean;
  tiles: Card[];
  hand_cards: Card[];
  [key: string]: any;
}

/** Likewise, what was entered once for the whole game. */
type Extras = Record<string, any>;

type Params = Record<string, unknown>;

/** It has a figure for every player that is asked for. */
interface FigureMap extends Map<string, number> {
  get(player: string): number;
}

// The state of a sheet, and what goes between a phone and the site

interface Version {
  event: string;
  row: Row;
  device: string;
  time: string;
}

interface Conflict {
  game: number;
  versions: Version[];
}

interface Approval {
  player?: string | null;
  on_paper?: boolean;
}

interface Lapsed {
  players: string[];
  on_paper: boolean;
  games: Record<string, Row>;
  head: Partial<SheetInput>;
  others: [string, string, string][];
}

interface SheetState {
  sequence: number;
  chain: string;
  closed: boolean;
  scribe: string;
  data: SheetInput;
  seen: Record<string, number>;
  conflicts: Conflict[];
  late: Conflict[];
  penalties: { event: string; player: string; points: number; reason: string; signed: string }[];
  verdicts: Record<string, Record<string, boolean>>;
  sat: Record<string, string>;
  away: Record<string, [number, number | null][]>;
  renamed: Record<string, string>;
  digest: string | null;
  approval: string;
  approvals: Approval[];
  missing: string[];
  approvers?: string[];
  approved: boolean;
  lists_differ?: boolean;
  lapsed: Lapsed | null;
  result: Result;
}

interface EnterGame {
  do: "enter";
  game: number;
  row: Row;
  seen: number | string;
}

interface ChooseVersion {
  do: "choose";
  event: string;
  seen: number;
}

interface Approve {
  do: "approve";
  player?: string | null;
  on_paper?: boolean;
  digest?: string | null;
  seen?: number; // without a connection, in place of the hash
  own?: string[];
}

interface SetGames {
  do: "games";
  games: number;
}

interface SetStarter {
  do: "starter";
  player: string;
}

/** One entry, as it is sent with an `id`. */
type Message = EnterGame | ChooseVersion | Approve | SetGames | SetStarter;

interface Answer {
  as: "kept" | "aside" | "refused";
  sequence: number | null;
  problems: WordedProblem[];
}

interface SyncAnswer {
  version: number;
  answers: (Answer & { id: string })[];
  sheet: SheetState | null;
}

/** What the judge says of what judge_hand.js asks. */
interface JudgeAnswer {
  problems: { message: string }[];
  reasons: string[];
  melds: string[][];
  type: number | null;
  name: string;
}

// What a phone stores

/** One entry with the site's answer to it. */
interface Ticket<M = Message> {
  id: string;
  sheet: string;
  order: number;
  made: number;
  entry: M & { id: string };
  before?: Row;
  played?: Row;
  answer: Answer | null;
  read?: boolean;
}

type TicketExtras = Pick<Ticket, "before" | "played">;

/** What was typed and does not count just now, by player: who is away, and the other way to write a hand. */
interface Aside {
  away: Map<string, Cell | undefined>;
  typed: Map<string, Parts>;
  picked: Map<string, Parts>;
  onTable?: Set<string>;
  played?: Row;
  reason?: string;
  side?: number;
  adding?: boolean;
  half?: Set<string>;
}

/** A game that was typed and not saved; `typed` is a line of a paper form. */
interface Draft {
  row: Row;
  seen: number | string;
  aside?: Aside;
}

interface PaperDraft {
  typed: Record<string, string>;
  seen: number | string;
}

type StoredDraft = { sheet: string; number: number | string } & Partial<Draft & PaperDraft>;

interface SheetRecord {
  sheet: string;
  key: string;
  chain: string;
  state: SheetState;
  used?: number; // when it was stored
}

/** The state with this phone's waiting tickets in it, and the tickets that matter beside it. */
interface SheetView extends SheetState {
  unsent: Ticket[];
  refused: Ticket[];
  changed: boolean;
  unsaved: number[]; // games
  chosen: number[]; // games of which the table chose a version that the site does not know of yet
}

// What a page is built of

type Child = Node | string | null | undefined;

type Listener = { listen(event: Event): unknown }["listen"]; // of any kind of event

interface Attributes {
  [name: string]: string | number | boolean | null | undefined | Listener;
}

// What a page brings along

interface Words {
  [key: string]: string | [string, string];
}

/** Texts of scoring/pages/card_faces.py. */
interface CardWords {
  card: string;
  joker: string;
  names: Record<string, string>;
  ranks: Record<string, string>;
  suits: Record<string, string>;
  picked: string;
  put_back: string;
  back: string;
  none: string;
}

interface PageData {
  sheet: string;
  key: string;
  language: string;
  description: Description;
  words: Words;
  state: SheetState;
}

interface PhoneData extends PageData {
  columns: Record<string, string[]>;
  cards: CardWords;
  kept: number;
  version: string;
  urls: { sync: string; judge: string; leave: string; next: string; worker: string };
}

/** One cell of every game on a paper form: scoring/pages/entry_columns.py. */
interface Column {
  name: string;
  player: string | null;
  key: string;
  label: string;
  low: number;
  high: number;
  words: [string, Value][];
  jokers: [low: number, high: number, beside: string, within: boolean, verdict: string, dealt: number] | null;
  of_winner: boolean;
  optional: boolean;
  after: [key: string, values: Value[], within: boolean] | null;
  instead: string;
  partners: string[];
  in_row: boolean;
  answered_by: string[];
  passes: boolean;
  halves: boolean;
}

/** What is told beside a line that is typed. */
interface Said {
  severity: string;
  message: string;
}

/** A line of a paper form as it is typed, by name of the column. */
type Typed = Record<string, string>;

interface PaperData extends PageData {
  names?: Record<string, string[]>; // divided into words; not on pages kept from before
  columns: Column[];
  sums: Column[];
  urls: { sync: string; look: string; worker: string; tables?: string };
}
