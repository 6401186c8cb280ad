from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import takewhile
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.club import season_texts
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings import calculate, season_history
from tournaments.standings.corrections import Correction, redact_corrections
from tournaments.standings.pages.places import (
    Near,
    Number,
    OwnPlace,
    PlacedRow,
    as_number,
    count_marks,
    find_above,
    find_second,
    list_own_places,
)
from tournaments.standings.pages.standing_texts import (
    NOT_COUNTED,
    SIGNS,
    Called,
    Columns,
    Ruling,
    build_legend,
    call_all,
    choose_columns,
    codes_in_words,
    count_places_moved,
    format_points,
    list_marks,
    settlement_in_words,
    sort_equals_by_name,
)
from tournaments.standings.rules.breakdown import NEW, PLAYED, Division, NightPoints, Row
from tournaments.standings.rules.points import Points
from tournaments.standings.rules.ties_and_prizes import find_unsettled
from tournaments.standings.season_history import History


@dataclass(frozen=True)
class PlayedNight:
    address: str
    day: date
    heading: str  # the day, or the period in words where a column is that of a whole one
    is_period: bool = False
    is_corrected: bool = False
    best: Number | None = None  # the best score of somebody who was there for all of it


class LastNight(NamedTuple):
    points: Number | None
    place: int | None
    said: str  # why the points are not what was played


@dataclass(frozen=True)
class Score:
    heading: str  # the day
    points: Number | None  # None: the night does not count for this player
    text: str
    sign: str  # explained in the legend
    why: str  # in words, if it is not what the player played
    is_dropped: bool
    is_best: bool


@dataclass(frozen=True)
class Line:
    """A line between two rows, such as the one below those who go up."""

    kind: str
    text: str


@dataclass(frozen=True)
class StandingRow(PlacedRow):
    first_name: str
    moved: int | None  # places up since the last night
    is_new: bool
    average: Number | None
    above: Near | None
    second: Near | None  # behind who leads
    last: LastNight | None
    least_nights: int
    came: int
    counted: int
    scores: tuple[Score, ...]  # the newest night first
    places: tuple[int | None, ...]  # after each of `days`
    lines: tuple[Line, ...] = ()  # above this row

    @property
    def fell(self) -> int:
        return -(self.moved or 0)

    @property
    def gap(self) -> Number | None:
        return self.above.gap if self.above else None

    @property
    def missed(self) -> dict[str, list[str]]:
        """Return the nights that were not played, keyed by why."""
        found: dict[str, list[str]] = {}
        for score in self.scores:
            if score.why and (score.sign or score.points is None):
                found.setdefault(score.why, []).append(score.heading)
        return found


@dataclass(frozen=True)
class DivisionStanding:
    number: int | None
    rows: Sequence[StandingRow]

    def search(self, words: Sequence[str]) -> list[StandingRow]:
        return [row for row in self.rows if all(word in row.sort_name for word in words)]

    @property
    def prefix(self) -> str:
        """Begins the names of this table's parts of a query string, such as `d2-page`."""
        return f"d{self.number}-" if self.number else ""


@dataclass(frozen=True)
class SeasonStanding:
    key: str  # of a period's or a further standing; empty: the season's own
    parts: Sequence[tuple[str, str]]  # the keys of all standings with their names
    divisions: Sequence[DivisionStanding]
    columns: Columns
    nights: Sequence[PlayedNight]  # the newest first
    days: Sequence[date]  # of all closed nights, the oldest first
    counts: str
    lowest_wins: bool
    has_moves: bool
    has_prizes: bool
    legend: Sequence[tuple[str, str]]
    open_ties: int
    rulings: Sequence[Ruling]
    corrections: Sequence[Correction]

    @property
    def by_period(self) -> bool:
        return any(night.is_period for night in self.nights)

    @property
    def has_decimals(self) -> bool:
        rows = (row for division in self.divisions for row in division.rows)
        return not self.columns.average or any(isinstance(row.points, Decimal) for row in rows)

    @property
    def is_narrow(self) -> bool:
        """No figure of a night has more than three digits."""
        rows = (row for division in self.divisions for row in division.rows)
        return all(len(score.text) <= 3 for row in rows for score in row.scores)

    def list_own_places(self, players: Collection[int]) -> Iterator[OwnPlace]:
        for division in self.divisions:
            yield from list_own_places(division.rows, players, division.prefix)


