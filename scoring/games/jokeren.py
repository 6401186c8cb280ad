"""Jokeren, the competition form (S000), and its two presets."""

from typing import Any

from scoring.games.base import Game
from scoring.games.cards import CARDS, SUITS, Pack
from scoring.games.fields import Field
from scoring.games.melds.laying import Laying, values
from scoring.games.options import contract_list, games, whole
from scoring.games.play import Deal, Play
from scoring.games.problems import Check
from scoring.games.text import Text, _

SERIES = ("M3", "S4", "R3+R4", "R4+R5", "R5+S4", "R5+all")

NO_VERDICT = Check(
    30,
    _("a joker is left: say whether this hand could have come out; until then it counts as no."),
    "warning",
)
JOKERS_IN_CARDS = Check(
    41, _("%(jokers)s jokers can't be among %(cards)s cards: the cards include the jokers.")
)


class Jokeren(Game):
    key = "jokeren"
    name = _("Jokeren")
    letter = "J"
    pack = Pack(CARDS, SUITS, jokers=4)
    seats = (2, 6)  # S000 sets no most
    options = {
        **Game.options,
        "games": games(10),
        "subtotal_after": whole(5, 0, 49, _("Subtotal after game (0: none)")),
        "hand_max": whole(13, 5, 60, _("Most cards that anybody can have left")),
        "joker_points": whole(1, 1, 50, _("Points for a joker that could have been laid")),
        "contracts": contract_list((), _("Contract of each game")),
        "first_meld": whole(0, 0, 100, _("Points needed to come out (0: none)")),
    }
    rules = (
        _(
            "Everybody gets thirteen cards from two packs with four jokers. You lay sets"
            " (three or four of a rank, all of different suits) and runs (three or more"
            " in a row of one suit, the ace low or high)."
        ),
        _(
            "A joker stands for any one card; whoever lays it says which. After coming out"
            " you may swap it for the real card, and lay off from your next turn on."
        ),
        _(
            "Who lays everything but the last card, which is discarded, gets a dash. The"
            " others write down how many cards they have left, at most %(hand_max)s. The"
            " lowest total after %(games)s games wins."
        ),
        _(
            "Nobody comes out in the first turn, and a game can't end before everybody has"
            " had a turn. The dashes of each column are counted above it; together they"
            " make the number of games played."
        ),
    )
    examples = (
        {
            "entries": {
                "Ans": 4,
                "Bob": "-",
                "Cor": {"cards": 3, "jokers": 1, "could_meld": True},
                "Dik": 5,
            }
        },
    )
    hand_max: int
    joker_points: int

    def set_up(self) -> None:
        self.short = Field("cards", "number", _("cards left"), 1, self.hand_max, dashed=True)
        self.entry = (
            self.short,
            Field("jokers", "number", _("jokers among them"), 0, self.pack.jokers),
            Field("could_meld", "flag", _("could have come out")),
        )

    def laying(self) -> Laying:
        worth = values(10, 10, 10, court=10) if self.first_meld else None
        return Laying(self.pack, True, "any", worth)

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        cards, jokers = entry.get("cards"), entry.get("jokers", 0)
        if cards is not None and jokers > cards:
            deal.refuse(JOKERS_IN_CARDS, player, jokers=jokers, cards=cards)
        if jokers and self.joker_points > 1 and "could_meld" not in entry:
            deal.refuse(NO_VERDICT, player)

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        return "cards" not in entry

    def check(self, deal: Deal) -> None:
        super().check(deal)
        entries = [cell for cell in deal.cells.values() if type(cell) is dict]
        if entries:
            self.check_jokers(deal, sum(entry.get("jokers", 0) for entry in entries))

    def score(self, deal: Deal, play: Play) -> None:
        for player, cell in deal.cells.items():
            if cell == "-":
                deal.scores[player], deal.explain[player] = 0, OUT
            elif type(cell) is int:
                deal.scores[player], deal.explain[player] = cell, LEFT[cell]
            else:
                self._score_jokers(deal, player, cell)
        deal.won = deal.out

    def _score_jokers(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        cards, jokers = entry["cards"], entry.get("jokers", 0)
        dear = jokers and entry.get("could_meld", False) and self.joker_points > 1
        if not dear:
            deal.scores[player], deal.explain[player] = cards, LEFT[cards]
            return
        deal.scores[player] = cards + jokers * (self.joker_points - 1)
        deal.explain[player] = Text(
            _("%(cards)s + %(jokers)s × %(points)s (jokers that could have been laid)"),
            cards=cards - jokers,
            jokers=jokers,
            points=self.joker_points,
        )


OUT = Text(_("out"))
LEFT = [Text(_("%(cards)s cards left"), cards=count) for count in range(61)]
LEFT[1] = Text(_("1 card left"))


class JokerenPotjes(Jokeren):
    key = "jokeren-potjes"
    name = _("Jokeren, six games with contracts")
    options = {
        **Jokeren.options,
        "games": games(6),
        "subtotal_after": whole(0, 0, 49, _("Subtotal after game (0: none)")),
        "contracts": contract_list(SERIES, _("Contract of each game")),
    }


class JokerenVijf(Jokeren):
    key = "jokeren-vijf"
    name = _("Jokeren, five games with contracts")
    options = {
        **JokerenPotjes.options,
        "games": games(5),
        "contracts": contract_list(SERIES[:5], _("Contract of each game")),
    }
