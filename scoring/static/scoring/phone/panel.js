/** The panel of a game that is entered: its head, its line, the question and the pad under it. */

import { button, drawn, make } from "./dom.js";
import { sidesOf } from "../games/game.js";
import { cellWords, figure } from "./grid.js";
import { listTypes } from "./judge_hand.js";
import { isOfGame, whoMissed } from "./with_unsent.js";
import * as pads from "./pads.js";
import { cellIn, jokersIn, needed, nobodyOut, whoIsOut, withOnce } from "./questions.js";
import { once, strip } from "./game_line.js";
import { say } from "./words.js";

/**
 * @import {Entry} from "./entry.js"
 * @import {Question} from "./questions.js"
 */

/** @type {(entry: Entry) => void} */
export function drawPanel(entry) {
  const { root, row, question } = entry;
  const checked = entry.data.checkGame(entry.number, row);
  const full = !entry.listOpen().length;
  const problems = toShow(entry, entry.problems(), full);
  /** @type {Answers} */
  const parts = question?.player ? entry.partsOf(question.player) : row;
  const picking = !row.void && !!question && (entry.picks(question, parts) || question.pad === "types");
  root.classList.toggle("picking", picking);
  const panel = [
    head(entry, checked.row),
    drawLast(entry),
    whoBegins(entry),
    line(entry, checked.scores, problems),
    once(entry),
    messages(entry, problems, full),
    row.void ? voided(entry) : pad(entry, question, parts, full),
    ending(entry, full || !!row.void),
  ];
  root.replaceChildren(...panel.filter((part) => part !== null));
}

/**
 * Warnings wait for a full row, and what is wrong for the end of the number that is typed: a 1 may become a 17.
 * @type {(entry: Entry, problems: WordedProblem[], full: boolean) => WordedProblem[]}
 */
function toShow({ typed, left, question, halted }, problems, full) {
  if (halted) return halted.problems;
  const isTyping = typed !== null || left !== null;
  return problems.filter(({ severity, player }) =>
    severity === "error" ? !isTyping || (player && player !== question?.player) : full);
}

/** @type {(entry: Entry, row?: ScoredRow) => HTMLElement} */
function head(entry, row) {
  const { head: { title, total, on, undo, end, back }, description: { passing = [], joker_worth: worth }, number } = entry;
  const contract = row?.contract;
  const turn = [...turnWords(entry, row), passing[(number - 1) % passing.length], on].filter(Boolean);
  const joker = worth && say("joker_worth", { worth });
  const words = [...turn, joker].filter((part) => part && turn.length).join(" · ");
  const small = [total, turn.length ? "" : joker].filter(Boolean).join(" · "); // where that is all, it takes no line
  return make("header", {}, [
    make("h2", { id: "entry-title" }, [title, small ? make("small", {}, ` ${small}`) : null]),
    make("div", {}, back ? button("plain", back.words, back.press) : [
      undo ? button("plain undo", undo.words, undo.press) : null, end ? button("plain", end.words, end.press) : null]),
    make("p", {}, [contract ? make("b", {}, contract) : null, contract && words ? " · " : null, words]),
  ]);
}

/** @type {(entry: Entry, row?: ScoredRow) => string[]} */
function turnWords({ description: { who_begins, leads, plays, options, partners }, columns, data, players, row: { by } }, row) {
  const { dealer, starter } = row ?? {};
  const asked = options.trump_by === "choice";
  const side = plays && sidesOf(partners, players).find((names) => names.includes(`${asked ? by : starter}`));
  /** @type {(name: string) => string} */
  const short = (name) => (plays ? columns[name][0] : name);
  const playing = side ? [say("plays", { names: side.map(short).join(" + ") })] : [];
  if (!dealer) return starter && (!who_begins || data.view.data.first_starter) ? [say("begins", { name: starter })] : [];
  if (leads || (plays && !asked)) return [say("deals", { name: short(dealer) }), ...(leads ? [leads] : playing)];
  return [say("deals_begins", { dealer: short(dealer), starter: short(starter ?? "") }), ...playing];
}

/**
 * What the last game came to and how all stand since, with the way to mend it. It stays while the next one is typed, so
 * that no key moves, and would seem that of a game that is mended.
 * @type {(entry: Entry) => HTMLElement}
 */
