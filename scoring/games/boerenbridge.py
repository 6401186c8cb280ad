from collections.abc import Mapping
from typing import Any

from scoring.games.core.fields import Field
from scoring.games.core.game import Examples, Game
from scoring.games.core.options import one_of, whole_number
from scoring.games.core.sheet_state import Deal, Play
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _

PACK = 52
MISDEALT = -4  # for whoever held a wrong number of cards
FEW = 3  # so many cards or fewer are a small game

TOO_MANY = ProblemCode(
    41, _("%(given)s is more than this game has cards: enter %(cards)s at most.")
)
NOT_ALL = ProblemCode(42, _("all tricks together are %(cards)s in this game, not %(tricks)s."))
FORBIDDEN = ProblemCode(
    43, _("deals and may not make all bids together %(cards)s: bid anything but %(bid)s.")
)
STOPPED = ProblemCode(
    44, _("the game stopped as %(name)s held a wrong number of cards: take the tricks out.")
)


def make_example(cards: int) -> dict[str, Mapping[str, object]]:
    return {
        "entries": {
            "Ans": {"bid": cards, "tricks": cards},
            "Bob": {"bid": 1, "tricks": 0},
            "Cor": {"bid": 0, "tricks": 0},
        }
    }


class Boerenbridge(Game):
    key = "boerenbridge"
    name = _("Boerenbridge")
    letter = "B"
    seats = (3, 10)
    lowest_wins = False
    dash = False
    length = Text(_("up to %(count)s games, by the number of players"), count=19)
    constants = {"misdealt": MISDEALT, "few": FEW}
    options = {
        **Game.options,
        "most": whole_number(10, 1, 17, _("Most cards in a hand")),
        "course": one_of(
            "up",
            {
                "up": _("from one card up to the most and back"),
                "down": _("from the most cards down to one and back"),
            },
            _("The games go"),
        ),
        "exact": whole_number(10, 0, 50, _("Points for a right bid")),
        "per_trick": whole_number(2, 0, 20, _("Points for each trick of a right bid")),
        "miss": whole_number(2, 0, 20, _("Points off for each trick above or below the bid")),
        "hook": one_of(
            "always",
            {
                "always": _("in every game"),
                "above_3": _("in games of more than three cards"),
                "never": _("never"),
            },
            _("All bids together may not make the cards"),
        ),
    }
    rules = (
        Paragraph(
            _(
                "The games go %(course)s: at most %(most)s in a hand, or as many as 52 cards make"
                " for all. Trumps are what the club plays."
            )
        ),
        Paragraph(
            _(
                "Beginning left of the dealer, everybody bids how many tricks they will take. The"
                " scribe writes down the bids, and after the game the tricks."
            )
        ),
        Paragraph(
            _(
                "The dealer bids last and may not make all bids together as many as the cards"
                " %(hook)s, so that somebody is wrong."
            ),
            lambda game: game.hook != "never",
        ),
        Paragraph(
            _(
                "A right bid is worth %(exact)s, and %(per_trick)s more for each trick; a wrong one"
                " loses %(miss)s for each trick above or below it."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "Whoever turns out to hold a wrong number of cards loses 4: the game stops, and the"
                " others' bids count as right."
            ),
            counts=True,
        ),
        Paragraph(
            _("After the last game the highest total wins."), lambda game: game.games is None
        ),
        Paragraph(_("The highest total %(after)s wins."), lambda game: game.games is not None),
    )
    examples: Examples = (make_example(1),)
    most: int
    course: str
    exact: int
    per_trick: int
    miss: int
    hook: str

    def set_up(self) -> None:
        most = min(self.most, PACK // (self.seated or 1))
        up, down = range(1, most + 1), range(most, 0, -1)
        self.cards = [*up, *down[1:]] if self.course == "up" else [*down, *up[1:]]
        if self.seated:
            self.most_games = len(self.cards)
        if self.course == "down":
            self.examples = (make_example(self.most),)
        tricks = Field("tricks", "number", _("tricks"), 0, most, when={"misdealt": [None]})
        self.parts = (Field("bid", "number", _("bid"), 0, most), tricks)
        who = _("who held a wrong number of cards")
        self.row = (Field("misdealt", "player", who, optional=True),)

    def list_contracts(self) -> list[Text | str]:
        return [
            Text(_("%(cards)s cards"), cards=cards) if cards > 1 else Text(_("1 card"))
            for cards in self.cards
        ]

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        return "bid" not in entry or ("tricks" not in entry and "misdealt" not in deal.extras)

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        cards = self.cards[deal.number - 1]
        for given in entry.values():
            if given > cards:
                deal.refuse(TOO_MANY, player, given=given, cards=cards)

    def check(self, deal: Deal) -> None:
        super().check(deal)
        if deal.wrong:
            return
        cards, stopped = self.cards[deal.number - 1], deal.extras.get("misdealt")
        bids = {name: cell["bid"] for name, cell in deal.cells.items() if "bid" in cell}
        holds = self.hook == "always" or (self.hook == "above_3" and cards > FEW)
        if holds and len(bids) == len(deal.players) and sum(bids.values()) == cards:
            assert deal.dealer is not None, "somebody deals a game that is played"
            deal.refuse(FORBIDDEN, deal.dealer, cards=cards, bid=bids[deal.dealer])
        tricks = {name: cell["tricks"] for name, cell in deal.cells.items() if "tricks" in cell}
        taken, is_full = sum(tricks.values()), len(tricks) == len(deal.players)
        if stopped is not None and tricks:
            deal.refuse(STOPPED, next(iter(tricks)), name=stopped)
        elif taken > cards or (is_full and taken < cards):
            deal.refuse(NOT_ALL, tricks=taken, cards=cards)

    def score(self, deal: Deal, play: Play) -> None:
        for player, entry in deal.cells.items():
            bid = entry["bid"]
            tricks = entry.get("tricks", bid)
            if player == deal.extras.get("misdealt"):
                deal.scores[player] = MISDEALT
                deal.explain[player] = Text(_("a wrong number of cards"))
            elif tricks == bid:
                deal.scores[player] = self.exact + self.per_trick * bid
                deal.explain[player] = f"{self.exact} + {bid} × {self.per_trick}"
            else:
                off = abs(tricks - bid)
                deal.scores[player] = -self.miss * off
                words = {"bid": bid, "tricks": tricks, "sum": f"−{self.miss} × {off}"}
                deal.explain[player] = Text(_("bid %(bid)s, took %(tricks)s: %(sum)s"), **words)
        deal.won = self.best_alone(deal)
