"""American: the game ends at a hundred. Dutch: from fifty on, points are subtracted."""

from scoring.games.core.fields import Field
from scoring.games.core.game import Examples, Game
from scoring.games.core.options import one_of, whole_number
from scoring.games.core.sheet_state import Deal, Play
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _

AMERICAN, DUTCH = "american", "dutch"
TOGETHER = {AMERICAN: 26, DUTCH: 15}  # thirteen hearts and 13; eight hearts, 5 and 2
LEADS = {AMERICAN: _("who holds ♣2 leads"), DUTCH: _("who holds ♣7 leads")}
PASSING = (_("3 to the left"), _("3 to the right"), _("3 across"), _("nobody passes cards"))
TARGETS = {AMERICAN: 100, DUTCH: 50}  # where the club sets none
DUTCH_EXAMPLES: Examples = (
    {"entries": {"Ans": 8, "Bob": 4, "Cor": 2, "Dik": 1}},
    {"entries": {"Ans": 0, "Bob": 0, "Cor": 15, "Dik": 0}},
)

NOT_ALL = ProblemCode(
    41, _("%(points)s points together do not make %(together)s: count the tricks again.")
)
TOOK_ALL = ProblemCode(
    42, _("all %(together)s for one player count for the others: enter who took all.")
)
DISAGREES = ProblemCode(
    44, _("%(name)s took all, so this is %(right)s: take it out, or enter everybody's points.")
)


def is_american(game: "Hartenjagen") -> bool:
    return game.variant == AMERICAN


class Hartenjagen(Game):
    key = "hartenjagen"
    name = _("Hartenjagen")
    letter = "G"
    seats = (4, 4)
    dash = False
    has_end = True
    length = Text(_("up to %(goal)s points"), goal=TARGETS[AMERICAN])
    all_play = True
    constants = {"together": TOGETHER, "targets": TARGETS}
    options = {
        **Game.options,
        "variant": one_of(
            AMERICAN, {AMERICAN: _("American"), DUTCH: _("Dutch")}, _("Which game is played")
        ),
        "target": whole_number(
            None,
            20,
            500,
            _(
                "Points that end the game, or turn the Dutch one; with a number of games the"
                " American one does not look at them"
            ),
            none=True,
            empty=_("Empty: 100, or 50 in the Dutch game."),
        ),
    }
    rules = (
        Paragraph(
            _(
                "Everybody gets thirteen of the 52 cards. Three cards are passed to the left, in"
                " the next game to the right, then across, and in the fourth none."
            ),
            is_american,
        ),
        Paragraph(
            _("Everybody gets eight of the 32 cards, seven to ace."),
            lambda game: not is_american(game),
        ),
        Paragraph(_("Whoever holds the two of clubs leads to the first trick."), is_american),
        Paragraph(
            _("Whoever holds the seven of clubs leads to the first trick."),
            lambda game: not is_american(game),
        ),
        Paragraph(
            _(
                "Each heart you take counts 1 and the queen of spades 13, together 26. Whoever"
                " takes all 26 has nothing, and each of the others 26."
            ),
            is_american,
            counts=True,
        ),
        Paragraph(
            _(
                "Each heart you take counts 1, the queen of spades 5 and the jack of clubs 2,"
                " together 15."
            ),
            lambda game: not is_american(game),
            counts=True,
        ),
        Paragraph(
            _("When somebody has 100 or more, the lowest total wins."),
            lambda game: is_american(game) and not (game.games or game.target),
        ),
        Paragraph(
            _("When somebody has %(target)s or more, the lowest total wins."),
            lambda game: is_american(game) and game.target and not game.games,
        ),
        Paragraph(
            _(
                "Points are added until somebody has 50 or more. From the next game on they are"
                " subtracted, and everybody wants them."
            ),
            lambda game: not (is_american(game) or game.target),
        ),
        Paragraph(
            _(
                "Points are added until somebody has %(target)s or more. From the next game on they"
                " are subtracted, and everybody wants them."
            ),
            lambda game: game.target and not is_american(game),
        ),
        Paragraph(
            _(
                "Whoever stands at 0 or below after a game in which they took points wins; of"
                " several the lowest."
            ),
            lambda game: not is_american(game) and game.games is None,
        ),
        Paragraph(_("The lowest total %(after)s wins."), lambda game: game.games is not None),
    )
    examples: Examples = ({"entries": {"Ans": 13, "Bob": 5, "Cor": 8, "Dik": 0}}, {"moon": "Bob"})
    goal: int
    variant: str
    target: int | None

    def set_up(self) -> None:
        self.goal, self.together = self.target or TARGETS[self.variant], TOGETHER[self.variant]
        points = Field("points", "number", _("points"), 0, self.together)
        self.leads, self.multiple = LEADS[self.variant], self.together
        self.bounds = (0, self.together) if is_american(self) else (-self.together, self.together)
        if is_american(self):
            self.row = (Field("moon", "player", _("who took all 26"), optional=True),)
            points = points._replace(when={"moon": [None]})
            self.passing = PASSING
        else:
            self.at_goal = _("from now on points are taken off")
            self.examples = DUTCH_EXAMPLES
        self.short = points

    def does_nothing(self, key: str) -> bool:
        return key == "target" and is_american(self) and self.games is not None

    def lacks_any(self, deal: Deal) -> bool:
        return deal.missing and "moon" not in deal.extras

    def check(self, deal: Deal) -> None:
        if deal.wrong:
            return
        if "moon" in deal.extras:
            moon = deal.extras["moon"]
            for player, points in deal.cells.items():
                right = 0 if player == moon else self.together
                if points != right:
                    deal.refuse(DISAGREES, player, name=moon, right=right)
            return
        points, together = sum(deal.cells.values()), self.together
        greedy = [name for name, taken in deal.cells.items() if taken == together]
        if greedy and is_american(self):
            deal.refuse(TOOK_ALL, greedy[0], together=together)
        elif points > together or (len(deal.cells) == len(deal.players) and points < together):
            deal.refuse(NOT_ALL, points=points, together=together)

    def score(self, deal: Deal, play: Play) -> None:
        moon, sign = deal.extras.get("moon"), -1 if self._is_turned(play) else 1
        for player in deal.players:
            points = deal.cells[player] if moon is None else self.together * (player != moon)
            deal.scores[player] = sign * points
            deal.explain[player] = "−" * (sign < 0 < points) + str(points)
            if moon is not None:
                deal.explain[player] = Text(_("%(name)s took all"), name=moon)
        deal.won = self.best_alone(deal)

    def _is_turned(self, play: Play) -> bool:
        """In the Dutch game points are subtracted once somebody had reached the target."""
        if is_american(self) or not play.scored:
            return False
        was_turned = sum(play.scored[-1].scores.values()) < 0
        return was_turned or max(play.totals.values()) >= self.goal

    def after(self, play: Play) -> None:
        if self.games is not None:
            return
        if is_american(self):
            play.ended = max(play.totals.values()) >= self.goal
        else:
            took = [name for name, points in play.scored[-1].scores.items() if points < 0]
            home = [name for name in took if play.totals[name] <= 0]
            lowest = min((play.totals[name] for name in home), default=0)
            play.winners = [name for name in home if play.totals[name] == lowest]
            play.ended = bool(home)

    def main_order(self, play: Play, player: str) -> tuple[float, ...]:
        """Who stands at 0 but took no points in the last Dutch game has not won."""
        has_lost = bool(play.winners) and player not in play.winners
        return (*super().main_order(play, player), has_lost)
