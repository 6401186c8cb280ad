/** The grid on the page: its lines and cells, in place of the figures that the server wrote to be read without scripts. */

import { figure, own, sidesOf } from "../games/game.js";
import { all, drawn, find, make, spoken } from "../phone/dom.js";
import { AND } from "../phone/grid.js";
import { say } from "../phone/words.js";
import { AWAY, OUT } from "./notation.js";

/** @typedef {{id: string, side: string[], wide: number}} Head the heading of one player or of two partners */

const LONG = 8; // characters: more are written smaller
const OPEN_END = 8; // so many lines at first if the number of games is not fixed

export class Desk {
  /**
   * @param {HTMLElement} root
   * @param {Pick<PaperData, "description" | "columns" | "sums" | "names" | "state">} given
   */
  constructor(root, { description, columns, sums, names = {}, state: { data: { players, games }, sat = {} } }) {
    this.root = root;
    this.columns = columns;
    this.isTotals = !!description.totals_only;
    this.players = players;
    const ofPlayers = columns.filter(({ player }) => player);
    this.parts = ofPlayers.length > new Set(ofPlayers.map(({ player }) => player)).size ? ofPlayers : [];
    /** @type {Head[]} */
    this.heads = sidesOf(description.partners, players).map((side, index) => ({
      id: `head-p${index + 1}`, side, wide: Math.max(ofPlayers.filter(({ player }) => player === side[0]).length, side.length),
    }));
    this.wide = this.heads.reduce((sum, { wide }) => sum + wide, 0);
    this.beyond = this.isTotals ? 0 : Math.max(1, this.wide + 1 - columns.length); // the cells of a game: why it was not played
    this.beyondOwn = columns.length + this.beyond - this.wide;
    /** @type {HTMLTableElement} */
    this.table = find("table", root);
    this.table.className = "typed";
    this.table.setAttribute("role", "grid");
    const last = Math.max(description.games ?? Math.max(OPEN_END, games.length + 2), games.length);
    this.own = this.#ownLines(sums, ofPlayers.length > 0, names, sat);
    this.table.replaceChildren(
      this.#head(ofPlayers.length > 0, names, sat),
      ...Array.from({ length: last }, (_, index) => this.#line(index + 1)),
      this.own,
    );
  }

  /** @type {(hasNames: boolean, names: Record<string, string[]>, sat: Record<string, string>) => HTMLElement} */
  #head(hasNames, names, sat) {
    const rows = this.parts.length ? 2 : null;
    const once = this.columns.filter(({ player }) => !player);
    return make("thead", { role: "rowgroup" }, [
      make("tr", { role: "row", class: "names" }, [
        make("th", { scope: "col", role: "columnheader" }, this.isTotals ? spoken(say("game_column")) : say("game_column")),
        ...(hasNames ? this.#names(names, sat) : []),
        ...once.map(({ name, label }) => heading({ id: `head-${name}`, rowspan: rows, class: "apart" }, label)),
        this.isTotals ? null : heading({ id: "head-void", colspan: this.beyond, rowspan: rows, class: "apart reason" }, say("void_column")),
      ]),
      rows ? make("tr", { role: "row", class: "parts" }, [make("td", { role: "gridcell" }), ...this.parts.map(({ name, label }) => heading({ id: `head-${name}` }, label))]) : null,
    ]);
  }

  /** @type {(names: Record<string, string[]>, sat: Record<string, string>) => HTMLElement[]} */
  #names(names, sat) {
    return this.heads.map(({ id, side, wide }) => make("th", { role: "columnheader", scope: wide > 1 ? "colgroup" : "col", colspan: wide > 1 && wide, id },
      side.flatMap((name) => [
        make("div", { translate: "no" }, (own(names, name) ?? name.split(" ")).flatMap((word) => [make("span", {}, word), " "])),
        own(sat, name) ? make("small", {}, sat[name]) : null,
      ])));
  }

