"""Source S000 in tests/rule_texts.md."""

from typing import Any

from scoring.games.core.cards import CARDS, SUITS, Pack
from scoring.games.core.fields import NO_JOKERS, Field
from scoring.games.core.game import Game
from scoring.games.core.meld_options import ABOUT_MELDS, MeldRules, make_values
from scoring.games.core.options import Option, contract_list, games, one_of, whole_number, yes_or_no
from scoring.games.core.sheet_state import Deal, Play
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _

SERIES = ("M3", "S4", "R3+R4", "R4+R5", "R5+S4", "R5+all")

NO_VERDICT = ProblemCode(
    30,
    _("a joker is left: say whether this hand could have come out; until then it counts as no."),
    "warning",
)
JOKERS_IN_CARDS = ProblemCode(
    41, _("%(jokers)s jokers can't be among %(cards)s cards: the cards include the jokers.")
)


MELDS = _(
    "A set is three or four cards of one rank, all of different suits. A run is three or more cards"
    " of one suit in sequence; the ace is low or high, and a run does not go on past it."
)
NO_END_YET = _("A game can't end before everybody has had a turn.")
DEAL = _("Everybody gets thirteen cards from two packs. Jokers among them: %(jokers)s.")
APART = _("Several jokers lie in one meld only when a real card is between them.")
BY_PLAYERS = "by_players"
OPEN_COUNT = _("What is left in each hand is counted out loud and for all to see.")

LOWEST_WINS = _("The lowest total wins.")


def jokers_in_pack(default: int) -> Option:
    choices: dict[int | str, str] = {count: str(count) for count in range(2, 7)}
    choices[BY_PLAYERS] = _("one fewer than there are players")
    return one_of(default, choices, _("Jokers in the game"))


def jokers_apart(*, default: bool) -> Option:
    return yes_or_no(default, _("Two jokers may not lie side by side"))


def fill_pack(pack: Pack, jokers: int | str, players: int) -> Pack:
    return pack._replace(jokers=players - 1 if isinstance(jokers, str) else jokers)


class Jokeren(Game):
    key = "jokeren"
    name = _("Jokeren")
    letter = "J"
    pack: Pack = Pack(CARDS, SUITS, jokers=4)
    questions = ABOUT_MELDS
    open_count = OPEN_COUNT
    seats = (2, 6)  # S000 sets no most
    options = {
        **Game.options,
        "games": games(10),
        "subtotal_after": whole_number(5, 0, 49, _("Subtotal after game (0: none)")),
        "hand_max": whole_number(13, 5, 60, _("Most cards that anybody can have left")),
        "joker_points": whole_number(1, 1, 50, _("Points for a joker that could have been laid")),
        "jokers": jokers_in_pack(4),
        "jokers_apart": jokers_apart(default=False),
        "contracts": contract_list((), _("Contract of each game")),
        "first_meld": whole_number(0, 0, 100, _("Points needed to come out (0: none)")),
    }
    rules = (
        Paragraph(DEAL),
        Paragraph(MELDS),
        Paragraph(
            _("To come out you first lay the contract of the game."),
            lambda game: any(game.contracts),
        ),
        Paragraph(
            _(
                "To come out your melds make at least %(least)s together: 2 to 10"
                " count as they are, jack, queen, king and ace 10, a joker as the card it"
                " stands for."
            ),
            lambda game: game.first_meld > 0,
        ),
        Paragraph(
            _(
                "Each turn you take the top card of the stock and discard one. Nobody comes out"
                " in the first turn. After coming out you may lay off on everybody's melds, from"
                " your next turn on."
            )
        ),
        Paragraph(
            _(
                "A joker stands for any one card; whoever lays it says which. Once you have come"
                " out you may swap a joker on the table for the card it stands for."
            )
        ),
        Paragraph(APART, lambda game: game.jokers_apart),
        Paragraph(
            _(
                "You win a game by laying all your cards but one, which you discard. The winner"
                " gets a dash. The others write down how many cards they have left, at most"
                " %(hand_max)s."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "A joker left in hand is one card, but counts %(joker_points)s when it could have"
                " been laid."
            ),
            lambda game: game.joker_points > 1,
            counts=True,
        ),
        Paragraph(OPEN_COUNT, counts=True),
        Paragraph(NO_END_YET),
        Paragraph(
            _("After game %(subtotal_after)s a subtotal is made."),
            lambda game: 0 < game.subtotal_after <= game.games,
        ),
        Paragraph(
            _(
                "The lowest total %(after)s wins. The dashes of each column are"
                " counted above it; together they make the number of games played. The other"
                " players check the columns."
            ),
            lambda game: game.dash,
        ),
        Paragraph(LOWEST_WINS, lambda game: not game.dash),
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
    jokers: int | str
    jokers_apart: bool

    def set_up(self) -> None:
        self.pack = fill_pack(self.pack, self.jokers, self.seated or self.seats[1])
        self.joker_values = 1, self.joker_points
        self.short = Field("cards", "number", _("cards left"), 1, self.hand_max, dashed=True)
        jokers = Field("jokers", "number", _("jokers among them"), 0, self.pack.jokers)
        could = Field(
            "could_meld", "flag", _("could have come out"), verdict=True, unless=NO_JOKERS
        )
        if self.joker_points == 1:
            jokers = jokers._replace(in_use=False)
            could = could._replace(in_use=False)
        self.parts = (self.short, jokers, could)
        self.bounds = 0, self.hand_max + self.pack.jokers * (self.joker_points - 1)

    def does_nothing(self, key: str) -> bool:
        if key == "subtotal_after":
            return self.subtotal_after > (self.games or 0)
        return key == "joker_points" and self.joker_points == 1

    def laying(self) -> MeldRules:
        worth = make_values(10, 10, 10, court=10) if self.first_meld else None
        return MeldRules(self.pack, True, "separated" if self.jokers_apart else "any", worth)

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
        "subtotal_after": whole_number(0, 0, 49, _("Subtotal after game (0: none)")),
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
