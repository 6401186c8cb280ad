from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.games.core.cards import FROM_SEVEN, RANKS, SUIT_NAMES
from scoring.games.core.fields import SIDES, Field, answer_each_other, make_side_fields, mark_field
from scoring.games.core.game import Examples
from scoring.games.core.options import MOST_GAMES, games, one_of, whole_number
from scoring.games.core.partners import Pair, PartnerGame, read_pair
from scoring.games.core.sheet_state import Deal, Mark, Play, Weighed
from scoring.games.core.tricks import TrickRules
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _

POINTS, BONUS = 162, 100  # 152 in the cards and 10 for the last trick; extra for all tricks
MUCH_ROEM = 200  # for a side
# In a game: eight tricks of four alike or, where only ten to ace count, four of those (A, K, Q, J)
# and four runs of ten to seven. Four jacks may count 100 more.
MOST_ROEM = {"seven_up": 800, "ten_up": 600}
ALIKE_FROM = {"seven_up": _("seven to ace"), "ten_up": _("ten to ace")}
KEYS = tuple(SIDES)
POINTS_OF, ROEM_OF = ([f"{key}_{side}" for side in KEYS] for key in ("points", "roem"))
WHO = {
    "forehand": _("the player left of the dealer"),
    "choice": _("whoever takes it on, which is written down"),
}
REVOKED = {
    "262_roem": _("162, 100 extra and all roem"),
    "262": _("162 and 100 extra, without roem"),
    "162_roem": _("162 and all roem"),
}
EXPLAINED = {  # for the side with this mark, and for the other
    "nat": (_("nat"), _("the others are nat: %(sum)s")),
    "pit": (_("pit: %(sum)s"), _("no trick")),
    "counter_pit": (_("counter pit: %(sum)s"), _("nat, no trick")),
    "revoke": (_("revoked"), _("the others revoked: %(sum)s")),
}

NOT_ALL = ProblemCode(41, _("%(ours)s and %(theirs)s points do not make 162: count again."))
TOO_MUCH = ProblemCode(
    42, _("the cards hold at most %(most)s roem, here are %(roem)s: count again.")
)
NOT_A_PIT = ProblemCode(43, _("a pit takes everything: take it out, or what the others have."))
REVOKE_ALONE = ProblemCode(44, _("who revokes loses all: take out the points, the pit or nat."))
NOT_NAT = ProblemCode(45, _("%(ours)s to %(theirs)s is made: take out nat, or count again."))
NO_PIT = ProblemCode(46, _("162 to 0: did the others take a trick, or is it a pit?"), "warning")
LOOK_AGAIN = ProblemCode(47, _("%(roem)s roem for one side is much: look again."), "warning")


PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
KLAVERJAS = TrickRules(
    FROM_SEVEN,
    trumps={**PLAIN, "J": 20, "9": 14},
    plain=PLAIN,
    last_trick=10,
    runs={3: 20, 4: 50},
    pair=("K", "Q"),
    pair_value=20,
)


class Count(NamedTuple):
    """Points and roem of both sides, and what befell one of them, such as pit."""

    figures: tuple[Pair, Pair]
    mark: str = ""
    side: int = 0  # whose mark it is

    def explain(self, side: int) -> Text | str:
        points, roem = self.figures[side]
        words = f"{points} + {roem}" if roem else str(points)
        return Text(EXPLAINED[self.mark][side != self.side], sum=words) if self.mark else words


