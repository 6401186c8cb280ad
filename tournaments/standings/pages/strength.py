"""The playing strength of a club's players according to all rounds until now, in words and as a
chart.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from tournaments.club.reglementen import build_game, is_lowest_best
from tournaments.models import Season
from tournaments.standings import chart_shapes, season_history
from tournaments.standings.pages.charts import ChartWithTable, day_in_words, short_day_in_words
from tournaments.standings.rules.strength import START, Ratings, Strength
from tournaments.standings.season_history import History

PARTNERS = (4, 4)  # seats of a game in which two play together


class PlayerStrength(NamedTuple):
    """The part of a player's page about the player's strength: texts and a chart."""

    brief: str
    lines: list[str]
    chart: ChartWithTable


def rate_season(season: Season) -> tuple[History, dict[int, Ratings]]:
    """Return the results of a season, and the strengths of players after each of its nights, keyed
    by the night's number. A strength is computed from all rounds of this game that the club had
    played by then, including those of earlier seasons.
    """
    seasons = season_history.list_seasons_played(season.club)
    seasons = seasons[seasons.index(season) :]
    seasons = [other for other in seasons if other.reglement.game == season.reglement.game]
    known, rated = START, dict[int, Ratings]()
    histories = season_history.load_histories(seasons)
    for other, history in zip(reversed(seasons), reversed(histories), strict=True):
        partners = build_game(other.reglement).seats == PARTNERS
        rated = history.rate(known, low=is_lowest_best(other.reglement), partners=partners)
        known = next(reversed(rated.values()))
    return histories[0], rated


def build_strength(season: Season, player: int) -> PlayerStrength | None:
    """Return the part of a player's page about their strength in the season. Return None if the
    player finished no round against others.
    """
    history, rated = rate_season(season)
    strengths = [ratings.estimate_strength(player) for ratings in rated.values()]
    now = strengths[-1]
    if not now.nights:
        return None
    return PlayerStrength(describe_briefly(now), _lines(now), _chart(history, strengths))


def load_last_strengths(season: Season) -> Mapping[int, Strength]:
    """Return the strength of each player at the end of the season. If the season is not over, it is
    the present strength.
    """
    _found, rated = rate_season(season)
    last = next(reversed(rated.values()))
    return {player: last.estimate_strength(player) for player in last.players}


def describe_briefly(strength: Strength) -> str:
    return f"{strength.percent:.0f}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{strength.margin:.0f}"


def _lines(now: Strength) -> list[str]:
    nights = ngettext("%(count)s night", "%(count)s nights", now.nights)
    sure = gettext(
        "Of 100 rounds, about %(percent)s end ahead of an average player at the table, as far as"
        " %(nights)s can tell: almost surely %(low)s to %(high)s."
    ) % {
        "percent": f"{now.percent:.0f}",
        "nights": nights % {"count": now.nights},
        "low": f"{max(now.percent - now.margin, 0):.0f}",
        "high": f"{min(now.percent + now.margin, 100):.0f}",
    }
    return [sure, describe_when_it_counts(now)]


def describe_when_it_counts(strength: Strength) -> str:
    """Return a sentence about how many more nights it takes before the order of players by strength
    means something. If it already does, the sentence says so. `strength` is one player's strength,
    which contains that number.
    """
    if strength.needed is None:
        return gettext("So far nobody here differs by more than luck: the order means nothing yet.")
    if not strength.needed:
        return gettext("That is enough for the order to mean something, if not much.")
    return ngettext(
        "It takes about %(count)s more night before the order means something.",
        "It takes about %(count)s more nights before the order means something.",
        strength.needed,
    ) % {"count": strength.needed}


def _chart(history: History, strengths: Sequence[Strength]) -> ChartWithTable:
    values = [_figures(strength) if strength.nights else None for strength in strengths]
    chart = chart_shapes.draw_band(
        values, [short_day_in_words(day) for day in history.days.values()]
    )
    first = next(strength for strength in strengths if strength.nights)
    description = gettext("%(first)s at first and %(last)s at last.") % {
        "first": describe_briefly(first),
        "last": describe_briefly(strengths[-1]),
    }
    rows = [
        (day_in_words(day), *_row(strength))
        for day, strength in zip(history.days.values(), strengths, strict=True)
    ]
    heads = (gettext("Night"), gettext("Strength"), gettext("Give or take"))
    note = gettext("50 is an average player. Dotted: between these lines almost surely.")
    title = gettext("Strength after each night")
    return ChartWithTable("strength", title, description, chart, heads, rows, note)


def _figures(strength: Strength) -> tuple[Fraction, Fraction]:
    return Fraction(round(strength.percent * 10), 10), Fraction(round(strength.margin * 10), 10)


def _row(strength: Strength) -> tuple[str, str]:
    if not strength.nights:
        return "–", "–"
    return f"{strength.percent:.0f}", f"{strength.margin:.0f}"