export function drawLast({ number, columns, description, writing, data: { result, view } }) {
  const { columns: sides, lines, sums } = writing.form;
  const totals = sums.find(({ kind }) => kind === "match_points") ?? sums[0];
  const game = writing.findLast();
  const written = lines.find((line) => line.number === game);
  if (!written || description.totals_only || number <= game) return make("div", { class: "last", hidden: true });
  /** @type {(words: string[], and: string) => HTMLElement} */
  const firstName = ([word], and) => make("span", { class: "name", translate: "no" }, `${and}${word}`);
  const cells = sides.flatMap((side, index) => [
    index ? " · " : "", ...side.flatMap((name, seat) => [seat ? " " : "", firstName(columns[name], seat ? "+ " : "")]), ` ${cellWords(written.cells[index] ?? {})} ${written.cells[index]?.marked ?? ""}`.trimEnd()]);
  const standing = totals ? say("standing", { totals: totals.figures.map(({ figure }) => figure).join("\u00a0/ ") }) : "";
  const goal = toGoal(description, result);
  const mend = view.closed ? null : button("button", say("not_right"), () => writing.mend(game));
  return make("div", { class: "last" }, [
    make("p", {}, [make("span", {}, written.void || cells), " ", make("b", {}, standing), goal ? make("span", {}, ` · ${goal}`) : ""]), mend]);
}

/**
 * How far it is to the end; where the lowest wins, a goal that was reached stays so.
 * @type {(description: Description, result: Result) => string}
 */
function toGoal({ goal, at_goal: reached = "", lowest_wins: isLow }, { totals, rows, continue_with: on, finished }) {
  if (!goal || finished || on.length) return "";
  const known = isLow ? rows.flatMap(({ running = {} }) => Object.values(running)) : Object.values(totals);
  const points = goal - Math.max(0, ...known);
  return points > 0 ? say("to_goal", { count: points, points: figure(points), goal }) : reached;
}

/**
 * Lots say who begins, so somebody at the table has to; it gives way to what is typed, and a game is saved without.
 * @type {(entry: Entry) => HTMLElement | null}
 */
function whoBegins(entry) {
  const { number, players, columns, question, description: { who_begins: words }, data: { view } } = entry;
  if (number > 1 || !words || !["choice", "out"].includes(question?.pad)) return null;
  if (view.data.first_starter || view.approvals.length) return null; // then the page asks that tells what it changes
  const people = players.map((name) => button("key", pads.nameOf(columns[name]), () => entry.writing.setStarter(name)));
  return make("div", { class: "begins", role: "group", "aria-label": words }, [
    make("p", { class: "question" }, make("span", {}, words)), make("div", { class: "toggles" }, people)]);
}

/** @type {(entry: Entry, scores: Figures | undefined, problems: WordedProblem[]) => HTMLElement | null} */
function line(entry, scores, problems) {
  const { has_cells } = entry.description;
  if (!has_cells && (!scores || entry.question?.pad === "sides")) return null;
  const wrong = new Set(problems.filter(({ severity }) => severity === "error").map(({ player }) => player));
  return strip(entry, wrong, scores);
}

/** @type {(entry: Entry, problems: WordedProblem[], full: boolean) => HTMLElement} */
function messages(entry, problems, full) {
  const { number, canLeave, note, warning, halfway, question } = entry;
  /** @type {Child[]} */
  const said = problems.map(({ severity, message }) =>
    make("p", { class: severity === "error" ? "problem" : "note" }, message));
  if (warning) said.push(make("p", { class: "note" }, warning));
  const elsewhere = entry.data.isChangedElsewhere(entry);
  const before = [note, elsewhere ? say("changed_elsewhere") : ""].filter(Boolean).join(" ");
  const out = canLeave || elsewhere ? button("plain", say("leave_out"), () => entry.writing.leaveOut(isOfGame(number), number)) : null;
  if (before || out) said.push(make("p", { class: "note" }, [before, " ", out]));
  if ((full || entry.row.void) && entry.touched) said.push(entry.writing.explainChange(number, entry.row));
  if (halfway) {
    const what = openWords(entry, entry.listOpen()[0] ?? question);
    const anyway = button("plain", say("save_as_is"), () => entry.press(true));
    said.push(make("p", { class: "note" }, [`${say("still_open", { what })} `, anyway]));
  }
  return make("div", { class: "messages", role: "alert" }, said);
}

/** @type {(entry: Entry, question: Question) => string} */
function openWords(entry, question) {
  const { player, field, verdict, whose = player } = question;
  if (!player) return asking(entry, question);
  return verdict ? say("could_have", { name: player }) : `${whose}: ${field.label}`;
}

/**
 * Goes on, to another player by name; at the last one it saves. What was saved before can also be left as it is.
 * @type {(entry: Entry, ready: boolean) => HTMLElement}
 */