@season_history.keep_until(lambda season: season.club.results_version)
def read_standing(season: Season, detail: NameDetail, key: str = "") -> SeasonStanding:
    """Return the season's standing with the names that this viewer may see."""
    history = season_history.load_history(season, key)
    divisions = calculate.apply_season_rulings(season, history.standing, key)
    called = call_all(season, divisions, detail)
    full_names = {player: person.name for player, person in called.items()}
    corrections = redact_corrections(history.corrections, season.club_id, detail)
    parts = {part: season_texts.name_standing(season, part) for part in ["", *history.inputs.parts]}
    days = {n: date_format(day, "DAY_AND_MONTH_FORMAT") for n, day in history.days.items()}
    rows = [row for division in divisions for row in division.rows]
    columns = choose_columns(season, key).drop_empty(rows)
    slug = season.club.slug
    if any(row.periods for row in rows):
        address = reverse("tournaments:standing", args=[slug, season.pk])
        nights = _list_periods(history, rows[0], parts, address)
    else:
        corrected = {correction.night for correction in corrections}
        nights = _list_nights(history, rows, days, slug, corrected)
    return SeasonStanding(
        key=key,
        parts=list(parts.items()),
        divisions=[
            DivisionStanding(division.number, _list_rows(history, division, table, called, nights))
            for table, division in enumerate(divisions, 1)
        ],
        columns=columns,
        nights=nights,
        days=list(history.days.values()),
        counts=season_texts.describe_counting(season, key),
        lowest_wins=history.inputs.terms.low,
        has_moves=any(division.since for division in divisions),
        has_prizes=any(division.prizes for division in divisions),
        legend=build_legend(rows, full_names.values(), dashes=columns.dashes, days=days),
        open_ties=sum(len(find_unsettled(division)) for division in divisions),
        rulings=[
            Ruling(division.number, decision.what, settlement_in_words(decision, full_names))
            for division in divisions
            for decision in division.settled
        ],
        corrections=corrections,
    )


def _list_nights(
    history: History,
    rows: Sequence[Row],
    days: Mapping[int, str],
    slug: str,
    corrected: Collection[date],
) -> list[PlayedNight]:
    """Return the nights that have a column, the newest first. One without a round has none."""
    better = min if history.inputs.terms.low else max
    nights = []
    for tallies in zip(*(row.tallies for row in rows), strict=True):
        number = tallies[0].night
        played = [tally.points for tally in tallies if tally.state == PLAYED]
        best = better((points for points in played if points is not None), default=None)
        day = history.days[number]
        address = reverse("tournaments:night-result", args=[slug, history.ids[number]])
        nights.append(
            PlayedNight(
                address, day, days[number], is_corrected=day in corrected, best=as_number(best)
            )
        )
    return nights[::-1]


def _list_periods(
    history: History, row: Row, parts: Mapping[str, str], address: str
) -> list[PlayedNight]:
    find_period = history.inputs.terms.find_period
    last_days = {find_period(number): day for number, day in history.days.items()}
    keys = [(f"p{period.night}", last_days[period.night]) for period in row.periods]
    return [
        PlayedNight(f"{address}?of={key}", day, parts[key], is_period=True)
        for key, day in reversed(keys)
    ]


