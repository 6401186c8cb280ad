"""A round of which only the totals are written down: one line, whatever the game."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.games.core.game import FAR, Game
from scoring.games.core.sheet_state import Deal, Play
from scoring.toolkit.figures import format_points, simplify
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _

NOT_TOGETHER = ProblemCode(
    38, _("%(points)s points together do not make %(together)s: add them up again.")
)
NO_MULTIPLE = ProblemCode(
    39, _("%(points)s points together are no multiple of %(each)s: add them up again.")
)
TOO_OFTEN = ProblemCode(
    61, _("%(what)s: %(count)s of both sides together is more than the %(games)s games.")
)
PARTNERS_DIFFER = ProblemCode(
    40, _("%(name)s and %(partner)s have one score, and here are two: enter one of them.")
)
LITTLE_ROEM = ProblemCode(
    62, _("%(roem)s roem is less than the pits bring (%(least)s): is theirs among it?"), "warning"
)

MEANINGLESS = {  # options that only single games give a meaning
    *("tie_break", "subtotal_after", "subtotal_every", "contract_by", "dash"),
    *("win_points", "draw_points"),
}
PARTS = Paragraph(
    _(
        "Only the totals of the round are written down: of each side its points, its roem with that"
        " of pits, and how often it had a pit, a counter pit and nat."
    ),
    counts=True,
)
OF_SIDES = Paragraph(_("Only each side's total of the round is written down."), counts=True)
OF_PLAYERS = Paragraph(_("Only everybody's total of the round is written down."), counts=True)
SHARED = Paragraph(
    _("Equal totals share the place: how the single games went is not known."), counts=True
)


def only_totals(system: type[Game]) -> type[Game]:
    return type(f"Totals{system.__name__}", (Totals, system), {"__module__": __name__})


class Totals(Game):
    """Stands before the game itself, of which seats, sides, options and rules of play stay."""

    has_turns = starter_by_lot = closed_hands = has_end = False
    has_cells = True
    # What follows from single games is not known.
    contract_number, after = Game.contract_number, Game.after
    ranking, main_order = Game.ranking, Game.main_order
    figures, match_points = Game.figures, Game.match_points
    round_games: int | None

    def __init__(self, options: Mapping[str, object], seated: int | None = None) -> None:
        self.chosen = {key: options.get(key, how.default) for key, how in self.options.items()}
        super().__init__(options, seated)

    def set_up(self) -> None:
        super().set_up()
        self.round_games = self.games
        if self.most_games is not None:
            self.round_games = min(self.games or self.most_games, self.most_games)
        fields = self.list_totals(self.round_games)
        self.marks = {kind: self.marks[kind] for kind in self.counted.values()}
        self.constants = {
            "each": self.adds_to,
            "multiple": self.multiple if self.adds_to is None else None,
            "games": self.round_games,
            "counted": self.counted,
            "once_a_game": self.once_a_game,
            "settles": self.settles,
            "brings": self.constants.get("brings", {}),
        }
        self.games = 1
        self.all_play = self.all_play or self.partners
        self.row, self.contracts, self.examples, self.leads, self.passing = (), (), (), "", ()
        self.dash = self.by_round = False
        self.subtotal_after = self.subtotal_every = 0
        self.short, self.parts = (fields[0], ()) if len(fields) == 1 else (None, fields)

    def value(self, option: str) -> Any:
        return self.round_games if option == "games" else self.chosen[option]

    def list_contracts(self) -> list[Text | str]:
        return []

    def list_joker_values(self) -> list[int]:
        return []

    def does_nothing(self, key: str) -> bool:
        return key in MEANINGLESS or super().does_nothing(key)

    def rules_in_force(self) -> list[Paragraph]:
        ours = PARTS if self.marks else OF_SIDES if self.partners else OF_PLAYERS
        return [*super().rules_in_force(), ours, *([SHARED] * (self.tie_break != "shared"))]

    def list_dashes(self, play: Play) -> dict[str, int]:
        """Nobody knows how often somebody was out: that is not 0."""
        return {}

    # Checking

    def lacks_any(self, deal: Deal) -> bool:
        needed = {field.key for field in self.parts if not field.optional}
        written = dict(self._list_written(deal))
        return len(written) < len(self.list_sides(deal.players)) or any(
            needed - figures.keys() for figures in written.values()
        )

    def check(self, deal: Deal) -> None:
        self.refuse_two_scores(deal, PARTNERS_DIFFER)
        written = dict(self._list_written(deal))
        for keys in self.once_a_game if self.round_games else ():
            count = sum(figures.get(key, 0) for figures in written.values() for key in keys)
            if count > (self.round_games or FAR):
                labels = [Text(field.label) for field in self.parts if field.key in keys]
                words = {"what": labels, "count": count, "games": self.round_games}
                deal.refuse(TOO_OFTEN, **words)
        for name, figures in written.items():
            brings: Mapping[str, int] = self.constants["brings"]
            least = sum(figures.get(key, 0) * roem for key, roem in brings.items())
            if figures.get("roem", least) < least:
                deal.refuse(LITTLE_ROEM, name, roem=figures["roem"], least=least)
        points = [figures["points"] for figures in written.values() if "points" in figures]
        if len(points) == len(self.list_sides(deal.players)) and not deal.absent:
            self._check_together(deal, simplify(sum(points)))

    def _check_together(self, deal: Deal, points: float) -> None:
        each = self.adds_to
        if each is not None and (self.round_games or not each):
            right = each * (self.round_games or 1)
            together = f"{format_points(right)} = {self.round_games} × {format_points(each)}"
            if points != right:
                together = together if each else "0"
                deal.refuse(NOT_TOGETHER, points=format_points(points), together=together)
        elif (multiple := each or self.multiple) and points % multiple:
            given = {"points": format_points(points), "each": format_points(multiple)}
            deal.refuse(NO_MULTIPLE, **given)

    def check_full(self, deal: Deal, play: Play) -> None:
        pass

    def _list_written(self, deal: Deal) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield for each side whose totals were entered who has them, and its figures."""
        for side in self.list_sides(deal.players):
            for name in [name for name in side if name in deal.cells][:1]:
                cell = deal.cells[name]
                yield name, cell if isinstance(cell, dict) else {"points": cell}

    # Scoring

    def score(self, deal: Deal, play: Play) -> None:
        for name, figures in self._list_written(deal):
            inside = [key for key, kind in self.counted.items() if self.marks[kind].in_score]
            added = [figures["points"], *(figures[key] for key in inside)]
            for player in next(side for side in self.list_sides(deal.players) if name in side):
                deal.scores[player] = sum(added)
                deal.explain[player] = " + ".join(map(format_points, added))
                for key, kind in self.counted.items():
                    deal.mark(kind, player, figures.get(key, 0))
        deal.scores = {name: deal.scores[name] for name in deal.players}

    def tie_order(self, play: Play, player: str) -> tuple[float, ...]:
        return ()
