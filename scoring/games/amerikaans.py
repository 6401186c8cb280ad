"""Source S002 in tests/rule_texts.md."""

from collections.abc import Mapping
from typing import Any

from scoring.games.core.cards import CARDS, SUITS, Card, Pack
from scoring.games.core.fields import NO_JOKERS, ROUND, Field
from scoring.games.core.game import BOTH_WAYS, FAR, Game
from scoring.games.core.meld_options import ABOUT_MELDS, MeldRules, make_values
from scoring.games.core.options import (
    WRONG_OPTION,
    Wrong,
    contract_list,
    games,
    one_of,
    whole_number,
)
from scoring.games.core.sheet_state import Deal, Play
from scoring.games.jokeren import (
    APART,
    DEAL,
    LOWEST_WINS,
    MELDS,
    NO_END_YET,
    NO_VERDICT,
    OUT,
    fill_pack,
    jokers_apart,
    jokers_in_pack,
)
from scoring.toolkit.problems import NOT_USED, ProblemCode, shorten_value
from scoring.toolkit.texts import Paragraph, Text, _

SERIES = ("S3", "R3", "S4", "R4", "R5", "R6", "all")
WARN_ABOVE = 150
CONTRACT_BY = {"game": _("the game"), "round": _("the round of the night")}

TOO_LITTLE = ProblemCode(
    41,
    _(
        "%(points)s can't be left: the cheapest card counts %(least)s."
        " A dash (-) is for whoever went out."
    ),
)
ONE_POINT = ProblemCode(42, _("no card but the joker is worth 1 or less: count the cards again."))
VERY_MUCH = ProblemCode(
    43, _("%(points)s points are very many: look whether they are right."), "warning"
)

OPEN_COUNT = _("What is left is laid out on the table and counted there, so that all can check it.")


AT_LEAST_A_CARD = whole_number(10, 2, 100, _("A joker left that could not have been laid"))


