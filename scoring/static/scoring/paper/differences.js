/** Beside the grid: where paper and games differ, where that may come from, and that the paper is signed. */

import { drawn, find, findTarget, make } from "../phone/dom.js";
import { AND, openVerdicts } from "../phone/grid.js";
import { say } from "../phone/words.js";

/** @type {Record<number, (problem: Problem) => string>} */
const PARTS = { 18: () => "dashes", 19: ({ game }) => `subtotals ${game}`, 20: () => "totals", 37: ({ params }) => `apart ${params?.kind}` };

const TOO_SOON = 600; // ms after the focus came by itself, in which an Enter belongs to the last cell

/**
 * @typedef {{game: number, player: string | null, other: string | null, part: string, words: string}} Suspect where a
 *   typing error may be: the key of a column, or "" for a whole cell or game
 * @typedef {{id: string, words: string}} Difference
 * @typedef {ReturnType<typeof import("../phone/grid.js").places>[number]} Place
 * @typedef {{
 *   view: SheetView, result: Result, lacks: Column[], typed: number, isFilled: boolean, drafts: number[], entered: number,
 *   problems: WordedProblem[], places: Place[], reach: string, sums: Column[], desk: import("./desk.js").Desk,
 * }} Now
 */

export class Beside {
  /** @type {number | null} */ #asked = null; // of which state it was asked where to look
  /** @type {{sequence: number, suspects: Suspect[]} | null} */ #found = null;
  /** @type {HTMLElement | null} */ #ended = null; // the last cell, while it waits for what comes next
  #came = 0; // when the focus came from there
  agrees = false; // the totals on the paper are there, and are what the games come to
  #signs = false; // here, and it goes on to the next form of the pile then
  /** @type {Now} */ now;

