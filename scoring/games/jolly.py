"""Source S001 in tests/rule_texts.md."""

from typing import Any

from scoring.games.core.cards import CARDS, SUITS, Card, Pack, sum_in_words
from scoring.games.core.fields import Field
from scoring.games.core.game import BOTH_WAYS, Examples, Game
from scoring.games.core.meld_options import ABOUT_MELDS, MeldRules, make_values
from scoring.games.core.options import one_of, whole_number
from scoring.games.core.sheet_state import Deal, Group, Play, group_by_rank
from scoring.toolkit.problems import UNKNOWN_KEY, ProblemCode, suggest_known
from scoring.toolkit.texts import Paragraph, Text, _

IN_HAND = (50, 25, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)  # indexed by rank; the joker first
MOST_CARDS = 20
MOST_IN_HAND = 6 * 50 + 8 * 25 + 6 * 10  # the twenty most valuable cards
MOST_LAID = 8 * sum(IN_HAND[1:]) + 6 * 25
ENDER_LAYS = 30
BONUS, HANDGLATT_BONUS = 30, 60
PARTS, PLAIN = "parts", "total"

ENDER_HOLDS = ProblemCode(41, _("ended the game, so no cards are left: take the hand out."))
ENDER_LAID_LITTLE = ProblemCode(
    42, _("ended the game with %(laid)s laid: it takes at least %(least)s.")
)
HOLDS_NOTHING = ProblemCode(43, _("did not end the game, so at least 2 points are in hand."))
LAID_LITTLE = ProblemCode(
    44, _("%(laid)s laid is too little: the first meld makes %(least)s, or nothing is laid.")
)
TOO_MANY_CARDS = ProblemCode(45, _("%(count)s cards in hand: nobody may hold more than %(most)s."))


