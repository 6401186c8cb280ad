from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.toolkit.downloads import print_list
from scoring.toolkit.pdf.page import Box, Paper
from scoring.toolkit.pdf.table import (
    ACROSS,
    BELOW,
    SQUEEZED,
    UPRIGHT,
    Column,
    Look,
    begin_page,
    divide_columns,
    draw_table,
    measure_column,
    write_below,
)
from tournaments.club import logos, season_texts
from tournaments.files.exports.lists import list_tables
from tournaments.models import Night, Season, TieRuling
from tournaments.names import NameDetail
from tournaments.nights.pages import result
from tournaments.printing.hall_papers import describe_night, make_paper
from tournaments.standings import calculate, corrections, season_history
from tournaments.standings.pages import standing_texts
from tournaments.standings.pages.places import count_marks
from tournaments.standings.pages.standing_texts import Columns, choose_columns, count_places_moved
from tournaments.standings.rules import Division, NightPoints, Points, Row
from tournaments.standings.rules.points import MOST
from tournaments.standings.season_history import History

LONGEST_NAME = 70.0  # mm; longer ones are printed smaller
LIST = Look(row=7.0, size=10.5, striped=True, least=5.2, most=1.4)
NARROW = Look(row=6.0, size=8.5, striped=True, least=4.5, most=1.7)


def print_night(night: Night, detail: NameDetail) -> bytes:
    """Print the list of the page, with the seal by which anybody can detect a later change."""
    shown = result.read_result(night, detail)
    closed = night.state == Night.State.CLOSED
    title = gettext("Result of the night") if closed else gettext("Result so far")
    listing = list_tables(title, [result.ResultTable(shown, as_file=True)])
    under = " · ".join(filter(None, (describe_night(night), shown.uneven)))
    seal = ""
    if night.digest:
        of_forms = gettext("Seal over all forms of this night:")
        words = gettext("Seal over this result:") if shown.brought else of_forms
        why = gettext("Whoever keeps it can see later that nothing was changed.")
        seal = f"{words} {night.digest}. {why}"
    logo = logos.read_logo(night.season.club)
    return print_list(listing, under, look=LIST, logo=logo, below=seal)


def print_season(season: Season, detail: NameDetail, key: str = "") -> bytes:
    """Nights that do not fit are on the next page, which repeats the names. `key` is that of a
    period's or a further standing.
    """
    history = season_history.load_history(season, key)
    title = season_texts.name_standing(season, key) if key else gettext("Standing")
    under = " · ".join(filter(None, (f"{season.club} · {season}", _how_far(history))))
    table_columns = choose_columns(season, key)
    divisions = calculate.apply_season_rulings(season, history.standing, key)
    days = _days(season, history, divisions)
    names = standing_texts.load_names(season, divisions, detail)
    tables = [_table(division, names, days, table_columns) for division in divisions]
    widest = max((sum(column.width for column in item.columns) for item in tables), default=0)
    upright = widest <= UPRIGHT * SQUEEZED
    paper = make_paper(
        season.club, f"{title} · {season.club} · {season}", "a4" if upright else "a4-landscape"
    )
    for division, item in zip(divisions, tables, strict=True):
        heading = title
        if division.number:
            heading = gettext("Standing of division %(number)s") % {"number": division.number}
            heading = f"{title} · {heading}" if key else heading
        widths = [column.width for column in item.columns]
        wide = UPRIGHT if upright else ACROSS
        for part in divide_columns(widths, wide, item.first):
            columns = [item.columns[n] for n in part]
            lines = [[row[n] for n in part] for row in item.rows]
            room = draw_table(paper, heading, columns, lines, under=under, look=NARROW, below=BELOW)
        room = _legend(paper, room, division.rows, table_columns.dashes, names)
    for correction in corrections.redact_corrections(history.corrections, season.club_id, detail):
        if correction.time:
            words = gettext("%(night)s: corrected on %(day)s. %(reason)s")
            night, day = map(date_format, (correction.night, timezone.localtime(correction.time)))
            line = words % {"night": night, "day": day, "reason": correction.reason}
            room = write_below(paper, room, line)
    return paper.close()


def _how_far(history: History) -> str:
    days = [*history.days.values()]
    if not days:
        return ""
    words = ngettext("after %(count)s night", "after %(count)s nights", len(days))
    return f"{words % {'count': len(days)}} · {date_format(days[-1])}"


class _Table(NamedTuple):
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    first: int  # how many columns each page repeats


def _table(
    division: Division, names: Mapping[int, str], days: dict[int, str], there: Columns
) -> _Table:
    rows = division.rows
    decimals = not there.average or any(
        row.points is not None and not standing_texts.is_whole(row.points) for row in rows
    )
    by_night = {row.player: {tally.night: tally for tally in row.summands} for row in rows}
    places = [str(row.rank or "–") for row in rows]
    named = [_named(names[row.player], row, division) for row in rows]
    totals = [_points(row.points, decimals=decimals) for row in rows]
    front = [_column("", places, bold=True), _column(gettext("Name"), named, align="left")]
    if division.since:
        front.insert(1, _column("", [_moved(row, division) for row in rows]))
    averages = [_points(row.average, decimals=True) for row in rows]
    behind = [
        *([_column(gettext("Average"), averages)] * there.average),
        _column(gettext("Nights"), [str(row.nights) for row in rows]),
        *([_column(gettext("Counted"), [str(row.counted) for row in rows])] * there.counted),
        *(
            [_column(gettext("Dashes"), list(map(standing_texts.dashes_in_words, rows)))]
            * there.dashes
        ),
        *([_column(head, cells) for head, cells in _marks(rows)] if there.pit else []),
    ]
    nights = [
        _column(day, [_counted(by_night[row.player].get(number)) for row in rows])
        for number, day in reversed(days.items())
    ]
    total = _column(there.points, totals, bold=True)
    columns, cells = zip(*[*front, total, *nights, *behind], strict=True)
    return _Table(columns, list(zip(*cells, strict=True)), len(front))


