"""Each change at a night adds a `NightLogEntry`; `by` names nobody, such as "user 12"."""

import secrets
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, time, timedelta
from typing import Any, NamedTuple, NoReturn

from django.db import transaction
from django.db.models import QuerySet
from django.utils.formats import date_format

from scoring.games.core.options import MOST_GAMES
from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import mail_queue
from tournaments.club import clubs, seasons
from tournaments.club.reglementen import find_table_kind, list_table_kinds
from tournaments.draw.engine import table_sizes
from tournaments.locks import lock_night, lock_night_alone
from tournaments.models import Attendance, Club, Member, Night, NightLogEntry, Season
from tournaments.models.member import belongs_to
from tournaments.models.night import AHEAD, AT_THE_DOOR, GOING_ON
from tournaments.models.season import MOST_MINUTES, MOST_NIGHTS, MOST_PLACES
from tournaments.names import normalize

State = Night.State
NEXT = {  # the states that an organiser can set from each state
    State.PLANNED: (State.SIGN_UP, State.CHECK_IN),
    State.SIGN_UP: (State.PLANNED, State.CHECK_IN),
    State.CHECK_IN: (State.SIGN_UP, State.PLAYING),
    State.PLAYING: (State.CHECK_IN,),
    State.CLOSING: (State.PLAYING,),  # reopened after it was closed
}
SAME_OF_MONTH, LAST_OF_MONTH = "month", "last"  # weekday of each month


def list_club_nights(club: Club) -> QuerySet[Night]:
    return Night.objects.filter(season__club=club).select_related("season__club")


def list_called_off(club: Club) -> QuerySet[Night]:
    nights = Night.with_called_off.filter(season__club=club, state=State.CALLED_OFF)
    return nights.select_related("season__club").order_by("-day")


def list_going_on() -> QuerySet[Night]:
    """From check-in until they are closed."""
    return Night.objects.filter(state__in=GOING_ON).select_related("season__club")


@transaction.atomic
def plan(
    *,
    season: Season,
    days: Iterable[date],
    sign_up: bool = False,
    starts: time | None = None,
    venue: str = "",
    games: int | None = None,
    prizes: Sequence[int | str] | None = None,
) -> list[Night]:
    """If one day is refused, no night is created. What is left out follows the club or rules."""
    seasons.check_prizes(season, prizes or ())
    if games is not None:
        seasons.check_bounds("games", games, 1, MOST_GAMES)
    clubs.lock_and_invalidate(season.club)
    taken = set(season.nights.values_list("day", flat=True))
    state = State.SIGN_UP if sign_up else State.PLANNED
    same: dict[str, Any] = {"season": season, "state": state, "starts": starts, "games": games}
    same |= {"venue": clubs.clean_venue(venue), "prizes": prizes}
    nights = [Night(day=day, **same) for day in sorted(set(days))]
    for night in nights:
        _require_free_day(season, night.day, taken)
    if len(taken) + len(nights) > MOST_NIGHTS:
        count = len(taken) + len(nights)
        raise user_error(problems.MANY_NIGHTS, count=count, most=MOST_NIGHTS)
    return Night.objects.bulk_create(nights)


def list_days(first: date, last: date, every: int | str) -> Iterator[date]:
    """Yield `first`, and then up to `last` a day every so many weeks, or in each month the weekday
    of `first` with the same number (the second Friday), or the last one. 0: `first` alone.
    """
    yield first
    day = first
    with suppress(OverflowError):  # somebody typed the last year that there is
        while every and (day := _find_next(day, first, every)) <= last:
            yield day


def _find_next(day: date, first: date, every: int | str) -> date:
    if isinstance(every, int):
        return day + timedelta(weeks=every)
    month = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    nth = month + timedelta(days=(first.weekday() - month.weekday()) % 7)
    weeks = 4 if every == LAST_OF_MONTH else (first.day - 1) // 7
    fits = (nth + timedelta(weeks=weeks)).month == month.month
    return nth + timedelta(weeks=weeks if fits else 3)  # the last, in a month that has no fifth


def _require_free_day(season: Season, day: date, taken: Container[date]) -> None:
    if not season.first <= day <= season.last:
        raise user_error(problems.OTHER_DAY, day=date_format(day))
    if day in taken:
        raise user_error(problems.SAME_DAY, day=date_format(day))


def _other_days(night: Night) -> set[date]:
    return set(night.season.nights.exclude(pk=night.pk).values_list("day", flat=True))


