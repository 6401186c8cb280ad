"""Who did not play every round to its end, or was away, and how that counts in the season."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext, ngettext

from tournaments.members import couples, members
from tournaments.models import Attendance, Night, Season
from tournaments.models.member import MAIN
from tournaments.models.night import STAYS_AWAY
from tournaments.names import NameDetail, fold
from tournaments.nights.signing_up import GONE
from tournaments.standings import calculate, season_history
from tournaments.standings.calculate import InSeason
from tournaments.standings.inputs import read_exact
from tournaments.standings.pages.standing_texts import Called, call_all, call_players, format_points
from tournaments.standings.rules.breakdown import (
    BEFORE,
    CAME,
    CAPPED,
    MISSED,
    NO_SHOW,
    PIECE,
    SIGNED_OFF,
    Division,
    NightPoints,
    RoundPoints,
    Row,
)
from tournaments.standings.rules.missed import divide_by_rounds
from tournaments.standings.rules.points import Points
from tournaments.standings.who_played import NightFacts

Said = Attendance.Said


class Missed(NamedTuple):
    rounds: Sequence[int]
    counts: str


class Incomplete(NamedTuple):
    player: Called
    missed: Missed
    night: str  # what all of it counts


def read_incomplete(night: Night, facts: NightFacts, detail: NameDetail) -> list[Incomplete]:
    """Return the members who missed a round; `facts` are as if the night were closed."""
    division, rounds = calculate.compute_night(night, facts)
    called = call_all(night.season, [division], detail)
    return describe_incomplete(night, division, rounds, called, facts)


def describe_incomplete(
    night: Night,
    division: Division,
    rounds: Sequence[int],
    called: Mapping[int, Called],
    facts: NightFacts | None = None,
) -> list[Incomplete]:
    """As long as some tables have played more games than others, nothing is certain."""
    if division.uneven:
        return []
    missed = {
        row.player: missed_rounds
        for row in division.rows
        if (missed_rounds := _missed(row, rounds))
    }
    if not missed:
        return []
    season = calculate.count_for_season(night, facts)
    lines = []
    for player, missed_rounds in missed.items():
        counts, whole = _in_words(night, season, player)
        lines.append(Incomplete(called[player], Missed(missed_rounds, counts), whole))
    return lines


class Away(NamedTuple):
    player: Called
    said: str
    counts: str  # empty: never played, so not in the standing yet
    dropped: bool


def list_away(night: Night, detail: NameDetail, facts: NightFacts | None = None) -> list[Away]:
    """`facts` are of an open night, as if it were closed."""
    if night.season.open_evening:
        return []
    tallies, no_message = _count_for_season(night, facts), gettext("no message")
    expected = night.attendances.filter(said__in=[Said.ON, *STAYS_AWAY], member__guest=False)
    not_there = expected.filter(present=False).exclude(GONE).annotate(who=MAIN)
    said = dict(not_there.values_list("who", "said"))
    missing = said.keys() | _list_silent(night)
    away = {
        pk: tally
        for pk, tally in tallies.items()
        if tally.state in (SIGNED_OFF, NO_SHOW) or (tally.state == BEFORE and pk in missing)
    }
    if night.season.by_couple:
        pairs = couples.list_couples(night.season)
        missing = {pair.first for pair in pairs if {pair.first, pair.second} <= missing}
    unplayed = sorted(missing - tallies.keys())
    called = call_players(night.season, [*away, *unplayed], detail)
    spoken: dict[str | None, str] = {
        Said.OFF: gettext("signed off"),
        Said.LATE: gettext("signed off too late"),
    }
    lines = [
        Away(
            called[pk],
            spoken.get(Said.OFF if tally.state == SIGNED_OFF else said.get(pk), no_message),
            gettext("nothing") if tally.points is None else format_points(tally.points),
            tally.dropped,
        )
        for pk, tally in away.items()
    ]
    lines += [Away(called[pk], spoken.get(said.get(pk), no_message), "", False) for pk in unplayed]
    return sorted(lines, key=lambda line: fold(line.player.name))


def _count_for_season(night: Night, facts: NightFacts | None) -> Mapping[int, NightPoints]:
    if facts:
        return calculate.count_for_season_if_closed(night, facts)
    history = season_history.load_history(night.season)
    numbers = {pk: number for number, pk in history.ids.items()}
    return calculate.list_tallies(history.standing, numbers.get(night.pk, 0))


def _list_silent(night: Night) -> set[int]:
    """Return the members of that day who did not come, and said nothing."""
    since = Q(joined__lte=night.day) | Q(joined=None, created__date__lte=night.day)
    people = members.list_members(night.season.club).filter(since, guest=False, archived=None)
    came = night.attendances.filter(present=True).annotate(who=MAIN).values("who")
    return set(people.exclude(pk__in=came).values_list("pk", flat=True))


def _missed(row: Row, rounds: Sequence[int]) -> list[int]:
    slices = row.tallies[0].slices
    if len(slices) != len(rounds):
        return []
    numbered = zip(rounds, slices, strict=True)
    return [number for number, share in numbered if share.how in (MISSED, PIECE)]


def _in_words(night: Night, season: InSeason, player: int) -> tuple[str, str]:
    tally = season.tallies.get(player)
    if tally is None:
        return gettext("not in the standing of the season"), ""
    missed = [share for share in tally.slices if share.how not in CAME]
    if tally.slices and not missed:
        return gettext("counts in full: who took over plays for this member"), ""
    counts = ""
    for share in missed[:1]:
        if share.points is None:
            counts = ngettext("counts nothing", "each counts nothing", len(missed))
        else:
            words = ngettext("counts %(points)s", "each counts %(points)s", len(missed))
            points = format_points(share.points)
            counts = words % {"points": points} + _sum(night, season, tally, share)
    return counts, gettext("nothing") if tally.points is None else format_points(tally.points)


def _sum(night: Night, season: InSeason, tally: NightPoints, round_points: RoundPoints) -> str:
    """Return of what the points of a missed round are made, such as " (40÷4)"."""
    if night.season.missed_round is not None:
        return ""
    points, rounds = read_exact(night.season.signed_off_points), len(tally.slices)
    by_reason: dict[str, Sequence[Points]] = {
        Season.Absence.WORST: [season.worst],
        Season.Absence.FIXED: points,
        CAPPED: points,
    }
    parts = {
        divide_by_rounds(whole, rounds): whole for whole in by_reason.get(round_points.how, ())
    }
    whole = parts.get(round_points.points or 0)
    if whole is None:
        return ""
    return f" ({format_points(whole)}\N{NO-BREAK SPACE}÷\N{NO-BREAK SPACE}{rounds})"
