"""The page of a season's standing: the figures, and how they were computed, in words."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.club import season_texts
from tournaments.members import couples, members
from tournaments.models import Night, Season, TieRuling
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings import calculate, season_history
from tournaments.standings import corrections as corrected
from tournaments.standings.corrections import Correction
from tournaments.standings.pages.place_tables import DivisionTable
from tournaments.standings.pages.standing_rows import (
    Columns,
    StandingRow,
    build_dividing_lines,
    build_legend,
    choose_columns,
    count_places_moved,
    is_whole,
)
from tournaments.standings.pages.standing_table import Cells, NightColumn, list_short_heads
from tournaments.standings.rules import Division, Points, Row, TieDecision, find_unsettled
from tournaments.standings.rules.breakdown import PLAYED, SIGNED_OFF
from tournaments.standings.season_history import History
from tournaments.standings.signatures import Signature, read_signatures


class Ruling(NamedTuple):
    """How a tie in the standing was settled by the organisers, in words."""

    division: int | None
    what: str
    words: str


class SeasonPage(NamedTuple):
    boards: Sequence[DivisionTable]
    columns: Columns
    nights: Sequence[NightColumn]  # the oldest first; empty before the first closed night
    decimals: bool  # whether points are written with decimals
    figures: dict[Hashable, Cells]  # the rows drawn before, without names
    counts: str  # which nights count
    lowest_wins: bool
    legend: Sequence[tuple[str, str]]  # signs and their meaning
    heads: Sequence[tuple[str, str]]  # short headings and the whole ones
    moves: bool  # whether rows show moves since the last night
    ties: int  # ties that decide something and nobody settled
    settled: Sequence[Ruling]
    corrections: Sequence[Correction]
    signed_off: Sequence[tuple[str, Signature]]  # by the club; who, and who did it when


Nights = list[tuple[date, str, str]]


class Called(NamedTuple):
    """The name to show for a player, and the address of that player's page. The address is empty if
    that page hides the name.
    """

    name: str
    address: str
    first: str  # name


def list_nights(season: Season) -> Nights:
    """Return the days of the nights that count in the season so far, each with a short and a long
    text.
    """
    went = season_history.load_history(season)
    return _days(went.days[number] for number in _played(went))


def _played(went: History) -> list[int]:
    """Return the numbers of the nights that have a column in the standing. A night that was closed
    without any round has none.
    """
    rows = (row for division in went.standing for row in division.rows)
    row = next(rows, None)
    return [tally.night for tally in row.tallies] if row else []


def _days(days: Iterable[date]) -> Nights:
    """Return each date with a short and a long text for it, in the active language."""
    language = get_language()
    return [(day, *_write_day(day, language)) for day in days]


@lru_cache(maxsize=1000)
def _write_day(day: date, _language: str | None) -> tuple[str, str]:
    return date_format(day, "DAY_AND_MONTH_FORMAT"), date_format(day)


def build_standing(season: Season, seen: NameDetail) -> SeasonPage:
    """Return the content of the page of a season's standing. It is cached, because many people look
    at it after a night. The cache holds until the club's `results_version` changes, which happens
    with everything that a standing depends on. `seen` tells how much of people's names the viewer
    may see.
    """
    history = season_history.load_history(season)
    key = "board", season.club.results_version, get_language(), seen
    return history.get_or_render(key, lambda: _read(season, history, seen))


def _read(season: Season, went: History, seen: NameDetail) -> SeasonPage:
    divisions = calculate.apply_season_rulings(season, went.standing)
    nights, language = _played(went), get_language()
    columns, called = choose_columns(season), call_all(season, divisions, seen)
    shown_corrections = corrected.redact_corrections(went.corrections, season, seen)
    wide = columns.wide + len(nights)
    names = {pk: item.name for pk, item in called.items()}
    return SeasonPage(
        boards=[_board(item, called, names, wide, n) for n, item in enumerate(divisions, 1)],
        columns=columns,
        nights=_night_columns(season, went, {item.night for item in shown_corrections}),
        decimals=not columns.average or went.get_or_render("decimals", lambda: _has_decimals(went)),
        figures=went.get_or_render(("figures", language), dict),
        counts=season_texts.describe_counting(season),
        lowest_wins=went.inputs.terms.low,
        legend=_legend(went, columns),
        heads=list_short_heads(columns),
        moves=any(item.since for item in divisions),
        ties=sum(len(find_unsettled(item)) for item in divisions),
        settled=list(list_rulings(divisions, names)),
        corrections=shown_corrections,
        signed_off=list(_signed_off(season, went, names)) if seen == NameDetail.FULL else [],
    )


def _signed_off(
    season: Season, went: History, names: Mapping[int, str]
) -> Iterator[tuple[str, Signature]]:
    """Yield the players whom somebody else at the club signed off for a night: the name, who signed
    them off, and when. The latest night comes first.
    """
    closed = {"night__season": season, "night__state": Night.State.CLOSED}
    signatures = went.get_or_render("signatures", lambda: read_signatures(**closed))
    by_club = {key: signature for key, signature in signatures.items() if signature.name}
    for number, day in sorted(went.days.items(), reverse=True) if by_club else ():
        for row in (row for division in went.standing for row in division.rows):
            states = {tally.night: tally.state for tally in row.tallies}
            if states.get(number) == SIGNED_OFF and (day, row.player) in by_club:
                yield names[row.player], by_club[day, row.player]


def _legend(went: History, columns: Columns) -> list[tuple[str, str]]:
    """Return the legend: the signs that occur in the standing, with their meaning. It is cached,
    because finding the signs takes a search through thousands of cells.
    """
    days = zip(went.days, _days(went.days.values()), strict=True)
    short = {number: day for number, (_day, day, _whole) in days}
    rows = [row for division in went.standing for row in division.rows]
    key = "legend", get_language(), columns
    return went.get_or_render(key, lambda: build_legend(rows, dashes=columns.dashes, days=short))


def call_players(
    season: Season,
    ids: Collection[int],
    seen: NameDetail,
    known: Mapping[int, members.Known] | None = None,
) -> dict[int, Called]:
    """Return each player's name and page address, keyed by player. For a couple, that is both names
    and the page of the first member.

    On a player's own page, club members see names as the public does. So a name that is shown here
    may be hidden there, and then there is no address. `known` has the names of the club's members,
    if they were already read.
    """
    players = reverse("tournaments:players", args=[season.club.slug])
    openly = NameDetail.PUBLIC if seen == NameDetail.FELLOW else seen
    known = known or members.load_known_in_club(season.club_id, ids)
    labels = couples.load_labels(season, ids, seen, known)
    shown = labels if openly == seen else {pk: known[pk].choose_name(openly) for pk in labels}
    hides = {pk for pk, player in shown.items() if player.name.full == NOBODY}
    return {
        pk: Called(label.full, "" if pk in hides else f"{players}{pk}/", label.name.first)
        for pk, label in labels.items()
    }


def call_all(season: Season, divisions: Sequence[Division], seen: NameDetail) -> dict[int, Called]:
    """Return the name and page address of everybody in these divisions, keyed by player."""
    return call_players(season, _players(divisions), seen)


def list_rulings(divisions: Iterable[Division], names: Mapping[int, str]) -> Iterator[Ruling]:
    for division in divisions:
        for decision in division.settled:
            yield Ruling(division.number, decision.what, settlement_in_words(decision, names))


def _board(
    division: Division,
    called: Mapping[int, Called],
    names: Mapping[int, str],
    wide: int,
    number: int,
) -> DivisionTable:
    """Return the rows of a division, ready to show. `called` has the name and the page address of
    each player, and `names` the names by which players with the same place are sorted. `number` is
    the number of the division's table on the page, and `wide` the number of columns of that table,
    which its dividing lines span.
    """
    lines = [
        StandingRow(
            place=row.rank or place,
            name=called[row.player].name,
            remarks=", ".join(list_marks(row, division)),
            moved=None if division.since is None else count_places_moved(row),
            row=row,
            address=called[row.player].address,
            first=called[row.player].first,
            anchor=f"r{number}-{place}",
        )
        for place, row in enumerate(sort_equals_by_name(division.rows, names), 1)
    ]
    return DivisionTable(
        division.number, lines, key_dividing_lines(lines, build_dividing_lines(division, wide)), {}
    )


def key_dividing_lines(
    lines: Sequence[Any], rules: Mapping[int, SafeString]
) -> dict[int, SafeString]:
    """Return the dividing lines between the rows of a table as HTML, keyed by the player in the row
    just below. `lines` has the rows of the table. `rules` has its dividing lines, keyed by the
    index of the row just below; one below the last row is left out.
    """
    return {lines[n].row.player: rule for n, rule in rules.items() if n < len(lines)}


def sort_equals_by_name(rows: Sequence[Row], names: Mapping[int, str]) -> Sequence[Row]:
    """Return the rows in the order of places, with players who share a place sorted by name."""
    if not any(row.tied for row in rows):
        return rows
    last = len(rows) + 1
    return sorted(
        rows, key=lambda row: (row.rank or last, fold(names[row.player]) if row.tied else "")
    )


def _night_columns(season: Season, went: History, mended: Collection[date]) -> list[NightColumn]:
    """Return a column for each night. Its heading links to the night's result. `mended` has the
    days of the nights that were corrected after they were closed.
    """
    key = "nights", get_language(), season.club.slug, frozenset(mended)
    return went.get_or_render(key, lambda: _draw_night_columns(season, went, mended))


def _draw_night_columns(
    season: Season, went: History, mended: Collection[date]
) -> list[NightColumn]:
    numbers, corrected = _played(went), gettext("%(day)s, corrected")
    figures = [_summarize_night(went, n) for n in range(len(numbers))]
    club, columns = reverse("tournaments:club", args=[season.club.slug]), []
    days = _days(went.days[number] for number in numbers)
    for number, (day, short, whole), (decimals, best) in zip(numbers, days, figures, strict=True):
        is_mended = day in mended
        title, text = (corrected % {"day": whole}, f"{short}•") if is_mended else (whole, short)
        html = '<th scope="col"><a href="{}nights/{}/result/"><abbr title="{}">{}</abbr></a></th>'
        heading = format_html(html, club, went.ids[number], title, text)
        columns.append(NightColumn(heading, decimals, best))
    return columns


def _summarize_night(went: History, number: int) -> tuple[bool, Points | None]:
    """Return two facts about a night: whether any points on it have decimals, and the best score
    among the players who played the whole night. `number` is the index of the night in `tallies`,
    the list of nights that each row of the standing has.
    """
    rows = (row for division in went.standing for row in division.rows)
    known = [
        (tally.points, tally.state)
        for tally in (row.tallies[number] for row in rows)
        if tally.points is not None
    ]
    scores = [points for points, state in known if state == PLAYED]
    best = (min if went.inputs.terms.low else max)(scores, default=None)
    return any(not is_whole(points) for points, _state in known), best


def _has_decimals(went: History) -> bool:
    totals = (row.points for division in went.standing for row in division.rows)
    return any(points is not None and not is_whole(points) for points in totals)


def load_names(season: Season, divisions: Sequence[Division], seen: NameDetail) -> dict[int, str]:
    return couples.load_names(season, _players(divisions), seen)


def _players(divisions: Sequence[Division]) -> list[int]:
    return [row.player for division in divisions for row in division.rows]


def list_marks(row: Row, division: Division) -> list[str]:
    """Return the remarks on a row of the standing: what the place brings, such as a prize, or why
    there is no place.
    """
    remarks = []
    for move, sure, tied in ((division.up, UP, MAY_GO_UP), (division.down, DOWN, MAY_GO_DOWN)):
        remarks += [str(sure)] if row.player in move.sure else []
        remarks += [str(tied)] if row.player in move.tied else []
    for prize in division.prizes:
        if row.player in prize.players:
            remarks.append(
                gettext("shares a prize") if len(prize.players) > 1 else gettext("prize")
            )
    if remarks:
        hows = [decision.how for decision in division.settled if row.player in decision.players]
        remarks += [str(TieRuling.How(how).label) for how in hows]
    if division.least > 1 and row.rank is None:
        remarks.append(_too_few(row.nights, division.least))
    return list(dict.fromkeys(remarks))


def _too_few(came: int, least: int) -> str:
    words = ngettext("%(came)s of %(count)s night", "%(came)s of %(count)s nights", least)
    return words % {"came": came, "count": least}


def settlement_in_words(tie_ruling: TieRuling | TieDecision, names: Mapping[int, str]) -> str:
    """Return in words how a tie was settled, and the players concerned. If an order was decided,
    they are in that order.
    """
    who = ", ".join(names.get(pk, NOBODY) for pk in tie_ruling.order or tie_ruling.players)
    return f"{TieRuling.How(tie_ruling.how).label}: {who}"


UP, MAY_GO_UP = _("goes up"), _("may go up")
DOWN, MAY_GO_DOWN = _("goes down"), _("may go down")
