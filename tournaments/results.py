"""The tables of a season as standings take them, and the standings that come of it.

Only nights that are closed count in a season. Such a night comes to the same until it is opened
again, so it is read and scored once.
"""

import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring import progress
from scoring.held import typed_whole
from scoring.models import Event, Sheet
from scoring.rows import PAPER, Spelling
from tournaments import kept, settled, standings
from tournaments.models import (
    Attendance,
    Brought,
    DivisionMember,
    Member,
    Night,
    Round,
    Season,
    TableSeat,
)
from tournaments.outcome import Outcome, Stint, Taken, moved, on_seat
from tournaments.reglementen import lowest_wins, system_of
from tournaments.standings import Division, Evening, Missed, Person, Share, Terms

Rounds = tuple[standings.Round, ...]
Merges = tuple[tuple[int, int], ...]  # of a double and who stands for it
Key = tuple[int, str, Merges]  # a night, its digest and who was merged
Whole = tuple[Terms, tuple[Person, ...], tuple[tuple[int, Key], ...]]

Stints = dict[int, dict[int, list[Stint]]]  # by round and sheet
Outcomes = dict[int, Outcome]  # by sheet


class Held(NamedTuple):
    """What is known of a night."""

    rounds: Rounds
    excused: frozenset[int]  # who signed off, or came to the door all the same
    came: frozenset[int]


class Drawn(NamedTuple):
    """A round, and who was drawn to sit out."""

    round: int
    idle: frozenset[int]


class Form(NamedTuple):
    """A sheet of a night: what it came to, and for whom."""

    outcome: Outcome
    stints: Sequence[Stint]


MOST_KEPT, MOST_STANDINGS, MOST_FORMS = 1000, 50, 400
# What follows from these never changes.
_known: dict[Key, Held] = {}
_evenings: dict[tuple[Key, int, Terms, frozenset[int]], Evening] = {}
_standings: dict[Whole, tuple[Division, ...]] = {}
# By the id and the last event of a sheet and the stamp of its club, which holds the names.
_outcomes_known: dict[tuple[int, str, str], Outcome] = {}


class Material(NamedTuple):
    """What the standing of a season follows from: the nights that count, by number."""

    terms: Terms
    people: list[Person]
    held: dict[int, Held]
    keys: dict[int, Key]  # of those whose past is settled
    days: dict[int, date]
    left: int  # nights that are still to be played

    @property
    def whole(self) -> Whole:
        """All that it follows from, where every night is closed."""
        return self.terms, tuple(self.people), tuple(self.keys.items())

    @property
    def nights(self) -> list[standings.Night]:
        return _nights(self.held)

    def evening(self, night: standings.Night, terms: Terms, members: frozenset[int]) -> Evening:
        return _evening(self.keys, night, terms, members)


def of_season(season: Season, tonight: Night | None = None) -> tuple[Division, ...]:
    """Where everybody stands after the nights that are closed; and tonight, as far as it is."""
    return as_settled(season, standing(material(season, tonight)))


def before_settling(season: Season, night: Night | None = None) -> tuple[Division, ...]:
    """Of the season, or of one of its nights, with all ties that there are."""
    if not night:
        return standing(material(season))
    held = _held({1: night}, _merges(season))[1]
    return (_of_night(night, held)[0],)


def as_settled(season: Season, found: tuple[Division, ...]) -> tuple[Division, ...]:
    """With what people settled of its ties."""
    return settled.applied(found, season.settlements.filter(night=None), partial(doubles, season))


def standing(found: Material) -> tuple[Division, ...]:
    if len(found.keys) < len(found.held):
        return _standing(found)
    known = found.whole
    if known not in _standings:
        _make_room(_standings, MOST_STANDINGS)
        _standings[known] = _standing(found)
    return _standings[known]


def _standing(found: Material) -> tuple[Division, ...]:
    return standings.of_season(found.terms, found.people, found.nights, found.evening)


def material(season: Season, tonight: Night | None = None) -> Material:
    (found,) = materials([season], tonight)
    return found


