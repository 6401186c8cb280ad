"""Members who did not play every round of a night to its end, and how that counts in the season."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from tournaments.models import Night, Season
from tournaments.names import NameDetail
from tournaments.standings import calculate
from tournaments.standings.calculate import InSeason
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing import Called
from tournaments.standings.pages.standing_rows import format_points
from tournaments.standings.played_nights import NightFacts
from tournaments.standings.rules import Division, NightPoints, Points, RoundPoints, Row
from tournaments.standings.rules.breakdown import CAME, CAPPED, MISSED, PIECE


class Incomplete(NamedTuple):
    player: Called
    rounds: Sequence[int]
    counts: str


def read(night: Night, names: NameDetail) -> list[Incomplete]:
    """Return the members who will have missed a round if the night is closed now. Each comes with
    the missed rounds, and a text on how many points these and the whole night bring in the season.
    """
    division, rounds, facts = calculate.compute_night_if_closed(night)
    called = standing.call_all(night.season, [division], names)
    return describe_incomplete(night, division, rounds, called, facts)


def describe_incomplete(
    night: Night,
    division: Division,
    rounds: Sequence[int],
    called: Mapping[int, Called],
    facts: NightFacts | None = None,
) -> list[Incomplete]:
    """Return the members who have missed a round of the night for certain. Each comes with the
    missed rounds, and a text on how many points these and the whole night bring in the season. As
    long as some tables have played more games than others, nothing is certain and the list is
    empty. `facts` has what was played, if the caller has read it already.
    """
    if division.uneven:
        return []
    missed = {
        row.player: missed_rounds
        for row in division.rows
        if (missed_rounds := _missed(row, rounds))
    }
    if not missed:
        return []
    season = calculate.compute_night_in_season(night, facts)
    return [
        Incomplete(called[player], missed_rounds, ", ".join(_in_words(night, season, player)))
        for player, missed_rounds in missed.items()
    ]


def _missed(row: Row, rounds: Sequence[int]) -> list[int]:
    slices = row.tallies[0].slices
    if len(slices) != len(rounds):
        return []
    numbered = zip(rounds, slices, strict=True)
    return [number for number, share in numbered if share.how in (MISSED, PIECE)]


def _in_words(night: Night, season: InSeason, player: int) -> Iterator[str]:
    tally = season.tallies.get(player)
    if tally is None:
        yield gettext("not in the standing of the season")
        return
    missed = [share for share in tally.slices if share.how not in CAME]
    if tally.slices and not missed:
        yield gettext("counts in full: who took over plays for this member")
        return
    if missed:
        yield _tell_points_of_rounds(
            len(missed), missed[0].points, _sum(night, season, tally, missed[0])
        )
    yield _tell_points_of_night(tally.points)


def _tell_points_of_rounds(many: int, points: Points | None, made_of: str) -> str:
    if points is None:
        return ngettext("counts nothing", "each counts nothing", many)
    words = ngettext("counts %(points)s", "each counts %(points)s", many)
    return words % {"points": format_points(points)} + made_of


def _tell_points_of_night(points: Points | None) -> str:
    if points is None:
        return gettext("the whole night does not count")
    return gettext("the whole night %(points)s") % {"points": format_points(points)}


def _sum(night: Night, season: InSeason, tally: NightPoints, round_points: RoundPoints) -> str:
    """Return how the points of a missed round were computed, such as " (40÷4)": the points for a
    missed night, divided by the number of rounds. The text is empty if they were computed in
    another way.
    """
    if night.season.missed_round is not None:
        return ""
    signed_off, rounds = night.season.signed_off_points, len(tally.slices)
    by_reason = {
        Season.Absence.WORST: season.worst,
        Season.Absence.FIXED: signed_off,
        CAPPED: signed_off,
    }
    whole = by_reason.get(round_points.how)
    if whole is None or round_points.points != -(-whole // rounds):
        return ""
    return f" ({format_points(whole)}\N{NO-BREAK SPACE}÷\N{NO-BREAK SPACE}{rounds})"
