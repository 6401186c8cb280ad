from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext

from tournaments.club.reglementen import build_game
from tournaments.models import Season
from tournaments.models.season import COUNTED
from tournaments.standings.rules import Points, Row, round_points
from tournaments.standings.rules import breakdown as shown

# Signs for what a missed night counts, explained below the standing and drawn by standing.css.
SIGNS = {
    Season.Absence.FIXED: "*",
    Season.Absence.WORST: "†",
    Season.Absence.OWN: "‡",
    shown.CAPPED: "§",
    shown.LEFT: "°",
    shown.UNFINISHED: "°",
}
NOT_COUNTED = "–"  # instead of points


class Columns(NamedTuple):
    average: bool
    counted: bool
    dashes: bool

    @property
    def without(self) -> tuple[str, ...]:
        return tuple(name for name, there in self._asdict().items() if not there)

    @property
    def points(self) -> str:
        return gettext("Total") if self.average else gettext("Average")


def choose_columns(season: Season) -> Columns:
    kind = Season.Counting(season.counting)
    return Columns(
        average=kind not in (Season.Counting.AVERAGE, Season.Counting.BEST_AVERAGE),
        counted=kind in COUNTED,
        dashes=build_game(season.reglement).dash,
    )


def count_places_moved(row: Row) -> int | str | None:
    """Return how many places the player went up on the last night, a code for who had no place
    before, and None for who has none now.
    """
    if row.rank is None:
        return None
    return shown.NEW if row.was is None else row.was - row.rank


def codes_in_words() -> dict[str, str]:
    absence = {choice.value: str(choice.label) for choice in Season.Absence}
    return absence | {
        shown.CAPPED: gettext("the player's own average, no more than the season allows"),
        shown.LEFT: gettext("not there for all of it"),
        shown.UNFINISHED: gettext("the form was not played to its end"),
        shown.SIGNED_OFF: gettext("signed off"),
        shown.NO_SHOW: gettext("not there"),
        shown.BEFORE: gettext("not a member yet"),
    }


def build_legend(
    rows: Sequence[Row], *, dashes: bool, days: Mapping[int, str] | None = None
) -> list[tuple[str, str]]:
    """Return the signs that occur, each with its meaning. With `days` (short dates by number of the
    night), it tells what a missed round brought on each of them.
    """
    used = {how for row in rows for tally in row.tallies for how in (tally.how, tally.state)}
    meanings, signs = codes_in_words(), {**SIGNS, Season.Absence.SKIP: NOT_COUNTED}
    for state in {shown.LEFT, shown.UNFINISHED} & used:
        meanings[state] = "; ".join([meanings[state], *_rounds_missed(rows, days or {})])
    explained = [(sign, meanings[how]) for how, sign in signs.items() if how in used]
    if dashes and any(row.untold and row.dashes_known for row in rows):
        explained.append(("+", gettext("and those of nights of which no dashes are known")))
    return explained


def _rounds_missed(rows: Iterable[Row], days: Mapping[int, str]) -> Iterator[str]:
    part = {
        Season.Absence.SKIP: gettext("a round missed: nothing"),
        Season.Absence.FIXED: gettext("a round missed: its part of the points for a night"),
        Season.Absence.WORST: gettext("a round missed: its part of the worst score of the night"),
        Season.Absence.OWN: gettext("a round missed: the player's own average of a round"),
        shown.CAPPED: gettext("a round missed: its part of the most that an average may be"),
    }
    by_kind: dict[str, dict[int, Points | None]] = {}
    for tally in (tally for row in rows for tally in row.tallies):
        for missed in tally.slices:
            by_kind.setdefault(missed.how, {})[tally.night] = missed.points
    return (
        words + _by_day(how, by_kind[how], days) for how, words in part.items() if how in by_kind
    )


def _by_day(how: str, points: Mapping[int, Points | None], days: Mapping[int, str]) -> str:
    if how in (Season.Absence.SKIP, Season.Absence.OWN) or not days:
        return ""
    known = sorted((number, counted) for number, counted in points.items() if counted is not None)
    return (
        f" ({' · '.join(f'{days[number]}: {format_points(counted)}' for number, counted in known)})"
    )


def is_whole(points: Points) -> bool:
    return round_points(points).denominator == 1


def dashes_in_words(row: Row) -> str:
    """A plus: the dashes of some nights are not known. "–": of none."""
    if row.untold:
        return f"{row.dashes}+" if row.dashes_known else NOT_COUNTED
    return str(row.dashes)


def format_points(points: Points | Decimal, *, decimals: bool = False) -> str:
    """Points that are not whole have two decimals; with `decimals`, all have. The minus is a real
    one.
    """
    rounded = round_points(Fraction(points))
    places = 2 if decimals or rounded.denominator != 1 else None
    text = number_format(Decimal(rounded.numerator) / rounded.denominator, places)
    return text.replace("-", "−")
