// Rummy with tiles for two. The twin of rummy.py.

import { TileGame } from "./tiles.js";

export default class Rummy extends TileGame {
  score(deal, play) {
    const { win_points, draw_points } = this.options;
    const left = this.racks(deal);
    const least = Math.min(...left.values());
    const lowest = [...left.keys()].filter((name) => left.get(name) === least);
    deal.scores = left;
    deal.won = lowest.length === 1 ? lowest : [];
    for (const name of left.keys()) {
      const won = deal.won.includes(name) ? win_points : 0;
      deal.matchPoints.set(name, deal.won.length ? won : draw_points);
    }
  }

  figures(play) {
    return play.matchPoints;
  }

  matchPoints(play) {
    return play.matchPoints;
  }

  mainOrder(play, player) {
    return [-play.matchPoints.get(player), play.totals.get(player)];
  }
}
