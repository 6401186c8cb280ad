"""Source S004 in tests/rule_texts.md."""

from scoring.games.core.cards import SUIT_NAMES
from scoring.games.core.fields import Drawing, Field, Known
from scoring.games.core.options import one_of
from scoring.games.core.partners import PartnerGame
from scoring.games.core.sheet_state import Deal, Group, Play
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _, ngettext_lazy

# S004: 6 spades 40, each higher suit 20 more, each higher level 100 more.
SUITS = {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}
BIDS = {
    f"{level}{suit}": value + 100 * (level - 6)
    for level in range(6, 11)
    for suit, value in SUITS.items()
}
SYMBOLS = str.maketrans("SCDH", "♠♣♦♥")
MISERES = {"M": 250, "OM": 500, "BM": 500}
PASSED = "P"
NOT_BID: Known = {"bid": [None, PASSED]}
BIDS_IN_WORDS = _("6 to 10 with S, C, D, H or NT, such as 7H; M, OM, BM; or P when all pass")
BID_WORDS = {
    **{bid: bid.translate(SYMBOLS) for bid in BIDS},
    "6NT": _("6 no trump"),
    "7NT": _("7 no trump"),
    "8NT": _("8 no trump"),
    "9NT": _("9 no trump"),
    "10NT": _("10 no trump"),
    "M": _("Misère"),
    "OM": _("Open misère"),
    "BM": _("Blind misère"),
    PASSED: _("All passed"),
}
NO_TRUMP = _("%(level)s no trump")
NO_TRUMP_MARK = _("NT")


def _drawing(level: str, suit: str) -> Drawing:
    if suit == "NT":
        return Drawing(Text(NO_TRUMP, level=level), number=level, mark=NO_TRUMP_MARK)
    return Drawing(Text(level), suit, SUIT_NAMES[suit], level)


DRAWN = {
    **{bid: _drawing(bid.rstrip("SCDHNT"), bid.lstrip("0123456789")) for bid in BIDS},
    "M": Drawing(Text(_("misère"))),
    "OM": Drawing(Text(_("open misère"))),
    "BM": Drawing(Text(_("blind misère"))),
    PASSED: Drawing(Text(_("all passed"))),
}
SLAM = 250
GOAL = 500

TRICKS_DIFFER = ProblemCode(
    41, _("%(ours)s and %(theirs)s tricks do not make 10: count the tricks again.")
)
PASSED_PLAYS_NOT = ProblemCode(
    42, _("everybody passed, so there is no bidder and there are no tricks.")
)


