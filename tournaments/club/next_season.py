import re
from datetime import date
from typing import Any

from django.forms.models import model_to_dict
from django.utils import timezone

from tournaments.club.seasons import lead_with_last_night
from tournaments.models import Club, Season
from tournaments.models.season import LONGEST_NAME

MAY, SEPTEMBER, JUNE = 5, 9, 6


def suggest_season(club: Club) -> dict[str, Any]:
    """The club's last season, a year later. A first one lasts from September to June."""
    usable = Season.objects.filter(club=club, reglement__archived=None)
    before = lead_with_last_night(usable).select_related("reglement").first()
    today = timezone.localdate()
    if not before:
        rules = club.reglementen.filter(archived=None).first()
        return _first_season(today) | {"reglement": rules.pk if rules else None}
    values = model_to_dict(before, exclude=["club"])
    if (last := _move_a_year(before.last)) >= today:
        days = {"first": _move_a_year(before.first), "last": last}
        return values | days | {"name": _name_a_year_later(before.name, club)}
    days = _first_season(today)
    return values | {key: days[key] for key in ("name", "first", "last")}


def _first_season(today: date) -> dict[str, Any]:
    year = today.year if today.month >= MAY else today.year - 1
    first = min(today, date(year, SEPTEMBER, 1))  # so that a night can be played today
    name = f"{year}–{year + 1}"
    prizes = {"night_prizes": [1, 2, 3], "season_prizes": [1, 2, 3]}
    return {"name": name, "first": first, "last": date(year + 1, JUNE, 1), "rounds": 3, **prizes}


def _move_a_year(day: date) -> date:
    """For 29 February, the day before."""
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + 1, day=28 if is_leap_day else day.day)


def _name_a_year_later(name: str, club: Club) -> str:
    later = re.sub(r"\b(19|20)\d\d\b", lambda match: str(int(match[0]) + 1), name)
    if len(later) > LONGEST_NAME or Season.objects.filter(club=club, name=later).exists():
        return ""
    return later
