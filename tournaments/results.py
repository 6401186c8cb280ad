"""The tables of a season as standings take them, and the standings that come of it.

Only nights that are closed count in a season. Such a night comes to the same until it is opened
again, so it is read and scored once.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import partial
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scoring.held import typed_whole
from scoring.models import Event, Sheet
from scoring.rows import PAPER, Spelling
from tournaments import standings
from tournaments.models import Attendance, Member, Night, Round, Season, TableSeat
from tournaments.outcome import Outcome, Stint, moved, on_seat
from tournaments.reglementen import lowest_wins, system_of
from tournaments.standings import Division, Evening, Missed, Person, Share, Terms

Rounds = tuple[standings.Round, ...]
Merges = tuple[tuple[int, int], ...]  # of a double and who stands for it
Key = tuple[int, str, Merges]  # a night, its digest and who was merged

MOST_KEPT = 1000
# What follows from these never changes.
_known: dict[Key, Rounds] = {}
_evenings: dict[tuple[Key, int, frozenset[int], Terms, frozenset[int]], Evening] = {}


def of_season(season: Season, tonight: Night | None = None) -> tuple[Division, ...]:
    """Where everybody stands after the nights that are closed; and tonight, as far as it is."""
    nights = list(season.nights.order_by("day", "pk"))
    numbers = {night.pk: number for number, night in enumerate(nights, 1)}
    counted = [one for one in nights if one.state == Night.State.CLOSED or one == tonight]
    merges = _merges(season)
    found = _nights(counted, numbers, merges)
    days = {numbers[night.pk]: night.day for night in nights}
    people = _people(found, days, _divisions(season, merges))
    keys = {numbers[night.pk]: _key(night, merges) for night in counted if night.digest}
    return standings.of_season(terms_of(season), people, found, partial(_evening, keys))


def nights_of(season: Season) -> list[standings.Night]:
    """Those that count, as they were played."""
    nights = list(season.nights.order_by("day", "pk"))
    numbers = {night.pk: number for number, night in enumerate(nights, 1)}
    closed = [one for one in nights if one.state == Night.State.CLOSED]
    return _nights(closed, numbers, _merges(season))


def of_night(night: Night) -> Division:
    """While it is played, what is in so far."""
    return of_night_by_round(night)[0]


def of_night_by_round(night: Night) -> tuple[Division, list[int]]:
    """And which rounds that is, by number."""
    (found,) = _nights([night], {night.pk: 1}, _merges(night.season))
    people = _people([found], {1: night.day}, {})
    division = standings.of_night(terms_of(night.season), people, found)
    return division, standings.rounds_played(found)


def places(season: Season, tonight: Night | None = None) -> dict[int, int]:
    """By the id of a member; those below the line come after all others, and share a place."""
    found: dict[int, int] = {}
    for division in of_season(season, tonight):
        before = len(found)
        ranked = sum(row.rank is not None for row in division.rows)
        for row in division.rows:
            found[row.player] = before + (row.rank or ranked + 1)
    return found


def terms_of(season: Season) -> Terms:
    system = system_of(season.reglement)
    return Terms(
        lowest_wins=lowest_wins(season.reglement),
        low_game=system.lowest_wins,
        counting=season.counting,
        counted=season.counted or 1,
        place_points=tuple(Fraction(str(one)) for one in season.place_points),
        bonus=season.bonus,
        signed_off=Missed(season.signed_off, season.signed_off_points),
        no_show=Missed(season.no_show, season.no_show_points),
        before_joining=season.before_joining,
        least_nights=season.least_nights,
        tie_break=season.tie_break,
        guests_ranked=season.guests_ranked,
        for_member=season.for_member,
        night_prizes=tuple(season.night_prizes),
        season_prizes=tuple(season.season_prizes),
        moving=season.moving,
    )


# Who takes part


def _merges(season: Season) -> Merges:
    doubles = Member.objects.filter(club=season.club_id, merged_into__isnull=False)
    pairs = doubles.order_by("pk").values_list("pk", "merged_into")
    return tuple((double, keep) for double, keep in pairs if keep)


def _divisions(season: Season, merges: Merges) -> dict[int, int]:
    """By the id of a member; what is said of a double counts where nothing else is said."""
    if season.divisions == 1:
        return {}
    said = dict(season.division_members.values_list("member", "division"))
    doubled = {keep: said.pop(double) for double, keep in merges if double in said}
    return doubled | said


def _people(
    nights: Sequence[standings.Night], days: Mapping[int, date], divisions: Mapping[int, int]
) -> list[Person]:
    """Everybody who is in a division, or was there on any of these nights. They joined on the
    first of those at the latest.
    """
    first = dict.fromkeys(divisions, len(days) + 1)
    for night in reversed(nights):
        first.update(dict.fromkeys(standings.who_came(night), night.number))
    members = Member.objects.filter(pk__in=first).values_list("pk", "guest", "created")
    return [
        Person(pk, guest, min(first[pk], _joined(created, days)), divisions.get(pk))
        for pk, guest, created in members
    ]


def _joined(created: datetime, days: Mapping[int, date]) -> int:
    """The first night that was not over yet when somebody was put on the list."""
    day = timezone.localdate(created)
    return min((number for number, held in days.items() if held >= day), default=len(days) + 1)


# What was played


def _nights(
    nights: Sequence[Night], numbers: Mapping[int, int], merges: Merges
) -> list[standings.Night]:
    rounds = _rounds(nights, merges)
    excused = _excused(nights, dict(merges))
    return [
        standings.Night(numbers[night.pk], rounds[night.pk], frozenset(excused[night.pk]))
        for night in nights
    ]


def _excused(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, set[int]]:
    """By night, who signed off, or came to the door all the same."""
    found: dict[int, set[int]] = defaultdict(set)
    said = Q(said=Attendance.Said.OFF) | Q(present=True)
    which = Attendance.objects.filter(said, night__in=nights)
    for night, member in which.values_list("night", "member"):
        found[night].add(merges.get(member, member))
    return found


def _key(night: Night, merges: Merges) -> Key:
    return night.pk, night.digest, merges


def _evening(
    keys: Mapping[int, Key], night: standings.Night, terms: Terms, members: frozenset[int]
) -> Evening:
    if night.number not in keys:
        return Evening(night, terms, members)
    key = (keys[night.number], night.number, night.signed_off, terms, members)
    if key not in _evenings:
        if len(_evenings) >= MOST_KEPT:
            _evenings.clear()
        _evenings[key] = Evening(night, terms, members)
    return _evenings[key]


def _rounds(nights: Sequence[Night], merges: Merges) -> dict[int, Rounds]:
    """By night; only what is not known yet is read and scored."""
    keys = {night.pk: _key(night, merges) for night in nights}
    new = [night for night in nights if not night.digest or keys[night.pk] not in _known]
    read = _read(new, dict(merges)) if new else {}
    known = {pk: _known[key] for pk, key in keys.items() if pk not in read}
    if len(_known) + len(read) > MOST_KEPT:
        _known.clear()
    _known.update((keys[night.pk], read[night.pk]) for night in new if night.digest)
    return read | known


def _read(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, Rounds]:
    outcomes, stints = _outcomes(nights), _stints(nights, merges)
    found: dict[int, list[standings.Round]] = {night.pk: [] for night in nights}
    drawn = Counter[int]()
    rounds = Round.objects.filter(night__in=nights).select_related("drawing")
    for one in rounds.order_by("night", "number"):
        ids, out = one.drawing.people, one.drawing.record["sitting_out"][drawn[one.drawing_id]]
        drawn[one.drawing_id] += 1
        idle = {merges.get(ids[number], ids[number]) for number in out}
        found[one.night_id].append(_round(stints[one.pk], outcomes, idle))
    return {pk: tuple(rounds) for pk, rounds in found.items()}


def _round(
    tables: Mapping[int, Sequence[Stint]], outcomes: Mapping[int, Outcome], idle: set[int]
) -> standings.Round:
    """A table of which nothing is known yet counts as if who sits there could not play."""
    shares: dict[int, list[tuple[Stint, Share]]] = defaultdict(list)
    for sheet, stints in tables.items():
        for one in stints:
            if share := outcomes[sheet].share(one):
                shares[one.member].append((one, share))
            elif one.until is None and not outcomes[sheet].last:
                idle.add(one.member)
    found = [share for each in shares.values() for share in moved(each)]
    return standings.Round(tuple(found), frozenset(idle))


def _stints(
    nights: Collection[Night], merges: Mapping[int, int]
) -> dict[int, dict[int, list[Stint]]]:
    """By round and sheet."""
    seats = TableSeat.objects.filter(round__night__in=nights).select_related("seat", "table")
    rounds: dict[int, dict[int, list[TableSeat]]] = defaultdict(lambda: defaultdict(list))
    for one in seats.order_by("seat", "since"):
        one.member_id = merges.get(one.member_id, one.member_id)
        rounds[one.round_id][one.seat_id].append(one)
    penalties = _penalties(nights)
    found: dict[int, dict[int, list[Stint]]] = defaultdict(lambda: defaultdict(list))
    for pk, every in rounds.items():
        drawn = {seat[0].member_id for seat in every.values()}
        for seat in every.values():
            stints = list(on_seat(seat, drawn))
            stints[-1] = stints[-1]._replace(penalty=penalties[seat[0].seat_id])
            found[pk][seat[0].table.sheet_id] += stints
    return found


def _outcomes(nights: Collection[Night]) -> dict[int, Outcome]:
    """By sheet."""
    found = {}
    closed = {night.pk for night in nights if night.state == Night.State.CLOSED}
    sheets = Sheet.objects.filter(table__round__night__in=nights).select_related("table__round")
    for sheet in sheets.prefetch_related("seats", "rows", "notes"):
        spelling = Spelling(sheet)
        rows = {row.number: row.data for row in sheet.rows.all() if row.number != PAPER}
        found[sheet.pk] = Outcome(
            typed_whole(sheet, rows, spelling), spelling, sheet.table.round.night_id in closed
        )
    return found


def _penalties(nights: Collection[Night]) -> Counter[int]:
    """By seat, those that were not withdrawn."""
    kinds = (Event.Kind.PENALIZED, Event.Kind.WITHDRAWN)
    events = Event.objects.filter(sheet__table__round__night__in=nights, kind__in=kinds)
    given: dict[str, dict[str, Any]] = {}
    for pk, kind, body in events.order_by("sequence").values_list("pk", "kind", "body"):
        said = json.loads(body)
        if kind == Event.Kind.PENALIZED:
            given[str(pk)] = said
        else:
            given.pop(said["event"])
    total = Counter[int]()
    for penalty in given.values():
        total[int(penalty["seat"])] += penalty["points"]
    return total