def materials(seasons: Sequence[Season], tonight: Night | None = None) -> list[Material]:
    """Of seasons of one club, each; however many they are, it asks as often."""
    nights: dict[int, list[Night]] = {season.pk: [] for season in seasons}
    for one in Night.objects.filter(season__in=seasons).order_by("day", "pk"):
        nights[one.season_id].append(one)
    merges = _merges(seasons[0])
    divisions = _divisions(seasons, merges)
    counted = {pk: _counted(every, tonight) for pk, every in nights.items()}
    held = {pk: _held(every, merges) for pk, every in counted.items()}
    ids = {who for every in held.values() for one in every.values() for who in one.came}
    known = _known_people(ids.union(*divisions.values()))
    return [
        Material(
            terms_of(one),
            _people(
                held[one.pk], [night.day for night in nights[one.pk]], divisions[one.pk], known
            ),
            held[one.pk],
            {n: _key(night, merges) for n, night in counted[one.pk].items() if night.digest},
            {n: night.day for n, night in counted[one.pk].items()},
            len(nights[one.pk]) - len(counted[one.pk]),
        )
        for one in seasons
    ]


def _counted(nights: Sequence[Night], tonight: Night | None) -> dict[int, Night]:
    return {
        number: night
        for number, night in enumerate(nights, 1)
        if night.state == Night.State.CLOSED or night == tonight
    }


def unread(season: Season) -> list[Night]:
    """Closed nights of which it is not known yet what they came to."""
    merges = _merges(season)
    closed = season.nights.filter(state=Night.State.CLOSED).order_by("day", "pk")
    return [night for night in closed if _key(night, merges) not in _known]


def read_one(night: Night) -> None:
    """Known from now on."""
    _held({1: night}, _merges(night.season))


def nights_of(season: Season) -> list[standings.Night]:
    """Those that count, as they were played."""
    nights = enumerate(season.nights.order_by("day", "pk"), 1)
    closed = {number: one for number, one in nights if one.state == Night.State.CLOSED}
    return _nights(_held(closed, _merges(season)))


def of_night(night: Night) -> Division:
    """While it is played, what is in so far."""
    return of_night_by_round(night)[0]


def of_night_by_round(night: Night) -> tuple[Division, list[int]]:
    """And which rounds that is, by number."""
    return _night(night, _held({1: night}, _merges(night.season))[1])


def of_night_in_full(night: Night) -> tuple[Division, list[int], dict[int, Form]]:
    """And all its forms, by the id of the sheet."""
    merges = dict(_merges(night.season))
    stints, outcomes = _stints([night], merges), _outcomes([night])
    rounds = _rounds(_drawn([night], merges)[night.pk], stints, outcomes)
    held = _put_together([night], merges, {night.pk: rounds})[night.pk]
    tables = (each for one in stints.values() for each in one.items())
    forms = {sheet: Form(outcomes[sheet], who) for sheet, who in tables if sheet in outcomes}
    return *_night(night, held), forms


def _night(night: Night, held: Held) -> tuple[Division, list[int]]:
    found, rounds = _of_night(night, held)
    known = partial(doubles, night.season)
    return settled.applied([found], night.settlements.all(), known)[0], rounds


def _of_night(night: Night, held: Held) -> tuple[Division, list[int]]:
    people = _people({1: held}, [night.day], {}, _known_people(held.came))
    (found,) = _nights({1: held})
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


def doubles(season: Season) -> dict[int, int]:
    """By the id of a double, who stands for it."""
    return dict(_merges(season))


def _merges(season: Season) -> Merges:
    doubles = Member.objects.filter(club=season.club_id, merged_into__isnull=False)
    pairs = doubles.order_by("pk").values_list("pk", "merged_into")
    return tuple((double, keep) for double, keep in pairs if keep)


def _divisions(seasons: Sequence[Season], merges: Merges) -> dict[int, dict[int, int]]:
    """By season and the id of a member; what is said of a double counts where nothing else is
    said.
    """
    said: dict[int, dict[int, int]] = {season.pk: {} for season in seasons}
    divided = [season for season in seasons if season.divisions > 1]
    if divided:
        found = DivisionMember.objects.filter(season__in=divided)
        for season, member, division in found.values_list("season", "member", "division"):
            said[season][member] = division
    for one in said.values():
        doubled = {keep: one.pop(double) for double, keep in merges if double in one}
        one.update(doubled | one)
    return said


def _known_people(ids: Collection[int]) -> list[tuple[int, bool, datetime]]:
    members = Member.objects.filter(pk__in=ids).order_by("pk")
    return list(members.values_list("pk", "guest", "created"))


def _people(
    nights: Mapping[int, Held],
    days: Sequence[date],
    divisions: Mapping[int, int],
    known: Iterable[tuple[int, bool, datetime]],
) -> list[Person]:
    """Everybody who is in a division, or was there on any of these nights. They joined on the
    first of those at the latest.
    """
    first = dict.fromkeys(divisions, len(days) + 1)
    for number in sorted(nights, reverse=True):
        first.update(dict.fromkeys(nights[number].came, number))
    return [
        Person(pk, guest, min(first[pk], _joined(created, days)), divisions.get(pk))
        for pk, guest, created in known
        if pk in first
    ]


