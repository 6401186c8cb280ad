"""Who did not play all rounds of a night to their end, and what that counts in the season."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from tournaments.models import Night, Season
from tournaments.names import NameDetail
from tournaments.standings import calculate
from tournaments.standings.calculate import InSeason
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing_rows import figure
from tournaments.standings.played_nights import NightFacts
from tournaments.standings.rules import Division, NightPoints, Points, RoundPoints, Row
from tournaments.standings.rules.breakdown import CAME, CAPPED, MISSED, PIECE


class Incomplete(NamedTuple):
    name: str
    rounds: Sequence[int]
    counts: str


def read(night: Night, names: NameDetail) -> list[Incomplete]:
    """Who that will be if it is closed now."""
    division, rounds, held = calculate.of_night_if_closed(night)
    return describe_incomplete(night, division, rounds, standing.names_of([division], names), held)


def describe_incomplete(
    night: Night,
    division: Division,
    rounds: Sequence[int],
    names: Mapping[int, str],
    held: NightFacts | None = None,
) -> list[Incomplete]:
    """Who is known of by now."""
    if division.uneven:
        return []
    missed = {row.player: found for row in division.rows if (found := _missed(row, rounds))}
    if not missed:
        return []
    season = calculate.in_season(night, held)
    return [
        Incomplete(names[player], found, ", ".join(_in_words(night, season, player)))
        for player, found in missed.items()
    ]


def _missed(row: Row, rounds: Sequence[int]) -> list[int]:
    slices = row.tallies[0].slices
    if len(slices) != len(rounds):
        return []
    every = zip(rounds, slices, strict=True)
    return [number for number, one in every if one.how in (MISSED, PIECE)]


def _in_words(night: Night, season: InSeason, player: int) -> Iterator[str]:
    tally = season.tallies.get(player)
    if tally is None:
        yield gettext("not in the standing of the season")
        return
    missed = [one for one in tally.slices if one.how not in CAME]
    if tally.slices and not missed:
        yield gettext("counts in full: who took over plays for this member")
        return
    if missed:
        yield _of_rounds(len(missed), missed[0].points, _sum(night, season, tally, missed[0]))
    yield _of_night(tally.points)


def _of_rounds(many: int, points: Points | None, made_of: str) -> str:
    if points is None:
        return ngettext("counts nothing", "each counts nothing", many)
    words = ngettext("counts %(points)s", "each counts %(points)s", many)
    return words % {"points": figure(points)} + made_of


def _of_night(points: Points | None) -> str:
    if points is None:
        return gettext("the whole night does not count")
    return gettext("the whole night %(points)s") % {"points": figure(points)}


def _sum(night: Night, season: InSeason, tally: NightPoints, one: RoundPoints) -> str:
    """Of what number of a night it is the part; nothing where it is of none."""
    said, rounds = night.season.signed_off_points, len(tally.slices)
    every = {Season.Absence.WORST: season.worst, Season.Absence.FIXED: said, CAPPED: said}
    whole = every.get(one.how)
    if whole is None or one.points != -(-whole // rounds):
        return ""
    return f" ({figure(whole)}\N{NO-BREAK SPACE}÷\N{NO-BREAK SPACE}{rounds})"
