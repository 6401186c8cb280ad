// A round of which only the totals are written down. The twin of totals.py.

import { figure, isObject, sum } from "./game.js";
import { PartnerGame } from "./partners.js";

/**
 * @import {Deal} from "./deal.js"
 * @typedef {Record<string, number>} Written
 */

const NOT_TOGETHER = 38;
const NO_MULTIPLE = 39;
const PARTNERS_DIFFER = 40;
const TOO_OFTEN = 61;
const LITTLE_ROEM = 62;

export default class Totals extends PartnerGame {
  /**
   * @param {Description} description
   * @param {Partial<Options>} options
   */
  constructor(description, options) {
    super(description, options);
    this.round = this.games;
    this.games = 1;
  }

  // Of each side whose totals were entered, who has them and its figures.
  /** @type {(deal: Deal) => [string, Written][]} */
  written({ players, cells }) {
    return this.listSides(players).flatMap((side) => {
      const name = side.find((one) => cells.has(one));
      if (name === undefined) return [];
      const cell = cells.get(name);
      return [[name, /** @type {Written} */ (isObject(cell) ? cell : { points: cell })]];
    });
  }

  /** @type {PartnerGame["lacksAny"]} */
  lacksAny(deal) {
    const written = this.written(deal);
    const needed = this.entry.filter(({ if_passed = null }) => if_passed === null);
    const lacks = written.some(([, figures]) => needed.some(({ key }) => figures[key] === undefined));
    return lacks || written.length < this.listSides(deal.players).length;
  }

  /** @type {PartnerGame["check"]} */
  check(deal) {
    const { players, absent } = deal;
    const { once_a_game, brings } = this.values;
    this.refuseTwoScores(deal, PARTNERS_DIFFER);
    const written = this.written(deal);
    for (const keys of this.round ? once_a_game : []) {
      const count = sum(written.flatMap(([, figures]) => keys.map((/** @type {string} */ key) => figures[key] ?? 0)));
      const what = this.entry.filter(({ key }) => keys.includes(key)).map(({ label }) => label).join(", ");
      if (count > (this.round ?? count)) deal.refuse(TOO_OFTEN, null, { what, count, games: this.round });
    }
    for (const [name, figures] of written) {
      const least = sum(Object.entries(brings).map(([key, roem]) => (figures[key] ?? 0) * Number(roem)));
      if ((figures.roem ?? least) < least) deal.refuse(LITTLE_ROEM, name, { roem: figures.roem, least });
    }
    const points = written.map(([, figures]) => figures.points).filter((one) => one !== undefined);
    if (points.length === this.listSides(players).length && !absent.length) this.checkTogether(deal, sum(points));
  }

  /** @type {(deal: Deal, points: number) => void} */
  checkTogether(deal, points) {
    const { each, multiple } = this.values;
    const step = each || multiple;
    if (each === 0 || (each && this.round)) {
      const right = each * (this.round ?? 1);
      const together = each ? `${figure(right)} = ${this.round} × ${figure(each)}` : "0";
      if (points !== right) deal.refuse(NOT_TOGETHER, null, { points: figure(points), together });
    } else if (step && points % step) deal.refuse(NO_MULTIPLE, null, { points: figure(points), each: figure(step) });
  }

  checkFull() {}

  /** @type {PartnerGame["score"]} */
  score(deal) {
    /** @type {[string, string][]} */
    const counted = Object.entries(this.values.counted);
    const sides = this.listSides(deal.players);
    const written = this.written(deal);
    for (const player of deal.players) {
      const side = sides.find((names) => names.includes(player)) ?? [];
      const figures = written.find(([name]) => side.includes(name))?.[1] ?? {};
      const inside = counted.filter(([, kind]) => this.marks?.[kind].in_score).map(([key]) => figures[key]);
      deal.scores.set(player, sum([figures.points, ...inside]));
      for (const [key, kind] of counted) deal.marks.push([kind, player, figures[key] ?? 0]);
    }
  }

  /** @type {PartnerGame["settlement"]} */
  settlement({ players, totals }) {
    const everybody = sum(totals.values());
    return new Map(this.values.settles ? players.map((name) => [name, players.length * totals.get(name) - everybody]) : []);
  }

  /** @type {PartnerGame["tieOrder"]} */
  tieOrder() {
    return [];
  }
}
