"""The initial values in the form of a new season."""

import re
from datetime import date, timedelta
from typing import Any

from django.forms.models import model_to_dict
from django.utils import timezone

from tournaments.models import Club, Season
from tournaments.models.season import LONGEST_NAME

YEAR = timedelta(days=364)  # keeps the day of the week
MAY, SEPTEMBER, JUNE = 5, 9, 6


def suggest_season(club: Club) -> dict[str, Any]:
    """Return the initial values for the form of a new season: those of the club's last season, a
    year later. A club's first season lasts from September to June.
    """
    seasons = Season.objects.filter(club=club, reglement__archived=None)
    before = seasons.select_related("reglement").first()
    today = timezone.localdate()
    if not before:
        rules = club.reglementen.filter(archived=None).first()
        return _first_season(today) | {"reglement": rules.pk if rules else None}
    values = model_to_dict(before, exclude=["club"])
    if before.last + YEAR >= today:
        days = {"first": before.first + YEAR, "last": before.last + YEAR}
        return values | days | {"name": _a_year_later(before.name, club)}
    days = _first_season(today)
    return values | {key: days[key] for key in ("name", "first", "last")}


def _first_season(today: date) -> dict[str, Any]:
    year = today.year if today.month >= MAY else today.year - 1
    first = min(today, date(year, SEPTEMBER, 1))  # so that a night can be played today
    name = f"{year}–{year + 1}"
    prizes = {"night_prizes": [1, 2, 3], "season_prizes": [1, 2, 3]}
    return {"name": name, "first": first, "last": date(year + 1, JUNE, 1), "rounds": 3, **prizes}


def _a_year_later(name: str, club: Club) -> str:
    later = re.sub(r"\b(19|20)\d\d\b", lambda match: str(int(match[0]) + 1), name)
    if len(later) > LONGEST_NAME or Season.objects.filter(club=club, name=later).exists():
        return ""
    return later