function ending(entry, ready) {
  const leave = entry.mends && !entry.canLeave && (entry.touched || !entry.writing.goesOn) ? button("button leave", say("leave_it"), () => entry.writing.leave(entry.number)) : null;
  const next = !ready && entry.canGoOn && entry.findNext(entry.listQuestions());
  if (next) return make("div", { class: "ending" }, [leave, button("button on", nextWords(next), () => entry.next(), { id: "save" })]);
  const [open] = entry.listOpen(), { number, question } = entry;
  if (open && question.optional && !question.player) return make("div", { class: "ending" }, [leave, button("button", say("back_to", { number }), () => entry.goTo(open.id), { id: "save" })]);
  const words = ready || !open ? say(entry.isUnlikely ? "save_as_is" : "save") : say("still_open", { what: (!open.verdict && (open.whose ?? open.player)) || openWords(entry, open) });
  return make("div", { class: "ending" }, [leave, button(ready ? "main save" : "button save", words, () => entry.press(), { id: "save" })]);
}

/** @type {(next: Question) => Child[]} */
const nextWords = ({ player, whose = player }) => [say("next"), ...(whose ? [": ", pads.nameOf([whose])] : [])];

/** @type {(entry: Entry, question: Question) => string} */
function asking({ description }, { pad, field, others }) {
  if (pad === "out") return say(description.dash || others?.length ? "who_is_out" : "who_ended");
  return field.label;
}

/** @type {(entry: Entry) => HTMLElement} */
function voided(entry) {
  return make("div", { class: "pad", tabindex: "-1" }, [
    make("p", { class: "question" }, say("not_played", { reason: entry.row.void })),
    button("button", say("played_after_all"), () => entry.played()),
  ]);
}

// The question

/** @type {(entry: Entry, question: Question, parts: Answers, full: boolean) => HTMLElement | null} */
function pad(entry, question, parts, full) {
  if (!question) return null;
  const { player, field, hand, whose = player } = question;
  const { open_count: openCount } = entry.description;
  const picks = entry.picks(question, parts);
  const what = (picks && hand ? hand : field).label;
  const label = whose ? [make("b", {}, [make("span", { class: "name" }, whose), ":"]), ` ${entry.isInDoubt ? say(entry.halted || entry.left !== null ? "which_one" : "pressed_twice") : what}`] : asking(entry, question);
  const figure = entry.isInDoubt ? twice(entry, question)
    : question.pad === "digits" && !picks ? [make("output", {}, shownAs(`${entry.typed ?? parts[field.key] ?? ""}`))] : [];
  return make("div", { class: "pad", role: "group", tabindex: "-1", "aria-labelledby": full ? "question save" : "question" }, [
    make("p", { class: "question" }, [make("span", { id: "question" }, label), ...figure]),
    keys(entry, picks ? "hand" : question.pad, question, parts),
    entry.specialPads?.drawFitting(entry, question) ?? null,
    question.pad === "out" && openCount ? make("p", { class: "quiet" }, openCount) : null,
    ...(player ? beside(entry, question, parts) : []),
    make("div", { class: "ways" }, ways(entry, picks ? "hand" : question.pad, question, parts)),
  ]);
}

/** @type {(typed: string) => string} */
const shownAs = (typed) => typed.replace("-", "−").replace(/^(−?)0?\.5$/, "$1½").replace(".5", "½");

/** @type {(entry: Entry, question: Question) => HTMLElement[]} */
function twice(entry, { field: { high } }) {
  const { doubt, typed, halted } = entry;
  return [doubt, typed].map((digits) => button("key", digits ? shownAs(digits) : drawn("erase"), () => entry.type(`${digits}`), { disabled: Number(digits) > high || digits === halted?.figure }));
}

