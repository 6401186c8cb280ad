"""Save games from phones without a connection. Such a phone shows its entries as QR codes, which an
organiser scans at the tables of one night.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.browser import handover_codes
from scoring.browser.handover_codes import Handed, Part
from scoring.models import Sheet
from scoring.toolkit.problems import Problem, UserError
from tournaments import problems
from tournaments.models import Night, Table
from tournaments.problems import user_error

Outcome = tuple[list[tuple["Place", Handed]], list[Problem]]


class Place(NamedTuple):
    """The sheet of a table whose QR codes an organiser scans, with the numbers of the table and the
    round.
    """

    sheet: Sheet
    table: int
    round: int


def find_place(night: Night, part: Part) -> Place:
    """Return the table whose phone showed this QR code (`part`). Refuse a code of another night or
    club, or one that was not made by a phone with the link of that table's sheet.
    """
    club = night.season.club_id
    tables = Table.objects.filter(sheet__public_id=part.sheet, round__night__season__club=club)
    table = tables.select_related("sheet", "round__night").first()
    if table is None or table.sheet is None:
        raise user_error(problems.OTHER_CLUB)
    handover_codes.check_seal(table.sheet, part)
    if table.round.night_id != night.pk:
        raise user_error(problems.NIGHT_OF_CODE, night=str(table.round.night))
    return Place(table.sheet, table.number, table.round.number)


def take_in(night: Night, parts: Sequence[Part]) -> Outcome:
    """Save the entries in these scanned QR codes, separately for each sheet. Return what was saved
    for each sheet, and the problems of sheets that were refused.
    """
    done: list[tuple[Place, Handed]] = []
    refused: list[Problem] = []
    for handover in handover_codes.split_sets(parts):
        try:
            place = find_place(night, handover[0])
            done.append((place, handover_codes.take_in(place.sheet, handover)))
        except UserError as error:
            refused += error.problems
    return done, refused
