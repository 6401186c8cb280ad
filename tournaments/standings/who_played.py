import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from django.core.cache import cache
from django.db.models import Q

from scoring.models import Event, Sheet
from scoring.sheets.row_names import PAPER, RowNames
from scoring.sheets.sheet_under_lock import SheetNow, build_typed_sheet, read_unlocked
from tournaments.draw.engine.request import FINALS
from tournaments.members import couples
from tournaments.models import (
    Attendance,
    DrawRecord,
    ImportedResult,
    Member,
    Night,
    Round,
    Season,
    TableSeat,
)
from tournaments.standings.rules.points import PlayedNight, PlayedRound, PlayerRound
from tournaments.standings.rules.score_night import list_who_came
from tournaments.standings.sheet_result import (
    SeatGames,
    SeatPeriod,
    SheetResult,
    join_stints,
    split_seat,
)

Rounds = tuple[PlayedRound, ...]
Merges = tuple[tuple[int, int], ...]  # the id of a duplicate and of the member kept

Stints = dict[int, dict[int, list[SeatGames]]]  # keyed by round and sheet
Outcomes = dict[int, SheetResult]  # keyed by sheet


class NightFacts(NamedTuple):
    rounds: Rounds
    excused: frozenset[int]  # signed off, or came to the door after all
    came: frozenset[int]

    def as_night(self, number: int = 1) -> PlayedNight:
        return PlayedNight(number, self.rounds, self.excused)


class Drawn(NamedTuple):
    round: int
    idle: frozenset[int]
    finalists: frozenset[int]


class PlayedSheet(NamedTuple):
    outcome: SheetResult
    stints: Sequence[SeatGames]


class KnownSheet(Protocol):
    @property
    def sheet(self) -> int: ...
    @property
    def read(self) -> SheetNow | None:
        """None: the caller did not read it."""


def load_nights(nights: Mapping[int, Night], merges: Merges) -> dict[int, NightFacts]:
    """What was played on a closed night is kept: it can't change without its digest."""
    keys = {number: _make_key(night, merges) for number, night in nights.items() if night.digest}
    kept = cache.get_many(keys.values())
    facts = {number: kept[key] for number, key in keys.items() if key in kept}
    new = {number: night for number, night in nights.items() if number not in facts}
    read = _read(list(new.values()), dict(merges)) if new else {}
    facts |= {number: read[night.pk] for number, night in new.items()}
    cache.set_many({keys[n]: facts[n] for n in new if n in keys}, timeout=None)
    return {number: facts[number] for number in nights}


def load_night(night: Night) -> NightFacts:
    return load_nights({1: night}, load_merges(night.season))[1]


def load_merges(season: Season) -> Merges:
    """Of a duplicate and the member kept, and of the second of a couple and the first."""
    doubles = Member.objects.filter(club=season.club_id, merged_into__isnull=False)
    pairs = doubles.order_by("pk").values_list("pk", "merged_into")
    kept = tuple((double, keep) for double, keep in pairs if keep)
    return (*kept, *couples.stand_ins(season).items())


def _make_key(night: Night, merges: Merges) -> str:
    return f"night:{sha256(repr((night.pk, night.digest, merges)).encode()).hexdigest()}"


def load_in_full(
    night: Night, sheets: Collection[KnownSheet], merges: Mapping[int, int]
) -> tuple[NightFacts, dict[int, PlayedSheet]]:
    """`excused` is empty, as it matters only in a season. The sheets are keyed by their id."""
    if night.state == Night.State.CLOSED:
        outcomes = _outcomes([night])
    else:
        read = [sheet.read for sheet in sheets if sheet.read]
        read += read_unlocked([sheet.sheet for sheet in sheets if not sheet.read])
        outcomes = {sheet.sheet.pk: _score_so_far(sheet) for sheet in read}
    stints = _stints([night], merges)
    rounds = _rounds(_drawn([night], merges)[night.pk], stints, outcomes)
    facts = _build_facts(rounds or _read_imported([night.pk], merges).get(night.pk, ()), ())
    tables = (table for sheets in stints.values() for table in sheets.items())
    return facts, {pk: PlayedSheet(outcomes[pk], who) for pk, who in tables if pk in outcomes}


