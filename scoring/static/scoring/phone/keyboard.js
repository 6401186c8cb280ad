/**
 * A game that is entered by keyboard: digits, - for the dash, x for who does not play, Enter, arrows; of two sides, the
 * arrows say whose figure it is, + that roem comes, a letter what else happened. It comes right after the page;
 * keys that were pressed before wait for it.
 */

/**
 * @import {Entry} from "./entry.js"
 * @import {Question} from "./questions.js"
 */

let pressedMeanwhile = 0; // keys that were pressed while a game is saved

/** @type {(entry: Entry, digit: string) => void} */
function typeDigit(entry, digit) {
  const question = entry.question;
  if (question.pad === "choice") return typeLetter(entry, digit);
  if (question.pad === "player") return typeName(entry, question, Number(digit));
  if (!numeric(question) && !goToNumber(entry)) return;
  const { field, pad, extras, answered } = entry.question;
  const isNew = !answered || entry.typed !== null;
  entry.halted = null; // who types on a keyboard looks at the screen
  entry.addDigit(digit);
  if (isNew && pad === "few" && !extras.length && Number(entry.typed) * 10 > field.high) entry.next();
}

/** @type {(question: Question) => boolean} */
const numeric = ({ field, pad }) => field.kind === "number" && pad !== "types";

/** @type {(entry: Entry) => void} */
function eraseDigit(entry) {
  const { question, typed, row } = entry;
  const { [question.field.key]: value = "" } = question.player ? entry.partsOf(question.player) : row;
  if (numeric(question)) entry.type((typed ?? `${value}`).replace(/\.5$|.$/, ""));
}

/** @type {(entry: Entry, letter: string) => void} */
function typeLetter(entry, letter) {
  const question = entry.question;
  if (question.pad === "sides") entry.specialPads?.typeMark(entry, question, letter);
  if (question.pad !== "choice") return;
  const sought = `${entry.letters}${letter}`;
  const found = question.field.choices.map(([value]) => `${value}`).filter((value) => value.startsWith(sought));
  entry.letters = found.length > 1 ? sought : "";
  if (found.length === 1) entry.answer(question, found[0]);
}

/** @type {(entry: Entry, question: Question, place: number) => void} */
function typeName(entry, question, place) {
  const name = entry.players[place - 1];
  if (name) entry.answer(question, name);
}

/** @type {(entry: Entry) => void} */
function typeMinus(entry) {
  const { question, typed, description } = entry;
  if (numeric(question) && question.field.low < 0 && (typed || !description.dash)) entry.turnSign();
  else typeDash(entry);
}

/** @type {(entry: Entry) => void} */
function typeHalf(entry) {
  if (numeric(entry.question) && entry.question.field.halves) entry.turnHalf();
}

/**
 * For the player whose turn it is to be written; at the start, the first.
 * @type {(entry: Entry) => void}
 */
function typeDash(entry) {
  if (entry.question.player || goToNumber(entry)) entry.out(entry.question.player);
}

/** @type {(entry: Entry) => void} */
function typeAbsent(entry) {
  if (entry.question.player || goToNumber(entry)) entry.absent(entry.question.player);
}

/** @type {(entry: Entry) => boolean} */
function goToNumber(entry) {
  const first = entry.listQuestions().find((question) => question.player && numeric(question) && !question.answered);
  if (first) entry.goTo(first.id);
  return !!first;
}

/** @type {(entry: Entry, event: KeyboardEvent) => void} */
export function pressKey(entry, event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !entry.number) return;
  const { target, key } = event;
  if (!(target instanceof Element)) return;
  const inside = entry.root.contains(target);
  if (target.matches("input, textarea, select, summary") || (!inside && target !== document.body)) return;
  if (entry.saving) {
    event.preventDefault();
    holdKey(entry, key);
    return;
  }
  const onButton = target.matches("button, a");
  const press = actions(entry, key, onButton, inside);
  if (!press) return;
  event.preventDefault();
  press();
}

/**
 * A key for the game that comes; an Enter too many after the last game is none.
 * @type {(entry: Entry, key: string) => void}
 */
function holdKey(entry, key) {
  if (key === "Enter" && !pressedMeanwhile) return;
  pressedMeanwhile += 1;
  entry.saving?.then(() => {
    pressedMeanwhile -= 1;
    actions(entry, key, false, true)?.();
  });
}

/**
 * The number that is typed next is what this side has beside its points; or is not, after all.
 * @type {(entry: Entry) => void}
 */
function typeBeside(entry) {
  if (entry.question.pad !== "sides") return;
  entry.aside.adding = !entry.aside.adding;
  entry.typed = null;
  entry.draw();
}

/** @type {(entry: Entry, key: string, inside: boolean) => (() => void) | null} */
function pressArrow(entry, key, inside) {
  const { question, specialPads } = entry;
  const side = key === "ArrowRight" ? 1 : 0;
  if (specialPads && question.pad === "sides" && question.field.side !== side) return () => specialPads.countFor(entry, question, side);
  return inside ? () => entry.move(side || -1) : null;
}

/** @type {(entry: Entry, key: string, onButton: boolean, inside: boolean) => (() => void) | null} */
function actions(entry, key, onButton, inside) {
  if (/^\d$/.test(key)) return () => typeDigit(entry, key);
  if (key === "-") return () => typeMinus(entry);
  if (key === "," || key === ".") return () => typeHalf(entry);
  if (key === "x" || key === "X") return () => typeAbsent(entry);
  if (key === "Backspace") return () => eraseDigit(entry);
  if (key === "Enter" && !onButton) return () => entry.enter();
  if (key === "+") return () => typeBeside(entry);
  if (key === "ArrowRight" || key === "ArrowLeft") return pressArrow(entry, key, inside);
  if (/^[a-z]$/i.test(key)) return () => typeLetter(entry, key.toUpperCase());
  return null;
}
