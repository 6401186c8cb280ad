"""The standing of a season as its page shows it: figures, and in words how they came about."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Season, Settlement
from tournaments.people import members
from tournaments.people.names import NOBODY, Names, fold
from tournaments.results import corrected, counted, history
from tournaments.results.board_lines import Columns, Said, Writer, columns_of, legend, rules
from tournaments.results.corrected import Correction
from tournaments.standings import Division, Row, Settled, unsettled


class Board(NamedTuple):
    """Of a division."""

    number: int | None
    lines: Sequence[Any]  # from the first to the last; each has a name, and itself in HTML
    body: SafeString  # the same, with what is ruled between them

    def found(self, sought: Sequence[str]) -> "Board":
        """Only those in whose name all of these words are."""
        lines = [line for line in self.lines if all(word in line.sorted_by for word in sought)]
        return Board(self.number, lines, joined(lines)) if sought else self


class Ruling(NamedTuple):
    """How a tie was settled."""

    division: int | None
    what: str
    words: str


class Standing(NamedTuple):
    boards: Sequence[Board]
    columns: Columns
    nights: SafeString  # their headings; empty where none is closed yet
    many: int  # these are
    legend: Sequence[tuple[str, str]]  # signs, and what they say
    left: int  # nights that are still to be played
    moves: bool  # since the last night
    ties: int  # that something hangs on, and nobody has settled
    settled: Sequence[Ruling]
    corrections: Sequence[Correction]


MOST_KEPT = 40
_known: dict[tuple[int, str, str | None, Names], Standing] = {}  # many look at the same
# What stands behind the names, by the standing it is of: that stays when a name changes.
_cells: dict[tuple[tuple[int, ...], str | None, Columns], tuple[Sequence[Division], "Cells"]] = {}

Nights = list[tuple[date, str, str]]
Key = TypeVar("Key")
Found = TypeVar("Found")


class Cells(NamedTuple):
    by_player: dict[int, str]
    legend: Sequence[tuple[str, str]]


def nights_of(season: Season) -> Nights:
    """Those that count."""
    return _days(history.of(season).days.values())


def _days(days: Iterable[date]) -> Nights:
    """The day, also in short and as a whole."""
    language = get_language()
    return [(day, f"{day.day}-{day.month}", _whole_day(day, language)) for day in days]


@lru_cache(maxsize=1000)
def _whole_day(day: date, _language: str | None) -> str:
    return date_format(day)


def of(season: Season, seen: Names) -> Standing:
    """The same until the stamp of the club is another, which is read before all else."""
    key = (season.pk, season.club.stamp, get_language(), seen)
    return _kept(_known, key, lambda: _read(season, seen))


def _read(season: Season, seen: Names) -> Standing:
    went = history.of(season)
    divisions, days = counted.as_settled(season, went.standing), _days(went.days.values())
    columns, names = columns_of(season), names_of(divisions, seen)
    cells = _cells_of(divisions, columns)
    mended = corrected.of(season, seen)
    wide = columns.wide + len(days)
    pages = _pages(season, names if seen != Names.FELLOW else names_of(divisions, Names.PUBLIC))
    by_player = cells.by_player
    boards = [
        _board(one, names=names, wide=wide, cells=by_player, columns=columns, pages=pages)
        for one in divisions
    ]
    moves = any(one.since for one in divisions)
    return Standing(
        boards=boards,
        columns=columns,
        nights=_heads(days, {one.night for one in mended}),
        many=len(days),
        legend=cells.legend,
        left=went.left,
        moves=moves,
        ties=sum(len(unsettled(one)) for one in divisions),
        settled=list(rulings(divisions, names)),
        corrections=mended,
    )


def _pages(season: Season, names: Mapping[int, str]) -> dict[int, str]:
    """Who shows no name has none."""
    players = reverse("tournaments:players", args=[season.club.slug])
    return {pk: "" if name == NOBODY else f"{players}{pk}/" for pk, name in names.items()}


def rulings(divisions: Iterable[Division], names: Mapping[int, str]) -> Iterator[Ruling]:
    for one in divisions:
        for each in one.settled:
            yield Ruling(one.number, each.what, settlement_in_words(each, names))


def _board(
    division: Division,
    *,
    names: dict[int, str],
    wide: int,
    cells: dict[int, str],
    columns: Columns,
    pages: Mapping[int, str],  # of each player
) -> Board:
    line = writer(columns, get_language()).line
    moves = division.since is not None
    lines = [
        line(
            place,
            row,
            Said(
                names[row.player],
                ", ".join(marks(row, division)),
                moves,
                cells[row.player],
                pages[row.player],
            ),
        )
        for place, row in enumerate(by_name_where_equal(division.rows, names), 1)
    ]
    return Board(division.number, lines, joined(lines, rules(division, wide)))


def by_name_where_equal(rows: Sequence[Row], names: Mapping[int, str]) -> Sequence[Row]:
    """Who shares a place stands in no order of merit."""
    if not any(row.tied for row in rows):
        return rows
    last = len(rows) + 1
    return sorted(
        rows, key=lambda row: (row.rank or last, fold(names[row.player]) if row.tied else "")
    )


def joined(lines: Sequence[Any], between: dict[int, SafeString] | None = None) -> SafeString:
    found = []
    for number, line in enumerate(lines):
        if between and number in between:
            found.append(between[number])
        found.append(line.in_html)
    return SafeString("\n".join(found))


def _cells_of(divisions: Sequence[Division], columns: Columns) -> Cells:
    """Of these very rows: they are kept beside them, so their ids are not another's."""
    found = _kept(
        _cells,
        (tuple(id(one.rows) for one in divisions), get_language(), columns),
        lambda: (divisions, _write_cells(divisions, columns)),
    )
    return found[1]