def _list_rows(
    history: History,
    division: Division,
    table: int,
    called: Mapping[int, Called],
    nights: Sequence[PlayedNight],
) -> list[StandingRow]:
    names = {player: person.name for player, person in called.items()}
    lines, meanings = list_lines(division), codes_in_words()
    ended = history.ended
    latest = history.nights[max(ended)].rows if ended else ()
    ranks = {row.player: row.rank for row in latest}
    scored = {tally.points for row in division.rows for tally in row.summands}
    texts = {points: format_points(points) for points in scored if points is not None}
    rows = []
    for order, row in enumerate(sort_equals_by_name(division.rows, names), 1):
        moved = count_places_moved(row) if division.since else None
        rows.append(
            StandingRow(
                player=row.player,
                anchor=f"r{table}-{order}",
                order=order,
                place=row.rank,
                is_tied=row.tied,
                moved=moved if isinstance(moved, int) else None,
                is_new=moved == NEW,
                name=called[row.player].name,
                first_name=called[row.player].first,
                address=called[row.player].address,
                remarks=", ".join(list_marks(row, division)),
                points=as_number(row.points),
                average=as_number(row.average),
                above=find_above(division.rows, row, names.__getitem__),
                second=find_second(division.rows, row, names.__getitem__),
                last=_read_last(row, ranks.get(row.player), meanings),
                least_nights=division.least,
                came=row.nights,
                counted=row.counted,
                dashes=row.dashes if row.dashes_known else None,
                has_more_dashes=bool(row.untold and row.dashes_known),
                marks=count_marks(row),
                scores=tuple(
                    _score(tally, night, meanings, texts)
                    for tally, night in zip(reversed(row.summands), nights, strict=True)
                ),
                places=tuple(history.list_places(row.player)),
                lines=tuple(lines.get(order - 1, ())),
            )
        )
    return rows


def _read_last(row: Row, rank: int | None, meanings: Mapping[str, str]) -> LastNight | None:
    if not row.tallies:
        return None
    last = row.tallies[-1]
    said = [meanings[code] for code in (last.state, last.how) if code in meanings]
    return LastNight(as_number(last.points), rank, ", ".join(said))


def _score(
    tally: NightPoints, night: PlayedNight, meanings: Mapping[str, str], texts: Mapping[Points, str]
) -> Score:
    why = [meanings[code] for code in (tally.state, tally.how) if code in meanings]
    if tally.dropped:
        why.append(gettext("does not count"))
    if tally.always:
        why.append(gettext("always counts"))
    points = as_number(tally.points)
    return Score(
        night.heading,
        points,
        text=NOT_COUNTED if tally.points is None else texts[tally.points],
        sign=SIGNS.get(tally.how) or SIGNS.get(tally.state, ""),
        why=", ".join(why),
        is_dropped=tally.dropped,
        is_best=tally.state == PLAYED and points is not None and points == night.best,
    )


def list_lines(division: Division) -> dict[int, list[Line]]:
    """Return the lines between the rows, keyed by the index of the row below."""
    ranked = sum(row.rank is not None for row in division.rows)
    placed = [row.player for row in division.rows[:ranked]]
    up, down, number = division.up, division.down, division.number or 0
    lines: dict[int, list[Line]] = {}
    if rising := len(up.sure) + len(up.tied):
        text = gettext("Above this line: up to division %(number)s") % {"number": number - 1}
        lines.setdefault(rising, []).append(Line("up", text + _tied(up.open, len(up.tied))))
    falls = {*down.sure, *down.tied}  # also, for nights missed, somebody who stands higher
    if falling := len(list(takewhile(falls.__contains__, reversed(placed)))):
        text = gettext("Below this line: down to division %(number)s") % {"number": number + 1}
        line = Line("down", text + _tied(down.open, len(down.tied)))
        lines.setdefault(ranked - falling, []).append(line)
    if ranked < len(division.rows):
        text = gettext("Without a place: no night that counts yet")
        if division.least != 1:
            words = ngettext(
                "Without a place: came to fewer than %(count)s night",
                "Without a place: came to fewer than %(count)s nights",
                division.least,
            )
            text = words % {"count": division.least}
        lines.setdefault(ranked, []).append(Line("none", text))
    return lines


def _tied(room: int, tied: int) -> str:
    if not tied:
        return ""
    words = gettext("%(room)s of the %(tied)s who share the place on the line")
    return "; " + words % {"room": room, "tied": tied}
