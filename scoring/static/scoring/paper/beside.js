/** Beside the grid: where paper and games differ, where that may come from, and that the paper is signed. */

import { drawn, find, make } from "../phone/dom.js";
import { openVerdicts } from "../phone/grid.js";
import { say } from "../phone/words.js";

const PARTS = { 18: () => "dashes", 19: ({ game }) => `subtotals ${game}`, 20: () => "totals" };

export class Beside {
  #asked = null; // of which state it was asked where to look
  #told = null;
  #ended = null; // the last cell, while it waits for what comes next

  constructor(look, give, to) {
    Object.assign(this, { look, give, to });
    this.differences = find("#differences");
    this.signing = find("#signing");
    this.differences.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      this.to(link.hash.slice(1));
    });
    this.signing.addEventListener("submit", (event) => {
      event.preventDefault();
      const { name, value } = event.submitter;
      if (name === "games") this.give({ do: "games", games: Number(value) });
      else this.give({ do: "approve", player: null, on_paper: true, digest: value });
    });
  }

  end(input) {
    this.#ended = input;
  }

  /** To what comes after the last cell, unless somebody went on from there. */
  #goOn(told) {
    if (!this.#ended || this.#ended !== document.activeElement) return;
    // Never on the button itself: an Enter too many would sign.
    const toSign = find("button", this.signing) ? find("h2", this.signing) : null;
    const toMend = told ? find(".suspects a", this.differences) ?? find("a", this.differences) : null;
    const next = toSign ?? toMend ?? (this.now.lacks ? find("#to") : null);
    if (!next) return;
    this.#ended = null;
    next.focus();
  }

  draw(now) {
    this.now = now;
    const differ = now.problems.flatMap((problem) => {
      const key = PARTS[Number(problem.code.slice(1))]?.(problem);
      const column = now.sums.find((one) => one.key === key && one.player === problem.player);
      return column ? [{ id: `g0-${column.name}`, words: problem.message }] : [];
    });
    this.#ask(differ);
    const told = differ.length && this.#told?.sequence === now.view.sequence ? this.#told.suspects : null;
    now.desk.suspect(told && !now.drafts.length ? told.flatMap(({ cells }) => cells) : []);
    this.#differ(differ, told);
    this.#soFar();
    this.#sign(differ);
    this.#goOn(told);
  }

  /** The site knows where to look, as soon as it has everything. */
  async #ask(differ) {
    const { view, drafts } = this.now;
    if (!differ.length || view.unsent.length || drafts.length || this.#asked === view.sequence) return;
    this.#asked = view.sequence;
    try {
      const reply = await fetch(this.look, { cache: "no-store" });
      if (reply.ok) this.#told = await reply.json();
    } catch {
      this.#asked = null;
    }
    this.draw(this.now);
  }

  #differ(differ, told) {
    if (!differ.length) {
      const { typed, sums, result } = this.now;
      const agrees = typed === sums.length && !this.#isWrong() && result.rows.some(({ scores }) => scores);
      put(this.differences, ...(agrees ? [make("p", { class: "agrees" }, [drawn("dash"), say("agrees_with_paper")])] : []));
      return;
    }
    const link = (id, words) => make("li", {}, make("a", { href: `#${id}` }, words));
    put(this.differences,
      make("h2", {}, say("differs")),
      make("ul", { class: "differs" }, differ.map(({ id, words }) => link(id, words))),
      ...this.#where(told, link),
      make("p", { class: "quiet" }, say("paper_wrong")));
  }

  #soFar() {
    const { places } = this.now;
    const line = ({ rank, name, total, leads }) => make("li", { class: leads && "leads" },
      make("span", {}, rank), make("span", { translate: "no" }, name), make("b", {}, total));
    put(find("#so-far"), ...(places.length ? [make("h2", {}, say("so_far")), make("ol", { class: "places" }, places.map(line))] : []));
  }

  #where(told, link) {
    const { reach, drafts, view } = this.now;
    if (!told && reach === "lost") return [make("p", { class: "quiet" }, say("look_later"))];
    if (!told) return drafts.length || this.#asked !== view.sequence ? [] : [make("p", { class: "quiet" }, say("looking"))];
    if (!told.length) return [make("p", {}, say("no_idea"))];
    return [
      make("h3", {}, say("look_first")),
      make("ol", { class: "suspects" }, told.map(({ cells, words }) => link(cells[0], words))),
    ];
  }

  /** Whether anything is not kept yet, was not taken or can't be. */
  #isWrong() {
    const { view, drafts, result } = this.now;
    return !!(drafts.length || view.refused.length) || result.problems.some(({ severity }) => severity === "error");
  }

  #sign(differ) {
    const { view, result, entered, typed, lacks } = this.now;
    const wrong = differ.length || this.#isWrong();
    const whole = result.rows.slice(0, entered).every(({ running }) => running);
    const ready = !wrong && !view.closed && whole && entered > 0 && (result.complete || typed > 0);
    this.signing.hidden = !ready && (!view.approved || this.#isWrong());
    if (this.signing.hidden) return put(this.signing);
    const form = (words, name, value, classes) =>
      make("form", { method: "post" }, make("button", { class: classes, name, value }, words));
    if (view.approved) {
      const isHere = this.signing.contains(document.activeElement);
      const { next } = this.signing.dataset; // a form of a night has its pile
      put(this.signing, make("h2", {}, [drawn("approved"), " ", say("approved")]),
        next ? make("p", {}, make("a", { class: "button", href: next }, say("next_form"))) : "");
      if (isHere) find("#to")?.focus();
      return;
    }
    const open = openVerdicts(result).length;
    const note = view.conflicts.length ? "first_choose" : open ? "verdict_open" : view.changed ? "first_send" : null;
    if (!result.complete) {
      return put(this.signing, make("p", {}, say("fewer_games", { count: entered })), form(say("those_are_all", { count: entered }), "games", entered, "button"));
    }
    // Signed is what was read from the paper: its totals are part of it.
    if (lacks) return put(this.signing, make("p", { class: "note" }, say("not_filled_in", { what: lacks.label })));
    return put(this.signing, make("h2", { tabindex: -1 }, say("all_typed_in")),
      note ? make("p", { class: "note" }, say(note)) : form(say("signed"), "on_paper", view.digest, "main"));
  }
}

/** Only what changed is put in anew; whoever stands on a link with the keyboard stays there. */
function put(box, ...children) {
  const fresh = make("div", {}, ...children);
  if (box.dataset.drawn === fresh.innerHTML) return;
  box.dataset.drawn = fresh.innerHTML;
  const at = box.contains(document.activeElement) && document.activeElement.getAttribute("href");
  box.replaceChildren(...fresh.childNodes);
  if (at) box.querySelector(`[href="${at}"]`)?.focus();
}