def _write_cells(divisions: Sequence[Division], columns: Columns) -> Cells:
    write = writer(columns, get_language()).cells
    rows = [row for one in divisions for row in one.rows]
    return Cells({row.player: write(row) for row in rows}, legend(rows))


def _kept(known: dict[Key, Found], key: Key, make: Callable[[], Found]) -> Found:
    if key not in known:
        if len(known) >= MOST_KEPT:
            known.clear()
        known[key] = make()
    return known[key]


def _heads(nights: Nights, mended: Collection[date]) -> SafeString:
    words = gettext("%(day)s, corrected")
    heads = (
        (f"{short}•", words % {"day": whole}) if day in mended else (short, whole)
        for day, short, whole in nights
    )
    html = (
        f'<th scope="col"><abbr title="{escape(whole)}">{short}</abbr></th>'
        for short, whole in heads
    )
    return SafeString("".join(html))


@lru_cache(maxsize=40)
def writer(columns: Columns, _language: str | None) -> Writer:
    return Writer(columns)


def names_of(divisions: Sequence[Division], seen: Names) -> dict[int, str]:
    return members.named([row.player for one in divisions for row in one.rows], seen)


def marks(row: Row, division: Division) -> list[str]:
    """What hangs on the place, or why there is none."""
    found = []
    for move, sure, tied in ((division.up, UP, MAY_GO_UP), (division.down, DOWN, MAY_GO_DOWN)):
        found += [str(sure)] if row.player in move.sure else []
        found += [str(tied)] if row.player in move.tied else []
    for prize in division.prizes:
        if row.player in prize.players:
            found.append(gettext("shares a prize") if len(prize.players) > 1 else gettext("prize"))
    if found:
        hows = [one.how for one in division.settled if row.player in one.players]
        found += [str(Settlement.How(how).label) for how in hows]
    if division.least > 1 and row.rank is None:
        found.append(_too_few(row.nights, division.least))
    return list(dict.fromkeys(found))


def _too_few(came: int, least: int) -> str:
    words = ngettext("%(came)s of %(count)s night", "%(came)s of %(count)s nights", least)
    return words % {"came": came, "count": least}


def settlement_in_words(one: Settlement | Settled, names: Mapping[int, str]) -> str:
    """How, and who came out in which order."""
    who = ", ".join(names.get(pk, NOBODY) for pk in one.order or one.players)
    return f"{Settlement.How(one.how).label}: {who}"


UP, MAY_GO_UP = _("goes up"), _("may go up")
DOWN, MAY_GO_DOWN = _("goes down"), _("may go down")
