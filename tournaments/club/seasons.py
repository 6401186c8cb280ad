import re
from collections.abc import Collection
from copy import copy
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.lookups import IsNull
from django.forms.models import model_to_dict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.toolkit.problems import Problems, UserError, user_error
from tournaments import problems
from tournaments.club import clubs, reglementen
from tournaments.club.amounts import MOST_FEE, write_cents
from tournaments.club.reglementen import find_system, has_sides, is_lowest_best
from tournaments.models import Club, Night, Reglement, Season
from tournaments.models.night import GOING_ON
from tournaments.models.season import (
    AVERAGES,
    COUNTED,
    EVERY,
    LAST,
    LONGEST_NAME,
    MOST_NIGHTS,
    MOST_POINTS,
    MOST_PRIZES,
    PER,
)
from tournaments.names import is_clean

# Tie-breaks by what only some games count
MARKS = (Season.TieBreak.PITS, Season.TieBreak.ROEM, Season.TieBreak.NATS)
Absence, Counting = Season.Absence, Season.Counting


def lead_with_last_night(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """First the one with a night going on, or else the one played last; last what no night was
    closed of. No open evening leads.
    """
    nights = Night.objects.filter(season=OuterRef("pk"))
    closed = nights.filter(state=Night.State.CLOSED).order_by("-day").values("day")
    led = seasons.filter(open_evening=False).annotate(
        closed=Subquery(closed[:1]), going_on=Exists(nights.filter(state__in=GOING_ON))
    )
    return led.order_by(IsNull(F("closed"), True), "-going_on", "-closed", "-first", "-pk")


@transaction.atomic
def plan(*, club: Club, **said: Any) -> Season:
    clubs.lock_and_invalidate(club)
    return _save(Season(club=club), said)


@transaction.atomic
def change(*, season: Season, **said: Any) -> Season:
    """Only what differs from the passed `season` is saved: others may change it meanwhile."""
    changed = {field: value for field, value in said.items() if getattr(season, field) != value}
    clubs.lock_and_invalidate(season.club)
    _save(Season.objects.get(pk=season.pk), changed)
    season.refresh_from_db()
    return season


def build_changed(season: Season, **said: Any) -> Season:
    """Return a copy that is not saved, to show the effect of the change."""
    return _apply(copy(season), said)


def check_rules(rules: Reglement) -> None:
    for season in rules.seasons.all():
        _check_couples(season)
        if not season.open_evening:
            _check_absence(season)


def _apply(season: Season, said: dict[str, Any]) -> Season:
    for field, value in said.items():
        setattr(season, field, value)
    _tidy(season)
    _check(season)
    return season


def _save(season: Season, said: dict[str, Any]) -> Season:
    was = copy(season)
    _apply(season, said)
    names = [column.attname for column in Season._meta.concrete_fields]
    changed = [name for name in names if getattr(season, name) != getattr(was, name)]
    season.save(update_fields=changed if season.pk else None)
    return season


def _tidy(season: Season) -> None:
    """Clear options that do nothing because of other ones."""
    for option in Season.list_options():
        if not (option.kept or option.is_asked(season)):
            setattr(season, option.name, option.column.get_default())
    if season.counting == Counting.PLACES:
        season.sitting_out = Season.SittingOut.OWN  # sitting out counts the bonus
        season.sit_out = None
    if season.sit_out is None:
        season.sit_out_pits = 0
    season.drop_at = sorted(set(season.drop_at))
    if season.divisions == 1:
        season.moving = season.missed_down = 0
    if not season.periods:
        season.by_period, season.period_best, season.period_prizes = False, 0, []
    if season.by_period:
        season.drop_at, season.least_averaged = [], 0


def _check(season: Season) -> None:
    if not season.name or not is_clean(season.name):
        raise user_error(problems.WRONG_NAME)
    others = Season.objects.filter(club=season.club, open_evening=False).exclude(pk=season.pk)
    if not season.open_evening and others.filter(name=season.name).exists():
        raise user_error(problems.SAME_SEASON)
    if season.reglement.club_id != season.club_id:
        raise user_error(problems.NO_GAME)
    if season.last < season.first:
        raise user_error(problems.NO_ORDER)
    _check_nights(season)
    _check_couples(season)
    _check_tie_break(season)
    _check_numbers(season)
    _check_absence(season)
    _check_divisions(season)
    _check_periods(season)
    further = [prize for other in season.further for prize in other["prizes"]]
    for field in ("night_prizes", "season_prizes", "period_prizes"):
        check_prizes(season, getattr(season, field), field)
    check_prizes(season, further, "further")


def _check_nights(season: Season) -> None:
    """A season that becomes shorter keeps its nights. An open evening moves with its night."""
    was = Season.objects.filter(pk=season.pk).first()
    if was is None or season.open_evening:
        return
    days = season.nights.order_by("day").values_list("day", flat=True)
    for field, is_shorter, outside in (
        ("first", season.first > was.first, days.filter(day__lt=season.first)),
        ("last", season.last < was.last, days.filter(day__gt=season.last)),
    ):
        if is_shorter and (day := outside.first()):
            raise user_error(problems.OTHER_DAY, field=field, day=date_format(day))


def _check_couples(season: Season) -> None:
    if season.by_couple and not has_sides(season.reglement):
        raise user_error(problems.NO_SIDES)
    was = Season.objects.filter(pk=season.pk).values_list("by_couple", flat=True).first()
    changes = was not in (None, season.by_couple)
    if changes and season.nights.exclude(draw_records=None).exists():
        raise user_error(problems.COUPLES_STAY)


def is_prize(value: object) -> bool:
    """It is a place, `LAST`, "/4" for every fourth place, or "1/4" for one per four players."""
    several = f"({EVERY}|{PER})[1-9][0-9]{{0,2}}"
    each = re.fullmatch(several, value) if isinstance(value, str) else None
    is_place = type(value) is int and 1 <= value <= 1000
    return is_place or each is not None or value in (LAST, *MOST_PRIZES)


def check_prizes(season: Season, prizes: Collection[int | str], field: str = "prizes") -> None:
    if not all(map(is_prize, prizes)):
        raise user_error(problems.NO_PLACES, field=field)
    counted = {f"most:{kind}" for kind in list_marks(season.reglement)}
    for prize in MOST_PRIZES.keys() & {*prizes} - counted:
        raise user_error(problems.NOT_COUNTED, field=field, what=str(MOST_PRIZES[prize]))


def list_marks(rules: Reglement) -> set[str]:
    """Return what its game counts beside the points."""
    return {*getattr(find_system(rules), "marks", ())}


def _check_tie_break(season: Season) -> None:
    counted = list_marks(season.reglement)
    if season.tie_break in MARKS and season.tie_break not in counted:
        what = str(season.get_tie_break_display())
        raise user_error(problems.NOT_COUNTED, field="tie_break", what=what)
    if season.marks_shown and not counted:
        raise user_error(problems.NOT_COUNTED, field="marks_shown", what=gettext("Pits"))


def _check_numbers(season: Season) -> None:
    for option in Season.list_options():
        value = getattr(season, option.name)
        if option.kind == "cents":
            check_fee(value, option.name)
        elif option.high is not None and option.is_asked(season):
            check_bounds(option.name, value, option.low, option.high)
    if season.counting == Counting.PLACES and not season.place_points:
        raise user_error(problems.NO_PLACE_POINTS)


def _check_periods(season: Season) -> None:
    first, last = season.first.isoformat(), season.last.isoformat()
    for start in season.periods:
        if isinstance(start, int):
            check_bounds("periods", start, 1, MOST_NIGHTS)
        elif not first < start <= last:
            raise user_error(problems.NO_PERIOD, field="periods")
    for other in season.further:
        if other["counting"] in COUNTED:
            check_bounds("further", other["counted"], 1, MOST_NIGHTS)
        check_bounds("further", other["least"], 0, MOST_NIGHTS)


def _check_divisions(season: Season) -> None:
    if season.pk and season.divisions > 1:
        below = season.division_members.filter(division__gt=season.divisions)
        for entry in below.select_related("member").order_by("division", "member__sort_key")[:1]:
            raise user_error(problems.STILL_THERE, name=str(entry.member), number=entry.division)


def _check_absence(season: Season) -> None:
    low_wins = is_lowest_best(season.reglement) and season.counting != Counting.PLACES
    low = 1 if low_wins else -MOST_POINTS
    for kind in ("signed_off", "no_show"):
        how, points = getattr(season, kind), getattr(season, f"{kind}_points")
        least = 0 if how == Absence.LESS else low
        if how in (Absence.FIXED, Absence.LESS) and not points:
            points = [None]
        for number in points:
            check_points(f"{kind}_points", number, least, MOST_POINTS)
    for at in season.drop_at:
        check_bounds("drop_at", at, 2, MOST_NIGHTS)
    if season.least_averaged and low_wins:
        raise user_error(problems.FILLS_UP)
    if season.missed_round is not None:
        check_bounds("missed_round", season.missed_round, low, MOST_POINTS)
    if season.sitting_out == Season.SittingOut.FIXED:
        check_bounds("sit_out", season.sit_out, low, MOST_POINTS)
    if is_skipping_best(season):
        refusals = Problems()
        for field in ("signed_off", "no_show", "before_joining"):
            if getattr(season, field) == Absence.SKIP:  # the same word as Joining.SKIP
                refusals.refuse(problems.STAYS_AWAY, field=field)
        if refusals.found:
            raise UserError(refusals.found)


def is_skipping_best(season: Season) -> bool:
    """Could a member win by never coming, if missed nights were not counted?"""
    if not is_lowest_best(season.reglement):
        return False
    ways = [(other["counting"], other["counted"], other["least"]) for other in season.further]
    if season.counting != Counting.PLACES:
        ways.append((season.counting, season.counted, season.least_nights))
        if season.periods and season.counting not in AVERAGES:
            return True  # no number of nights gives a place in a period
    return any(
        counting not in AVERAGES and not (counting == Counting.BEST and least >= (counted or 0))
        for counting, counted, least in ways
    )


def check_fee(cents: object, field: str = "") -> None:
    if type(cents) is not int or not 0 <= cents <= MOST_FEE:
        raise user_error(
            problems.NO_AMOUNT, field=field, example=write_cents(2_50), most=write_cents(MOST_FEE)
        )


def check_bounds(field: str, value: object, low: int, high: int) -> None:
    check_points(field, value if type(value) is int else None, low, high)


def check_points(field: str, value: float | None, low: int, high: int) -> None:
    if value is None or not low <= value <= high:
        raise user_error(problems.NO_NUMBER, field=field, low=low, high=high)


MAY, SEPTEMBER, JUNE = 5, 9, 6
YEARS = re.compile(r"\b((?:19|20)\d\d)(?:([-–/])(\d\d))?\b")  # 2026, or 2026-27


def suggest_season(club: Club, rules: Reglement | None = None) -> dict[str, Any]:
    """The last season, of these rules' game, a year later; a first one from September to June."""
    usable = Season.objects.filter(club=club, reglement__archived=None)
    if rules:
        usable = usable.filter(reglement__in=reglementen.list_same_game(rules))
    before = lead_with_last_night(usable).select_related("reglement").first()
    today = timezone.localdate()
    if not before:
        rules = rules or club.reglementen.filter(archived=None).first()
        return _first_season(club, today) | {"reglement": rules.pk if rules else None}
    values = model_to_dict(before, exclude=["club"])
    values["reglement"] = rules.pk if rules else before.reglement_id
    if (last := _move_a_year(before.last)) >= today:
        days: dict[str, Any] = {"first": _move_a_year(before.first), "last": last}
        days["name"] = _leave_if_free(club, YEARS.sub(_name_later, before.name))
    else:
        begun = _first_season(club, today)
        days = {key: begun[key] for key in ("name", "first", "last")}
    return values | days | {"periods": _move_periods(before.periods, days["first"], days["last"])}


def _move_periods(periods: list[Any], first: date, last: date) -> list[Any]:
    """Those that begin on a day do so on that day of the next season, unless that lies outside."""
    if periods and isinstance(periods[0], int):
        return periods
    days = [date.fromisoformat(start) for start in periods]
    while any(day <= first for day in days):
        days = [_move_a_year(day) if day <= first else day for day in days]
    return [day.isoformat() for day in sorted(days) if day <= last]


def _name_later(years: re.Match[str]) -> str:
    later = str(int(years[1]) + 1)
    return later + (f"{years[2]}{(int(years[3]) + 1) % 100:02}" if years[3] else "")


def _leave_if_free(club: Club, name: str) -> str:
    taken = Season.objects.filter(club=club, open_evening=False, name=name).exists()
    return "" if taken or len(name) > LONGEST_NAME else name


def _first_season(club: Club, today: date) -> dict[str, Any]:
    year = today.year if today.month >= MAY else today.year - 1
    first = min(today, date(year, SEPTEMBER, 1))  # so that a night can be played today
    name = _leave_if_free(club, f"{year}–{year + 1}")
    prizes = {"night_prizes": [1, 2, 3], "season_prizes": [1, 2, 3]}
    return {"name": name, "first": first, "last": date(year + 1, JUNE, 1), "rounds": 3, **prizes}


def _move_a_year(day: date) -> date:
    """For 29 February, the day before."""
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + 1, day=28 if is_leap_day else day.day)
