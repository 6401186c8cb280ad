"""How far each table is, kept under the digest of a sheet's last event."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Exists, IntegerField, JSONField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.rows import is_empty
from scoring.models import Event, Sheet
from scoring.sheets.approvals import build_approval, list_approved
from scoring.sheets.replay import CLOSING
from scoring.sheets.row_names import RowNames
from scoring.sheets.second_list import compare_lists, has_second_list
from scoring.sheets.sheet_under_lock import SheetNow, find_games_to_play, read_unlocked

PREFIX = "progress-with-lists:"
KEPT = 24 * 60 * 60  # seconds; under the digest of a sheet's last event, so it never gets stale


class SideResult(NamedTuple):
    seats: tuple[int, ...]  # their places on the sheet, from 0; two partners are one side
    points: float | None
    won: bool


class Progress(NamedTuple):
    played: int  # games entered
    games: int | None  # None: until the end comes by itself
    complete: bool
    over: bool  # see is_over: the sheet counts as a round played
    wrong: bool  # something on the form is an error
    conflicts: int  # games of which two versions came in, and two lists that differ
    lists_differ: bool
    late: int  # entries that came in after closing
    approved: bool
    lapsed: bool  # a change ended the approval that somebody had given
    closed: bool
    sides: tuple[SideResult, ...]
    last: datetime  # the last sign of life from the table itself

    @property
    def settled(self) -> bool:
        return self.approved and not (self.conflicts or self.late)

    @property
    def calls(self) -> bool:
        return not self.closed and bool(self.conflicts or self.wrong)


def is_over(data: SheetData, row_names: RowNames, result: Outcome) -> bool:
    """If the number is open and nothing ends the game, it is over whenever no game is open."""
    game = row_names.game
    if game.has_end or (data["options"].get("games") or game.games) is not None:
        return bool(result["complete"])
    rows = result["rows"]
    return bool(rows) and all("scores" in row or "void" in row for row in rows)


def load_last_digests(sheets: QuerySet[Sheet]) -> dict[int, str]:
    """The digest changes with every change of the sheet."""
    last = Event.objects.filter(sheet=OuterRef("pk")).order_by("-sequence").values("digest")
    return dict(sheets.order_by().values_list("pk", Subquery(last[:1])))


def select_conflicting(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    """Only these can have conflicts or late entries: one was set aside and none chosen since."""
    read = Event.objects.annotate(json=Cast("body", JSONField())).annotate(
        number=KT("json__number")
    )
    chosen = read.annotate(seen=Cast(KT("json__seen"), IntegerField())).filter(
        Q(body__contains='"seen":null') | Q(seen__gte=OuterRef("sequence")),
        kind=Event.Kind.CHOSEN,
        sheet=OuterRef("sheet"),
        number=OuterRef("number"),
        sequence__gt=OuterRef("sequence"),
    )
    aside = read.filter(~Exists(chosen), kind=Event.Kind.SET_ASIDE)
    return sheets.filter(pk__in=aside.values("sheet"))


def load_progress(lasts: Mapping[int, str]) -> dict[int, Progress]:
    """`lasts` comes from `load_last_digests`; what is not kept is read and scored."""
    return load_with_sheets(lasts)[0]


def load_with_sheets(lasts: Mapping[int, str]) -> tuple[dict[int, Progress], dict[int, SheetNow]]:
    """Also return the sheets that had to be read."""
    cached = cache.get_many([PREFIX + last for last in lasts.values()])
    known = {pk: cached[PREFIX + last] for pk, last in lasts.items() if PREFIX + last in cached}
    unread = lasts.keys() - known.keys()
    read = {now.sheet.pk: now for now in read_unlocked(unread)} if unread else {}
    computed = {pk: _compute(now) for pk, now in read.items()}
    # Keyed by the event just read, which may be newer than the digest asked for.
    new = {PREFIX + read[pk].events[-1].digest: how for pk, how in computed.items()}
    cache.set_many(new, KEPT)
    return known | computed, read


def _list_sides(now: SheetNow, data: SheetData, result: Outcome) -> Iterator[SideResult]:
    points = result["match_points"] or result["totals"]
    firsts = [place["players"] for place in result["ranking"] if place["rank"] == 1]
    winners = firsts[0] if firsts and result["finished"] else []  # of a tie all
    for side in now.row_names.game.list_sides(data["players"]):
        scored = next((points[name] for name in side if points.get(name) is not None), None)
        yield SideResult(
            tuple(map(data["players"].index, side)), scored, any(name in winners for name in side)
        )


def _compute(now: SheetNow) -> Progress:
    data = now.build_data()
    result = now.score(data)
    figures = compare_lists(now) if has_second_list(now) else None
    differ = any(figure.differs for figure in figures or ())
    at_table = (e for e in reversed(now.events) if not e.actor and e.kind not in CLOSING)
    return Progress(
        played=sum(not is_empty(entry.row) for number, entry in now.rows.items() if number),
        games=find_games_to_play(now.row_names),
        complete=result["complete"],
        over=is_over(data, now.row_names, result),
        wrong=not result["valid"],
        conflicts=len(now.replay.list_conflicts()) + differ,
        lists_differ=differ,
        late=sum(map(len, now.replay.list_late().values())),
        approved=build_approval(now, result)["approved"],
        lapsed=bool(now.replay.approvals) and not list_approved(now.replay),
        closed=now.replay.closed,
        sides=tuple(_list_sides(now, data, result)),
        last=next(at_table, now.events[0]).time,
    )
