"""Answers to the questions of a season that clubs give together, filled in by one click."""

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.club.reglementen import find_system, has_sides, is_lowest_best
from tournaments.models import Reglement, Season


class Preset(NamedTuple):
    key: str
    name: Promise
    line: Promise
    values: dict[str, Any]
    weeks: int = 0  # that the season takes at least, a night in each


def _absent(how: str, joined: str, *points: int) -> dict[str, Any]:
    """What a missed night counts, signed off or not, and nights before somebody joined."""
    said = {"signed_off": how, "no_show": how, "before_joining": joined}
    return said | {"signed_off_points": [*points], "no_show_points": [*points]}


def _best(counting: str, count: int) -> dict[str, Any]:
    return BY_NIGHT | {"counting": counting, "counted": count, "least_nights": count}


Counting, Absence, Joining = Season.Counting, Season.Absence, Season.Joining
BY_NIGHT = {"periods": [], "period_best": 0, "period_prizes": [], "by_period": False}
NOTHING = _absent(Absence.SKIP, Joining.SKIP)
WORST = _absent(Absence.WORST, Joining.ABSENT)
SUM = BY_NIGHT | {"counting": Counting.SUM, "least_nights": 0}
ALL_NIGHTS = "all-nights", _("All nights count")
HIGH = Preset(*ALL_NIGHTS, _("added up; who misses one gets nothing for it"), SUM | NOTHING)
LOW = Preset(
    *ALL_NIGHTS, _("added up; who misses one gets the worst score of that night"), SUM | WORST
)
PRESETS = (
    Preset(
        "best-5",
        _("Best 5 of 7"),
        _("the five best nights are added up; a place after five"),
        _best(Counting.BEST, 5) | NOTHING,
    ),
    Preset(
        "average-6",
        _("Average of the best 6"),
        _("what the six best nights come to on average; a place after six"),
        _best(Counting.BEST_AVERAGE, 6) | NOTHING,
    ),
)
PERIODS = Preset(
    "periods",
    _("7 periods of 6"),
    _("of six nights the best four make a period, the best five periods the season"),
    {
        "periods": [6],
        "period_best": 4,
        "period_prizes": [*range(1, 11)],
        "by_period": True,
        "counting": Counting.BEST,
        "counted": 5,
        "least_nights": 0,
    },
    weeks=7 * 6,
)
OF_SIDES = (
    Preset(
        "couples",
        _("Couples: one stays, the other moves on"),
        _("two fixed partners are ranked together; six rounds; the lot decides who stays"),
        {"by_couple": True, "rounds": 6, "seating": Season.Seating.MOVE} | NOTHING,
    ),
)
OF_KLAVERJASSEN = (
    Preset(
        "signed-off-5000",
        _("Signed off 5000, 9 of 11"),
        _(
            "the nine best nights of eleven; a night signed off counts 5000, one without a word"
            " always 0"
        ),
        BY_NIGHT
        | {"counting": Counting.BEST, "counted": 9, "least_nights": 0, "rounds": 4}
        | _absent(Absence.FIXED, Joining.ABSENT, 5000)
        | {"no_show_points": [0], "no_show_always": True},
    ),
    Preset(
        "sit-out-1600",
        _("Sitting out 1600, missed 1450"),
        _("a round without a table counts 1600 and a pit, one missed 1450, a night three of those"),
        {"rounds": 3, "missed_round": 1450, "tie_break": "pit"}
        | {"sitting_out": Season.SittingOut.FIXED, "sit_out": 1600, "sit_out_pits": 1}
        | _absent(Absence.FIXED, Joining.ABSENT, 3 * 1450),
    ),
)
OF_BOERENBRIDGE = (
    Preset(
        "five-a-table",
        _("Five at a table"),
        _("as at the WK Boerenbridge: five, or four where it doesn't come out"),
        {"sizes": Season.Sizes.FIVE} | NOTHING,
    ),
)


def list_presets(rules: Reglement | None) -> list[Preset]:
    """Return those that make sense for the game that is played."""
    key = find_system(rules).key if rules else ""
    sides = rules is not None and has_sides(rules)
    low = rules is not None and is_lowest_best(rules)
    return [
        LOW if low else HIGH,
        *PRESETS,
        PERIODS._replace(values=PERIODS.values | (WORST if low else NOTHING)),
        *(OF_SIDES if sides else ()),
        *(OF_KLAVERJASSEN if key == "klaverjassen" else ()),
        *(OF_BOERENBRIDGE if key == "boerenbridge" else ()),
    ]
