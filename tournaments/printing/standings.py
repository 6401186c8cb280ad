from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.toolkit.downloads import print_lists
from scoring.toolkit.pdf.table import Column, Look, begin_page, draw_table
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from tournaments.club import logos, season_texts
from tournaments.files.exports.lists import list_tables
from tournaments.models import Night, Season, TieRuling
from tournaments.names import NameDetail
from tournaments.nights.pages import result
from tournaments.nights.pages.link_preview import describe_result, describe_standing
from tournaments.printing.hall_papers import make_paper
from tournaments.standings import calculate
from tournaments.standings.pages import standing_texts
from tournaments.standings.pages.standing import SeasonStanding, StandingRow, read_standing
from tournaments.standings.pages.standing_columns import StandingTable
from tournaments.standings.rules.breakdown import Division
from tournaments.standings.rules.points import MOST, Points

LIST = Look(row=7.0, size=10.5, striped=True, least=5.2, most=1.4)
NARROW = Look(row=6.0, size=8.5, striped=True, least=4.5, most=1.7, squeezed=1.25, repeated=4)
MOVES = {-1: "▼", 0: "=", 1: "▲"}
MOST_NIGHTS = 12  # beside which there is room for more than totals


class PrintedStanding(StandingTable):
    def value_moved(self, record: StandingRow) -> Value:
        moved = record.moved
        if moved is None:
            return super().value_moved(record)
        return MOVES[(moved > 0) - (moved < 0)] + str(abs(moved) or "")


def print_night(night: Night, detail: NameDetail) -> bytes:
    """Print the list of the page, with the seal by which anybody can detect a later change."""
    shown = result.read_result(night, detail)
    closed = night.state == Night.State.CLOSED
    title = gettext("Result of the night") if closed else gettext("Result so far")
    won = describe_result(night, shown.rows).won if closed else ""
    listing = list_tables(f"{title} · {won}" if won else title, [result.ResultTable(shown)])
    season = "" if night.season.open_evening else str(night.season)
    rules = str(night.season.reglement)
    under = " · ".join(filter(None, (night.in_full, season, rules, shown.uneven)))
    seal = []
    if night.digest:
        of_forms = gettext("Seal over all forms of this night:")
        words = gettext("Seal over this result:") if shown.brought else of_forms
        why = gettext("Whoever keeps it can see later that nothing was changed.")
        seal = [f"{words} {night.digest}. {why}"]
    logo = logos.read_logo(night.season.club)
    return print_lists(title, [listing], under, look=LIST, logo=logo, below=seal)


def print_season(season: Season, detail: NameDetail, key: str = "") -> bytes:
    """`key` is that of a period's or a further standing."""
    shown = read_standing(season, detail, key)
    title = season_texts.name_standing(season, key) if key else gettext("Standing")
    won, is_over = "", not key and season.is_over
    if is_over:
        title = gettext("Final standing")
        won = describe_standing(season, "", shown).won
    listings = []
    for division in shown.divisions:
        rows = [replace(row, moved=None, is_new=False) if is_over else row for row in division.rows]
        long = len(shown.nights) > MOST_NIGHTS
        table = PrintedStanding(shown, division, rows, only_nights=long, as_file=True)
        listing = list_tables(f"{title} · {won}" if won else title, [table])
        if division.number:  # it is in the heading
            heading = gettext("Standing of division %(number)s") % {"number": division.number}
            heading = f"{title} · {heading}" if key else heading
            listing = Listing(heading, listing.heads[1:], [row[1:] for row in listing.rows])
        listings.append(listing)
    about = [f"{season.club} · {season}"]
    if days := shown.days:
        words = ngettext("after %(count)s night", "after %(count)s nights", len(days))
        about += [words % {"count": len(days)}, date_format(days[-1])]
    return print_lists(
        title,
        listings,
        " · ".join(about),
        look=NARROW,
        logo=logos.read_logo(season.club),
        below=list(_explain(shown)),
    )


def _explain(shown: SeasonStanding) -> Iterator[str]:
    legend = [f"{sign} {words}" for sign, words in shown.legend]
    if any(
        score.is_dropped for part in shown.divisions for row in part.rows for score in row.scores
    ):
        legend.append(gettext("in brackets: does not count"))
    if legend:
        yield " · ".join(legend)
    for correction in shown.corrections:
        if correction.time:
            words = gettext("%(night)s: corrected on %(day)s. %(reason)s")
            night, day = map(date_format, (correction.night, timezone.localtime(correction.time)))
            yield words % {"night": night, "day": day, "reason": correction.reason}


def print_prizes(season: Season, detail: NameDetail, key: str = "") -> bytes:
    under = f"{season.club} · {season}"
    if key:
        under += f" · {season_texts.name_standing(season, key)}"
    return _prizes(season, calculate.compute_season_standing(season, key=key), under, detail)


def print_night_prizes(night: Night, detail: NameDetail) -> bytes:
    standings = [calculate.compute_night_standing(night)]
    return _prizes(night.season, standings, night.in_full, detail)


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


def _points(points: Points | None, *, decimals: bool = False) -> str:
    return "–" if points is None else standing_texts.format_points(points, decimals=decimals)
