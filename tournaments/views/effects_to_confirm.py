"""Before a rule of a season or a member's data is changed, show which closed nights would count
differently, and for whom.
"""

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.toolkit.problems import UserError
from tournaments.club.season_texts import name_standing
from tournaments.forms.base import Numbered
from tournaments.members import couples
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings import change_effects
from tournaments.standings.change_effects import Effects
from tournaments.standings.pages.standing_texts import NOT_COUNTED, format_points
from tournaments.standings.rules.points import Points

SHOWN = 5  # people shown for a night


class ChangedNight(NamedTuple):
    day: str
    people: list[str]  # the points, or else the place, before and after, a line a person
    more: int  # number of people who are not shown
    prizes: bool  # other people would have a prize


class Recount(NamedTuple):
    season: str
    nights: list[ChangedNight]
    places: list[str]
    totals: list[str]
    more: int  # people whose total is not told
    parts: list[tuple[str, list[str]]]  # the same places in other standings, by their names


def list_effects_to_confirm(form: Numbered, count: Callable[..., Effects]) -> list[Recount]:
    """Empty: there is nothing to confirm, or the attempt to save shows why it can't be."""
    if not form.is_bound or "recount" in form.data or not form.is_valid():
        return []
    try:
        effects = count(**form.cleaned_data)
    except UserError:
        return []
    return [_in_words(season, effect) for season, effect in effects]


def _in_words(season: Season, effect: change_effects.Effect) -> Recount:
    people = {count.player for counts in effect.nights.values() for count in counts}
    people |= {pk for counts in effect.placed.values() for pk in counts} | effect.moved.keys()
    people |= {count.player for count in effect.totals}
    people |= {pk for moved in effect.parts.values() for pk in moved}
    names = couples.load_names(season, sorted(people), NameDetail.FULL)
    nights = [
        _night(day, effect, names)
        for day in sorted(effect.nights.keys() | effect.placed.keys() | effect.prizes)
    ]
    places, *others = (
        [f"{names[pk]} {_arrow(*both)}" for pk, both in moved.items()]
        for moved in (effect.moved, *effect.parts.values())
    )
    parts = zip((name_standing(season, key) for key in effect.parts), others, strict=True)
    totals = [
        f"{names[count.player]} {_arrow(count.before, count.after)}" for count in effect.totals
    ]
    more = max(0, len(totals) - SHOWN)
    return Recount(str(season), nights, places, totals[:SHOWN], more, list(parts))


def _night(day: date, effect: change_effects.Effect, names: dict[int, str]) -> ChangedNight:
    counts = effect.nights.get(day, [])
    lines = [f"{names[count.player]} {_arrow(count.before, count.after)}" for count in counts]
    known = {count.player for count in counts}
    placed = {pk: both for pk, both in effect.placed.get(day, {}).items() if pk not in known}
    place = gettext("place %(places)s")
    lines += [f"{names[pk]} {place % {'places': _arrow(*both)}}" for pk, both in placed.items()]
    return ChangedNight(
        date_format(day), lines[:SHOWN], max(0, len(lines) - SHOWN), day in effect.prizes
    )


def _arrow(before: Points | None, after: Points | None) -> str:
    was, comes = (
        NOT_COUNTED if points is None else format_points(points) for points in (before, after)
    )
    return f"{was} → {comes}"
