from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from scoring.games.core.cards import JOKER, Card, Pack
from scoring.games.core.fields import Field
from scoring.games.core.meld_options import Contract, MeldRules, contract_words, parse_contract
from scoring.games.core.options import MOST_GAMES, TIE_BREAKS, Option, Wrong, entry, games, one_of
from scoring.games.core.sheet_state import Deal, Group, Mark, Play, Weighed, group_by_rank
from scoring.games.core.tricks import TrickRules
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _

TWO_OUT = ProblemCode(24, _("%(names)s are out, and only one player can be: keep one of them."))
NONE_OUT = ProblemCode(25, _("nobody is out: enter who won this game."))
BOTH_WAYS = ProblemCode(26, _("%(one)s and %(other)s are both entered: enter one of the two."))
TOO_MANY_JOKERS = ProblemCode(
    28, _("%(count)s jokers are entered, the pack has %(most)s: count again.")
)
TOO_MANY_COPIES = ProblemCode(
    29, _("%(card)s is entered %(count)s times, the packs hold it %(most)s times: look again.")
)


FAR = 99_999  # no total goes beyond it
Examples = tuple[Mapping[str, object], ...]


class Game:
    """Each game system is a subclass, each set of options an object."""

    do_not_call_in_templates: ClassVar[bool] = True  # Django would make a game of the class
    key: ClassVar[str]
    name: ClassVar[str]
    letter: ClassVar[str]  # the first character of its problem codes
    version: ClassVar[int] = 1
    # What is played is settled by its options alone, so the club's own name for it is shown.
    settled_by_club: ClassVar[bool] = False
    rules: ClassVar[tuple[Paragraph, ...]]  # how it is played and scored; the deal comes first
    open_count: ClassVar[str] = ""  # the rule that hands are counted openly, if there is one
    examples: Examples = ()  # games of Ans, Bob and so on
    seats: tuple[int, int] = (2, 4)
    lowest_wins: bool = True
    dash: bool = True  # "-" is an entry
    has_dealer: bool = True
    has_turns: bool = True  # somebody deals or begins, game after game
    bids: ClassVar[bool] = False  # the starter bids first, and the highest bidder leads
    starter_by_lot: bool = False  # the form asks who begins game 1
    side: ClassVar[int] = 1  # 1: the turn goes to the left; -1: to the right
    has_cells: bool = True  # every player has an entry
    all_play: bool = False  # nobody may miss a game with an x
    partners: bool = False  # who sit across from each other are one side, with one score
    leads: str = ""  # who leads, if the cards decide that and no seat starts
    passing: Sequence[str] = ()  # which way cards are passed, game after game
    goal: int | None = None  # the total that ends it
    at_goal: str = ""  # what is said at the goal if that does not end it
    marks: Mapping[str, Mark] = {}  # what is counted beside the scores
    has_end: bool = False  # ends by itself if no number of games is set
    length: ClassVar[Text | None] = None  # how long it lasts, if that is not so many games
    # What the scores of each game come to, each side counted once, without the marks among them;
    # None if that is not fixed.
    adds_to: int | None = None
    multiple: int | None = None  # they come to a multiple of this, if it is not fixed
    bounds: tuple[float, float] = (-FAR, FAR)  # of a player's score in one game
    settles: ClassVar[bool] = False  # at the end everybody pays everybody else the difference
    closed_hands: bool = False  # fourteen tiles may form one of the forty types
    # What the judge answers, each with the fields of a game that this question is about.
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    trick_rules: TrickRules | None = None  # what the cards of a trick are worth
    worth: ClassVar[Mapping[str, int]] = {}  # what paper lists beside the rules, by its label
    pack: Pack | None = None
    dealt: ClassVar[int] = 13  # cards; the fewest, if it depends on the number of players
    constants: Mapping[str, Any] = {}  # for its twin on the phone
    options: ClassVar[Mapping[str, Option]] = {
        "games": games(None),
        "entry": entry(),
        "tie_break": one_of("shared", TIE_BREAKS, _("When totals are equal")),
    }
    short: Field | None = None  # the meaning of a plain number in a cell
    parts: tuple[Field, ...] = ()  # the parts of a player's entry
    row: tuple[Field, ...] = ()  # entered once for the whole game

    entry: str  # what is written down: each game, or totals alone
    games: int | None  # lines of games on a sheet
    # No more can be played by so many players; None: any number.
    most_games: int | None = None
    # If only totals are written down: the mark that each field beside the points counts, and which
    # of these can together be as many as there are games.
    counted: ClassVar[Mapping[str, str]] = {}
    once_a_game: ClassVar[Sequence[Sequence[str]]] = ()
    seated: int | None  # players at the table, if they are known
    tie_break: str
    subtotal_after: int = 0
    subtotal_every: int = 0
    contracts: Sequence[str] = ()
    by_round: bool = False  # the round of the night decides the contract, not the game
    first_meld: int = 0
    joker_values: tuple[int, int] = (0, 0)  # of one left: little or, if the verdict is yes, much

    def list_sides(self, players: Sequence[str]) -> list[list[str]]:
        if self.partners:
            return [list(players[0::2]), list(players[1::2])]
        return [[player] for player in players]

    def refuse_two_scores(self, deal: Deal, check: ProblemCode) -> None:
        """Partners have one score, which may be entered for either or for both."""
        for name, *partners in self.list_sides(deal.players):
            for partner in partners:
                cells = [deal.cells[half] for half in (name, partner) if half in deal.cells]
                if len(cells) == 2 and cells[0] != cells[1]:
                    deal.refuse(check, partner, name=name, partner=partner)

    def __init__(self, options: Mapping[str, object], seated: int | None = None) -> None:
        for key, option in self.options.items():
            setattr(self, key, options.get(key, option.default))
        self.seated = seated
        self.set_up()
        if self.most_games is not None:
            self.games = min(self.games or self.most_games, self.most_games)
        self.entry_fields = {field.key: field for field in self.parts}
        self.goes_out = self.dash or "out" in self.entry_fields
        self.row_fields = {field.key: field for field in self.row}
        # Whether a hand that was left could have been laid: a flag without default, for the judge.
        self.verdict = next((field.key for field in self.parts if field.verdict), "")
        self.contract_texts = self.list_contracts()

    def set_up(self) -> None:
        """Set what depends on the options and on how many play, such as the bounds of fields."""

    @classmethod
    def find_clashes(cls, options: Mapping[str, object]) -> list[Wrong]:
        """Return options that do not go together. They need not be valid."""
        return []

    def value(self, option: str) -> Any:
        return getattr(self, option)

    def list_totals(self, games: int | None) -> tuple[Field, ...]:
        """Return what is written down of a side after so many games, if only totals are."""
        low, high = (max(-FAR, min(FAR, int(end * (games or FAR)))) for end in self.bounds)
        return (Field("points", "number", _("total"), low, high, halves=has_halves(self)),)

    def list_dashes(self, play: Play) -> dict[str, int]:
        return play.won

    def rules_in_force(self) -> list[Paragraph]:
        """Leave out what the club's options exclude."""
        return [paragraph for paragraph in self.rules if paragraph.when(self)]

    def subtotals(self, games: int) -> list[int]:
        if self.subtotal_every:
            return list(range(self.subtotal_every, games + 1, self.subtotal_every))
        return [self.subtotal_after] if 0 < self.subtotal_after <= games else []

    def ruled(self, games: int) -> list[int]:
        """Return where a form has a line for subtotals; totals stand under the last game."""
        every = self.subtotals(games)
        return [after for after in every if not (self.subtotal_every and after == self.games)]

    def list_joker_values(self) -> list[int]:
        """Return what a joker left in hand may count, if that is more than one card."""
        return sorted({*self.joker_values}) if max(self.joker_values) > 1 else []

    def does_nothing(self, key: str) -> bool:
        return key == "subtotal_every" and not self.ruled(self.games or MOST_GAMES)

    # Contracts and melds

    def laying(self) -> MeldRules | None:
        return None

    def contract_number(self, deal: Deal, before: int) -> int:
        """`before` is the number that was in force in the previous game."""
        return deal.number

    def list_contracts(self) -> list[Text | str]:
        """Return the texts of the contracts, in the order of the games."""
        contracts = [parse_contract(code) if code else None for code in self.contracts]
        return [contract_words(contract) if contract else "" for contract in contracts]

    def contract(self, number: int) -> Contract:
        place = self.contract_place(number)
        contract = parse_contract(self.contracts[place] if place is not None else "")
        assert contract is not None, "options were checked"
        return contract

    def contract_in_words(self, number: int) -> Text | str:
        place = self.contract_place(number)
        return "" if place is None else self.contract_texts[place]

    def contract_place(self, number: int) -> int | None:
        """None beyond the list's end, where it begins again if the round decides."""
        count = len(self.contract_texts)
        if self.by_round and count:
            return (number - 1) % count
        return number - 1 if number <= count else None

    # Checking

    def lacks_any(self, deal: Deal) -> bool:
        return deal.missing or any(
            type(cell) is dict and self.lacks(deal, cell) for cell in deal.cells.values()
        )

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        return False

    def check(self, deal: Deal) -> None:
        """Refuse what can be found even while some entries are missing."""
        for player, cell in deal.cells.items():
            if type(cell) is dict:
                self.check_entry(deal, player, cell)
        if len(deal.out) > 1:
            deal.refuse(TWO_OUT, deal.out[1], names=" + ".join(deal.out))

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        pass

    def check_full(self, deal: Deal, play: Play) -> None:
        """Refuse what can only be found once all entries are there."""
        if self.goes_out and not deal.out:
            deal.refuse(NONE_OUT)

    def check_jokers(self, deal: Deal, jokers: int) -> None:
        assert self.pack is not None
        if jokers > self.pack.jokers:
            deal.refuse(TOO_MANY_JOKERS, count=jokers, most=self.pack.jokers)

    def check_copies(self, deal: Deal, hands: Iterable[Sequence[Card]]) -> None:
        assert self.pack is not None
        counts: dict[Card, int] = {}
        for hand in hands:
            for card in hand:
                counts[card] = counts.get(card, 0) + 1
                if card[1]:
                    rank = Card(card[0], "")
                    counts[rank] = counts.get(rank, 0) + 1
        for card, count in counts.items():
            most = self.pack.copies * (1 if card.suit else len(self.pack.suits))
            if card != JOKER and count > most:
                name = self.pack.write(card)
                deal.refuse(TOO_MANY_COPIES, card=name, count=count, most=most)

    # Scoring

    def score(self, deal: Deal, play: Play) -> None:
        raise NotImplementedError

    def best_alone(self, deal: Deal) -> list[str]:
        best = (min if self.lowest_wins else max)(deal.scores.values())
        sides = [side for side in self.list_sides(deal.players) if deal.scores[side[0]] == best]
        return sides[0] if len(sides) == 1 else []

    def weigh(self, extras: Mapping[str, Any], plays: int) -> Weighed | None:
        """Weigh the side that plays (0 or 1); None without points or without such a rule."""
        return None

    def after(self, play: Play) -> None:
        """After a scored game, note in `play` whether the sheet has ended or who plays on."""

    def match_points(self, play: Play) -> dict[str, float]:
        return {}

    def settlement(self, play: Play) -> dict[str, float]:
        return {}

    # What paper compares apart

    def parts_of_totals(self) -> dict[str, str]:
        """Return labels of what paper adds up beside a total, the points alone first."""
        marks = {kind: mark.label for kind, mark in self.marks.items()}
        return {"points": _("points"), **marks} if marks else {}

    def split_totals(
        self, totals: Mapping[str, float], marks: Mapping[str, Mapping[str, float]]
    ) -> dict[str, Mapping[str, float]]:
        """Return these sums by kind and player; `marks` has all but the points."""
        inside = [marks[kind] for kind, mark in self.marks.items() if mark.in_score]
        points = {
            name: total - sum(figures[name] for figures in inside) for name, total in totals.items()
        }
        return {"points": points, **marks} if marks else {}

    # Who leads

    def ranking(self, play: Play) -> list[Group]:
        sides = self.list_sides(play.players)
        ranked = [side for side in sides if play.away.isdisjoint(side)]
        groups = group_by_rank(ranked, lambda name: self.order(play, name), self.figures(play))
        return groups + self.unranked(play)

    def unranked(self, play: Play, placed: Sequence[str] = ()) -> list[Group]:
        """Return who missed a game, without a rank, unless they are `placed` all the same."""
        away = [[name] for name in play.players if name in play.away and name not in placed]
        groups = group_by_rank(away, lambda name: self.main_order(play, name), self.figures(play))
        return [group._replace(rank=None) for group in groups]

    def figures(self, play: Play) -> Mapping[str, float]:
        return play.totals

    def main_order(self, play: Play, player: str) -> tuple[float, ...]:
        total = play.totals[player]
        return (total if self.lowest_wins else -total,)

    def order(self, play: Play, player: str) -> tuple[float, ...]:
        return (*self.main_order(play, player), *self.tie_order(play, player))

    def tie_order(self, play: Play, player: str) -> tuple[float, ...]:
        if self.tie_break == "shared":
            return ()
        if self.tie_break == "dashes":
            return (-play.won[player],)
        counted = [deal for deal in play.scored if player in deal.scores and not deal.passed]
        scores = [deal.scores[player] for deal in counted]
        if not self.lowest_wins:
            scores = [-score for score in scores]
        if self.tie_break == "last_game":
            return tuple(scores[-1:])
        # best_game: the smaller worst game where the lowest wins, else the greater best game.
        return (max(scores, default=0) if self.lowest_wins else min(scores, default=0),)

    def winner(self, ranking: Sequence[Group]) -> str | list[str] | None:
        first = ranking[0]
        if self.partners:
            return first.players if len(ranking) > 1 else None
        return first.players[0] if first.rank and len(first.players) == 1 else None


def has_halves(game: Game) -> bool:
    return game.short is not None and game.short.halves
