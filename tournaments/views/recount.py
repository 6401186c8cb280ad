"""Before a rule of a season or something of a member is changed: which closed nights it counts
again, and for whom.
"""

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.toolkit.problems import UserError
from tournaments.forms.base import Numbered
from tournaments.members import members
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings import recount
from tournaments.standings.pages.standing_rows import NOT_COUNTED, figure
from tournaments.standings.recount import Effects
from tournaments.standings.rules import Points

TOLD = 5  # people of a night


class Night(NamedTuple):
    day: str
    people: list[str]  # of each, what it counts now and would count, or their place on it
    more: int  # people of whom that is not told
    prizes: bool  # others have one


class Recount(NamedTuple):
    season: str
    nights: list[Night]
    places: list[str]
    totals: list[str]
    more: int  # people whose total is not told


def asked(form: Numbered, count: Callable[..., Effects]) -> list[Recount]:
    """By season. Nothing: what is refused is told by the verb, and nothing else needs to be asked.

    `count` gets what the form says.
    """
    if not form.is_bound or "recount" in form.data or not form.is_valid():
        return []
    try:
        found = count(**form.cleaned_data)
    except UserError:
        return []
    return [_in_words(season, effect) for season, effect in found]


def _in_words(season: Season, found: recount.Effect) -> Recount:
    people = {one.player for each in found.nights.values() for one in each}
    people |= {pk for each in found.placed.values() for pk in each} | found.moved.keys()
    people |= {one.player for one in found.totals}
    names = members.names_by_id(sorted(people), NameDetail.FULL)
    nights = [
        _night(day, found, names)
        for day in sorted(found.nights.keys() | found.placed.keys() | found.prizes)
    ]
    places = [f"{names[pk]} {_arrow(*both)}" for pk, both in found.moved.items()]
    totals = [f"{names[one.player]} {_arrow(one.before, one.after)}" for one in found.totals]
    return Recount(str(season), nights, places, totals[:TOLD], max(0, len(totals) - TOLD))


def _night(day: date, found: recount.Effect, names: dict[int, str]) -> Night:
    counts = found.nights.get(day, [])
    told = [f"{names[one.player]} {_arrow(one.before, one.after)}" for one in counts]
    known = {one.player for one in counts}
    placed = {pk: both for pk, both in found.placed.get(day, {}).items() if pk not in known}
    told += [f"{names[pk]} {_place(*both)}" for pk, both in placed.items()]
    return Night(date_format(day), told[:TOLD], max(0, len(told) - TOLD), day in found.prizes)


def _place(before: int | None, after: int | None) -> str:
    return gettext("place %(places)s") % {"places": _arrow(before, after)}


def _arrow(before: Points | None, after: Points | None) -> str:
    was, comes = (NOT_COUNTED if one is None else figure(one) for one in (before, after))
    return f"{was} → {comes}"