def move(*, night: Night, day: date, by: str = "") -> Night:
    """Its sign-ups move with it."""
    with lock_night_alone(night, *AHEAD) as now:
        clubs.lock_and_invalidate(now.season.club)
        if now.season.open_evening:
            seasons.change(season=now.season, first=day, last=day)
        _require_free_day(now.season, day, _other_days(now))
        if day != now.day:
            was, now.day, now.asked = now.day, day, None
            now.save(update_fields=["day", "asked"])
            mail_queue.withdraw(kind=mail_queue.Kind.COME, night=now)  # they are asked anew
            kind = NightLogEntry.Kind.MOVED
            add_log_entry(now, kind, by, was=was.isoformat(), to=day.isoformat())
        return now


def call_off(*, night: Night, by: str = "") -> Night:
    """Lists and standings then ignore the night. Its sign-ups stay: it can be brought back."""
    with lock_night_alone(night, *AHEAD) as now:
        clubs.lock_and_invalidate(now.season.club)
        return _log_state(now, State.CALLED_OFF, by)


def bring_back(*, night: Night, by: str = "") -> Night:
    """Refuse if the season now has another night on that day."""
    with lock_night_alone(night, State.CALLED_OFF) as now:
        clubs.lock_and_invalidate(now.season.club)
        _require_free_day(now.season, now.day, _other_days(now))
        if now.season.nights.count() >= MOST_NIGHTS:
            raise user_error(problems.MANY_NIGHTS, count=MOST_NIGHTS + 1, most=MOST_NIGHTS)
        states = now.log_entries.filter(kind=NightLogEntry.Kind.STATE)
        return _log_state(now, states.order_by("-sequence")[0].body["was"], by)


def _log_state(now: Night, to: str, by: str) -> Night:
    add_log_entry(now, NightLogEntry.Kind.STATE, by, was=now.state, to=to)
    now.state = to
    now.save(update_fields=["state"])
    return now


def set_state(*, night: Night, to: str, by: str = "") -> Night:
    with lock_night(night) as now:
        is_drawn = to == State.CHECK_IN and now.rounds.exists()  # a draw stays as it is
        if is_drawn or to not in NEXT.get(State(now.state), ()):
            raise user_error(problems.NOT_NOW, state=now.get_state_display())
        add_log_entry(now, NightLogEntry.Kind.STATE, by, was=now.state, to=to)
        if State.CHECK_IN in (now.state, to):
            now.next_seed = make_seed() if to == State.PLAYING else ""
        if now.state == State.CLOSING:
            # One table's sheet alone may have been reopened before; dissolved tables stay closed.
            shut = Sheet.objects.filter(
                table__round__night=now, closed=True, table__seats__until=None
            )
            for sheet in shut.exclude(table__seats=None).distinct().order_by("pk"):
                lifecycle.reopen(sheet=sheet, reason="", by=by)
            clubs.lock_and_invalidate(now.season.club)
        now.state = to
        now.save(update_fields=["state", "next_seed"])
        now.reserved_seats.all().delete()
        return now


def make_seed() -> str:
    return secrets.token_hex(16)


def renew_link(*, night: Night, by: str = "") -> Night:
    with lock_night_alone(night) as now:
        now.link_version += 1
        now.save(update_fields=["link_version"])
        add_log_entry(now, NightLogEntry.Kind.LINK, by)
        return now


def set_fees(
    *,
    night: Night,
    member_fee: int | None,
    guest_fee: int | None,
    takings: Sequence[tuple[str, int]] = (),
    by: str = "",
) -> Night:
    """In cents; for a fee that is None, the season's fee holds."""
    with lock_night_alone(night) as now:
        was = {"member": now.member_fee, "guest": now.guest_fee, "takings": now.takings}
        to = {"member": member_fee, "guest": guest_fee, "takings": list(map(list, takings))}
        for fee in (member_fee, guest_fee):
            seasons.check_fee(fee or 0)
        if was != to:
            now.member_fee, now.guest_fee = member_fee, guest_fee
            now.takings = to["takings"]
            now.save(update_fields=["member_fee", "guest_fee", "takings"])
            add_log_entry(now, NightLogEntry.Kind.FEES, by, was=was, to=to)
        return now


def find_night_table_kind(night: Night) -> str:
    """Return the code of the table sizes, such as "3-4": tables of four and of three."""
    chosen = night.sizes in list_table_kinds(night.season)
    return night.sizes if chosen else find_table_kind(night.season)