class Vijfhonderd(PartnerGame):
    key = "vijfhonderd"
    name = _("Five Hundred")
    letter = "V"
    has_end = True
    bids = True
    worth = {BID_WORDS[bid]: value for bid, value in (BIDS | MISERES).items()}
    length = Text(_("up to %(goal)s points"), goal=GOAL)
    constants = {"bids": BIDS, "miseres": MISERES, "slam": SLAM, "goal": GOAL}
    goal = GOAL
    at_goal = _("%(goal)s reached: only a bid of their own wins")
    options = {
        **PartnerGame.options,
        "defenders_stop_at": one_of(
            None,
            {None: _("never"), 480: "480", 490: "490"},
            _("Defenders get no more points for tricks from"),
        ),
    }
    rules = (
        Paragraph(
            _(
                "Four players, partners facing each other, get ten cards each; three lie face down"
                " as the kitty. There are 43 cards: ace down to four in the red suits, down to five"
                " in the black ones, and a joker."
            )
        ),
        Paragraph(
            _(
                "The highest bid says how many of the ten tricks its side will take, at least six,"
                " and the trump suit; a misère takes none. Whoever bid highest takes the kitty and"
                " discards three cards."
            )
        ),
        Paragraph(
            _(
                "A misère may be bid once somebody has bid seven, an open one at any time, and a"
                " blind one by who has not looked at the cards. In a misère the bidder's partner"
                " lays the cards face down and does not play."
            )
        ),
        Paragraph(
            _(
                "The joker is the highest trump; below it come the jack of trumps and the other"
                " jack of that colour."
            )
        ),
        Paragraph(
            _(
                "Six tricks are worth 40 in spades, 60 in clubs, 80 in diamonds, 100 in hearts and"
                " 120 without trumps; each trick more is worth 100 more. A misère is worth 250, an"
                " open or a blind one 500."
            )
        ),
        Paragraph(
            _(
                "Made: the side gains the value of the bid, with all ten tricks at least 250."
                " Failed: it loses that value. The others gain 10 for each of their tricks, but"
                " nothing on a misère. When all pass nobody scores."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "A side that stood at %(defenders_stop_at)s or more before the deal gets nothing"
                " for tricks against a bid."
            ),
            lambda game: game.defenders_stop_at is not None,
            counts=True,
        ),
        Paragraph(
            _(
                "A side that wins its own contract and stands at 500 or more wins; a side that"
                " stands at −500 or less loses. Passing 500 on tricks alone plays on."
            )
        ),
        Paragraph(
            _("When neither side has won %(after)s, the higher total wins."),
            lambda game: game.games is not None,
        ),
    )
    examples = (
        {"bid": "7H", "by": "Ans", "tricks": 8},
        {"bid": "8S", "by": "Bob", "tricks": 7},
        {"bid": "M", "by": "Cor", "tricks": 0},
    )
    defenders_stop_at: int | None

    def set_up(self) -> None:
        self.row = (
            Field("bid", "choice", _("bid"), choices=BID_WORDS, right=BIDS_IN_WORDS, drawn=DRAWN),
            Field("by", "player", _("who bid"), unless=NOT_BID),
            Field(
                "tricks",
                "number",
                _("tricks of the side that bid"),
                0,
                10,
                unless=NOT_BID,
                counted=ngettext_lazy("%(tricks)s trick", "%(tricks)s tricks"),
            ),
            Field(
                "opponent_tricks",
                "number",
                _("tricks of the others"),
                0,
                10,
                unless=NOT_BID,
                optional=True,
            ),
        )

    def lacks_any(self, deal: Deal) -> bool:
        extras = deal.extras
        if extras.get("bid") == PASSED:
            return False
        return not {"bid", "by", "tricks"} <= extras.keys()

    def check(self, deal: Deal) -> None:
        extras = deal.extras
        if extras.get("bid") == PASSED:
            if len(extras) > 1:
                deal.refuse(PASSED_PLAYS_NOT)
        elif {"tricks", "opponent_tricks"} <= extras.keys():
            ours, theirs = extras["tricks"], extras["opponent_tricks"]
            if ours + theirs != 10:
                deal.refuse(TRICKS_DIFFER, extras.get("by"), ours=ours, theirs=theirs)

    def score(self, deal: Deal, play: Play) -> None:
        if deal.extras["bid"] == PASSED:
            deal.passed = True
            deal.scores = dict.fromkeys(deal.players, 0)
            deal.explain = dict.fromkeys(deal.players, Text(_("all passed")))
            return
        bidders, defenders = self.list_sides(deal.players)
        if deal.extras["by"] in defenders:
            bidders, defenders = defenders, bidders
        made, value = self._contract_value(deal)
        points, why = self._defence(deal, play, defenders)
        text = _("%(bid)s made: %(value)s") if made else _("%(bid)s failed: −%(value)s")
        if made and value > BIDS.get(deal.extras["bid"], value):
            text = _("%(bid)s made with all ten tricks: %(value)s")
        words = Text(text, bid=Text(BID_WORDS[deal.extras["bid"]]), value=value)
        for player in deal.players:
            ours = player in bidders
            deal.scores[player] = (value if made else -value) if ours else points
            deal.explain[player] = words if ours else why
        deal.won = bidders if made else defenders

    def _contract_value(self, deal: Deal) -> tuple[bool, int]:
        bid, tricks = deal.extras["bid"], deal.extras["tricks"]
        if bid in MISERES:
            return tricks == 0, MISERES[bid]
        made = tricks >= int(bid.rstrip("SCDHNT"))
        return made, max(BIDS[bid], SLAM) if tricks == 10 else BIDS[bid]

    def _defence(self, deal: Deal, play: Play, defenders: list[str]) -> tuple[int, Text | str]:
        if deal.extras["bid"] in MISERES:
            return 0, Text(_("nothing on a misère"))
        stop = self.defenders_stop_at
        if stop is not None and play.totals[defenders[0]] >= stop:
            return 0, Text(_("stood at %(stop)s or more"), stop=stop)
        tricks = 10 - deal.extras["tricks"]
        words = _("%(tricks)s trick × 10") if tricks == 1 else _("%(tricks)s tricks × 10")
        return 10 * tricks, Text(words, tricks=tricks)

    def after(self, play: Play) -> None:
        last = play.scored[-1]
        sides = self.list_sides(play.players)
        for ours, theirs in (sides, sides[::-1]):
            made = bool(last.won) and last.won[0] in ours and last.extras["by"] in ours
            if made and play.totals[ours[0]] >= GOAL:
                play.ended, play.winners = True, ours
            elif play.totals[ours[0]] <= -GOAL:
                play.ended, play.winners = True, theirs

    def ranking(self, play: Play) -> list[Group]:
        if play.ended:
            losers = next(side for side in self.list_sides(play.players) if side != play.winners)
            return [
                Group(1, list(play.winners), play.totals[play.winners[0]]),
                Group(2, losers, play.totals[losers[0]]),
            ]
        return super().ranking(play)
