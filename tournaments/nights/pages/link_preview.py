"""What is shared of a closed night or a standing, with names as visitors may see them."""

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Count
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from tournaments.club.reglementen import build_game, name_game
from tournaments.members import couples
from tournaments.models import Night, Season
from tournaments.names import NOBODY, NameDetail
from tournaments.standings import calculate
from tournaments.standings.pages.places import Number, PlacedRow
from tournaments.standings.pages.standing_texts import format_points
from tournaments.standings.rules.breakdown import Division, Row

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
        return " · ".join([*([self.won] if self.won else []), self.club])

    @property
    def description(self) -> str:
        others = (f"{line.place}. {line.name} {line.points}" for line in self.others)
        return " · ".join([self.heading, *others, self.facts])


def read_preview(night: Night, standing: Division | None = None) -> Preview | None:
    """`standing` is the night's, if the caller has computed it already."""
    if night.state != Night.State.CLOSED:
        return None
    season = night.season
    standing = standing or calculate.compute_night_standing(night)
    rows = [row for row in standing.rows if row.rank and row.points is not None]
    first = [row for row in rows if row.rank == 1]
    others = rows[len(first) : max(FIRST, len(first))]
    people = [row.player for row in (*first, *others)]
    day, words = date_format(night.day, "WEEKDAY_FORMAT"), gettext("Result · %(day)s")
    names = couples.load_names(night.season, people, NameDetail.PUBLIC)
    winners = tuple(names[row.player] for row in first)
    said = get_text_list([*winners], gettext("and"))
    won = ngettext("%(names)s wins", "%(names)s win", season.count_people(len(first)))
    return Preview(
        club=season.club.name,
        heading=f"{season} · {day}" if season.open_evening else words % {"day": day},
        winners=winners,
        won="" if not first or NOBODY in winners else won % {"names": said},
        sentence=_sentence(night, first),
        others=tuple(
            PlacedPlayer(row.rank or 0, names[row.player], format_points(row.points or 0))
            for row in others
        ),
        facts=_facts(night, len(standing.rows)),
    )


def describe_standing(
    season: Season, heading: str, rows: Sequence[PlacedRow], *, runs: bool
) -> Preview:
    placed = [row for row in rows if row.place]
    first = [row for row in placed if row.place == 1]
    others = placed[len(first) : max(FIRST, len(first))]
    people = season.count_people(len(first))
    leads = [ngettext("leads", "lead", people)] if runs else []
    said = [*leads, _count_points(_in_figures(first[0].points))] if first else []
    return Preview(
        club=season.club.name,
        heading=heading,
        winners=tuple(row.name for row in first),
        won="",
        sentence=" · ".join(said),
        others=tuple(
            PlacedPlayer(row.place or 0, row.name, _in_figures(row.points)) for row in others
        ),
        facts=" · ".join([_count_players(season, len(placed)), name_game(season.reglement)]),
    )


def _in_figures(points: Number | None) -> str:
    return "" if points is None else format_points(Fraction(points))


def _count_points(points: str) -> str:
    return ngettext("%(count)s point", "%(count)s points", 1 if points == "1" else 2) % {
        "count": points
    }


def _count_players(season: Season, count: int) -> str:
    words = ngettext("%(count)s player", "%(count)s players", count)
    if season.by_couple:
        words = ngettext("%(count)s couple", "%(count)s couples", count)
    return words % {"count": count}


def _sentence(night: Night, first: list[Row]) -> str:
    if not first:
        return ""
    people = night.season.count_people(len(first))
    words = ngettext("wins with %(points)s", "win with %(points)s", people)
    points = format_points(first[0].points or 0)
    said = words % {"points": _count_points(points)}
    dashes = first[0].dashes if len(first) == 1 and first[0].dashes_known else 0
    if not (dashes and build_game(night.season.reglement).dash):
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