def compute_table_sizes(night: Night, present: int, kind: str = "") -> table_sizes.Sizes:
    """Without a `kind`, the night's choice is used."""
    return table_sizes.compute_sizes(
        present, kind or find_night_table_kind(night), night.season.five
    )


def refuse_too_few(night: Night) -> NoReturn:
    raise user_error(problems.TOO_FEW_COUPLES if night.season.by_couple else problems.TOO_FEW)


def save_sizes(now: Night, sizes: str) -> None:
    if sizes not in list_table_kinds(now.season):
        raise user_error(problems.NO_SIZES)
    if sizes != find_night_table_kind(now):
        now.sizes = sizes
        now.save(update_fields=["sizes"])


def add_log_entry(night: Night, kind: str, by: str, reason: str = "", **body: Any) -> NightLogEntry:
    return add_log_entries(night, kind, by, [body], reason)[0]


def add_log_entries(
    night: Night, kind: str, by: str, bodies: Sequence[dict[str, Any]], reason: str = ""
) -> list[NightLogEntry]:
    if not bodies:
        return []
    last = night.log_entries.order_by("-sequence").values_list("sequence", flat=True).first()
    return NightLogEntry.objects.bulk_create(
        NightLogEntry(
            night=night,
            sequence=sequence,
            kind=kind,
            body=body,
            reason=normalize(reason)[:200],
            actor=by,
        )
        for sequence, body in enumerate(bodies, (last or 0) + 1)
    )


def set_attendances(
    night: Night,
    people: Iterable[Member],
    kind: NightLogEntry.Kind,
    value: str | bool,
    by: str,
    *,
    reason: str = "",
) -> dict[int, Attendance]:
    """Set the field `kind` of these members and of their merged duplicates, and log it."""
    there = {member.pk: Attendance(night=night, member=member) for member in people}
    whose = belongs_to(there)
    there |= {attendance.member_id: attendance for attendance in night.attendances.filter(whose)}
    changed = [attendance for attendance in there.values() if getattr(attendance, kind) != value]
    new = [attendance for attendance in changed if not attendance.pk]
    if Member.objects.filter(pk__in=[line.member_id for line in new]).count() < len(new):
        raise user_error(problems.GONE)
    bodies = [
        {"member": attendance.member_id, "was": getattr(attendance, kind), "to": value}
        for attendance in changed
    ]
    for attendance in changed:
        setattr(attendance, kind, value)
    known = [attendance.pk for attendance in changed if attendance.pk]
    Attendance.objects.filter(pk__in=known).update(**{kind.value: value})
    Attendance.objects.bulk_create(new)
    add_log_entries(night, kind, by, bodies, reason)
    return there


class Arrangement(NamedTuple):
    """If a setting is None or "", the night follows its club and season."""

    starts: time | None = None
    venue: str = ""
    minutes: int | None = None  # 0: no time is meant for a round
    prizes: Sequence[int | str] | None = None
    most_people: int | None = None  # 0: no limit


def arrange(
    *, night: Night, arrangement: Arrangement, day: date | None = None, by: str = ""
) -> Night:
    with lock_night_alone(night, *AHEAD, *AT_THE_DOOR, Night.State.CLOSING) as now:
        if day and day != now.day:
            move(night=now, day=day, by=by)
            now.day = day
        if arrangement.minutes is not None:
            seasons.check_bounds("minutes", arrangement.minutes, 0, MOST_MINUTES)
        if arrangement.most_people is not None:
            seasons.check_bounds("most_people", arrangement.most_people, 0, MOST_PLACES)
        seasons.check_prizes(now.season, arrangement.prizes or ())
        arrangement = arrangement._replace(venue=clubs.clean_venue(arrangement.venue))
        if arrangement != (was := load_arrangement(now)):
            clubs.lock_and_invalidate(now.season.club)
            for name, value in arrangement._asdict().items():
                setattr(now, name, value)
            now.save(update_fields=list(Arrangement._fields))
            kind = NightLogEntry.Kind.ARRANGED
            add_log_entry(now, kind, by, was=_in_json(was), to=_in_json(arrangement))
        return now


def load_arrangement(night: Night) -> Arrangement:
    return Arrangement(*(getattr(night, name) for name in Arrangement._fields))


def _in_json(arrangement: Arrangement) -> dict[str, object]:
    starts = arrangement.starts
    return arrangement._asdict() | {"starts": starts and starts.isoformat("minutes")}
