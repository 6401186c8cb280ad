"""What is shared of a closed night or a standing, with names as visitors may see them."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Count
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from tournaments.club.reglementen import build_game, name_game
from tournaments.models import Night, Season
from tournaments.names import NOBODY
from tournaments.standings.pages.places import Number, PlacedRow
from tournaments.standings.pages.standing import SeasonStanding
from tournaments.standings.pages.standing_texts import format_points

FIRST = 5


class PlacedPlayer(NamedTuple):
    place: int
    name: str
    points: str


class Preview(NamedTuple):
    club: str
    heading: str  # what it is and of which day
    winners: tuple[str, ...]  # more than one if they share the first place
    won: str  # in words; empty if one of them shows no name
    sentence: str
    others: tuple[PlacedPlayer, ...]
    facts: str

    @property
    def digest(self) -> str:
        """Changes with any name, so that no old address shows a name that was hidden since."""
        return sha256(repr(tuple(self)).encode()).hexdigest()[:20]

    @property
    def title(self) -> str:
        return f"{self.won or self.heading} · {self.club}"

    @property
    def description(self) -> str:
        others = (f"{line.place}. {line.name}: {line.points}" for line in self.others)
        return " · ".join([self.heading, *others, self.facts])


def describe_result(night: Night, rows: Sequence[PlacedRow]) -> Preview:
    season = night.season
    placed = [row for row in rows if row.place and row.points is not None]
    first = [row for row in placed if row.place == 1]
    day, words = date_format(night.day, "WEEKDAY_FORMAT"), gettext("Result · %(day)s")
    winners = tuple(row.name for row in first)
    said = f"{get_text_list([*winners], gettext('and'))} {_sentence(season, first)}"
    return Preview(
        club=season.club.name,
        heading=f"{season} · {day}" if season.open_evening else words % {"day": day},
        winners=winners,
        won="" if not first or NOBODY in winners else said,
        sentence=_sentence(season, first),
        others=_list_others(placed, len(first)),
        facts=_facts(night, len(rows)),
    )


def describe_standing(season: Season, heading: str, shown: SeasonStanding) -> Preview:
    """Of its first division, if it has several."""
    is_own = not shown.key  # and not that of a period, or a further one
    placed = [row for row in shown.divisions[0].rows if row.place]
    first = [row for row in placed if row.place == 1]
    winners = tuple(row.name for row in first)
    people = season.count_people(len(first))
    points = _in_figures(first[0].points) if first else ""
    with_points = _count_points(points)
    if not shown.columns.average:  # the points themselves are averages
        with_points = gettext("%(average)s on average") % {"average": points}
    sentence = with_points
    if is_own and not season.is_over:
        sentence = f"{ngettext('leads', 'lead', people)} · {with_points}"
    elif is_own:
        words = ngettext(
            "wins %(season)s with %(points)s", "win %(season)s with %(points)s", people
        )
        sentence = words % {"season": season, "points": with_points}
    is_told = is_own and first and NOBODY not in winners
    return Preview(
        club=season.club.name,
        heading=heading,
        winners=winners,
        won=f"{get_text_list([*winners], gettext('and'))} {sentence}" if is_told else "",
        sentence=sentence if first else "",
        others=_list_others(placed, len(first)),
        facts=" · ".join([_count_players(season, len(placed)), name_game(season.reglement)]),
    )


def _list_others(placed: Sequence[PlacedRow], winners: int) -> tuple[PlacedPlayer, ...]:
    return tuple(
        PlacedPlayer(row.place or 0, row.name, _in_figures(row.points))
        for row in placed[winners : max(FIRST, winners)]
    )


def _in_figures(points: Number | None) -> str:
    return "" if points is None else format_points(points)


def _count_points(points: str) -> str:
    return ngettext("%(count)s point", "%(count)s points", 1 if points == "1" else 2) % {
        "count": points
    }


def _count_players(season: Season, count: int) -> str:
    words = ngettext("%(count)s player", "%(count)s players", count)
    if season.by_couple:
        words = ngettext("%(count)s couple", "%(count)s couples", count)
    return words % {"count": count}


def _sentence(season: Season, first: Sequence[PlacedRow]) -> str:
    if not first:
        return ""
    words = ngettext("wins with %(points)s", "win with %(points)s", season.count_people(len(first)))
    said = words % {"points": _count_points(_in_figures(first[0].points))}
    dashes = first[0].dashes if len(first) == 1 else None
    if not (dashes and build_game(season.reglement).dash):
        return said
    more = ngettext("%(count)s dash", "%(count)s dashes", dashes) % {"count": dashes}
    return gettext("%(said)s and %(more)s") % {"said": said, "more": more}


def _facts(night: Night, count: int) -> str:
    tables = night.rounds.annotate(count=Count("tables")).values_list("count", flat=True)
    facts = [_count_players(night.season, count)]
    if most := max(tables, default=0):
        facts.append(ngettext("%(count)s table", "%(count)s tables", most) % {"count": most})
        rounds = len(tables)
        facts.append(ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds})
    return " · ".join([*facts, name_game(night.season.reglement)])
