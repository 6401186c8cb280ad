"""How far a table is, for who looks after many of them at once."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, IntegerField, JSONField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.games.sheet import score
from scoring.games.sheet.rows import is_empty
from scoring.models import Event, Sheet
from scoring.sheets.approvals import approval
from scoring.sheets.locked import LockedSheet, games_to_play, read_unlocked
from scoring.sheets.replay import CLOSING
from scoring.sheets.rows import RowNames
from scoring.toolkit.cache import LRU

Json = dict[str, Any]

MOST_KEPT = 2000


class Progress(NamedTuple):
    played: int  # games entered
    games: int | None  # None: until the end comes by itself
    complete: bool
    over: bool  # what is_over says: it counts as a round that was played
    wrong: bool  # something on the form can't be right
    conflicts: int  # games of which two versions came in
    late: int  # entries that came in after closing
    approved: bool
    lapsed: bool  # somebody had agreed, and a change ended that
    closed: bool
    last: datetime  # the last sign of life from the table itself

    @property
    def settled(self) -> bool:
        """Nothing is left to do at this table."""
        return self.approved and not (self.conflicts or self.late)

    @property
    def calls(self) -> bool:
        """Somebody has to look at this table; on a closed form nobody can do anything."""
        return not self.closed and bool(self.conflicts or self.wrong)


def is_over(data: Json, spelling: RowNames, result: Json) -> bool:
    """Whether a form was played to its end: that of its number of games, or of the game itself.
    What has neither is over whenever its players stop, if they played at all.
    """
    game = spelling.game
    assert game is not None, "a stored sheet has a known game"
    if game.has_end or data["options"].get("games", game.games) is not None:
        return bool(result["complete"])
    rows = result["rows"]
    return bool(rows) and all("scores" in row or "void" in row for row in rows)


# By the digest of a sheet's last event: what follows from events never changes.
_known = LRU[str, Progress](MOST_KEPT)


def last_digests(sheets: QuerySet[Sheet]) -> dict[int, str]:
    """The digest of the last event of each; they tell whether anything was done since."""
    last = Event.objects.filter(sheet=OuterRef("pk")).order_by("-sequence").values("digest")
    return dict(sheets.order_by().values_list("pk", Subquery(last[:1])))


def sheets_with_conflicts(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    """Those on which something was set aside that nobody has chosen from since. What `conflicts`
    and `late` tell of can be on these only, however many there were before.
    """
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
    """By the id of the sheet. Only what is not known yet is read and scored."""
    found = _known.get_many(lasts.values())
    known = {pk: found[last] for pk, last in lasts.items() if last in found}
    new = lasts.keys() - known.keys()
    return known | _read(new) if new else known


def _read(sheets: Collection[int]) -> dict[int, Progress]:
    found = {now: _one(now) for now in read_unlocked(sheets)}
    # Under what was read, which may be newer than what was asked for.
    _known.put_many({now.events[-1].digest: how for now, how in found.items()})
    return {now.sheet.pk: how for now, how in found.items()}


def _one(now: LockedSheet) -> Progress:
    data = now.data()
    result = score(data)
    return Progress(
        played=sum(not is_empty(one.row) for number, one in now.rows.items() if number),
        games=games_to_play(now.sheet, now.spelling),
        complete=result["complete"],
        over=is_over(data, now.spelling, result),
        wrong=not result["valid"],
        conflicts=len(now.replay.conflicts()),
        late=sum(map(len, now.replay.late().values())),
        approved=approval(now, result)["approved"],
        lapsed=bool(now.replay.approvals) and not now.replay.approved(),
        closed=now.replay.closed,
        last=_sign_of_life(now.events),
    )


def _sign_of_life(events: list[Event]) -> datetime:
    """What organisers do to a sheet tells nothing of who sits there: they are the actors."""
    at_table = (one for one in reversed(events) if not one.actor and one.kind not in CLOSING)
    return next(at_table, events[0]).time
