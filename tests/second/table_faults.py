"""Faults seeded into klaverjassen, boerenbridge and hartenjagen, as in faults.py."""

from scoring.games import boerenbridge, hartenjagen, klaverjassen
from scoring.games.boerenbridge import Boerenbridge
from scoring.games.hartenjagen import Hartenjagen
from scoring.games.klaverjassen import Klaverjassen

PLAYING_SIDE = Klaverjassen.playing_side
SCORE = Klaverjassen.score
SET_UP = Klaverjassen.set_up


def with_option(key, value, system=Klaverjassen):
    """A game that knows but one value of an option."""
    usual = system.set_up

    def set_up(self):
        setattr(self, key, value)
        usual(self)

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
BOERENBRIDGE = [
    ("the course always goes up", "set_up", with_option("course", "up", Boerenbridge)),
    ("the hook always holds", "set_up", with_option("hook", "always", Boerenbridge)),
    ("a trick always makes 2", "set_up", with_option("per_trick", 2, Boerenbridge)),
    ("a miss always costs 2", "set_up", with_option("miss", 2, Boerenbridge)),
    ("the hook never holds", "_check_bids", lambda self, deal: None),
    ("any number of tricks passes", "_check_tricks", lambda self, deal: None),
    ("more than the cards passes", "check_entry", lambda self, deal, player, entry: None),
]
AFTER = Hartenjagen.after


def ends_above_the_target(self, play):
    self.goal += 1
    AFTER(self, play)
    self.goal -= 1


def ends_at_any_number_of_games(self, play):
    games, self.games = self.games, None
    AFTER(self, play)
    self.games = games


def ends_below_nought(self, play):
    AFTER(self, play)
    if self.variant == "dutch" and min(play.totals.values()) == 0:
        play.ended = False


HARTENJAGEN = [
    ("the target is always 100 or 50", "set_up", with_option("target", None, Hartenjagen)),
    ("points are always added", "_is_turned", lambda self, play: False),
    ("the target itself plays on", "after", ends_above_the_target),
    ("the target ends a fixed number of games", "after", ends_at_any_number_of_games),
    ("0 is not enough in the Dutch game", "after", ends_below_nought),
    ("any figures pass beside who took all", "_check_moon", lambda self, deal, moon: None),
]
CHECKS = {
    klaverjassen: ["NOT_ALL", "TOO_MUCH", "NOT_A_PIT", "REVOKE_ALONE", "NOT_NAT"],
    boerenbridge: ["TOO_MANY", "NOT_ALL", "FORBIDDEN", "STOPPED"],
    hartenjagen: ["NOT_ALL", "TOOK_ALL", "DISAGREES"],
}
METHODS = {Klaverjassen: KLAVERJASSEN, Boerenbridge: BOERENBRIDGE, Hartenjagen: HARTENJAGEN}

TABLE_FAULTS = [
    *(
        (what, [system.key], f"{system.__module__}.{system.__name__}.{where}", fault)
        for system, faults in METHODS.items()
        for what, where, fault in faults
    ),
    *(
        (
            f"{module.__name__.rpartition('.')[2]}: {name} only warns",
            [module.__name__.rpartition(".")[2]],
            f"{module.__name__}.{name}",
            getattr(module, name)._replace(severity="warning"),
        )
        for module, names in CHECKS.items()
        for name in names
    ),
    ("a pit has no 100", ["klaverjassen"], "scoring.games.klaverjassen.BONUS", 0),
    ("a misdeal costs nothing", ["boerenbridge"], "scoring.games.boerenbridge.MISDEALT", 0),
    ("there are 60 cards", ["boerenbridge"], "scoring.games.boerenbridge.PACK", 60),
    ("the hook holds from three cards", ["boerenbridge"], "scoring.games.boerenbridge.FEW", 2),
    (
        "the Dutch game makes 13",
        ["hartenjagen"],
        "scoring.games.hartenjagen.TOGETHER",
        {"american": 26, "dutch": 13},
    ),
]