def _joined(created: datetime, days: Sequence[date]) -> int:
    """The first night that was not over yet when somebody was put on the list."""
    return bisect_left(days, timezone.localdate(created)) + 1


# What was played


def _nights(nights: Mapping[int, Held]) -> list[standings.Night]:
    return [standings.Night(number, one.rounds, one.excused) for number, one in nights.items()]


def _held(nights: Mapping[int, Night], merges: Merges) -> dict[int, Held]:
    """By number; only what is not known yet is read and scored."""
    keys = {number: _key(night, merges) for number, night in nights.items()}
    new = [one for number, one in nights.items() if not one.digest or keys[number] not in _known]
    read = _read(new, dict(merges)) if new else {}
    found = {
        number: read[night.pk] if night.pk in read else _known[keys[number]]
        for number, night in nights.items()
    }
    _make_room(_known, MOST_KEPT - len(read))
    _known.update((keys[number], found[number]) for number, one in nights.items() if one.digest)
    return found


def _make_room(kept: dict[Any, Any], most: int) -> None:
    if len(kept) >= most:
        kept.clear()


def _key(night: Night, merges: Merges) -> Key:
    return night.pk, night.digest, merges


def _evening(
    keys: Mapping[int, Key], night: standings.Night, terms: Terms, members: frozenset[int]
) -> Evening:
    if night.number not in keys:
        return Evening(night, terms, members)
    key = (keys[night.number], night.number, terms, members)
    if key not in _evenings:
        _make_room(_evenings, MOST_KEPT)
        _evenings[key] = Evening(night, terms, members)
    return _evenings[key]


def _excused(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, set[int]]:
    """By night, who signed off, or came to the door all the same."""
    found: dict[int, set[int]] = defaultdict(set)
    said = Q(said=Attendance.Said.OFF) | Q(present=True)
    which = Attendance.objects.filter(said, night__in=nights)
    for night, member in which.values_list("night", "member"):
        found[night].add(merges.get(member, member))
    return found


def _read(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, Held]:
    """Closed nights from the disk, where what they came to is kept."""
    stints, drawn = _stints(nights, merges), _drawn(nights, merges)
    names = {one.pk: _name(one, stints, drawn[one.pk]) for one in nights if one.digest}
    found = {pk: one for pk, name in names.items() if (one := kept.read(name)) is not None}
    rest = [one for one in nights if one.pk not in found]
    outcomes = _outcomes(rest) if rest else {}
    for pk in (one.pk for one in rest if drawn[one.pk]):
        found[pk] = _rounds(drawn[pk], stints, outcomes)
        if pk in names:
            kept.keep(names[pk], found[pk])
    return _put_together(nights, merges, found)


def _name(night: Night, stints: Stints, drawn: Iterable[Drawn]) -> str:
    return kept.name(night.digest, [(stints[one.round], one.idle) for one in drawn])


def _rounds(drawn: Iterable[Drawn], stints: Stints, outcomes: Outcomes) -> Rounds:
    return tuple(_round(stints[one.round], outcomes, {*one.idle}) for one in drawn)


def _put_together(
    nights: Sequence[Night], merges: Mapping[int, int], found: Mapping[int, Rounds]
) -> dict[int, Held]:
    excused = _excused(nights, merges)
    unplayed = [night.pk for night in nights if not found.get(night.pk)]
    played = {**found, **_brought(unplayed, merges)}
    return {night.pk: _one(played.get(night.pk, ()), excused[night.pk]) for night in nights}


def _drawn(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, list[Drawn]]:
    """The rounds of each night, in order, without all that its draws were made from."""
    found: dict[int, list[Drawn]] = {night.pk: [] for night in nights}
    places = Counter[int]()
    rounds = Round.objects.filter(night__in=nights).order_by("night", "number")
    fields = ("pk", "night", "drawing", "drawing__people", "drawing__record__sitting_out")
    for pk, night, drawing, ids, out in rounds.values_list(*fields):
        idle = {merges.get(ids[number], ids[number]) for number in out[places[drawing]]}
        places[drawing] += 1
        found[night].append(Drawn(pk, frozenset(idle)))
    return found


def _one(rounds: Iterable[standings.Round], excused: Iterable[int]) -> Held:
    whole = tuple(rounds)
    return Held(whole, frozenset(excused), standings.who_came(whole))


