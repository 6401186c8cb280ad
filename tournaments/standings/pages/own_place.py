"""The viewer's own place in a season, in words and marked in the table. The table is cached for
everybody; the mark is only put into this viewer's copy.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.standings.pages.place_tables import DivisionTable
from tournaments.standings.pages.standing_rows import StandingRow, format_points, is_whole
from tournaments.standings.rules import Points


class OwnPlace(NamedTuple):
    anchor: str  # of the row
    place: str  # in words
    gap: str  # how far from the next place, in words
    table: int | None  # the division's number
    points: str = ""  # the total


def list_own_places(boards: Sequence[DivisionTable], own: Collection[int]) -> Iterator[OwnPlace]:
    """Yield the place of each of the viewer's own member records (`own`)."""
    rows = [(board, line) for board in boards for line in board.lines if line.row.player in own]
    for board, line in rows:
        name = line.name if len(rows) > 1 else ""
        points = "" if line.row.points is None else format_points(line.row.points)
        yield OwnPlace(line.anchor, _place(line, name), _gap(board, line), board.number, points)


def _place(line: StandingRow, name: str) -> str:
    """Return a player's place in words. If `name` is empty, the text says "you"; that is used for a
    viewer with only one member record.
    """
    yours, theirs = gettext("You are in place %(place)s"), gettext("%(name)s is in place %(place)s")
    if line.row.rank is None:
        yours, theirs = gettext("You have no place yet"), gettext("%(name)s has no place yet")
    elif line.row.tied:
        yours = gettext("You share place %(place)s")
        theirs = gettext("%(name)s shares place %(place)s")
    return (theirs if name else yours) % {"name": name, "place": line.row.rank}


def _gap(board: DivisionTable, line: StandingRow) -> str:
    """Return in words by how many points this player is behind the next higher place. For the first
    place, tell how many points it is ahead of the next lower one. Return "" if the player has no
    place, or if there is no other place to compare with.
    """
    if line.row.rank is None:
        return ""
    ranked = [other for other in board.lines if other.row.rank]
    above = [other for other in ranked if other.row.rank < line.row.rank]
    below = [other for other in ranked if other.row.rank > line.row.rank]
    if not (nearest := above[-1:] or below[:1]):
        return ""
    points = abs(line.points - nearest[0].points)
    values = {"points": format_points(points), "place": nearest[0].row.rank}
    return _gap_in_words(points, is_behind=bool(above)) % values


def _gap_in_words(points: Points, *, is_behind: bool) -> str:
    count = int(points) if is_whole(points) else 2
    if not points:
        return gettext("with as many points as place %(place)s")
    if is_behind:
        return ngettext(
            "%(points)s point behind place %(place)s",
            "%(points)s points behind place %(place)s",
            count,
        )
    return ngettext(
        "%(points)s point ahead of place %(place)s",
        "%(points)s points ahead of place %(place)s",
        count,
    )


def mark_own(table: SafeString, places: Sequence[OwnPlace]) -> SafeString:
    """Return the table, which is HTML, with the rows of these places marked as the viewer's own."""
    for place in places:
        before, row, after = table.partition(f'<tr id="{place.anchor}"')
        cells, end, rest = after.partition("</th>")
        you = format_html(' <span class="you">{}</span>', gettext("you"))
        if row:
            marked = f'{before}{row} aria-current="true"{cells}{you}{end}{rest}'
            table = SafeString(marked)
    return table
