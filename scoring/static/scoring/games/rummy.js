// Rummy with tiles for two. The twin of rummy.py.

import { TileGame } from "./tiles.js";

export default class Rummy extends TileGame {
  /** @type {TileGame["score"]} */
  score(deal, play) {
    const { win_points, draw_points } = this.options;
    const left = this.racks(deal);
    const least = Math.min(...left.values());
    const lowest = [...left.keys()].filter((name) => left.get(name) === least);
    for (const [name, points] of left) deal.scores.set(name, points);
    deal.won = lowest.length === 1 ? lowest : [];
    for (const name of left.keys()) {
      const won = deal.won.includes(name) ? win_points : 0;
      deal.matchPoints.set(name, deal.won.length ? won : draw_points);
    }
  }

  /** @type {TileGame["figures"]} */
  figures(play) {
    return play.matchPoints;
  }

  /** @type {TileGame["matchPoints"]} */
  matchPoints(play) {
    return play.matchPoints;
  }

  /** @type {TileGame["mainOrder"]} */
  mainOrder(play, player) {
    return [-play.matchPoints.get(player), play.totals.get(player)];
  }
}
