"""Rummy with tiles for two (S003)."""

from collections.abc import Mapping

from scoring.games.base import Game
from scoring.games.jokeren import OUT
from scoring.games.melds.laying import Laying
from scoring.games.options import halves, one_of, whole
from scoring.games.play import Deal, Play
from scoring.games.text import _
from scoring.games.tiles import FACE, JOKER_VALUES, PACK, TileGame

MOST_TILES_A_TURN = 12  # S003


class Rummy(TileGame):
    key = "rummy"
    name = _("Rummy")
    letter = "R"
    seats = (2, 2)
    options = {
        **Game.options,
        "joker_value": one_of(25, JOKER_VALUES, _("A joker left counts")),
        "first_meld": whole(30, 0, 100, _("Points needed for the first meld")),
        "win_points": halves(1, 100, _("Match points for a game won")),
        "draw_points": halves(0.5, 100, _("Match points for a drawn game")),
    }
    rules = (
        _(
            "Two players lay runs (three or more in a row of one colour) and sets (three or four"
            " of a number in different colours) from 106 tiles. The first tiles laid must make"
            " %(first_meld)s points, in which a joker counts nothing; at most twelve tiles"
            " are laid in a turn, and laying off waits for the turn after that."
        ),
        _(
            "Who lays the last tile wins the game. When the last tile is drawn the game ends"
            " as well: fewer points left wins, equal is a draw. A joker left counts"
            " %(joker_value)s, the other tiles what they show."
        ),
        _(
            "A game won gives %(win_points)s match point, a draw %(draw_points)s. Match points"
            " decide; when they are equal, the fewest points left."
        ),
    )
    examples = (
        {"end": "out", "entries": {"Ans": "-", "Bob": 34}},
        {"end": "pool", "entries": {"Ans": 12, "Bob": 7}},
    )
    win_points: float
    draw_points: float

    def laying(self) -> Laying:
        return Laying(PACK, False, "any", FACE, False, MOST_TILES_A_TURN)

    def score(self, deal: Deal, play: Play) -> None:
        left = self.racks(deal)
        least, most = sorted(left.values())
        winners = [] if least == most else [name for name in left if left[name] == least]
        deal.scores = left
        for name, cell in deal.cells.items():
            deal.explain[name] = OUT if cell == "-" else self.explain_rack(cell)
        deal.won = winners
        if winners:
            deal.match_points = {name: self.win_points if name in winners else 0 for name in left}
        else:
            deal.match_points = dict.fromkeys(left, self.draw_points)

    def figures(self, play: Play) -> Mapping[str, float]:
        return self.match_points(play)

    def match_points(self, play: Play) -> Mapping[str, float]:
        """Halves where there are any, else whole numbers."""
        return {
            name: int(won) if won == int(won) else won for name, won in play.match_points.items()
        }

    def main_order(self, play: Play, player: str) -> tuple[float, ...]:
        return (-play.match_points[player], play.totals[player])
