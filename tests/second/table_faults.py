"""Faults seeded into klaverjassen, boerenbridge and hartenjagen, as in faults.py."""

from scoring.games import klaverjassen
from scoring.games.klaverjassen import Klaverjassen

PLAYING_SIDE = Klaverjassen.playing_side
SCORE = Klaverjassen.score
SET_UP = Klaverjassen.set_up


def passes(check):
    """A refusal that only warns."""
    return getattr(klaverjassen, check)._replace(severity="warning")


def with_option(key, value):
    """A game that knows but one value of an option."""

    def set_up(self):
        SET_UP(self)
        setattr(self, key, value)

    return set_up


def any_figure(self):
    SET_UP(self)
    self.row = tuple(field._replace(never=()) for field in self.row)


def no_mark(key):
    def score(self, deal, play):
        SCORE(self, deal, play)
        deal.marks.pop(key, None)

    return score


KLAVERJASSEN = [
    ("equal is always made", "set_up", with_option("tie", "made")),
    (
        "the side of the dealer must play",
        "playing_side",
        lambda self, deal: 1 - PLAYING_SIDE(self, deal),
    ),
    ("a counter pit always has its 100", "set_up", with_option("counter_pit", 100)),
    ("a revoke always has its 100 and all roem", "set_up", with_option("revoke", "262_roem")),
    ("half is never enough", "set_up", with_option("tie", "nat")),
    ("subtotals per four, whatever is asked", "set_up", with_option("subtotal_every", 4)),
    ("1 point and 10 roem pass", "set_up", any_figure),
    ("nobody is nat", "score", no_mark("nat")),
    ("counter pits are not counted", "score", no_mark("counter_pit")),
    ("roem is not counted apart", "score", no_mark("roem")),
]
REFUSED = ["NOT_ALL", "TOO_MUCH", "NOT_A_PIT", "REVOKE_ALONE", "NOT_NAT"]

TABLE_FAULTS = [
    *(
        (what, ["klaverjassen"], f"scoring.games.klaverjassen.Klaverjassen.{where}", fault)
        for what, where, fault in KLAVERJASSEN
    ),
    ("a pit has no 100", ["klaverjassen"], "scoring.games.klaverjassen.BONUS", 0),
    *(
        (f"{check} passes", ["klaverjassen"], f"scoring.games.klaverjassen.{check}", passes(check))
        for check in REFUSED
    ),
]
