"""What was played on nights, read from their sheets and cached.

The result of a closed night stays the same until the night is reopened.
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
from tournaments.models import Attendance, ImportedResult, Night, Round, TableSeat
from tournaments.standings import disk_cache, rules
from tournaments.standings.rules import PlayerRound
from tournaments.standings.sheet_result import SeatGames, SeatPeriod, SheetResult, moved, on_seat

Rounds = tuple[rules.PlayedRound, ...]
Merges = tuple[tuple[int, int], ...]  # the id of a duplicate and of the member kept
Key = tuple[int, str, Merges]  # the id of a night, its digest and the merges

Stints = dict[int, dict[int, list[SeatGames]]]  # keyed by round and sheet
Outcomes = dict[int, SheetResult]  # keyed by sheet


class NightFacts(NamedTuple):
    """What was played on a night, who came and who was excused. Standings are computed from
    this.
    """

    rounds: Rounds
    excused: frozenset[int]  # signed off, or came to the door after all
    came: frozenset[int]


class Drawn(NamedTuple):
    """The id of a round, and the ids of the players who were drawn to sit out in it."""

    round: int
    idle: frozenset[int]


class PlayedSheet(NamedTuple):
    """A sheet of a night: its result, and who sat on which seat for which games."""

    outcome: SheetResult
    stints: Sequence[SeatGames]


MOST_KEPT, MOST_FORMS = 1000, 400
# The result for such a key never changes.
_known = LRU[Key, NightFacts](MOST_KEPT)
# Keyed by the id and the last event of a sheet, and the club's `results_version`, which covers
# names.
_outcomes_known = LRU[tuple[int, str, str], SheetResult](MOST_FORMS)


def as_nights(held: Mapping[int, NightFacts]) -> list[rules.PlayedNight]:
    return [
        rules.PlayedNight(number, facts.rounds, facts.excused) for number, facts in held.items()
    ]


def load_nights(nights: Mapping[int, Night], merges: Merges) -> dict[int, NightFacts]:
    """Return what was played on each of these nights, keyed like `nights`. Only nights that are not
    cached are read and scored. `merges` maps duplicate members to the member kept.
    """
    keys = {number: key(night, merges) for number, night in nights.items()}
    known = _known.get_many(keys[number] for number, item in nights.items() if item.digest)
    new = [item for number, item in nights.items() if keys[number] not in known]
    read = _read(new, dict(merges)) if new else {}
    _known.put_many({key(item, merges): read[item.pk] for item in new if item.digest})
    return {
        number: read[night.pk] if night.pk in read else known[keys[number]]
        for number, night in nights.items()
    }


def in_full(night: Night, merges: Mapping[int, int]) -> tuple[NightFacts, dict[int, PlayedSheet]]:
    """Return what was played on a night, and each sheet with its result, keyed by the sheet's id.
    `merges` maps duplicate members to the member kept.
    """
    stints, outcomes = _stints([night], merges), _outcomes([night])
    rounds = _rounds(_drawn([night], merges)[night.pk], stints, outcomes)
    facts = _put_together([night], merges, {night.pk: rounds})[night.pk]
    tables = (table for sheets in stints.values() for table in sheets.items())
    return facts, {pk: PlayedSheet(outcomes[pk], who) for pk, who in tables if pk in outcomes}


def if_closed(night: Night, merges: Merges) -> NightFacts:
    """Return what was played on a night, as if the night were closed now and nothing more
    entered.
    """
    if night.digest:
        return load_nights({1: night}, merges)[1]
    doubles = dict(merges)
    outcomes = {pk: outcome.if_closed() for pk, outcome in _outcomes([night]).items()}
    rounds = _rounds(_drawn([night], doubles)[night.pk], _stints([night], doubles), outcomes)
    return _put_together([night], doubles, {night.pk: rounds})[night.pk]


def is_known(night: Night, merges: Merges) -> bool:
    return key(night, merges) in _known


def key(night: Night, merges: Merges) -> Key:
    return night.pk, night.digest, merges


def _excused(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, set[int]]:
    """Return, keyed by night, the members who cannot be no-shows because they signed off or were
    checked in.
    """
    by_night: dict[int, set[int]] = defaultdict(set)
    excused = Q(said=Attendance.Said.OFF) | Q(present=True)
    which = Attendance.objects.filter(excused, night__in=nights)
    for night, member in which.values_list("night", "member"):
        by_night[night].add(merges.get(member, member))
    return by_night


def _read(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, NightFacts]:
    """Read and score what was played on these nights. The results of closed nights are taken from
    the disk cache if they are in it.
    """
    stints, drawn = _stints(nights, merges), _drawn(nights, merges)
    names = {item.pk: _name(item, stints, drawn[item.pk]) for item in nights if item.digest}
    rounds_by_night = {
        pk: item for pk, name in names.items() if (item := disk_cache.read(name)) is not None
    }
    rest = [item for item in nights if item.pk not in rounds_by_night]
    outcomes = _outcomes(rest) if rest else {}
    for pk in (item.pk for item in rest if drawn[item.pk]):
        rounds_by_night[pk] = _rounds(drawn[pk], stints, outcomes)
        if pk in names:
            disk_cache.save(names[pk], rounds_by_night[pk])
    return _put_together(nights, merges, rounds_by_night)


def _name(night: Night, stints: Stints, drawn: Iterable[Drawn]) -> str:
    return disk_cache.name(
        night.digest, [(stints[drawn_round.round], drawn_round.idle) for drawn_round in drawn]
    )


def _rounds(drawn: Iterable[Drawn], stints: Stints, outcomes: Outcomes) -> Rounds:
    return tuple(
        _round(stints[drawn_round.round], outcomes, {*drawn_round.idle}) for drawn_round in drawn
    )


def _put_together(
    nights: Sequence[Night], merges: Mapping[int, int], found: Mapping[int, Rounds]
) -> dict[int, NightFacts]:
    excused = _excused(nights, merges)
    unplayed = [night.pk for night in nights if not found.get(night.pk)]
    played = {**found, **_brought(unplayed, merges)}
    return {night.pk: _one(played.get(night.pk, ()), excused[night.pk]) for night in nights}


def _drawn(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, list[Drawn]]:
    """Return, keyed by night, its rounds in order, each with the players drawn to sit out. Only
    that part of the draw's record is loaded, because the rest is large.
    """
    by_night: dict[int, list[Drawn]] = {night.pk: [] for night in nights}
    places = Counter[int]()
    rounds = Round.objects.filter(night__in=nights).order_by("night", "number")
    fields = (
        "pk",
        "night",
        "draw_record",
        "draw_record__people",
        "draw_record__record__sitting_out",
    )
    for pk, night, draw_record, ids, out in rounds.values_list(*fields):
        idle = {merges.get(ids[number], ids[number]) for number in out[places[draw_record]]}
        places[draw_record] += 1
        by_night[night].append(Drawn(pk, frozenset(idle)))
    return by_night


def _one(rounds: Iterable[rules.PlayedRound], excused: Iterable[int]) -> NightFacts:
    whole = tuple(rounds)
    return NightFacts(whole, frozenset(excused), rules.who_came(whole))


def _brought(
    nights: Collection[int], merges: Mapping[int, int]
) -> dict[int, list[rules.PlayedRound]]:
    """Return the results that were imported from a file, keyed by night. Such a night is stored as
    a single round.
    """
    if not nights:
        return {}
    shares: dict[int, list[PlayerRound]] = defaultdict(list)
    rows = ImportedResult.objects.filter(night__in=nights).order_by("pk")
    for row in rows:
        player = merges.get(row.member_id, row.member_id)
        shares[row.night_id].append(
            PlayerRound(
                player,
                Fraction(row.points),
                dashes=row.dashes,
                table=row.pk,  # every player alone: the seating is not known
                counts=True,
                rounds=row.rounds,
            )
        )
    return {
        night: [rules.PlayedRound(tuple(round_shares))] for night, round_shares in shares.items()
    }


def _round(
    tables: Mapping[int, Sequence[SeatGames]], outcomes: Outcomes, idle: set[int]
) -> rules.PlayedRound:
    """Score one round. `tables` has who sat where, keyed by sheet, and `idle` who was drawn to sit
    out. Players at a table without any entry count as sitting out, too.
    """
    shares: dict[tuple[int, bool], list[tuple[SeatGames, PlayerRound]]] = defaultdict(list)
    waiting: set[int] = set()
    for sheet, stints in tables.items():
        if sheet not in outcomes:  # the draw was undone while this was read
            continue
        for stint in stints:
            if stint.fill_in and stint.instead_of is None and outcomes[sheet].open:
                continue  # compared with the own round once it is played
            if share := outcomes[sheet].share(stint):
                shares[stint.member, stint.fill_in].append((stint, share))
            elif stint.fill_in:
                continue  # has a round already
            elif stint.until is None and not outcomes[sheet].last:
                (waiting if outcomes[sheet].open else idle).add(stint.member)
    all_shares = [share for player_shares in shares.values() for share in moved(player_shares)]
    going_on = any(outcomes[sheet].open for sheet in tables if sheet in outcomes)
    return rules.PlayedRound(
        tuple(all_shares), frozenset(idle | waiting), frozenset(waiting), going_on
    )


def _stints(nights: Collection[Night], merges: Mapping[int, int]) -> Stints:
    rounds: dict[int, dict[int, list[SeatPeriod]]] = defaultdict(lambda: defaultdict(list))
    seat_fields = ("pk", "round", "seat", "table__sheet", "seat__name")
    fields = (*seat_fields, "member", "since", "until", "fill_in", "seat__first_id")
    seats = TableSeat.objects.filter(round__night__in=nights).order_by("seat", "since")
    for period in map(SeatPeriod._make, seats.values_list(*fields)):
        sat = period._replace(member=merges[period.member]) if period.member in merges else period
        rounds[period.round][period.seat].append(sat)
    penalties = _penalties(nights)
    by_round: Stints = defaultdict(lambda: defaultdict(list))
    for pk, by_seat in rounds.items():
        drawn = {seat[0].member for seat in by_seat.values()}
        for seat in by_seat.values():
            stints = list(on_seat(seat, drawn))
            penalty = penalties[seat[0].sheet, seat[0].key]
            stints[-1] = stints[-1]._replace(penalty=penalty)
            by_round[pk][seat[0].sheet] += stints
    return by_round


def _outcomes(nights: Collection[Night]) -> Outcomes:
    """Return the results of the nights' sheets, keyed by sheet. On a night that is not closed, only
    sheets that changed since the last call are scored.
    """
    sheets = Sheet.objects.filter(table__round__night__in=nights)
    going_on = [night for night in nights if night.state != Night.State.CLOSED]
    keys: dict[int, tuple[int, str, str]] = {}
    if going_on:
        stamp = going_on[0].season.club.results_version
        lasts = progress.last_digests(sheets.filter(table__round__night__in=going_on))
        keys = {pk: (pk, last, stamp) for pk, last in lasts.items()}
    cached = _outcomes_known.get_many(keys.values())
    known = {pk: cached[key] for pk, key in keys.items() if key in cached}
    new = dict(_scored(sheets.exclude(pk__in=known), closed=lambda pk: pk not in keys))
    _outcomes_known.put_many({keys[pk]: outcome for pk, outcome in new.items() if pk in keys})
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
    """Return the penalty points of each seat in all, keyed by sheet and seat. Penalties that were
    withdrawn do not count.
    """
    kinds = (Event.Kind.PENALIZED, Event.Kind.WITHDRAWN)
    events = Event.objects.filter(sheet__table__round__night__in=nights, kind__in=kinds)
    given: dict[str, tuple[int, dict[str, Any]]] = {}
    rows = events.order_by("sequence").values_list("pk", "sheet", "kind", "body")
    for pk, sheet, kind, body in rows:
        details = json.loads(body)
        if kind == Event.Kind.PENALIZED:
            given[str(pk)] = sheet, details
        else:
            given.pop(details["event"])
    total = Counter[tuple[int, str]]()
    for sheet, penalty in given.values():
        total[sheet, penalty["seat"]] += penalty["points"]
    return total
