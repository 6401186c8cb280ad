"""What was played on nights, as standings take it: read from their sheets, once a closed night.

Such a night comes to the same until it is opened again.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from scoring.models import Event, Sheet
from scoring.sheets import progress
from scoring.sheets.locked import typed_whole
from scoring.sheets.rows import PAPER, RowNames
from scoring.toolkit.cache import LRU
from tournaments.models import Attendance, Brought, Night, Round, TableSeat
from tournaments.standings import disk_cache, rules
from tournaments.standings.rules import PlayerRound
from tournaments.standings.sheet_result import SeatGames, SeatPeriod, SheetResult, moved, on_seat

Rounds = tuple[rules.PlayedRound, ...]
Merges = tuple[tuple[int, int], ...]  # of a double and who stands for it
Key = tuple[int, str, Merges]  # a night, its digest and who was merged

Stints = dict[int, dict[int, list[SeatGames]]]  # by round and sheet
Outcomes = dict[int, SheetResult]  # by sheet


class NightFacts(NamedTuple):
    """What is known of a night."""

    rounds: Rounds
    excused: frozenset[int]  # who signed off, or came to the door all the same
    came: frozenset[int]


class Drawn(NamedTuple):
    """A round, and who was drawn to sit out."""

    round: int
    idle: frozenset[int]


class PlayedSheet(NamedTuple):
    """A sheet of a night: what it came to, and for whom."""

    outcome: SheetResult
    stints: Sequence[SeatGames]


MOST_KEPT, MOST_FORMS = 1000, 400
# What follows from these never changes.
_known = LRU[Key, NightFacts](MOST_KEPT)
# By the id and the last event of a sheet and the stamp of its club, which holds the names.
_outcomes_known = LRU[tuple[int, str, str], SheetResult](MOST_FORMS)


def as_nights(held: Mapping[int, NightFacts]) -> list[rules.PlayedNight]:
    return [rules.PlayedNight(number, one.rounds, one.excused) for number, one in held.items()]


def load_nights(nights: Mapping[int, Night], merges: Merges) -> dict[int, NightFacts]:
    """By number; only what is not known yet is read and scored."""
    keys = {number: key(night, merges) for number, night in nights.items()}
    known = _known.get_many(keys[number] for number, one in nights.items() if one.digest)
    new = [one for number, one in nights.items() if keys[number] not in known]
    read = _read(new, dict(merges)) if new else {}
    _known.put_many({key(one, merges): read[one.pk] for one in new if one.digest})
    return {
        number: read[night.pk] if night.pk in read else known[keys[number]]
        for number, night in nights.items()
    }


def in_full(night: Night, merges: Mapping[int, int]) -> tuple[NightFacts, dict[int, PlayedSheet]]:
    """With all its forms, by the id of the sheet."""
    stints, outcomes = _stints([night], merges), _outcomes([night])
    rounds = _rounds(_drawn([night], merges)[night.pk], stints, outcomes)
    held = _put_together([night], merges, {night.pk: rounds})[night.pk]
    tables = (each for one in stints.values() for each in one.items())
    return held, {pk: PlayedSheet(outcomes[pk], who) for pk, who in tables if pk in outcomes}


def if_closed(night: Night, merges: Merges) -> NightFacts:
    """What it would come to if nothing were added."""
    if night.digest:
        return load_nights({1: night}, merges)[1]
    doubles = dict(merges)
    outcomes = {pk: one.if_closed() for pk, one in _outcomes([night]).items()}
    rounds = _rounds(_drawn([night], doubles)[night.pk], _stints([night], doubles), outcomes)
    return _put_together([night], doubles, {night.pk: rounds})[night.pk]


def is_known(night: Night, merges: Merges) -> bool:
    return key(night, merges) in _known


def key(night: Night, merges: Merges) -> Key:
    return night.pk, night.digest, merges


def _excused(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, set[int]]:
    """By night, who signed off, or came to the door all the same."""
    found: dict[int, set[int]] = defaultdict(set)
    said = Q(said=Attendance.Said.OFF) | Q(present=True)
    which = Attendance.objects.filter(said, night__in=nights)
    for night, member in which.values_list("night", "member"):
        found[night].add(merges.get(member, member))
    return found


def _read(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, NightFacts]:
    """Closed nights from the disk, where what they came to is kept."""
    stints, drawn = _stints(nights, merges), _drawn(nights, merges)
    names = {one.pk: _name(one, stints, drawn[one.pk]) for one in nights if one.digest}
    found = {pk: one for pk, name in names.items() if (one := disk_cache.read(name)) is not None}
    rest = [one for one in nights if one.pk not in found]
    outcomes = _outcomes(rest) if rest else {}
    for pk in (one.pk for one in rest if drawn[one.pk]):
        found[pk] = _rounds(drawn[pk], stints, outcomes)
        if pk in names:
            disk_cache.save(names[pk], found[pk])
    return _put_together(nights, merges, found)


def _name(night: Night, stints: Stints, drawn: Iterable[Drawn]) -> str:
    return disk_cache.name(night.digest, [(stints[one.round], one.idle) for one in drawn])


def _rounds(drawn: Iterable[Drawn], stints: Stints, outcomes: Outcomes) -> Rounds:
    return tuple(_round(stints[one.round], outcomes, {*one.idle}) for one in drawn)


def _put_together(
    nights: Sequence[Night], merges: Mapping[int, int], found: Mapping[int, Rounds]
) -> dict[int, NightFacts]:
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


def _one(rounds: Iterable[rules.PlayedRound], excused: Iterable[int]) -> NightFacts:
    whole = tuple(rounds)
    return NightFacts(whole, frozenset(excused), rules.who_came(whole))


def _brought(
    nights: Collection[int], merges: Mapping[int, int]
) -> dict[int, list[rules.PlayedRound]]:
    """Nights that came from a file are one round each."""
    if not nights:
        return {}
    shares: dict[int, list[PlayerRound]] = defaultdict(list)
    found = Brought.objects.filter(night__in=nights).order_by("pk")
    for one in found:
        who = merges.get(one.member_id, one.member_id)
        shares[one.night_id].append(
            PlayerRound(
                who,
                Fraction(one.points),
                dashes=one.dashes,
                table=one.pk,  # nobody is known to have sat with anybody
                counts=True,
                rounds=one.rounds,
            )
        )
    return {night: [rules.PlayedRound(tuple(each))] for night, each in shares.items()}


def _round(
    tables: Mapping[int, Sequence[SeatGames]], outcomes: Outcomes, idle: set[int]
) -> rules.PlayedRound:
    """A table of which nothing is known yet counts as if who sits there could not play."""
    shares: dict[int, list[tuple[SeatGames, PlayerRound]]] = defaultdict(list)
    waiting: set[int] = set()
    for sheet, stints in tables.items():
        if sheet not in outcomes:  # taken back while this was read
            continue
        for one in stints:
            if share := outcomes[sheet].share(one):
                shares[one.member].append((one, share))
            elif one.until is None and not outcomes[sheet].last:
                (waiting if outcomes[sheet].open else idle).add(one.member)
    found = [share for each in shares.values() for share in moved(each)]
    going_on = any(outcomes[sheet].open for sheet in tables if sheet in outcomes)
    return rules.PlayedRound(tuple(found), frozenset(idle | waiting), frozenset(waiting), going_on)


def _stints(nights: Collection[Night], merges: Mapping[int, int]) -> Stints:
    rounds: dict[int, dict[int, list[SeatPeriod]]] = defaultdict(lambda: defaultdict(list))
    fields = ("pk", "round", "seat", "table__sheet", "seat__name", "member", "since", "until")
    seats = TableSeat.objects.filter(round__night__in=nights).order_by("seat", "since")
    for one in map(SeatPeriod._make, seats.values_list(*fields, "seat__first_id")):
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
        lasts = progress.last_digests(sheets.filter(table__round__night__in=going_on))
        keys = {pk: (pk, last, stamp) for pk, last in lasts.items()}
    found = _outcomes_known.get_many(keys.values())
    known = {pk: found[key] for pk, key in keys.items() if key in found}
    new = dict(_scored(sheets.exclude(pk__in=known), closed=lambda pk: pk not in keys))
    _outcomes_known.put_many({keys[pk]: one for pk, one in new.items() if pk in keys})
    return known | new


def _scored(
    sheets: QuerySet[Sheet], closed: Callable[[int], bool]
) -> Iterator[tuple[int, SheetResult]]:
    for sheet in sheets.prefetch_related("seats", "rows", "notes"):
        spelling = RowNames(sheet)
        rows = {row.number: row.data for row in sheet.rows.all() if row.number != PAPER}
        data = typed_whole(sheet, rows, spelling)
        yield sheet.pk, SheetResult(data, spelling, closed(sheet.pk))


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