def _column(
    heading: str, cells: Sequence[str], *, align: str = "right", bold: bool = False
) -> tuple[Column, Sequence[str]]:
    wide = measure_column(heading, cells, NARROW, bold=bold, most=LONGEST_NAME)
    return Column(heading, wide, align, bold), cells


def _days(season: Season, history: History, divisions: Sequence[Division]) -> dict[int, str]:
    """Return the heading of each night or, where those are counted, of each period."""
    periods = [
        period.night for item in divisions for row in item.rows[:1] for period in row.periods
    ]
    if periods:
        return {n: season_texts.name_standing(season, f"p{n}") for n in periods}
    return {n: date_format(day, "DAY_AND_MONTH_FORMAT") for n, day in history.days.items()}


def _marks(rows: Sequence[Row]) -> list[tuple[str, list[str]]]:
    counts = list(map(count_marks, rows))
    heads = {"pit": gettext("Pits"), "roem": gettext("Roem"), "nat": gettext("Nat")}
    return [
        (head, ["–" if (count := each[kind]) is None else str(count) for each in counts])
        for kind, head in heads.items()
    ]


def _moved(row: Row, division: Division) -> str:
    moved = count_places_moved(row) if division.since else None
    if moved is None:
        return ""
    if not isinstance(moved, int):
        return gettext("new")
    return f"{moved:+}".replace("-", "−") if moved else "="


def _legend(
    paper: Paper, room: Box, rows: Sequence[Row], dashes: bool, names: Mapping[int, str]
) -> Box:
    shown = [names.get(row.player, "") for row in rows]
    legend = standing_texts.build_legend(rows, shown, dashes=dashes)
    parts = [f"{sign} {words}" for sign, words in legend]
    if any(tally.dropped for row in rows for tally in row.summands):
        parts.append(gettext("in brackets: does not count"))
    return write_below(paper, room, " · ".join(parts)) if parts else room


def print_prizes(season: Season, detail: NameDetail, key: str = "") -> bytes:
    under = f"{season.club} · {season}"
    if key:
        under += f" · {season_texts.name_standing(season, key)}"
    return _prizes(season, calculate.compute_season_standing(season, key=key), under, detail)


def print_night_prizes(night: Night, detail: NameDetail) -> bytes:
    standings = [calculate.compute_night_standing(night)]
    return _prizes(night.season, standings, describe_night(night), detail)


def _prizes(season: Season, divisions: Sequence[Division], under: str, detail: NameDetail) -> bytes:
    title = gettext("Prizes")
    paper = make_paper(season.club, f"{title} · {under}")
    won = [division for division in divisions if division.prizes]
    if not won:
        words = gettext(
            "No place has a prize yet: in a season or a period, not before its last night"
            " is closed."
        )
        paper.write_paragraph(words, begin_page(paper, title, under), 11)
    for division in won:
        heading = title
        if division.number:
            heading = gettext("Prizes of division %(number)s") % {"number": division.number}
        rows = list(list_prize_rows(season, division, detail))
        settled = any(how for *_others, how in rows)  # otherwise the column would be empty
        columns = [
            Column(gettext("Place"), 26),
            Column(gettext("For"), 80),
            Column(gettext("Points"), 22, "right", bold=True),
            *([Column(gettext("Shared place"), 55)] * settled),
        ]
        shown = (row if settled else row[:-1] for row in rows)
        draw_table(paper, heading, columns, shown, under=under, look=LIST)
    return paper.close()


def list_prize_rows(season: Season, division: Division, detail: NameDetail) -> Iterator[list[str]]:
    """Yield what is won, by whom, with which points, and how a tie for it was settled."""
    names = standing_texts.load_names(season, [division], detail)
    rows = {row.player: row for row in division.rows}
    for prize in division.read_out:
        place = season_texts.name_prize(prize.place)
        who = ", ".join(names[player] for player in prize.players)
        mark = str(prize.place).removeprefix(MOST)
        is_most = str(prize.place).startswith(MOST)
        figures = dict.fromkeys(
            str(marks[mark])
            if is_most and (marks := rows[player].marks)
            else _points(rows[player].points)
            for player in prize.players
        )
        how = gettext("they settle it together") if len(prize.players) > 1 else ""
        if prize.how:
            how = str(TieRuling.How(prize.how).label)
        yield [place, who, " / ".join(figures), how]


def _named(name: str, row: Row, division: Division) -> str:
    marks = standing_texts.list_marks(row, division)
    return f"{name} · {', '.join(marks)}" if marks else name


def _points(points: Points | None, *, decimals: bool = False) -> str:
    return "–" if points is None else standing_texts.format_points(points, decimals=decimals)


def _counted(tally: NightPoints | None) -> str:
    """A sign says that the points are not of a whole night; brackets, that it is dropped."""
    if tally is None:
        return ""
    sign = standing_texts.SIGNS.get(tally.how) or standing_texts.SIGNS.get(tally.state, "")
    text = _points(tally.points) + sign
    return f"({text})" if tally.dropped else text