def _brought(
    nights: Collection[int], merges: Mapping[int, int]
) -> dict[int, list[standings.Round]]:
    """Nights that came from a file are one round each."""
    if not nights:
        return {}
    shares: dict[int, list[Share]] = defaultdict(list)
    found = Brought.objects.filter(night__in=nights).order_by("pk")
    for one in found:
        who = merges.get(one.member_id, one.member_id)
        shares[one.night_id].append(
            Share(
                who,
                Fraction(one.points),
                dashes=one.dashes,
                table=one.pk,  # nobody is known to have sat with anybody
                counts=True,
                rounds=one.rounds,
            )
        )
    return {night: [standings.Round(tuple(each))] for night, each in shares.items()}


def _round(
    tables: Mapping[int, Sequence[Stint]], outcomes: Outcomes, idle: set[int]
) -> standings.Round:
    """A table of which nothing is known yet counts as if who sits there could not play."""
    shares: dict[int, list[tuple[Stint, Share]]] = defaultdict(list)
    for sheet, stints in tables.items():
        if sheet not in outcomes:  # taken back while this was read
            continue
        for one in stints:
            if share := outcomes[sheet].share(one):
                shares[one.member].append((one, share))
            elif one.until is None and not outcomes[sheet].last:
                idle.add(one.member)
    found = [share for each in shares.values() for share in moved(each)]
    return standings.Round(tuple(found), frozenset(idle))


def _stints(nights: Collection[Night], merges: Mapping[int, int]) -> Stints:
    rounds: dict[int, dict[int, list[Taken]]] = defaultdict(lambda: defaultdict(list))
    fields = ("pk", "round", "seat", "table__sheet", "seat__name", "member", "since", "until")
    seats = TableSeat.objects.filter(round__night__in=nights).order_by("seat", "since")
    for one in map(Taken._make, seats.values_list(*fields, "seat__first_id")):
        sat = one._replace(member=merges[one.member]) if one.member in merges else one
        rounds[one.round][one.seat].append(sat)
    penalties = _penalties(nights)
    found: Stints = defaultdict(lambda: defaultdict(list))
    for pk, every in rounds.items():
        drawn = {seat[0].member for seat in every.values()}
        for seat in every.values():
            stints = list(on_seat(seat, drawn))
            penalty = penalties[seat[0].sheet, seat[0].key]
            stints[-1] = stints[-1]._replace(penalty=penalty)
            found[pk][seat[0].sheet] += stints
    return found


def _outcomes(nights: Collection[Night]) -> Outcomes:
    """Of a night that goes on only what was written since the last look is scored."""
    sheets = Sheet.objects.filter(table__round__night__in=nights)
    going_on = [night for night in nights if night.state != Night.State.CLOSED]
    keys: dict[int, tuple[int, str, str]] = {}
    if going_on:
        stamp = going_on[0].season.club.stamp
        lasts = progress.lasts(sheets.filter(table__round__night__in=going_on))
        keys = {pk: (pk, last, stamp) for pk, last in lasts.items()}
    known = {pk: _outcomes_known[key] for pk, key in keys.items() if key in _outcomes_known}
    new = dict(_scored(sheets.exclude(pk__in=known), closed=lambda pk: pk not in keys))
    _make_room(_outcomes_known, MOST_FORMS - len(new))
    _outcomes_known.update((keys[pk], one) for pk, one in new.items() if pk in keys)
    return known | new


def _scored(
    sheets: QuerySet[Sheet], closed: Callable[[int], bool]
) -> Iterator[tuple[int, Outcome]]:
    for sheet in sheets.prefetch_related("seats", "rows", "notes"):
        spelling = Spelling(sheet)
        rows = {row.number: row.data for row in sheet.rows.all() if row.number != PAPER}
        data = typed_whole(sheet, rows, spelling)
        yield sheet.pk, Outcome(data, spelling, closed(sheet.pk))


def _penalties(nights: Collection[Night]) -> Counter[tuple[int, str]]:
    """By sheet and seat, those that were not withdrawn."""
    kinds = (Event.Kind.PENALIZED, Event.Kind.WITHDRAWN)
    events = Event.objects.filter(sheet__table__round__night__in=nights, kind__in=kinds)
    given: dict[str, tuple[int, dict[str, Any]]] = {}
    told = events.order_by("sequence").values_list("pk", "sheet", "kind", "body")
    for pk, sheet, kind, body in told:
        said = json.loads(body)
        if kind == Event.Kind.PENALIZED:
            given[str(pk)] = sheet, said
        else:
            given.pop(said["event"])
    total = Counter[tuple[int, str]]()
    for sheet, penalty in given.values():
        total[sheet, penalty["seat"]] += penalty["points"]
    return total
