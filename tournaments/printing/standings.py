"""Prints the results of a night and a season: the standing, the prizes, one member's season."""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.toolkit.pdf.page import GREY, Box, Paper
from scoring.toolkit.pdf.table import Column, Look, table
from tournaments.club.reglementen import system_of
from tournaments.members import members
from tournaments.models import Club, Member, Night, Season, TieRuling
from tournaments.names import NameDetail
from tournaments.nights.pages import result
from tournaments.printing.hall import paper_of, where
from tournaments.standings import calculate, corrections, history
from tournaments.standings.pages import standing, standing_rows
from tournaments.standings.pages.standing_rows import Columns, columns_of, moved_of
from tournaments.standings.rules import Division, NightPoints, Points, Prize, Row

NIGHTS = 20  # columns of nights on a page
FEW = 5  # columns of nights that fit on a portrait page, which has room for more names
LIST = Look(row=7.0, size=10.5, striped=True)
NARROW = Look(row=6.0, size=8.5, striped=True)
SEAL = 14.0


# A night


def night(night: Night, seen: NameDetail) -> bytes:
    """Print the result of a night. `seen` says how much of each name is shown."""
    division = calculate.night_standing(night)
    title = gettext("Result of the night")
    if night.state != Night.State.CLOSED:
        title = gettext("Result so far")
    paper = paper_of(night.season.club, f"{title} · {where(night)}")
    names = members.names_by_id([row.player for row in division.rows], seen)
    dashes = system_of(night.season.reglement).dash
    places = result.counts_places(night)
    brought = night.imported_results.exists()  # an imported night has no rounds or sheets
    rounds = max((len(row.tallies[0].slices) for row in division.rows), default=0) * (not brought)
    columns = [
        Column("", 9, "right", bold=True),
        Column(gettext("Name"), 60),
        *([Column(gettext("Average"), 17, "right", bold=True)] * division.uneven),
        *([Column(gettext("On the form"), 20, "right")] * places),
        *_rounds(rounds, dashes),
    ]
    rows = (
        [
            str(row.rank or "–"),
            _named(names[row.player], row, division),
            *([_points(row.pace)] * division.uneven),
            *([_points(row.game_points)] * places),
            *(_points(round_points.points) for round_points in row.tallies[0].slices[:rounds]),
            *([standing_rows.dashes_of(row)] if dashes else []),
            _points(row.points),
        ]
        for row in division.rows
    )
    under = " · ".join(filter(None, (where(night), result.uneven(division, night))))
    room = table(paper, title, columns, rows, under=under, look=LIST)
    if night.digest:
        of_forms = gettext("Seal over all forms of this night:")
        _seal(paper, room, night, gettext("Seal over this result:") if brought else of_forms)
    return paper.close()


def _seal(paper: Paper, room: Box, night: Night, words: str) -> None:
    """Print the digest of the night, with which anybody can detect later changes."""
    if room.height < SEAL:
        room = paper.page()
    paper.paragraph(f"{words} {night.digest}", room.below(3).top(SEAL - 3), 8, grey=GREY)


# A season


def season(season: Season, seen: NameDetail) -> bytes:
    title = gettext("Standing")
    under = f"{season.club} · {season}"
    table_columns, days = columns_of(season), _days(season)
    size = "a4" if len(days) <= FEW else "a4-landscape"
    paper = paper_of(season.club, f"{title} · {under}", size)
    for division in calculate.season_standing(season):
        heading = title
        if division.number:
            heading = gettext("Standing of division %(number)s") % {"number": division.number}
        names = standing.names_of([division], seen)
        for first in range(0, max(len(days), 1), NIGHTS):
            part = dict(list(days.items())[first : first + NIGHTS])
            columns = _columns(part, table_columns)
            rows = (
                _line(row, names[row.player], division, part, table_columns)
                for row in division.rows
            )
            room = table(paper, heading, columns, rows, under=under, look=NARROW)
        room = _legend(paper, room, division.rows, table_columns.dashes)
    for line in _corrected(season, seen):
        room = _below(paper, room, line)
    return paper.close()


def _days(season: Season) -> dict[int, str]:
    """Return the days of the closed nights, keyed by the night's number in the season."""
    nights = enumerate(season.nights.order_by("day", "pk"), 1)
    closed = [(number, night.day) for number, night in nights if night.state == Night.State.CLOSED]
    return {number: date_format(day, "DAY_AND_MONTH_FORMAT") for number, day in closed}


def _columns(days: dict[int, str], there: Columns) -> list[Column]:
    return [
        Column("", 9, "right", bold=True),
        Column("", 9, "right"),
        Column(gettext("Name"), 48),
        Column(gettext("Points"), 16, "right", bold=True),
        *([Column(gettext("Average"), 15, "right")] * there.average),
        Column(gettext("Nights"), 13, "right"),
        *([Column(gettext("Counted"), 13, "right")] * there.counted),
        *([Column(gettext("Dashes"), 14, "right")] * there.dashes),
        *(Column(day, 8.4, "right") for day in days.values()),
    ]


def _line(row: Row, name: str, found: Division, days: dict[int, str], there: Columns) -> list[str]:
    by_night = {tally.night: tally for tally in row.tallies}
    return [
        str(row.rank or "–"),
        _moved(row, found),
        _named(name, row, found),
        _points(row.points),
        *([_points(row.average)] * there.average),
        str(row.nights),
        *([str(row.counted)] * there.counted),
        *([standing_rows.dashes_of(row)] * there.dashes),
        *(_counted(by_night.get(number)) for number in days),
    ]


