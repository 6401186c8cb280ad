from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.club import season_texts
from tournaments.club.reglementen import build_game
from tournaments.members import couples, members
from tournaments.models import Season, TieRuling
from tournaments.models.season import AVERAGES, COUNTED, LAST
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings.rules import breakdown as shown
from tournaments.standings.rules.breakdown import Division, Row, TieDecision, round_points
from tournaments.standings.rules.points import MARKS, Points


class Ruling(NamedTuple):
    division: int | None
    what: str
    words: str


class Called(NamedTuple):
    name: str
    address: str = ""
    first: str = ""  # name


def call_players(
    season: Season,
    ids: Collection[int],
    detail: NameDetail,
    known: Mapping[int, members.MemberNames] | None = None,
) -> dict[int, Called]:
    """Of a couple, that is both names and the page of the first member. On a player's own page,
    club members see names as the public does: a name that is shown here may be hidden there, and
    then has no address.
    """
    players = reverse("tournaments:players", args=[season.club.slug])
    openly = NameDetail.PUBLIC if detail == NameDetail.FELLOW else detail
    known = known or members.find_known(members.read_roll(season.club_id), ids)
    labels = couples.load_labels(season, ids, detail, known)
    shown = labels if openly == detail else {pk: known[pk].choose_shown(openly) for pk in labels}
    hides = {pk for pk, player in shown.items() if player.name.full == NOBODY}
    return {
        pk: Called(label.full, "" if pk in hides else f"{players}{pk}/", label.first)
        for pk, label in labels.items()
    }


def call_all(
    season: Season, divisions: Sequence[Division], detail: NameDetail
) -> dict[int, Called]:
    return call_players(season, _players(divisions), detail)


def say_who_won(season: Season, names: Sequence[str], points: Points | Decimal) -> str:
    words = ngettext(
        "%(names)s wins with %(points)s!",
        "%(names)s win with %(points)s!",
        season.count_people(len(names)),
    )
    return words % {
        "names": get_text_list([*names], gettext("and")),
        "points": format_points(points),
    }


NAMED = 3  # who share a place; more are counted


def name_firsts(names: Sequence[str]) -> str:
    if len(names) > NAMED:
        return ngettext("%(count)s player", "%(count)s players", 2) % {"count": len(names)}
    return get_text_list([*names], gettext("and"))


def sort_equals_by_name(rows: Sequence[Row], names: Mapping[int, str]) -> Sequence[Row]:
    if not any(row.tied for row in rows):
        return rows
    last = len(rows) + 1
    return sorted(
        rows, key=lambda row: (row.rank or last, fold(names[row.player]) if row.tied else "")
    )


def load_names(season: Season, divisions: Sequence[Division], detail: NameDetail) -> dict[int, str]:
    return couples.load_names(season, _players(divisions), detail)


def _players(divisions: Sequence[Division]) -> list[int]:
    return [row.player for division in divisions for row in division.rows]


def list_marks(row: Row, division: Division) -> list[str]:
    """Return what the place brings, such as a prize, or why there is no place."""
    remarks = []
    for move, sure, tied in ((division.up, UP, MAY_GO_UP), (division.down, DOWN, MAY_GO_DOWN)):
        remarks += [str(sure)] if row.player in move.sure else []
        remarks += [str(tied)] if row.player in move.tied else []
    for prize in division.prizes:
        if row.player in prize.players:
            won = season_texts.name_prize(LAST) if prize.place == LAST else gettext("prize")
            remarks.append(gettext("shares a prize") if len(prize.players) > 1 else won)
    if remarks:
        hows = [decision.how for decision in division.settled if row.player in decision.players]
        remarks += [str(TieRuling.How(how).label) for how in hows]
    if division.least > 1 and row.rank is None:
        words = ngettext(
            "%(came)s of %(count)s night", "%(came)s of %(count)s nights", division.least
        )
        remarks.append(words % {"came": row.nights, "count": division.least})
    return list(dict.fromkeys(remarks))


def settlement_in_words(tie_ruling: TieRuling | TieDecision, names: Mapping[int, str]) -> str:
    who = ", ".join(names.get(pk, NOBODY) for pk in tie_ruling.order or tie_ruling.players)
    return f"{TieRuling.How(tie_ruling.how).label}: {who}"


UP, MAY_GO_UP = _("goes up"), _("may go up")
DOWN, MAY_GO_DOWN = _("goes down"), _("may go down")


# Signs for what a missed night counts, explained below the standing and drawn by standing.css.
SIGNS = {
    Season.Absence.FIXED: "*",
    Season.Absence.WORST: "†",
    Season.Absence.OWN: "‡",
    Season.Absence.LESS: "‡",
    shown.CAPPED: "§",
    shown.LEFT: "°",
    shown.UNFINISHED: "°",
}
NOT_COUNTED = "–"  # instead of points


