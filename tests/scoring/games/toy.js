// Hoogste kaart on the phone: the twin of the game in one file.

import { Game, isObject } from "./game.js";

const ALL_LOW = 41;

const cardOf = (cell) => (isObject(cell) ? cell.card : cell);

export default class HoogsteKaart extends Game {
  lacks(deal, entry) {
    return !("card" in entry);
  }

  checkFull(deal, play) {
    if (![...deal.cells.values()].some(cardOf)) deal.refuse(ALL_LOW);
  }

  score(deal, play) {
    for (const [player, cell] of deal.cells) deal.scores.set(player, cardOf(cell));
    const highest = Math.max(...deal.scores.values());
    deal.won = deal.players.filter((player) => deal.scores.get(player) === highest);
  }

  after(play) {
    play.ended = Math.max(...play.totals.values()) >= this.options.goal;
  }
}
