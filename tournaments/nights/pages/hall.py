"""The hall page: what everybody in the hall may know of a night, on a big screen or a phone."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import get_language

from scoring.sheets.progress import Progress
from tournaments.members import members
from tournaments.models import Deed, Member, Night, Round
from tournaments.names import Label, NameDetail, fold
from tournaments.nights.pages import agenda, door, overview
from tournaments.standings import calculate
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing_rows import figure
from tournaments.standings.rules import Division

State = Night.State
TOLD = timedelta(days=1)  # so long after closing


class Line(NamedTuple):
    label: Label  # as somebody wants to be known in the hall
    table: int | None  # None: sits out

    @property
    def name(self) -> str:
        return self.label.listed

    @property
    def sought(self) -> str:
        return fold(self.label.name.full)


class Sitting(NamedTuple):
    """A round as it is seated."""

    number: int
    people: list[Line]
    letters: list[str]  # with which a name begins


class Score(NamedTuple):
    """Somebody in a standing."""

    place: str
    name: str
    points: str
    more: str  # what hangs on the place


class Part(NamedTuple):
    number: int | None  # of the division
    scores: list[Score]
    uneven: bool  # tables are not equally far, so points are averages


class View(StrEnum):
    NOW = "now"
    NIGHT = "night"
    SEASON = "season"
    NEXT = "next"


class Hall(NamedTuple):
    state: str
    day: str
    signed_up: int
    present: int
    tables: str  # in words, at the door
    rounds: list[int]  # that are drawn
    view: View
    views: list[View]  # that there are
    turns: list[View]  # of those, what a big screen shows in turn
    current: int  # the round of which is told how far it is
    count_in: int  # of its tables
    count_of: int
    sitting: Sitting | None
    parts: list[Part]
    nights: int  # that count in the season so far
    coming: str  # the night after this one

    def seal(self) -> str:
        """What the page follows from, names included: another one when any of it is."""
        return sha256(repr((self, get_language())).encode()).hexdigest()[:32]

    @property
    def after(self) -> View:
        """What comes behind this in turn."""
        at = self.turns.index(self.view) + 1 if self.view in self.turns else 0
        return self.turns[at % len(self.turns)]


class Asked(NamedTuple):
    """What an address says."""

    round: int = 0
    sought: str = ""
    show: str = ""  # this view, and no other
    turn: str = ""  # this one, and then the others


def build_hall(one: Night, asked: Asked) -> Hall:
    counts = one.attendances.aggregate(
        signed_up=Count("pk", Q(said="on")), present=Count("pk", Q(present=True))
    )
    found, following = overview.stands(one), agenda.after(one)
    there = _there(one, asked, found, following)
    here = [stand.how for stand in found if stand.round == there.round]
    return Hall(
        state=one.state,
        day=str(one),
        tables=door.tables_in_words(one, counts["present"]),
        view=there.view,
        views=there.views,
        turns=there.turns,
        rounds=there.rounds,
        current=there.round,
        count_in=sum(how.approved for how in here),
        count_of=len(here),
        sitting=_sitting(one, there.round, asked.sought) if there.seated else None,
        parts=_parts(one, there.view),
        nights=there.nights,
        coming=str(following) if following else "",
        **counts,
    )


# What there is to show


class There(NamedTuple):
    view: View
    views: list[View]
    turns: list[View]
    rounds: list[int]
    round: int  # of which is told
    seated: bool  # who sits where in that round
    nights: int


def _there(
    one: Night, asked: Asked, found: Sequence[overview.NightTable], following: Night | None
) -> There:
    """With a round asked for that one, else the one that is being played."""
    now, drawn = overview.current(found), sorted({stand.round for stand in found})
    nights = one.season.nights.filter(state=State.CLOSED).count()
    views = list(_views(one, found, nights, following, now + 1 in drawn))
    turns = _turns(one, views, [stand.how for stand in found if stand.round == now])
    view = _chosen(asked, views, turns)
    number = asked.round if asked.round in drawn else now
    if view == View.NEXT:
        number = now + 1
    seats = view in (View.NOW, View.NEXT) and one.state != State.CLOSED
    return There(view, views, turns, drawn, number, seats and number in drawn, nights)


def _views(
    one: Night,
    found: Sequence[overview.NightTable],
    nights: int,
    following: Night | None,
    drawn: bool,
) -> Iterator[View]:
    """`drawn`: the next round is. Who stands where is told until a day after closing: the link is
    kept on many phones.
    """
    yield View.NOW
    if one.state == State.CLOSED and not _is_just_closed(one):
        return
    if any(stand.how.played for stand in found):
        yield View.NIGHT
    if nights:
        yield View.SEASON
    if one.state == State.PLAYING and (drawn or following):
        yield View.NEXT


def _is_just_closed(one: Night) -> bool:
    lately = timezone.now() - TOLD
    return one.deeds.filter(kind=Deed.Kind.CLOSED, time__gt=lately).exists()


def _turns(one: Night, views: Sequence[View], here: Sequence[Progress]) -> list[View]:
    """Who sits where stays until somebody has begun, and comes back until everybody has."""
    others: list[View] = [view for view in views if view != View.NOW]
    if one.state == State.CLOSED:
        return [*others, View.NOW]
    begun = [bool(how.played) for how in here]
    if begun and not any(begun):
        return [View.NOW]
    return others if begun and all(begun) else list(views)


def _chosen(asked: Asked, views: Sequence[View], turns: Sequence[View]) -> View:
    if asked.turn:
        return View(asked.turn) if asked.turn in turns else turns[0]
    return View(asked.show) if asked.show in views else View.NOW


# Who stands where


def _parts(one: Night, view: View) -> list[Part]:
    if view == View.NIGHT:
        return _named([calculate.night_standing(one)], marked=one.state == State.CLOSED)
    if view == View.SEASON:
        return _named(calculate.season_standing(one.season), marked=False)
    return []


def _named(divisions: Sequence[Division], *, marked: bool) -> list[Part]:
    ids = [row.player for one in divisions for row in one.rows]
    names = members.names_by_id(ids, NameDetail.FELLOW)
    return [
        Part(one.number, list(_scores(one, names, marked=marked)), one.uneven) for one in divisions
    ]


def _scores(one: Division, names: dict[int, str], *, marked: bool) -> Iterator[Score]:
    """Who has no place comes last; who never came is not among them."""
    for row in standing.by_name_where_equal(one.rows, names):
        if row.nights:
            more = ", ".join(standing.marks(row, one)) if marked else ""
            found = row.pace if one.uneven else row.points
            points = "–" if found is None else figure(found)
            yield Score(str(row.rank or "–"), names[row.player], points, more)


# Who sits where


def _sitting(one: Night, number: int, sought: str) -> Sitting:
    people = sorted(_people(one, number), key=lambda line: (line.label.order, line.table or 0))
    letters = {word[0] for line in people for word in _ends(line.sought.split())}
    return Sitting(
        number=number,
        people=[line for line in people if _begins(line.sought.split(), fold(sought).split())],
        letters=sorted(letters),
    )


def _people(one: Night, number: int) -> list[Line]:
    this = Round.objects.select_related("drawing").get(night=one, number=number)
    seats = this.seats.filter(until=None).select_related("member__merged_into", "table")
    here = {each.member_id for each in seats}
    at: list[tuple[int, int | None]] = [
        (members.main_member(each.member).pk, each.table.number) for each in seats
    ]
    at += [(members.main_member(one).pk, None) for one in _out(this) if one.pk not in here]
    labels = members.labels([pk for pk, _table in at], NameDetail.FELLOW)
    return [Line(labels[pk], table) for pk, table in at]


def _out(this: Round) -> Iterable[Member]:
    """Who sits out; a draw holds its rounds in order."""
    record, people = this.drawing.record, this.drawing.people
    first = this.drawing.rounds.order_by("number").values_list("number", flat=True)[0]
    ids = [people[n] for n in record["sitting_out"][this.number - first]]
    return Member.objects.filter(pk__in=ids).select_related("merged_into")


def _ends(words: list[str]) -> list[str]:
    """The first and the last word."""
    return words[:1] + words[-1:]


def _begins(words: list[str], typed: Sequence[str]) -> bool:
    """A letter alone is sought where people look: not among "van" and "de"."""
    where = {part: words if len(part) > 1 else _ends(words) for part in typed}
    return all(any(word.startswith(part) for word in found) for part, found in where.items())
