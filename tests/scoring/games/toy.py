"""Hoogste kaart, a game system in one file: what somebody who adds a game has to write.

Everybody draws a card from 0 to 10 and writes it down; the highest total wins, and the first
who stands at 21 or above ends the sheet. It is registered by a test only.
"""

from typing import Any

from scoring.games.core.fields import Field
from scoring.games.core.game import Game
from scoring.games.core.options import whole_number
from scoring.games.core.sheet_state import Deal, Play
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, _

ALL_LOW = ProblemCode(41, _("everybody drew 0: draw again."))


class HoogsteKaart(Game):
    key = "hoogste-kaart"
    name = _("Hoogste kaart")
    letter = "H"
    seats = (2, 6)
    lowest_wins = False
    dash = False
    rules = (
        Paragraph(_("Everybody draws a card and enters what it shows, 0 to 10.")),
        Paragraph(_("The highest total wins; a sheet ends when somebody has %(goal)s.")),
    )
    examples = ({"entries": {"Ans": 7, "Bob": 3}},)
    options = {**Game.options, "goal": whole_number(21, 1, 100, _("Points that end the sheet"))}
    goal: int

    def set_up(self) -> None:
        self.short = Field("card", "number", _("card"), 0, 10)
        self.parts = (self.short,)

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        return "card" not in entry

    def check_full(self, deal: Deal, play: Play) -> None:
        if not any(card_of(cell) for cell in deal.cells.values()):
            deal.refuse(ALL_LOW)

    def score(self, deal: Deal, play: Play) -> None:
        deal.scores = {player: card_of(cell) for player, cell in deal.cells.items()}
        deal.explain = {player: str(card) for player, card in deal.scores.items()}
        highest = max(deal.scores.values())
        deal.won = [player for player, card in deal.scores.items() if card == highest]

    def after(self, play: Play) -> None:
        play.ended = max(play.totals.values()) >= self.goal


def card_of(cell: int | dict[str, Any]) -> int:
    card: int = cell if isinstance(cell, int) else cell["card"]
    return card
