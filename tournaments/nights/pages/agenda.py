"""A club's nights as its pages list them, and at which tables a member sits."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring.sheets.links import build_path
from scoring.toolkit.figures import format_points
from tournaments import links
from tournaments.members import couples, members
from tournaments.models import Attendance, Club, Member, Night, NightLogEntry, Round, TableSeat
from tournaments.models.member import MAIN, belongs_to
from tournaments.models.night import AHEAD, GOING_ON
from tournaments.names import NOBODY, NameDetail
from tournaments.nights import nights as verbs
from tournaments.nights import signing_up
from tournaments.nights.pages.room import find_current_round, read_tables
from tournaments.nights.what_draw_knows import list_scribe_seats
from tournaments.standings import calculate
from tournaments.standings.pages.standing_texts import Called, call_players
from tournaments.standings.rules.breakdown import Row
from tournaments.standings.rules.points import Points

State = Night.State
WHO = "attendances__member"
MAIN_OF_NIGHT = Coalesce(f"{WHO}__merged_into", WHO)
COMES = Q(attendances__said=Attendance.Said.ON) & (
    Q(**{f"{WHO}__merged_into": None, f"{WHO}__archived": None})
    | Q(**{f"{WHO}__merged_into__isnull": False, f"{WHO}__merged_into__archived": None})
)
MOST = 5  # of each kind; the list of nights has all of them


class Agenda(NamedTuple):
    now: list[Night]
    coming: list[Night]  # the next one first
    closed: list[Night]  # the last one first

    @property
    def lead(self) -> Night | None:
        """Of the nights to come, the first that one can sign up for, if there is any."""
        to_answer = (night for night in self.coming if night.state == State.SIGN_UP)
        return next(to_answer, next(iter(self.coming), None))


def build_agenda(club: Club) -> Agenda:
    """At most five of each, without nights that were planned for earlier and never began."""
    nights = verbs.list_club_nights(club).select_related("season__reglement")
    ahead = count_coming(nights.filter(state__in=AHEAD, day__gte=timezone.localdate()))
    # "playing" is the last of these words
    now = nights.filter(state__in=GOING_ON).order_by("-day", "-state", "-pk")[:MOST]
    return Agenda(
        now=sorted(now, key=lambda night: night.day > timezone.localdate()),
        coming=list(ahead.order_by("day", "pk")[:MOST]),
        closed=list(nights.filter(state=State.CLOSED).order_by("-day", "-pk")[:MOST]),
    )


def count_coming(nights: QuerySet[Night]) -> QuerySet[Night]:
    return nights.annotate(count_coming=Count(MAIN_OF_NIGHT, filter=COMES, distinct=True))


def find_next_night(night: Night) -> Night | None:
    """Of the same season; none that was planned for earlier and never began."""
    ahead = Night.objects.filter(season=night.season_id, state__in=AHEAD, day__gt=night.day)
    ahead = ahead.filter(day__gte=timezone.localdate())
    return ahead.order_by("day").first()


def list_called_off(member: Member) -> QuerySet[Night]:
    gone = Night.with_called_off.filter(state=State.CALLED_OFF, day__gte=timezone.localdate())
    who = Q(attendances__member=member) | Q(attendances__member__merged_into=member)
    signed_up = gone.filter(who, attendances__said=Attendance.Said.ON).distinct()
    return signed_up.select_related("season__club").order_by("day")


def list_moved(nights: Iterable[Night]) -> list[tuple[Night, date]]:
    """Return those of these nights that were moved, each with its former day."""
    by_id = {night.pk: night for night in nights}
    moves = NightLogEntry.objects.filter(night__in=by_id, kind=NightLogEntry.Kind.MOVED)
    days = {
        move.night_id: date.fromisoformat(move.body["was"]) for move in moves.order_by("sequence")
    }
    return [
        (night, days[pk]) for pk, night in by_id.items() if days.get(pk, night.day) != night.day
    ]


class Seat(NamedTuple):
    round: int
    table: int
    now: bool  # this round is being played
    writes: bool  # keeps score there
    others: str  # who sits there, too
    form: str  # the address of the table's form
    points: str  # of the member's side, once the form is approved


class Tonight(NamedTuple):
    night: Night
    key: str  # the link key of its hall page
    seats: list[Seat]
    door: Attendance | None  # what the member said, and whether they are in
    round: int | None  # the one being played

    @property
    def is_aside(self) -> bool:
        has_begun = self.round or self.night.state == State.CLOSING
        return bool(has_begun) and not (self.seats or (self.door and self.door.present))


def find_seats(member: Member, nights: Iterable[Night]) -> list[Tonight]:
    """Seats of a merged duplicate of the member are included."""
    seats_by_night: dict[int, list[Seat]] = {night.pk: [] for night in nights}
    who = belongs_to([member])
    here = TableSeat.objects.filter(who, round__night__in=seats_by_night, until=None)
    seats = list(here.order_by("round__number").select_related("round", "table__sheet", "seat"))
    tables = read_tables(list(seats_by_night))
    playing = {
        night.pk: find_current_round(tables[night.pk])
        for night in nights
        if night.state == State.PLAYING and night.pk in tables
    }
    others = _name_others(seats)
    pens = list_scribe_seats(Round.objects.filter(pk__in=[seat.round_id for seat in seats]))
    handed = {*pens.values()}
    how = {table.id: table.how for each in tables.values() for table in each}
    for seat in seats:
        night, round_ = seat.round.night_id, seat.round.number
        done, place = how[seat.table_id], seat.seat.position - 1
        sides = [side for side in done.sides if place in side.seats and done.approved]
        seats_by_night[night].append(
            Seat(
                round_,
                seat.table.number,
                round_ == playing.get(night),
                seat.seat_id in pens if seat.seat.sheet_id in handed else seat.seat.is_scribe,
                others[seat.table_id],
                build_path(seat.table.sheet),
                "".join(format_points(side.points) for side in sides),
            )
        )
    said = Attendance.objects.filter(who, night__in=seats_by_night).order_by("present")
    doors = {door.night_id: door for door in said}  # of a duplicate that is in, that one
    there = [
        Tonight(night, links.make_key(night), sits, doors.get(pk), playing.get(pk))
        for night, (pk, sits) in zip(nights, seats_by_night.items(), strict=True)
    ]
    return sorted(there, key=lambda tonight: not any(seat.now for seat in tonight.seats))


def _name_others(seats: Sequence[TableSeat]) -> dict[int, str]:
    beside = TableSeat.objects.filter(table__in=[seat.table_id for seat in seats], until=None)
    by_table: dict[int, list[str]] = {seat.table_id: [] for seat in seats}
    beside = beside.exclude(pk__in=[seat.pk for seat in seats]).order_by("seat")
    places = beside.values_list("table", "member")
    names = members.load_names({member for _table, member in places}, NameDetail.FELLOW)
    for table, member in places:
        by_table[table].append(names[member])
    return {table: get_text_list(names, gettext("and")) for table, names in by_table.items()}


def list_calendar_nights(club: Club) -> QuerySet[Night]:
    """Return all nights of seasons that have not ended, also those that were called off."""
    nights = Night.with_called_off.filter(season__club=club).select_related("season__club")
    return nights.filter(season__last__gte=timezone.localdate()).order_by("day", "pk")


class WhoComes(NamedTuple):
    """Members whose names are not hidden; couples as one."""

    coming: list[tuple[int, Called]]
    half: list[tuple[int, Called]]  # of a couple the other of which has not answered
    left: list[tuple[int, Called]]  # … or has signed off
    single: list[tuple[int, Called]]  # in no couple of a season of couples
    unnamed: int


def read_who_comes(night: Night, detail: NameDetail) -> WhoComes:
    said = night.attendances.filter(said=Attendance.Said.ON).exclude(signing_up.GONE)
    ids = set(said.values_list(MAIN, flat=True))
    labels = members.load_labels(ids, detail)
    called = call_players(night.season, ids, detail)
    ordered = sorted(labels, key=lambda pk: labels[pk].order)
    named = [pk for pk in ordered if labels[pk].name.full != NOBODY]
    pairs = couples.list_couples(night.season)
    other = {pk: pair.find_other(pk) for pair in pairs for pk in pair[1:]}
    whole = {pair.first: pair.second for pair in pairs if {*pair[1:]} <= {*named}}
    off = {*night.attendances.filter(said__in=("off", "late")).values_list(MAIN, flat=True)}
    who = WhoComes([], [], [], [], len(ids) - len(named))
    for pk in named:
        alone = who.single if pk not in other else who.left if other[pk] in off else who.half
        group = who.coming if not night.season.by_couple or other.get(pk) in ids else alone
        if pk in whole:
            group.append((pk, called[pk]))
        elif pk not in whole.values():
            group.append((pk, called[pk]._replace(name=labels[pk].full)))
    return who


class Brief(NamedTuple):
    """What the list of nights tells of one that is closed."""

    winners: list[Called]
    points: Points | None
    people: int
    own: list[Row]  # of the viewer


def read_briefs(
    nights: Iterable[Night], detail: NameDetail, own: Collection[int] = ()
) -> dict[int, Brief]:
    ids = [night.pk for night in nights if night.state == Night.State.CLOSED]
    rows = Night.objects.filter(pk__in=ids).select_related("season__club", "season__reglement")
    closed = list(rows)
    standings = calculate.compute_night_standings(closed)
    placed = {
        pk: [row for row in division.rows if row.rank and row.points is not None]
        for pk, division in standings.items()
    }
    first = {pk: [row for row in rows if row.rank == 1] for pk, rows in placed.items()}
    seasons = {night.pk: night.season for night in closed}
    groups = couples.group_by_names(
        (seasons[pk], [row.player for row in rows]) for pk, rows in first.items()
    )
    called = {key: call_players(season, who, detail) for key, (season, who) in groups.items()}
    mine = {
        season: couples.find_entrants(season, own) for season in (seasons.values() if own else ())
    }
    return {
        pk: Brief(
            [called[couples.find_name_key(seasons[pk])][row.player] for row in rows],
            rows[0].points if rows else None,
            seasons[pk].count_people(len(standings[pk].rows)),
            [row for row in placed[pk] if row.player in mine.get(seasons[pk], ())],
        )
        for pk, rows in first.items()
    }