class Columns(NamedTuple):
    average: bool
    counted: bool
    dashes: bool
    pit: bool
    roem: bool
    nat: bool

    @property
    def without(self) -> tuple[str, ...]:
        return tuple(name for name, there in self._asdict().items() if not there)

    def drop_empty(self, rows: Iterable[Row]) -> "Columns":
        """Nights from a file have neither dashes nor marks."""
        marked = any(row.marks is not None for row in rows)
        marks = {kind: marked and getattr(self, kind) for kind in MARKS}
        dashes = self.dashes and any(row.dashes_known for row in rows)
        return self._replace(dashes=dashes, **marks)

    @property
    def points(self) -> str:
        return gettext("Total") if self.average else gettext("Average")


def choose_columns(season: Season, key: str = "") -> Columns:
    kind = season_texts.find_counting(season, key)[0]
    return Columns(
        average=kind not in AVERAGES,
        counted=kind in COUNTED or bool(season.drop_at and not key),
        dashes=build_game(season.reglement).dash,
        **dict.fromkeys(MARKS, season.marks_shown),
    )


def count_places_moved(row: Row) -> int | str | None:
    """A code for who had no place before; None for who has none now."""
    if row.rank is None:
        return None
    return shown.NEW if row.was is None else row.was - row.rank


def codes_in_words() -> dict[str, str]:
    absence = {choice.value: str(choice.label) for choice in Season.Absence}
    return absence | {
        shown.CAPPED: gettext("the player's own average, no more than the season allows"),
        shown.LEFT: gettext("not there for all of it"),
        shown.UNFINISHED: gettext("the form was not played to its end"),
        shown.SIGNED_OFF: gettext("signed off"),
        shown.NO_SHOW: gettext("not there"),
        shown.BEFORE: gettext("not a member yet"),
    }


def build_legend(
    rows: Sequence[Row],
    names: Iterable[str],
    *,
    dashes: bool,
    days: Mapping[int, str] | None = None,
) -> list[tuple[str, str]]:
    """With `days`, short dates by night, it tells what a missed round brought on each."""
    used = {how for row in rows for tally in row.summands for how in (tally.how, tally.state)}
    meanings, signs = codes_in_words(), {**SIGNS, Season.Absence.SKIP: NOT_COUNTED}
    for state in {shown.LEFT, shown.UNFINISHED} & used:
        meanings[state] = "; ".join([meanings[state], *_rounds_missed(rows, days or {})])
    explained = [(sign, meanings[how]) for how, sign in signs.items() if how in used]
    if dashes and any(row.untold and row.dashes_known for row in rows):
        explained.append(("+", gettext("and those of nights of which no dashes are known")))
    if any(NOBODY in name for name in names):
        explained.append((NOBODY, gettext("somebody who shows no name")))
    return explained


def _rounds_missed(rows: Iterable[Row], days: Mapping[int, str]) -> Iterator[str]:
    part = {
        Season.Absence.SKIP: gettext("a round missed: nothing"),
        Season.Absence.FIXED: gettext("a round missed: its part of the points for a night"),
        Season.Absence.WORST: gettext("a round missed: its part of the worst score of the night"),
        Season.Absence.OWN: gettext("a round missed: the player's own average of a round"),
        Season.Absence.LESS: gettext("a round missed: the player's own average, less its part"),
        shown.CAPPED: gettext("a round missed: its part of the most that an average may be"),
    }
    by_kind: dict[str, dict[int, Points | None]] = {}
    for tally in (tally for row in rows for tally in row.tallies):
        for missed in tally.slices:
            by_kind.setdefault(missed.how, {})[tally.night] = missed.points
    return (
        words + _by_day(how, by_kind[how], days) for how, words in part.items() if how in by_kind
    )


def _by_day(how: str, points: Mapping[int, Points | None], days: Mapping[int, str]) -> str:
    if how in (Season.Absence.SKIP, Season.Absence.OWN) or not days:
        return ""
    known = sorted((number, counted) for number, counted in points.items() if counted is not None)
    parts = [f"{days[number]}: {format_points(counted)}" for number, counted in known]
    return f" ({' · '.join(parts)})"


def is_whole(points: Points) -> bool:
    return round_points(points).denominator == 1


def format_points(points: Points | Decimal, *, decimals: bool = False) -> str:
    """Points that are not whole have two decimals; with `decimals`, all have."""
    rounded = round_points(Fraction(points))
    places = 2 if decimals or rounded.denominator != 1 else None
    text = number_format(Decimal(rounded.numerator) / rounded.denominator, places)
    return text.replace("-", "−")