class Amerikaans(Game):
    key = "amerikaans-jokeren"
    name = _("Amerikaans jokeren")
    bounds = (0, FAR)
    letter = "A"
    pack: Pack = Pack(CARDS, SUITS, jokers=2)
    questions = ABOUT_MELDS
    open_count = OPEN_COUNT
    options = {
        **Game.options,
        "games": games(7),
        "joker_low": whole_number(10, 0, 100, _("A joker left that could not have been laid")),
        "joker_high": whole_number(20, 0, 100, _("A joker left that could have been laid")),
        "ace": one_of(10, {1: "1", 10: "10", 11: "11"}, _("An ace left counts")),
        "jokers": jokers_in_pack(2),
        "jokers_apart": jokers_apart(default=True),
        "first_meld": whole_number(0, 0, 100, _("Points needed to come out (0: none)")),
        "contracts": contract_list(SERIES, _("Contract of each game")),
        "contract_by": one_of("game", CONTRACT_BY, _("The contract goes with")),
    }
    rules = (
        Paragraph(DEAL),
        Paragraph(
            _(
                "When cards were seen in dealing, or somebody got too many, the cards are dealt"
                " again. Players do not trade doubles."
            )
        ),
        Paragraph(MELDS),
        Paragraph(
            _(
                "To come out you first lay the contract of the game; then you may at once lay"
                " other melds and lay off."
            ),
            lambda game: any(game.contracts) and not game.by_round,
        ),
        Paragraph(
            _(
                "To come out you first lay the contract of the round; then you may at once lay"
                " other melds and lay off."
            ),
            lambda game: any(game.contracts) and game.by_round,
        ),
        Paragraph(
            _(
                "To come out your melds make at least %(least)s together: 2 to 10 count as they"
                " are, jack, queen and king 10, an ace 10 or below the two 1, a joker as the card"
                " it stands for."
            ),
            lambda game: game.first_meld > 0 and game.ace < 11,
        ),
        Paragraph(
            _(
                "To come out your melds make at least %(least)s together: 2 to 10 count as they"
                " are, jack, queen and king 10, an ace 11 or below the two 1, a joker as the card"
                " it stands for."
            ),
            lambda game: game.first_meld > 0 and game.ace == 11,
        ),
        Paragraph(
            _(
                "Each turn you take the top card of the stock and discard one, face up. The player"
                " on your left may have that card first. Otherwise the others may ask for it, in"
                " order to the left; whoever takes it out of turn also takes an extra card from"
                " the stock."
            )
        ),
        Paragraph(
            _(
                "In the first turn nobody lays anything before everybody has played; only the last"
                " player to have a turn may."
            )
        ),
        Paragraph(
            _(
                "A joker stands for any card. It is discarded only as your last card. A joker on"
                " the table may be swapped for the card it stands for, and is used at once in"
                " another meld or to lay off."
            )
        ),
        Paragraph(APART, lambda game: game.jokers_apart),
        Paragraph(
            _(
                "Whoever is out gets a dash. The others count what they hold: 2 to 10 as they are,"
                " jack, queen, king and ace 10 each."
            ),
            lambda game: game.ace == 10,
            counts=True,
        ),
        Paragraph(
            _(
                "Whoever is out gets a dash. The others count what they hold: 2 to 10 as they are,"
                " jack, queen and king 10 each, an ace %(ace)s."
            ),
            lambda game: game.ace != 10,
            counts=True,
        ),
        Paragraph(
            _(
                "A joker left counts %(joker_low)s, or %(joker_high)s when its holder already lay"
                " on the table or could have come there with it."
            ),
            lambda game: game.joker_low != game.joker_high,
            counts=True,
        ),
        Paragraph(
            _("A joker left counts %(joker_low)s."),
            lambda game: game.joker_low == game.joker_high,
            counts=True,
        ),
        Paragraph(OPEN_COUNT, counts=True),
        Paragraph(NO_END_YET),
        Paragraph(
            _(
                "The scribe notes the points of each game and adds them up. The lowest total"
                " %(after)s wins."
            ),
            lambda game: game.dash,
        ),
        Paragraph(LOWEST_WINS, lambda game: not game.dash),
    )
    examples = (
        {
            "entries": {
                "Ans": "-",
                "Bob": {"points": 29, "jokers": 1, "could_meld": True},
                "Cor": {"points": 33, "jokers": 1, "could_meld": False},
                "Dik": 23,
            }
        },
    )
    joker_low: int
    joker_high: int
    ace: int
    jokers: int | str
    jokers_apart: bool
    contract_by: str

    @classmethod
    def find_clashes(cls, options: Mapping[str, object]) -> list[Wrong]:
        """A joker is worth at least the least card, unless the club plays by card values."""
        by_card_values = ("ace", "jokers", "first_meld")
        if not options.keys().isdisjoint(by_card_values) or options.get("contracts") == []:
            return []
        return [
            (
                WRONG_OPTION,
                {"option": key, "given": shorten_value(value), "right": AT_LEAST_A_CARD.right},
            )
            for key, value in options.items()
            if key in ("joker_low", "joker_high") and not AT_LEAST_A_CARD.allows(value)
        ]

    def set_up(self) -> None:
        self.pack = fill_pack(self.pack, self.jokers, self.seated or self.seats[1])
        self.joker_values = self.joker_low, self.joker_high
        self.points = (0, self.ace, *range(2, 11), 10, 10, 10)  # by rank, without jokers
        self.constants = {"points": self.points, "warn_above": WARN_ABOVE}
        cards = 8 * sum(self.points)
        least = max(1, min(2, self.ace, *self.joker_values))
        most = cards + self.pack.jokers * max(self.joker_values)
        self.short = Field("points", "number", _("points left"), least, most, dashed=True)
        self.parts = (
            Field("points", "number", _("points left without jokers"), 0, cards),
            Field(
                "jokers", "number", _("jokers left"), 0, self.pack.jokers, when={"cards": [None]}
            ),
            Field(
                "could_meld",
                "flag",
                _("could have come out"),
                verdict=True,
                unless=NO_JOKERS,
                in_use=self.joker_low != self.joker_high,
            ),
            Field("cards", "hand", _("cards left")),
        )
        self.by_round = self.contract_by == "round"
        self.row = (ROUND._replace(in_use=self.by_round),)

    def does_nothing(self, key: str) -> bool:
        return key == "contract_by" and not any(self.contracts)

    def laying(self) -> MeldRules:
        dear = max(10, self.ace)
        worth = make_values(dear, 1, dear, court=10) if self.first_meld else None
        return MeldRules(self.pack, True, "separated" if self.jokers_apart else "any", worth)

    def contract_number(self, deal: Deal, before: int) -> int:
        if not self.by_round:
            return deal.number
        round_: int = deal.extras.get(ROUND.key, before)
        return round_

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        if "cards" in entry:
            for other in ("points", "jokers"):
                if other in entry:
                    names = {"one": self.entry_fields["cards"], "other": self.entry_fields[other]}
                    words = {key: Text(field.label) for key, field in names.items()}
                    deal.refuse(BOTH_WAYS, player, **words)
        points, jokers = self._count_hand(entry)
        if points is None:
            return
        if points == 1 and self.ace > 1:
            deal.refuse(ONE_POINT, player)
        elif not points and not jokers:
            deal.refuse(TOO_LITTLE, player, points=points, least=min(self.points[1:]))
        if jokers and self.joker_low != self.joker_high and "could_meld" not in entry:
            deal.refuse(NO_VERDICT, player)

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        return "cards" not in entry and "points" not in entry

    def check(self, deal: Deal) -> None:
        super().check(deal)
        if ROUND.key in deal.extras and not self.by_round:
            deal.refuse(NOT_USED, given=ROUND.key)
        entries = [cell for cell in deal.cells.values() if type(cell) is dict]
        if entries:
            self.check_jokers(deal, sum(self._count_hand(entry)[1] for entry in entries))
            self.check_copies(deal, (entry.get("cards", []) for entry in entries))

    def score(self, deal: Deal, play: Play) -> None:
        for player, cell in deal.cells.items():
            if cell == "-":
                deal.scores[player], deal.explain[player] = 0, OUT
                continue
            if type(cell) is int:
                deal.scores[player], deal.explain[player] = cell, str(cell)
            else:
                self._score_entry(deal, player, cell)
            if deal.scores[player] > WARN_ABOVE:
                deal.refuse(VERY_MUCH, player, points=deal.scores[player])
        deal.won = deal.out

    def _score_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        points, jokers = self._count_hand(entry)
        assert points is not None, "the row is full"
        cards = [str(self.points[card.rank]) for card in entry.get("cards", ()) if card.rank]
        words = " + ".join(cards) or str(points)
        joker = self.joker_values[bool(entry.get("could_meld"))]
        deal.scores[player] = points + jokers * joker
        deal.explain[player] = words
        if jokers:
            same = self.joker_low == self.joker_high
            text = ALL_SAME if same else SAID[entry.get("could_meld")]
            figures = {"joker": joker, "high": self.joker_high}
            deal.explain[player] = Text(text, points=words, jokers=jokers, **figures)

    def _count_hand(self, entry: dict[str, Any]) -> tuple[int | None, int]:
        """Return the points without jokers (None if they were not entered), and the jokers."""
        if "cards" in entry:
            cards: list[Card] = entry["cards"]
            points = sum(self.points[card.rank] for card in cards)
            return points, sum(not card.rank for card in cards)
        return entry.get("points"), entry.get("jokers", 0)


# S002: a joker counts 10, or 20 when its holder could have come on the table.
COULD = _("%(points)s + %(jokers)s × %(joker)s (jokers: could have come out)")
COULD_NOT = _("%(points)s + %(jokers)s × %(joker)s (jokers: could not have come out)")
NOT_SAID = _("%(points)s + %(jokers)s × %(joker)s or %(high)s (jokers: still to be said)")
ALL_SAME = _("%(points)s + %(jokers)s × %(joker)s (jokers)")
SAID = {True: COULD, False: COULD_NOT, None: NOT_SAID}