class Klaverjassen(PartnerGame):
    key = "klaverjassen"
    name = _("Klaverjassen")
    letter = "L"
    adds_to = POINTS
    questions = {"roem": (), "nat": (*POINTS_OF, *ROEM_OF)}
    marks = {
        "roem": Mark(_("roem"), in_score=True),
        "pit": Mark(_("pits"), _("pit")),
        "counter_pit": Mark(_("counter pits"), _("counter pit")),
        "nat": Mark(_("times nat"), _("nat")),
        "revoke": Mark(_("times revoked"), _("revoked")),
    }
    options = {
        **PartnerGame.options,
        "games": games(16),
        "subtotal_every": whole_number(4, 0, 25, _("A subtotal after so many games (0: none)")),
        "tie": one_of("nat", {"nat": _("nat"), "made": _("made")}, _("As many as the others is")),
        "counter_pit": one_of(BONUS, {BONUS: "100", 0: _("nothing")}, _("Extra for a counter pit")),
        "revoke": one_of("262_roem", REVOKED, _("When a side revokes, the others get")),
        "four_jacks": one_of(200, {200: "200", 100: "100"}, _("Four jacks are worth")),
        "four_alike": one_of("seven_up", ALIKE_FROM, _("Four alike count from")),
        "trump_by": one_of("forehand", WHO, _("Who plays")),
    }
    rules = (
        Paragraph(
            _(
                "Four players, partners facing each other, get eight of the 32 cards each. Whoever"
                " plays names trumps: %(trump_by)s. That side must get more than the others."
            )
        ),
        Paragraph(
            _(
                "Trumps: jack 20, nine 14; other suits: jack 2, nine 0. All suits: ace 11, ten 10,"
                " king 4, queen 3. The last trick counts 10; together 162."
            )
        ),
        Paragraph(
            _(
                "Roem in one trick: three in a row 20, four in a row 50, king and queen of trumps"
                " 20, four alike from %(four_alike)s 100, four jacks %(four_jacks)s. The trick's"
                " winner gets it."
            )
        ),
        Paragraph(
            _(
                "Too little, roem included, is nat: the others get 162 and all roem. As many as the"
                " others is %(tie)s."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "All tricks are a pit, 100 extra; by the side that did not play a counter pit,"
                " %(counter_pit)s extra. When a side revokes, the others get %(revoke)s."
            ),
            counts=True,
        ),
        Paragraph(_("The side with the most points %(after)s wins.")),
    )
    counted = {"roem": "roem", "pits": "pit", "counter_pits": "counter_pit", "nat": "nat"}
    once_a_game = (("pits", "counter_pits"), ("nat",))
    examples: Examples = ({"points_24": 60, "roem_13": 20}, {"points_13": 92}, {"pit": "13"})
    tie: str
    counter_pit: int
    revoke: str
    four_jacks: int
    four_alike: str
    trump_by: str

    def set_up(self) -> None:
        self.most_roem = MOST_ROEM[self.four_alike] + self.four_jacks - 100
        self.constants = {
            "all_points": POINTS,
            "bonus": BONUS,
            "roem_bounds": (MUCH_ROEM, self.most_roem),
            "brings": {"pits": BONUS, "counter_pits": self.counter_pit},
        }
        ranks = ("10", "J", "Q", "K", "A") if self.four_alike == "ten_up" else RANKS
        alike = {**dict.fromkeys(ranks, 100), "J": self.four_jacks}
        self.trick_rules = KLAVERJAS._replace(alike=alike)
        points = make_side_fields("points", _("points"), 0, POINTS, never=(1, POINTS - 1))
        nat, pit = mark_field("nat", _("nat")), mark_field("pit", _("pit"), "side")
        revoke = mark_field("revoke", _("revoked"), "side")
        how: dict[str, Any] = {"step": 10, "never": (10, 30), "if_passed": 0, "optional": True}
        roem = make_side_fields("roem", _("roem"), 0, self.most_roem, **how)
        counted = answer_each_other(*points, nat, pit, revoke)
        by = [Field("by", "player", _("who plays"))] * (self.trump_by == "choice")
        if by:
            players = zip(self.examples, ("Cor", "Dik", "Ans"), strict=True)
            self.examples = tuple({**row, "by": player} for row, player in players)
        trump = Field("trump", "choice", _("trump"), choices=SUIT_NAMES, optional=True)
        self.row = (*by, *counted, *roem, trump)

    def list_totals(self, games: int | None) -> tuple[Field, ...]:
        most = games or MOST_GAMES
        how: dict[str, Any] = {"if_passed": 0, "optional": True}
        return (
            Field("points", "number", _("points"), 0, most * POINTS),
            Field("roem", "number", _("roem"), 0, most * self.most_roem, step=10),
            Field("pits", "number", _("pits"), 0, most, **how),
            Field("counter_pits", "number", _("counter pits"), 0, most, **how),
            Field("nat", "number", _("times nat"), 0, most, **how),
        )

    def check(self, deal: Deal) -> None:
        extras, roem = deal.extras, [deal.extras.get(key, 0) for key in ROEM_OF]
        typed = [extras[key] for key in POINTS_OF if key in extras]
        if len(typed) == len(KEYS) and sum(typed) != POINTS:
            deal.refuse(NOT_ALL, ours=typed[0], theirs=typed[1])
        if sum(roem) > self.most_roem:
            deal.refuse(TOO_MUCH, roem=sum(roem), most=self.most_roem)
        elif max(roem) > MUCH_ROEM:
            deal.refuse(LOOK_AGAIN, roem=max(roem))
        if "revoke" in extras and (typed or "pit" in extras or extras.get("nat")):
            deal.refuse(REVOKE_ALONE)
        elif "pit" in extras:
            side = KEYS.index(extras["pit"])
            own, other = extras.get(POINTS_OF[side], POINTS), extras.get(POINTS_OF[1 - side], 0)
            if own < POINTS or other or roem[1 - side]:
                deal.refuse(NOT_A_PIT)

    def check_full(self, deal: Deal, play: Play) -> None:
        plays = self.playing_side(deal)
        count = self._count(deal, plays)
        if deal.extras.get("nat") and count.mark in ("", "pit"):
            ours, theirs = sum(count.figures[plays]), sum(count.figures[1 - plays])
            deal.refuse(NOT_NAT, deal.players[plays], ours=ours, theirs=theirs)
        elif 0 in (read_pair(deal.extras, "points", POINTS) or ()) and count.mark in ("", "nat"):
            deal.refuse(NO_PIT)

    def score(self, deal: Deal, play: Play) -> None:
        count = self._count(deal, self.playing_side(deal))
        for seat, player in enumerate(deal.players):
            side = seat % 2
            deal.scores[player] = sum(count.figures[side])
            deal.mark("roem", player, count.figures[side][1])
            deal.explain[player] = count.explain(side)
            if side == count.side and count.mark:
                deal.mark(count.mark, player)
            elif count.mark == "counter_pit":
                deal.mark("nat", player)
        deal.won = self.best_alone(deal)

    def _count(self, deal: Deal, plays: int) -> Count:
        extras, roem = deal.extras, [deal.extras.get(key, 0) for key in ROEM_OF]
        if "revoke" in extras:
            mark, side = "revoke", 1 - KEYS.index(extras["revoke"])
            extra = BONUS * ("262" in self.revoke) + sum(roem) * ("roem" in self.revoke)
        elif "pit" in extras:
            side = KEYS.index(extras["pit"])
            mark, bonus = ("pit", BONUS) if side == plays else ("counter_pit", self.counter_pit)
            extra = bonus + roem[side]
        elif (weighed := self.weigh(extras, plays)) and weighed.enough:
            ours, theirs = weighed.ours, weighed.theirs
            return Count((theirs, ours) if plays else (ours, theirs))
        else:
            mark, side, extra = "nat", 1 - plays, sum(roem)
        figures = ((0, 0), (POINTS, extra)) if side else ((POINTS, extra), (0, 0))
        return Count(figures, mark, 1 - side if mark in ("nat", "revoke") else side)

    def weigh(self, extras: Mapping[str, Any], plays: int) -> Weighed | None:
        points = read_pair(extras, "points", POINTS)
        if points is None:
            return None
        ours, theirs = ((points[side], extras.get(ROEM_OF[side], 0)) for side in (plays, 1 - plays))
        ahead = sum(ours) - sum(theirs)
        return Weighed(ahead > 0 or (ahead == 0 and self.tie == "made"), ours, theirs)