/** @type {(entry: Entry, kind: string, question: Question, parts: Answers) => HTMLElement | null} */
function keys(entry, kind, question, parts) {
  const { description, columns, row, players } = entry;
  const { player, field, extras, others } = question;
  const playing = players.filter((name) => cellIn(row, name) !== "x");
  const value = parts[field.key] ?? null;
  /** @type {pads.Give} */
  const give = (answer) => entry.answer(question, answer);
  /** @type {pads.Give} */
  const stay = (answer) => entry.write(question, answer);
  /** @type {Record<string, () => HTMLElement>} */
  const pad = {
    out() {
      /** @type {pads.Give} */
      const end = (ended) => entry.change(withOnce(description, nobodyOut(description, row), field.key, ended));
      return pads.names(playing, columns, whoIsOut(row) ?? row[field.key], give, others, end);
    },
    few() {
      const dash = player && description.dash ? () => entry.out(player) : null;
      return pads.few(question, value, (figure) => entry.pick(question, figure, extras.length ? stay : give), dash, entry.specialPads?.refuses(entry, question));
    },
    digits: () => pads.keypad(entry),
    tens: () => entry.specialPads?.drawTens(entry, question, value, give) ?? pad.digits(),
    player: () => pads.names(playing, columns, value, give),
    types: () => listTypes(description.values.types, jokersIn(parts), value, stay),
    hand: () => entry.hands.draw(entry, question, parts, (changes) => entry.setPart(player, changes)),
    choice: () => entry.specialPads?.choice(question, value, give) ?? pad.player(),
    flag: () => pads.names([], columns, value, give, [[true, say("yes")], [false, say("no")]], give),
    sides: () => entry.specialPads?.drawSides(entry, question) ?? pad.digits(),
  };
  return pad[kind]?.() ?? null;
}

/** @type {(entry: Entry, question: Question, parts: Answers) => (HTMLElement | null)[]} */
function beside(entry, { player, extras }, parts) {
  /** @type {(field: Field) => boolean} */
  const said = (field) => field.kind === "number" || needed(field);
  /** @type {(field: Field) => HTMLElement} */
  const draw = (field) => needed(field)
    ? verdict(entry, player, field, parts)
    : pads.extra(field, parts[field.key], (value) => entry.setPart(player, { [field.key]: value }));
  const toggles = extras.filter((field) => field.kind === "flag" && !said(field)).map(draw);
  return [...extras.filter(said).map(draw), toggles.length ? make("div", { class: "toggles" }, toggles) : null];
}

/**
 * What was so or not of who is out can be said all the time, for it is no question of its own.
 * @type {(entry: Entry, player: string) => HTMLElement[]}
 */
function flagsOfOut(entry, player) {
  const out = whoIsOut(entry.row);
  if (!out || out === player) return [];
  const { extras } = entry.listQuestions().find((question) => question.player === out && question.extras.length) ?? {};
  const parts = entry.partsOf(out);
  return (extras ?? []).filter(({ kind }) => kind === "flag").map((field) =>
    button("key way", `${out}: ${field.label}`, () => entry.setPart(out, { [field.key]: !parts[field.key] }),
      { "aria-pressed": `${!!parts[field.key]}`, "data-key": field.key }));
}

/** @type {(entry: Entry, player: string, field: Field, parts: Parts) => HTMLElement} */
function verdict(entry, player, field, parts) {
  const [low, high] = entry.description.joker_values ?? [1, 1];
  /** @type {(value: Value, key: string, worth: number) => pads.Choice} */
  const offer = (value, key, worth) => {
    const total = entry.data.scoreHand(player, { ...parts, [field.key]: value !== false });
    const more = worth * jokersIn(parts);
    return [value, [make("span", {}, say(key)), make("small", {}, total === undefined ? `+${more}` : `+${more} = ${total}`)]];
  };
  const choices = [offer(false, "no", low), offer(true, "yes", high), offer("on_table", "on_table", high)];
  const now = parts[field.key] && entry.layOnTable(player) ? "on_table" : parts[field.key];
  return pads.verdict(say("could_have", { name: player }), choices, now, (value) => entry.judge(player, value === "on_table" ? value : !!value));
}

/** @type {(entry: Entry, kind: string, question: Question, parts: Parts) => HTMLElement[]} */
function ways(entry, kind, { player, field, hand, extras, pad }, parts) {
  const tiles = entry.description.pack?.suits === "kbro";
  /** @type {(key: string, press: () => void, more?: Attributes) => HTMLElement} */
  const way = (key, press, more) => button("key way", say(key), press, more);
  const found = [];
  if (field.instead) found.push(way("not_melded", () => entry.notMelded(player), { "aria-pressed": `${parts[field.instead] === false}` }));
  if (kind === "hand") found.push(way(pad === "types" ? "to_list" : "type_number", () => entry.pickCards(false)));
  else if (hand && !extras.some(needed)) found.push(way(tiles ? "tap_tiles" : "tap_cards", () => entry.pickCards(true)));
  if (kind === "tens") found.push(way("type_number", () => entry.typeFigure()));
  if (player && kind !== "hand") found.push(...flagsOfOut(entry, player));
  if (whoMissed(entry.data.view, entry.number).includes(player)) found.push(button("key way", say("does_not_play", { name: player }), () => entry.absent(player)));
  found.push(...(entry.specialPads?.waysToLast(entry) ?? []));
  return found;
}