class Jolly(Game):
    key = "jolly"
    name = _("Jolly")
    letter = "Y"
    has_end = True
    length = Text(_("until somebody has more than %(goal)s points"), goal=500)
    seats = (2, 6)
    dealt = 11  # to five or six players
    lowest_wins = False
    dash = False
    pack = Pack(CARDS, SUITS, jokers=6)
    questions = ABOUT_MELDS
    constants = {
        "in_hand": IN_HAND,
        "most_cards": MOST_CARDS,
        "ender_lays": ENDER_LAYS,
        "bonus": BONUS,
        "handglatt_bonus": HANDGLATT_BONUS,
    }
    at_goal = _("exactly %(goal)s is not enough: everybody plays on")
    options = {
        **Game.options,
        "target": whole_number(500, 100, 500, _("Points to be passed"), step=50),
        "first_meld": whole_number(30, 0, 100, _("Points needed for the first meld")),
        "write": one_of(
            PARTS,
            {PARTS: _("points laid and points in hand"), PLAIN: _("only what they gain or lose")},
            _("What is entered of each player"),
        ),
    }
    rules = (
        Paragraph(
            _(
                "Everybody gets thirteen cards from two packs with six jokers, eleven when five or"
                " six play. One card is turned up and begins the discard pile."
            )
        ),
        Paragraph(
            _(
                "A run is three or more cards of one suit in sequence, the ace low or high but not"
                " round the corner: king, ace, two is no run. A set is three or four cards of one"
                " rank, all of different suits. A meld has at least two real cards, and cards once"
                " laid are not rearranged."
            )
        ),
        Paragraph(
            _("Your first meld makes at least %(least)s, in one meld or several."),
            lambda game: game.first_meld > 0,
        ),
        Paragraph(
            _(
                "You begin your turn by taking a card from the stock. From the turn after your"
                " first meld you may take from the discard pile instead: any card, with all that"
                " lie on it. Nobody may hold more than twenty cards. When the stock is used up, all"
                " discards but the top one are shuffled and become the stock."
            )
        ),
        Paragraph(
            _(
                "From the turn after your first meld you may also lay off on everybody's melds, and"
                " swap a joker on the table for the card it stands for; in a set only when the set"
                " has four. You end your turn with a discard."
            )
        ),
        Paragraph(
            _(
                "You gain what you lay, and lose what stays in your hand. In hand a joker counts"
                " 50, an ace 25, ten to king 10 and two to nine what they show."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "Laid, two to ten count what they show, jack to king 10 and a joker as the card it"
                " stands for; an ace counts 1 below the two, 11 above the king and 25 in a set."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "Whoever ends the game, with a last discard, gains 30 more; 60 when everything was"
                " laid at once and nothing before (Handglatt), and then the others' hands count"
                " double."
            ),
            counts=True,
        ),
        Paragraph(
            _("The table adds up: written down is only what each player gains or loses."),
            lambda game: game.write == PLAIN,
        ),
        Paragraph(
            _(
                "You win by standing above %(target)s after a game; exactly %(target)s is not"
                " enough. Of several above it the highest wins. When they tie on top, they play on"
                " alone until one of them stands higher."
            ),
            lambda game: game.games is None,
        ),
        Paragraph(_("The highest total %(after)s wins."), lambda game: game.games is not None),
    )
    examples: Examples = (
        {
            "entries": {
                "Ans": {"meld": 124, "out": True},
                "Bob": {"meld": 115, "hand": 20},
                "Cor": {"meld": 0, "hand": 65},
            }
        },
        {
            "entries": {
                "Ans": {"meld": 112, "hand": 25},
                "Bob": {"meld": 0, "hand": 48},
                "Cor": {"meld": 140, "out": True, "handglatt": True},
            }
        },
    )
    target: int
    write: str

    def set_up(self) -> None:
        self.goal = self.target
        if self.write == PLAIN:
            low, high = -2 * MOST_IN_HAND, MOST_LAID + HANDGLATT_BONUS
            self.short = Field("points", "number", _("points"), low, high)
            self.examples = ({"entries": {"Ans": 154, "Bob": 95, "Cor": -65}},)
            return
        self.parts = (
            Field("meld", "number", _("points laid"), 0, MOST_LAID, if_passed=0),
            Field("hand", "number", _("points in hand"), 0, MOST_IN_HAND, who="left"),
            Field("hand_cards", "hand", _("cards in hand"), who="left"),
            Field("out", "flag", _("ended the game")),
            Field("handglatt", "flag", _("Handglatt"), who="out", optional=True),
        )

    def does_nothing(self, key: str) -> bool:
        if key == "first_meld":
            return self.write == PLAIN
        return key == "target" and self.games is not None

    def list_joker_values(self) -> list[int]:
        return [IN_HAND[0]]

    def laying(self) -> MeldRules:
        return MeldRules(self.pack, True, "two_naturals", make_values(25, 1, 11, court=10))

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        hand, cards, laid = entry.get("hand"), entry.get("hand_cards"), entry.get("meld")
        if hand is not None and cards is not None:
            points, listed = (self.entry_fields[key].label for key in ("hand", "hand_cards"))
            deal.refuse(BOTH_WAYS, player, one=Text(points), other=Text(listed))
        elif cards is not None and len(cards) > MOST_CARDS:
            deal.refuse(TOO_MANY_CARDS, player, count=len(cards), most=MOST_CARDS)
        if entry.get("out"):
            if hand or cards:
                deal.refuse(ENDER_HOLDS, player)
            least = max(ENDER_LAYS, self.first_meld)
            if laid is not None and laid < least:
                deal.refuse(ENDER_LAID_LITTLE, player, laid=laid, least=least)
            return
        if entry.get("handglatt"):
            deal.refuse(
                UNKNOWN_KEY,
                player,
                given=Text(_("Handglatt")),
                right=suggest_known(("meld", "hand")),
            )
        if (hand is not None or cards is not None) and count_hand(entry) < 2:
            deal.refuse(HOLDS_NOTHING, player)
        if laid is not None and 0 < laid < self.first_meld:
            deal.refuse(LAID_LITTLE, player, laid=laid, least=self.first_meld)

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        counted = entry.get("out") or "hand" in entry or "hand_cards" in entry
        return "meld" not in entry or not counted

    def check(self, deal: Deal) -> None:
        super().check(deal)
        if self.write == PLAIN:
            return
        hands = [cell["hand_cards"] for cell in deal.cells.values() if "hand_cards" in cell]
        if hands:
            self.check_jokers(deal, sum(not card.rank for hand in hands for card in hand))
            self.check_copies(deal, hands)

    def score(self, deal: Deal, play: Play) -> None:
        if self.write == PLAIN:
            deal.scores.update(deal.cells)
            deal.explain.update({name: str(points) for name, points in deal.cells.items()})
            deal.won = self.best_alone(deal)
            return
        double = 2 if any(cell.get("handglatt") for cell in deal.cells.values()) else 1
        bonus = HANDGLATT_BONUS if double == 2 else BONUS
        for player, entry in deal.cells.items():
            laid = entry["meld"]
            if entry.get("out"):
                deal.scores[player] = laid + bonus
                deal.explain[player] = f"{laid} + {bonus}"
            else:
                deal.scores[player] = laid - double * count_hand(entry)
                hand = [IN_HAND[card.rank] for card in entry.get("hand_cards", ())]
                left = sum_in_words(hand or [entry["hand"]])
                deal.explain[player] = f"{laid} − {left}" + " × 2" * (double == 2)
        deal.won = deal.out

    def after(self, play: Play) -> None:
        """Who stands above the target wins; several on top go on in a play-off of their own."""
        if self.games is not None:
            return
        above = [name for name in play.players if play.totals[name] > self.target]
        among = list(play.scored[-1].scores) if play.going_on else above
        if not among:
            return
        top = max(play.totals[name] for name in among)
        leaders = [name for name in among if play.totals[name] == top]
        if len(leaders) == 1:
            play.ended, play.winners, play.going_on = True, leaders, []
        else:
            play.going_on = leaders

    def ranking(self, play: Play) -> list[Group]:
        first = play.winners or play.going_on
        if not first:
            return super().ranking(play)
        rest = [[name] for name in play.players if name not in first and name not in play.away]
        below = group_by_rank(rest, lambda name: self.order(play, name), play.totals)
        top = [Group(1, list(first), play.totals[first[0]])]
        moved = [group._replace(rank=(group.rank or 0) + len(first)) for group in below]
        return top + moved + self.unranked(play, first)


def count_hand(entry: dict[str, Any]) -> int:
    cards: list[Card] | None = entry.get("hand_cards")
    if cards is None:
        hand: int = entry["hand"]
        return hand
    return sum(IN_HAND[card.rank] for card in cards)