def load_if_closed(night: Night) -> NightFacts:
    """As if the night were closed now and nothing more entered."""
    if night.digest:
        return load_night(night)
    doubles = dict(load_merges(night.season))
    outcomes = {pk: outcome.build_if_closed() for pk, outcome in _outcomes([night]).items()}
    rounds = _rounds(_drawn([night], doubles)[night.pk], _stints([night], doubles), outcomes)
    return _put_together([night], doubles, {night.pk: rounds})[night.pk]


def _excused(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, set[int]]:
    """Return by night who can't be a no-show: they signed off, found no place, or were inside."""
    by_night: dict[int, set[int]] = defaultdict(set)
    known = Q(said__in=(Attendance.Said.OFF, Attendance.Said.WAIT)) | Q(present=True)
    rows = Attendance.objects.filter(known, night__in=nights).values_list("night", "member")
    for night, member in rows:
        by_night[night].add(merges.get(member, member))
    return by_night


def _read(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, NightFacts]:
    stints, outcomes = _stints(nights, merges), _outcomes(nights)
    rounds = {pk: _rounds(drawn, stints, outcomes) for pk, drawn in _drawn(nights, merges).items()}
    return _put_together(nights, merges, rounds)


def _rounds(drawn: Iterable[Drawn], stints: Stints, outcomes: Outcomes) -> Rounds:
    return tuple(
        _round(stints[item.round], outcomes, {*item.idle})._replace(finalists=item.finalists)
        for item in drawn
    )


def _put_together(
    nights: Sequence[Night], merges: Mapping[int, int], rounds_of: Mapping[int, Rounds]
) -> dict[int, NightFacts]:
    excused = _excused(nights, merges)
    unplayed = [night.pk for night in nights if not rounds_of.get(night.pk)]
    played = {**rounds_of, **_read_imported(unplayed, merges)}
    return {night.pk: _build_facts(played.get(night.pk, ()), excused[night.pk]) for night in nights}


def _drawn(nights: Sequence[Night], merges: Mapping[int, int]) -> dict[int, list[Drawn]]:
    """Only this part of the draw's record is loaded, because the rest is large."""
    by_night: dict[int, list[Drawn]] = {night.pk: [] for night in nights}
    places = Counter[int]()
    rounds = Round.objects.filter(night__in=nights).order_by("night", "number")
    fields = (
        "pk",
        "night",
        "draw_record",
        "draw_record__people",
        "draw_record__record__sitting_out",
        "draw_record__record__input__method",
    )
    for pk, night, draw_record, ids, out, method in rounds.values_list(*fields):
        idle = {merges.get(ids[number], ids[number]) for number in out[places[draw_record]]}
        places[draw_record] += 1
        best: list[int] = []
        if method in FINALS:  # they sit at the first tables
            drawn = DrawRecord.objects.values_list("record__rounds", flat=True)
            tables = drawn.get(pk=draw_record)[0]
            best = [ids[number] for table in tables for number in table][: FINALS[method]]
        finalists = frozenset(merges.get(member, member) for member in best)
        by_night[night].append(Drawn(pk, frozenset(idle), finalists))
    return by_night


def _build_facts(rounds: Iterable[PlayedRound], excused: Iterable[int]) -> NightFacts:
    whole = tuple(rounds)
    return NightFacts(whole, frozenset(excused), list_who_came(whole))


def _read_imported(
    nights: Collection[int], merges: Mapping[int, int]
) -> dict[int, list[PlayedRound]]:
    if not nights:
        return {}
    shares: dict[int, dict[int, PlayerRound]] = defaultdict(dict)
    rows = ImportedResult.objects.filter(night__in=nights).order_by("pk")
    for row in rows:
        player = merges.get(row.member_id, row.member_id)
        share = PlayerRound(
            player,
            Fraction(row.points),
            dashes=row.dashes,
            table=row.pk,  # every player alone: the seating is not known
            counts=True,
            rounds=row.rounds,
        )
        shares[row.night_id].setdefault(player, share)  # of two lines of a couple the first counts
    return {night: [PlayedRound((*by_player.values(),))] for night, by_player in shares.items()}