def _moved(row: Row, found: Division) -> str:
    """Return how many places the member went up or down on the last night."""
    moved = moved_of(row) if found.since else None
    if moved is None:
        return ""
    if not isinstance(moved, int):
        return gettext("new")
    return f"{moved:+}".replace("-", "−") if moved else "="


def _legend(paper: Paper, room: Box, rows: Sequence[Row], dashes: bool) -> Box:
    """Print what the signs on this page mean. Return the room below."""
    parts = [f"{sign} {words}" for sign, words in standing_rows.legend(rows, dashes=dashes)]
    if any(tally.dropped for row in rows for tally in row.tallies):
        parts.append(gettext("in brackets: does not count"))
    return _below(paper, room, " · ".join(parts)) if parts else room


def _below(paper: Paper, room: Box, words: str) -> Box:
    """Print a line of small text. Return the room below."""
    if room.height < 9:
        room = paper.page()
    paper.paragraph(words, room.below(2).top(7), 8, grey=GREY)
    return room.below(7)


def _corrected(season: Season, seen: NameDetail) -> Iterator[str]:
    for correction in corrections.shown(history.load_history(season).corrections, season, seen):
        if correction.time:
            words = gettext("%(night)s: corrected on %(day)s. %(reason)s")
            day = date_format(timezone.localtime(correction.time))
            values = {
                "night": date_format(correction.night),
                "day": day,
                "reason": correction.reason,
            }
            yield words % values


def prizes(season: Season, seen: NameDetail) -> bytes:
    return _prizes(
        season.club, calculate.season_standing(season), f"{season.club} · {season}", seen
    )


def night_prizes(night: Night, seen: NameDetail) -> bytes:
    return _prizes(night.season.club, [calculate.night_standing(night)], where(night), seen)


def _prizes(club: Club, found: Sequence[Division], under: str, seen: NameDetail) -> bytes:
    title = gettext("Prizes")
    paper = paper_of(club, f"{title} · {under}")
    for division in found:
        heading = title
        if division.number:
            heading = gettext("Prizes of division %(number)s") % {"number": division.number}
        columns = [Column(gettext("Place"), 25), Column(gettext("For"), 90), Column("", 60)]
        table(paper, heading, columns, _prize_rows(division, seen), under=under, look=LIST)
    return paper.close()


def _prize_rows(found: Division, seen: NameDetail) -> Iterator[list[str]]:
    names = standing.names_of([found], seen)
    for prize in found.prizes:
        place = gettext("last") if isinstance(prize.place, str) else str(prize.place)
        who = ", ".join(names[player] for player in prize.players)
        yield [place, who, _how(prize)]


def _how(prize: Prize) -> str:
    if prize.how:
        return str(TieRuling.How(prize.how).label)
    return gettext("they settle it together") if len(prize.players) > 1 else ""


# One member's season


def member(season: Season, who: Member, name: str) -> bytes:
    """Print a member's season. `name` is the name that the reader may see."""
    title = name
    under = f"{season.club} · {season}"
    paper = paper_of(season.club, f"{title} · {under}")
    dashes = system_of(season.reglement).dash
    found = [
        row
        for item in calculate.season_standing(season)
        for row in item.rows
        if row.player == who.pk
    ]
    days = {number: item.day for number, item in enumerate(season.nights.order_by("day", "pk"), 1)}
    tallies = found[0].tallies if found else ()
    rounds = max((len(tally.slices) for tally in tallies), default=0)
    columns = [Column(gettext("Night"), 45), *_rounds(rounds, dashes)]
    rows = (
        [
            date_format(days[tally.night]),
            *_slices(tally, rounds),
            *([("–" if tally.untold else str(tally.dashes))] if dashes else []),
            _counted(tally),
        ]
        for tally in tallies
    )
    room = table(paper, title, columns, rows, under=under, look=LIST)
    if found:
        _sum(paper, _legend(paper, room, found[:1], dashes).below(3), found[0])
    return paper.close()


def _slices(tally: NightPoints, rounds: int) -> list[str]:
    points = [_points(round_points.points) for round_points in tally.slices]
    return [*points, *[""] * (rounds - len(points))]


def _sum(paper: Paper, room: Box, row: Row) -> None:
    if room.height < 8:
        room = paper.page()
    words = ngettext(
        "Place %(place)s, %(points)s points, %(nights)s night.",
        "Place %(place)s, %(points)s points, %(nights)s nights.",
        row.nights,
    )
    values = {"place": row.rank or "–", "points": _points(row.points), "nights": row.nights}
    paper.write(words % values, room.top(8), 12, bold=True)


# What all of them need


def _rounds(rounds: int, dashes: bool) -> list[Column]:
    """Return the columns for the rounds, the dashes and the points."""
    heads = (gettext("R%(number)s") % {"number": number} for number in range(1, rounds + 1))
    return [
        *(Column(head, 14, "right") for head in heads),
        *([Column(gettext("Dashes"), 17, "right")] if dashes else []),
        Column(gettext("Points"), 18, "right", bold=True),
    ]


def _named(name: str, row: Row, found: Division) -> str:
    marks = standing.marks(row, found)
    return f"{name} · {', '.join(marks)}" if marks else name


def _points(points: Points | None) -> str:
    return "–" if points is None else standing_rows.figure(points)


def _counted(tally: NightPoints | None) -> str:
    """Return the points of a night as text. A sign marks a missed night. Brackets mark a night that
    does not count.
    """
    if tally is None:
        return ""
    sign = standing_rows.SIGNS.get(tally.how) or standing_rows.SIGNS.get(tally.state, "")
    text = _points(tally.points) + sign
    return f"({text})" if tally.dropped else text