  /**
   * @param {string} look
   * @param {(entry: Message) => void} give
   * @param {(id: string) => void} to
   */
  constructor(look, give, to) {
    this.look = look;
    this.give = give;
    this.to = to;
    this.differences = find("#differences");
    this.signing = find("#signing");
    this.differences.addEventListener("click", (event) => {
      const link = findTarget(event, "a");
      if (!(link instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      this.to(link.hash.slice(1));
    });
    find(".beside").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.repeat || event.timeStamp - this.#came < TOO_SOON)) event.preventDefault();
    });
    this.signing.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!(event.submitter instanceof HTMLButtonElement)) return;
      const { name, value } = event.submitter;
      if (name === "games") this.give({ do: "games", games: Number(value) });
      else this.give({ do: "approve", player: null, on_paper: true, digest: value });
      this.#signs = name !== "games";
    });
  }

  /** @param {HTMLElement | null} input */
  end(input) {
    this.#ended = input;
  }

  /**
   * To what comes after the last cell, unless somebody went on from there.
   * @param {Suspect[] | null} suspects
   */
  #goOn(suspects) {
    if (!this.#ended || this.#ended !== document.activeElement) return;
    const toMend = suspects ? find(".suspects a", this.differences) ?? find("a", this.differences) : null;
    const next = find(".main", this.signing) ?? toMend ?? (this.now.lacks.length ? find("#to") : null);
    if (!next) return;
    this.#ended = null;
    this.#came = performance.now();
    find("td.suspect", this.now.desk.table)?.scrollIntoView({ block: "nearest" });
    next.focus();
  }

  /** @param {Now} now */
  draw(now) {
    this.now = now;
    this.#signs &&= !now.view.refused.length;
    const differ = now.problems.flatMap((problem) => {
      const key = PARTS[Number(problem.code.slice(1))]?.(problem);
      const column = now.sums.find((sum) => sum.key === key && sum.player === problem.player);
      return column ? [{ id: `g0-${column.name}`, words: problem.message }] : [];
    });
    this.#ask(differ);
    const suspects = differ.length && this.#found?.sequence === now.view.sequence ? this.#found.suspects : null;
    this.#differ(differ, suspects);
    this.#soFar();
    this.#sign(differ);
    const isBegun = now.sums.some(({ key, name }) => key === "totals" && now.desk.input(0, name).value.trim());
    const lacks = this.signing.hidden || !isBegun ? [] : now.lacks.map(({ name }) => `g0-${name}`);
    now.desk.suspect(suspects && !now.drafts.length ? suspects.flatMap((suspect) => this.#cellsOf(suspect)) : lacks);
    this.#goOn(suspects);
  }

  /**
   * The site knows where to look, as soon as it has everything.
   * @param {Difference[]} differ
   */
  async #ask(differ) {
    const { view, drafts } = this.now;
    if (!differ.length || view.unsent.length || drafts.length || this.#asked === view.sequence) return;
    this.#asked = view.sequence;
    try {
      const reply = await fetch(this.look, { cache: "no-store" });
      if (reply.ok) this.#found = await reply.json();
    } catch {
      this.#asked = null;
    }
    this.draw(this.now);
  }

  /** @type {(differ: Difference[], suspects: Suspect[] | null) => void} */
  #differ(differ, suspects) {
    const { isFilled, lacks, typed, result } = this.now;
    this.agrees = !differ.length && !lacks.length && typed > 0;
    if (!differ.length) {
      put(this.differences, ...(isFilled && typed > 0 && result.rows.some(({ scores }) => scores) && !this.#isWrong() ? [make("p", { class: "agrees" }, [drawn("dash"), say("agrees_with_paper")])] : []));
      return;
    }
    /** @type {(id: string, words: string) => HTMLElement} */
    const link = (id, words) => make("li", {}, make("a", { href: `#${id}` }, words));
    put(this.differences,
      make("h2", {}, say("differs")),
      make("ul", { class: "differs" }, differ.map(({ id, words }) => link(id, words))),
      ...this.#where(suspects, link),
      make("p", { class: "quiet" }, say("paper_wrong")));
  }

  #soFar() {
    const { places } = this.now;
    /** @param {Place} place */
    const line = ({ rank, name, total, leads }) => make("li", { class: leads && "leads" },
      make("span", {}, rank), make("span", { translate: "no" }, name), make("b", {}, total));
    put(find("#so-far"), ...(places.length ? [make("h2", {}, say("so_far")), make("ol", { class: "places" }, places.map(line))] : []));
  }

  /** @type {(suspects: Suspect[] | null, link: (id: string, words: string) => HTMLElement) => HTMLElement[]} */
  #where(suspects, link) {
    const { reach, drafts, view } = this.now;
    if (!suspects && reach === "lost") return [make("p", { class: "quiet" }, say("look_later"))];
    if (!suspects) return drafts.length || this.#asked !== view.sequence ? [] : [make("p", { class: "quiet" }, say("looking"))];
    if (!suspects.length) return [make("p", {}, say("no_idea"))];
    return [
      make("h3", {}, say("look_first")),
      make("ol", { class: "suspects" }, suspects.map((suspect) => link(this.#cellsOf(suspect)[0], suspect.words))),
    ];
  }

  /** @param {Suspect} suspect */
  #cellsOf(suspect) {
    const { sums, desk } = this.now;
    return cellsOf(suspect, suspect.game ? desk.columns : sums);
  }

  /** Whether anything is not kept yet, was not taken or can't be. */
  #isWrong() {
    const { view, drafts, result } = this.now;
    return !!(drafts.length || view.refused.length) || result.problems.some(({ severity }) => severity === "error");
  }

  /** @param {Difference[]} differ */
  #sign(differ) {
    const { view, result, entered, typed, lacks } = this.now;
    const wrong = differ.length || this.#isWrong();
    const whole = result.rows.slice(0, entered).every(({ running }) => running);
    const ready = !wrong && !view.closed && whole && entered > 0 && (result.complete || typed > 0);
    this.signing.hidden = !ready && (!view.approved || this.#isWrong());
    if (this.signing.hidden) return put(this.signing);
    /** @type {(words: string, name: string, value: string | number | null, classes: string) => HTMLElement} */
    const form = (words, name, value, classes) =>
      make("form", { method: "post" }, make("button", { class: classes, name, value }, words));
    if (view.approved) {
      const { next } = this.signing.dataset; // a form of a night has its pile
      put(this.signing, make("h2", {}, [drawn("approved"), " ", say("approved")]),
        next ? make("p", {}, make("a", { class: "button", href: next }, say("next_form"))) : "");
      if (this.#signs) find("#next")?.click();
      return;
    }
    const open = openVerdicts(result).length;
    const note = view.conflicts.length ? "first_choose" : open ? "verdict_open" : view.changed ? "first_send" : null;
    if (!result.complete) {
      return put(this.signing, make("p", {}, say("fewer_games", { count: entered })), form(say("those_are_all", { count: entered }), "games", entered, "button"));
    }
    // Signed is what was read from the paper: its totals are part of it.
    const names = lacks.map(({ player, partners }) => [player, ...partners].join(AND)).join(", ");
    if (names) return put(this.signing, make("p", { class: "note" }, say("fill_in_too", { what: `${lacks[0].label}: ${names}` })));
    return put(this.signing, make("h2", {}, say("all_typed_in")),
      note ? make("p", { class: "note" }, say(note)) : view.approval === "two" ? make("p", {}, make("a", { class: "button", href: "../second/" }, say("second_list"))) : form(say("signed"), "on_paper", view.digest, "main"));
  }
}

/**
 * The cells in which an error may be: those of this part, or all of the players or of the line.
 * @type {(suspect: Suspect, columns: Column[]) => string[]}
 */
export function cellsOf({ game, player, other, part }, columns) {
  const named = [player, other].filter(Boolean);
  const mine = named.length ? columns.filter((column) => [column.player, ...column.partners].some((name) => named.includes(name))) : columns;
  /** @param {Column} column */
  const isOfPart = ({ key }) => key === part;
  const found = [mine.filter(isOfPart), columns.filter((column) => !column.player && isOfPart(column)), mine];
  return (found.find(({ length }) => length) ?? []).map(({ name }) => `g${game}-${name}`);
}

/**
 * Only what changed is put in anew; whoever stands on a link or the button with the keyboard stays there.
 * @type {(box: HTMLElement, ...children: (Child | Child[])[]) => void}
 */
function put(box, ...children) {
  const fresh = make("div", {}, ...children);
  if (box.dataset.drawn === fresh.innerHTML) return;
  box.dataset.drawn = fresh.innerHTML;
  const here = box.contains(document.activeElement) ? document.activeElement : null, href = here?.getAttribute("href");
  box.replaceChildren(...fresh.childNodes);
  if (here) find(href ? `[href="${href}"]` : ".main", box)?.focus();
}