def _round(
    tables: Mapping[int, Sequence[SeatGames]], outcomes: Outcomes, idle: set[int]
) -> PlayedRound:
    """Players at a table without any entry count as sitting out, as do those of `idle`."""
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
    all_shares = [
        share for player_shares in shares.values() for share in join_stints(player_shares)
    ]
    going_on = any(outcomes[sheet].open for sheet in tables if sheet in outcomes)
    return PlayedRound(tuple(all_shares), frozenset(idle | waiting), frozenset(waiting), going_on)


def _stints(nights: Collection[Night], merges: Mapping[int, int]) -> Stints:
    rounds: dict[int, dict[int, list[SeatPeriod]]] = defaultdict(lambda: defaultdict(list))
    sat = TableSeat.objects.filter(table__round__night__in=nights).order_by("seat", "since")
    fields = ("pk", "table__round", "seat", "seat__sheet", "seat__name", "member", "since")
    more = ("until", "fill_in", "seat__first_id", "couple__first")
    for period in map(SeatPeriod._make, sat.values_list(*fields, *more)):
        member = merges.get(period.member, period.member)
        rounds[period.round][period.seat].append(period._replace(member=member))
    penalties = _penalties(nights)
    by_round: Stints = defaultdict(lambda: defaultdict(list))
    for pk, by_seat in rounds.items():
        drawn = {seat[0].member for seat in by_seat.values()}
        laid: dict[tuple[int, int], int] = {}  # the place of a couple among the stints of its sheet
        for seat in by_seat.values():
            sheet, penalty = seat[0].sheet, penalties[seat[0].sheet, seat[0].key]
            stints = list(split_seat(seat, drawn))
            if couple := seat[0].couple:
                couple = merges.get(couple, couple)
                stints = [stints[0]._replace(member=couple, until=None, instead_of=None)]
                place = laid.setdefault((sheet, couple), len(by_round[pk][sheet]))
                if place < len(by_round[pk][sheet]):  # the other of the couple; both score alike
                    result = by_round[pk][sheet][place]
                    by_round[pk][sheet][place] = result._replace(penalty=result.penalty + penalty)
                    continue
            stints[-1] = stints[-1]._replace(penalty=penalty)
            by_round[pk][sheet] += stints
    return by_round


def _outcomes(nights: Collection[Night]) -> Outcomes:
    closed = [night for night in nights if night.state == Night.State.CLOSED]
    going_on = [night for night in nights if night.state != Night.State.CLOSED]
    outcomes: Outcomes = dict(_scored(closed)) if closed else {}
    if going_on:
        sheets = Sheet.objects.filter(table__round__night__in=going_on)
        read = read_unlocked(sheets.values_list("pk", flat=True))
        outcomes |= {sheet.sheet.pk: _score_so_far(sheet) for sheet in read}
    return outcomes


def _scored(nights: Collection[Night]) -> Iterator[tuple[int, SheetResult]]:
    sheets = Sheet.objects.filter(table__round__night__in=nights)
    for sheet in sheets.prefetch_related("seats", "rows", "notes"):
        row_names = RowNames(sheet)
        rows = {row.number: row.data for row in sheet.rows.all() if row.number != PAPER}
        data = build_typed_sheet(rows, row_names)
        yield sheet.pk, SheetResult(data, row_names, True)


def _score_so_far(now: SheetNow) -> SheetResult:
    """Sums copied from a paper form only serve to find typing errors."""
    data = now.build_data()
    data.pop("paper", None)
    return SheetResult(data, now.row_names, False, now.score(data))


def _penalties(nights: Collection[Night]) -> Counter[tuple[int, str]]:
    events = Event.objects.filter(
        sheet__table__round__night__in=nights, kind__in=[Event.Kind.PENALIZED, Event.Kind.WITHDRAWN]
    ).order_by("sequence")
    given: dict[str, tuple[int, dict[str, Any]]] = {}
    for pk, sheet, kind, body in events.values_list("pk", "sheet", "kind", "body"):
        details = json.loads(body)
        if kind == Event.Kind.PENALIZED:
            given[str(pk)] = sheet, details
        else:
            given.pop(details["event"])
    total = Counter[tuple[int, str]]()
    for sheet, penalty in given.values():
        total[sheet, penalty["seat"]] += penalty["points"]
    return total
