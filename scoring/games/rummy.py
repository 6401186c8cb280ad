"""With tiles, for two (source S003 in tests/rule_texts.md)."""

from collections.abc import Mapping

from scoring.games.core.game import FAR, Game
from scoring.games.core.meld_options import MeldRules
from scoring.games.core.options import halves, one_of, whole_number
from scoring.games.core.sheet_state import Deal, Play
from scoring.games.core.tiles import FACE, JOKER_VALUES, PACK, TileGame
from scoring.games.jokeren import LOWEST_WINS, OUT
from scoring.toolkit.figures import simplify
from scoring.toolkit.texts import Paragraph, _

MOST_TILES_A_TURN = 12  # S003


class Rummy(TileGame):
    key = "rummy"
    name = _("Rummy")
    letter = "R"
    seats = (2, 2)
    bounds = (0, FAR)
    options = {
        **Game.options,
        "joker_value": one_of(25, JOKER_VALUES, _("A joker left counts")),
        "first_meld": whole_number(30, 0, 100, _("Points needed for the first meld")),
        "win_points": halves(1, 100, _("Match points for a game won")),
        "draw_points": halves(0.5, 100, _("Match points for a drawn game")),
    }
    rules = (
        Paragraph(
            _(
                "Two players get eighteen tiles each from 106: 1 to 13 in four colours, twice,"
                " and two jokers."
            )
        ),
        Paragraph(
            _(
                "A set is three or four tiles of one number in different colours. A run is three or"
                " more tiles of one colour in sequence. A joker stands for any tile."
            )
        ),
        Paragraph(
            _(
                "Your first melds make at least %(least)s, all from your own tiles and"
                " without counting jokers. As long as you can't lay that, you pass and draw a tile."
            ),
            lambda game: game.first_meld > 0,
        ),
        Paragraph(
            _("As long as you can't lay, you pass and draw a tile."),
            lambda game: game.first_meld == 0,
        ),
        Paragraph(
            _(
                "From the turn after your first melds you may lay off on the table and rearrange"
                " melds. Of a meld you use all tiles, or so many that at least three stay. Every"
                " tile that lay on the table ends up in a meld there, none in your hand. A joker"
                " on the table may stand for another tile, without being replaced. You lay at most"
                " twelve tiles a turn."
            )
        ),
        Paragraph(
            _(
                "Whoever lays the last tile wins the game. It also ends at once when the last tile"
                " is drawn: then whoever has most points left loses, and equal is a draw."
            ),
            counts=True,
        ),
        Paragraph(
            _("A joker left counts %(joker_value)s, the other tiles what they show."), counts=True
        ),
        Paragraph(
            _(
                "Match points for a game won: %(win_points)s; for a draw: %(draw_points)s. Match"
                " points decide; when they are equal, the fewest points left."
            ),
            lambda game: game.dash,
        ),
        Paragraph(LOWEST_WINS, lambda game: not game.dash),
    )
    examples = (
        {"end": "out", "entries": {"Ans": "-", "Bob": 34}},
        {"end": "pool", "entries": {"Ans": 12, "Bob": 7}},
    )
    win_points: float
    draw_points: float

    def laying(self) -> MeldRules:
        return MeldRules(PACK, False, "any", FACE, False, MOST_TILES_A_TURN)

    def score(self, deal: Deal, play: Play) -> None:
        left = self.racks(deal)
        least, most = sorted(left.values())
        winners = [] if least == most else [name for name in left if left[name] == least]
        deal.scores = {**left}
        for name, cell in deal.cells.items():
            deal.explain[name] = OUT if cell == "-" else self.explain_rack(cell)
        deal.won = winners
        if winners:
            deal.match_points = {name: self.win_points if name in winners else 0 for name in left}
        else:
            deal.match_points = dict.fromkeys(left, self.draw_points)

    def figures(self, play: Play) -> Mapping[str, float]:
        return self.match_points(play)

    def match_points(self, play: Play) -> dict[str, float]:
        return {name: simplify(won) for name, won in play.match_points.items()}

    def main_order(self, play: Play, player: str) -> tuple[float, ...]:
        return (-play.match_points[player], play.totals[player])