  /** @type {(number: number) => HTMLElement} */
  #line(number) {
    const head = make("th", { scope: "row", role: "rowheader" }, [
      make("span", { class: "number", id: `g${number}` }, this.isTotals ? say("game_column") : [spoken(`${say("game_column")} `), `${number}`]),
      make("span", { class: "spot" }),
    ]);
    const cells = this.columns.map((column) => this.#cell(number, column));
    const caption = say("void_column");
    const reason = this.isTotals ? null : gridcell({ class: "reason", colspan: this.beyond, "data-label": caption }, Object.assign(input(number, "void", `g${number} head-void`, 12), { tabIndex: -1 }));
    return make("tbody", { "data-game": number, role: "rowgroup" }, [make("tr", { role: "row" }, [head, ...cells, reason]), this.#said(number)]);
  }

  /** @type {(number: number, column: Column) => HTMLElement} */
  #cell(number, column) {
    const { name, player, partners, label, words } = column;
    const head = player ? `head-p${this.players.indexOf(player) + 1}` : `head-${name}`;
    const isPart = this.parts.includes(column);
    const longest = Math.max(0, ...words.map(([word]) => word.length));
    const size = player || longest < 6 ? 4 : longest < 17 ? 12 : 20;
    const captions = [...(player ? [[player, ...partners].join(AND)] : []), ...(isPart || !player ? [label] : [])];
    return gridcell({ class: player ? "" : "shared", "data-label": captions.join(": ") }, input(number, name, `g${number} ${head}${isPart ? ` head-${name}` : ""}`, size));
  }

  /** @type {(sums: Column[], hasNames: boolean, names: Record<string, string[]>, sat: Record<string, string>) => HTMLElement} */
  #ownLines(sums, hasNames, names, sat) {
    const rest = () => (this.beyondOwn ? gridcell({ class: "rest", colspan: this.beyondOwn }) : null);
    const lines = [...new Set(sums.map(({ key }) => key))].map((key) => {
      const mine = sums.filter((column) => column.key === key);
      const id = `g0-${key.replaceAll(" ", "-")}`;
      const cells = mine.map(({ name, player, partners }, index) => {
        const { id: head, wide } = this.heads[index];
        return gridcell({ class: "", "data-label": [player, ...partners].join(AND), colspan: wide > 1 && wide }, input(0, name, `${id} ${head}`, 4));
      });
      return make("tr", { role: "row" }, [make("th", { scope: "row", role: "rowheader", id }, mine[0].label), ...cells, rest()]);
    });
    return make("tbody", { class: "own", "data-game": 0, role: "rowgroup" }, [
      lines.length ? make("tr", { role: "row" }, gridcell({ class: "title", colspan: this.#width }, say("paper_itself"))) : null,
      hasNames || !lines.length ? null : make("tr", { role: "row", class: "names" }, [gridcell({}), ...this.#names(names, sat), rest()]),
      ...lines,
      this.#said(0),
    ]);
  }

  get #width() {
    return 1 + this.columns.length + this.beyond;
  }

  /** @type {(number: number) => HTMLElement} */
  #said(number) {
    return make("tr", { role: "row", class: "said", id: `said-${number}`, hidden: true }, gridcell({ colspan: this.#width }));
  }

  get last() {
    return Number(this.own.previousElementSibling?.getAttribute("data-game"));
  }

  /** @type {(number: number) => HTMLElement} */
  line(number) {
    return find(`[data-game="${number}"]`, this.root);
  }

  /** @type {(number: number, name: string) => HTMLInputElement} */
  input(number, name) {
    /** @type {any} */
    const input = document.getElementById(`g${number}-${name}`);
    return input;
  }

  /** @type {(number: number) => HTMLInputElement[]} */
  inputs(number) {
    return all("input", this.line(number));
  }

  /** @type {(input: HTMLInputElement) => {number: number, name: string}} */
  where(input) {
    const [, number, name = ""] = /^(\d+)-(.+)$/.exec(input.name) ?? [];
    return { number: Number(number), name };
  }

  /** @type {(number: number) => Record<string, string>} */
  typed(number) {
    return Object.fromEntries(this.inputs(number).map((input) => [this.where(input).name, input.value]));
  }

  /** @type {(number: number, typed: Record<string, string>) => void} */
  fill(number, typed) {
    for (const input of this.inputs(number)) {
      const text = typed[this.where(input).name] ?? "";
      if (input.value !== text) input.value = text;
      this.sign(input);
    }
  }

  /** @param {HTMLInputElement} input */
  sign(input) {
    const { classList } = around(input);
    classList.toggle("out", input.value === OUT);
    classList.toggle("absent", input.value === AWAY);
    classList.toggle("filled", input.value !== "");
    classList.toggle("long", input.value.length > LONG);
  }

  add() {
    this.own.before(this.#line(this.last + 1));
  }

  /** @type {(number: number, where: string) => void} */
  mark(number, where) {
    const spot = find(".spot", this.line(number));
    if (spot.dataset.where === where) return;
    spot.dataset.where = where;
    spot.replaceChildren(...(where ? [drawn(where), spoken(say(`at_${where}`))] : []));
  }

  /** @type {(number: number, problems: Said[], wrong: Set<string>) => void} */
  tell(number, problems, wrong) {
    const said = find(".said", this.line(number));
    const words = problems.map(({ severity, message }) =>
      make("p", { class: severity === "error" ? "problem" : "note" }, message));
    said.hidden = !words.length;
    said.firstElementChild?.replaceChildren(...words);
    for (const input of this.inputs(number)) {
      const isWrong = wrong.has(this.where(input).name);
      around(input).classList.toggle("wrong", isWrong);
      if (isWrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (isWrong && words.length) input.setAttribute("aria-describedby", said.id);
      else input.removeAttribute("aria-describedby");
    }
  }

  /**
   * What a cell comes to, where that is another number than what is typed in it.
   * @type {(number: number, name: string, points: number | string | null) => void}
   */
  give(number, name, points) {
    const input = this.input(number, name);
    const words = points === null || input.value === `${points}` ? "" : typeof points === "number" ? figure(points) : points;
    const cell = around(input);
    /** @type {HTMLElement | null} */
    let small = find("small", cell);
    if (!words && !small) return;
    small ??= cell.appendChild(make("small", {}));
    small.textContent = words;
  }

  /** @param {string[]} ids */
  suspect(ids) {
    for (const td of all(".suspect", this.table)) td.classList.remove("suspect");
    for (const id of ids) document.getElementById(id)?.parentElement?.classList.add("suspect");
  }
}

/** @type {(input: HTMLInputElement) => HTMLElement} */
const around = (input) => input.parentElement ?? input;

/** @type {(attributes: Attributes, label: string) => HTMLElement} */
const heading = (attributes, label) => make("th", { scope: "col", role: "columnheader", ...attributes }, make("small", {}, label));

/** @type {(attributes: Attributes, inside?: Child) => HTMLElement} */
const gridcell = (attributes, inside = null) => make("td", { role: "gridcell", ...attributes }, inside);

/** @type {(number: number, name: string, labels: string, size: number) => HTMLElement} */
const input = (number, name, labels, size) =>
  make("input", { id: `g${number}-${name}`, name: `${number}-${name}`, "aria-labelledby": labels, size, autocapitalize: "none", spellcheck: "false" });
