"""Before a rule of a season is changed: which closed nights it counts again, and for whom."""

from typing import NamedTuple

from django.utils.formats import date_format

from scoring.refused import Refused
from tournaments.club import seasons
from tournaments.forms.seasons import SeasonForm
from tournaments.models import Season
from tournaments.people import members
from tournaments.people.names import Names
from tournaments.results import recounting
from tournaments.results.board_lines import NOT_COUNTED, figure
from tournaments.standings import Points

TOLD = 5  # people of a night


class Night(NamedTuple):
    day: str
    people: list[str]  # of each, what it counts now and would count
    more: int  # people of whom that is not told


class Recount(NamedTuple):
    nights: list[Night]
    places: list[str]


def asked(form: SeasonForm, season: Season) -> Recount | None:
    """None: what is refused is told by the verb, and nothing else needs to be asked."""
    if not form.is_bound or "recount" in form.data or not form.is_valid():
        return None
    try:
        changed = seasons.as_changed(season, **form.cleaned_data)
    except Refused:
        return None
    found = recounting.effect(season, changed)
    return _in_words(found) if found else None


def _in_words(found: recounting.Effect) -> Recount:
    people = {one.player for each in found.nights.values() for one in each}
    names = members.named(sorted(people | found.moved.keys()), Names.FULL)
    nights = [
        Night(
            date_format(day),
            [f"{names[one.player]} {_arrow(one.before, one.after)}" for one in each[:TOLD]],
            len(each) - TOLD if len(each) > TOLD else 0,
        )
        for day, each in found.nights.items()
    ]
    return Recount(nights, [f"{names[pk]} {_arrow(*both)}" for pk, both in found.moved.items()])


def _arrow(before: Points | None, after: Points | None) -> str:
    was, comes = (NOT_COUNTED if one is None else figure(one) for one in (before, after))
    return f"{was} → {comes}"
