"""A game of the club's own: points that are written down, added up and compared, without rules."""

from collections.abc import Mapping

from scoring.games.core.fields import Field
from scoring.games.core.game import TWO_OUT, Examples, Game
from scoring.games.core.options import EACH, TOTALS, Wrong, one_of, whole_number, yes_or_no
from scoring.games.core.sheet_state import Deal, Play
from scoring.toolkit.figures import format_points
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, _

MOST = 9999
DASH = "-"
GAME, ROUND = "game", "round"
NOT_TOGETHER = ProblemCode(
    41, _("%(points)s points together do not make %(together)s: add them up again.")
)
PARTNERS_DIFFER = ProblemCode(
    42, _("%(name)s and %(partner)s have one score, and here are two: enter one of them.")
)

TOTALS_ALREADY = ProblemCode(
    43, _("points that are written down once for the whole round are its totals: choose each game.")
)


def _is_each(game: Game) -> bool:
    return game.value("per") == GAME and game.entry == EACH


class Punten(Game):
    key = "punten"
    name = _("Own game")
    letter = "P"
    settled_by_club = True
    seats = (2, 6)
    lowest_wins = False
    dash = False
    options = {
        **Game.options,
        "per": one_of(
            GAME,
            {GAME: _("after each game"), ROUND: _("once, for the whole round")},
            _("Points are written down"),
        ),
        "lowest_wins": yes_or_no(False, _("The lowest total wins")),
        "sides": yes_or_no(False, _("Four play as two pairs, who sit across from each other")),
        "least": whole_number(-MOST, -MOST, MOST, _("The fewest points for a game")),
        "most": whole_number(MOST, -MOST, MOST, _("The most points for a game")),
        "halves": yes_or_no(False, _("Half points are possible")),
        "control": whole_number(
            None,
            -MOST,
            MOST,
            _("What the points of a game come to together, each pair counted once"),
            none=True,
            empty=_("Empty: they come to anything."),
        ),
        "dash": yes_or_no(False, _("One player goes out and gets a dash, worth 0")),
        "dealer": yes_or_no(True, _("Somebody deals")),
    }
    rules = (
        Paragraph(
            _("Everybody's points are written down after each game."),
            lambda game: _is_each(game) and not game.sides,
            counts=True,
        ),
        Paragraph(
            _("The points of both pairs are written down after each game."),
            lambda game: _is_each(game) and game.sides,
            counts=True,
        ),
        Paragraph(
            _("Everybody's points are written down once, for the whole round."),
            lambda game: game.per == ROUND and not game.sides,
            counts=True,
        ),
        Paragraph(
            _("The points of both pairs are written down once, for the whole round."),
            lambda game: game.per == ROUND and game.sides,
            counts=True,
        ),
        Paragraph(
            _("Points go from %(least)s to %(most)s."),
            lambda game: game.least > -MOST or game.most < MOST,
            counts=True,
        ),
        Paragraph(_("Half points are possible."), lambda game: game.halves, counts=True),
        Paragraph(
            _("Together they come to %(control)s."),
            lambda game: game.entry == EACH and game.control is not None,
            counts=True,
        ),
        Paragraph(
            _("Whoever is out gets a dash, which counts as 0."), lambda game: game.dash, counts=True
        ),
        Paragraph(_("The lowest total wins."), lambda game: game.lowest_wins),
        Paragraph(_("The highest total wins."), lambda game: not game.lowest_wins),
    )
    examples: Examples = ({"entries": {"Ans": 12, "Bob": 5, "Cor": 8}},)
    per: str
    sides: bool
    least: int
    most: int
    halves: bool
    control: int | None
    dealer: bool

    def set_up(self) -> None:
        self.has_dealer, self.adds_to = self.dealer, self.control
        self.partners = self.all_play = self.sides
        self.least, self.most = sorted((self.least, self.most))
        if self.sides:
            self.seats = (4, 4)
        self.bounds = self.least, self.most
        if self.per == ROUND:
            self.most_games = 1
        self.short = Field(
            "points", "number", _("points"), self.least, self.most, halves=self.halves
        )
        if self.control is not None or self.least > 0 or self.most < 12:
            self.examples = ()  # what is possible is the club's own affair
        elif self.sides or self.dash:
            best = DASH if self.dash else 12
            third = {"Cor": best, "Dik": 5} if self.sides else {"Cor": 8}
            self.examples = ({"entries": {"Ans": best, "Bob": 5, **third}},)

    @classmethod
    def find_clashes(cls, options: Mapping[str, object]) -> list[Wrong]:
        if options.get("per") == ROUND and options.get("entry") == TOTALS:
            return [(TOTALS_ALREADY, {"option": "entry"})]
        return []

    def does_nothing(self, key: str) -> bool:
        return key == "games" and self.per == ROUND

    def lacks_any(self, deal: Deal) -> bool:
        return any(deal.cells.keys().isdisjoint(side) for side in self.list_sides(deal.players))

    def check(self, deal: Deal) -> None:
        sides = self.list_sides(deal.players)
        self.refuse_two_scores(deal, PARTNERS_DIFFER)
        out = [side for side in sides if not {*side}.isdisjoint(deal.out)]
        if len(out) > 1 and self.per == GAME:
            names = " + ".join(name for side in out for name in side if name in deal.out)
            deal.refuse(TWO_OUT, out[1][0], names=names)

    def check_full(self, deal: Deal, play: Play) -> None:
        if self.per == GAME:
            super().check_full(deal, play)
        points = self._read_points(deal)
        together = sum(points[side[0]] for side in self.list_sides(deal.players))
        if self.control is not None and together != self.control:
            right = format_points(self.control)
            deal.refuse(NOT_TOGETHER, points=format_points(together), together=right)

    def score(self, deal: Deal, play: Play) -> None:
        deal.scores = self._read_points(deal)
        deal.explain = {name: format_points(points) for name, points in deal.scores.items()}
        sides = self.list_sides(deal.players)
        out = [name for side in sides if not {*side}.isdisjoint(deal.out) for name in side]
        deal.won = out or self.best_alone(deal)

    def _read_points(self, deal: Deal) -> dict[str, float]:
        points: dict[str, float] = {}
        for side in self.list_sides(deal.players):
            cell = next(deal.cells[name] for name in side if name in deal.cells)
            points |= dict.fromkeys(side, 0 if cell == DASH else cell)
        return {name: points[name] for name in deal.players}
