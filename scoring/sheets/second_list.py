"""A second list of totals, as each side keeps one. The form is approved once both are equal."""

from collections.abc import Iterator
from typing import NamedTuple, Unpack

from scoring.games.core.options import TOTALS
from scoring.games.sheet.data import Row
from scoring.models import Event, Sheet
from scoring.sheets import entries
from scoring.sheets.events import EventBody, Sender
from scoring.sheets.replay import Version
from scoring.sheets.sheet_under_lock import AnySheet, SheetNow, drop_absent, lock_sheet, score_valid
from scoring.toolkit.problems import ProblemCode, user_error
from scoring.toolkit.texts import _

NO_SECOND_LIST = ProblemCode(95, _("this form has one list only: there is none to compare."))
NOT_COMPLETE = ProblemCode(96, _("the list is not complete: fill in what is empty."))
ONLY_TOTALS = ProblemCode(
    98, _("two lists are compared where only totals are written down: choose that as well.")
)

ROUND = 1  # totals are the one game of their form
Value = float | str | None


class Figure(NamedTuple):
    """One figure of a side on both lists."""

    player: str  # the first of the side
    key: str  # of its part; "" for a bare number
    first: Value
    second: Value

    @property
    def differs(self) -> bool:
        return self.first != self.second


def has_second_list(now: SheetNow) -> bool:
    game = now.row_names.game
    is_one_line = game.entry == TOTALS or game.most_games == 1
    return is_one_line and now.sheet.approval == Sheet.Approval.TWO


def compare_lists(now: SheetNow) -> list[Figure] | None:
    """None until both lists are there."""
    first, second = now.rows.get(ROUND), now.replay.second
    if not (first and first.row and second):
        return None
    return list(_compare(now, first, second))


def _compare(now: SheetNow, first: Version, second: Version) -> Iterator[Figure]:
    game = now.row_names.game
    rows = [now.add_away(ROUND, version.row) for version in (first, second)]
    lists = [now.row_names.convert_to_typed(row).get("entries", {}) for row in rows]
    for side in game.list_sides(list(now.row_names.ids)):
        cells = [next((own[name] for name in side if name in own), None) for own in lists]
        for field in game.parts or (None,):
            ours, theirs = (
                cell.get(field.key, field.if_passed) if field and isinstance(cell, dict) else cell
                for cell in cells
            )
            yield Figure(side[0], field.key if field else "", ours, theirs)


def find_revision(now: SheetNow) -> int:
    versions = (now.rows.get(ROUND), now.replay.second)
    return max((version.revision for version in versions if version), default=0)


def record_second(*, sheet: AnySheet, row: Row, **how: Unpack[Sender]) -> Event:
    """It is complete, or refused; the first list stays as it is."""
    with lock_sheet(sheet) as now:
        kept = now.row_names.convert_to_ids(row)
        body: EventBody = {"number": ROUND, "row": kept, "seen": None, "list": 2}
        if stored := now.find_repeated(how, Event.Kind.ENTERED, body):
            return stored
        now.refuse_changes()
        if not has_second_list(now):
            raise user_error(NO_SECOND_LIST)
        data = now.build_data()
        data["games"] = [dict(row)]
        drop_absent(data, now.row_names)
        if not score_valid(data, ROUND)["complete"]:
            raise user_error(NOT_COMPLETE)
        return now.append(Event.Kind.ENTERED, body, how)


def settle(
    *, sheet: AnySheet, second: bool, seen: int | None = None, **how: Unpack[Sender]
) -> Event:
    """Both lists become the second one, or the first. `seen` is the later revision of the two that
    were looked at.
    """
    with lock_sheet(sheet) as now:
        now.refuse_changes()
        if compare_lists(now) is None or now.replay.second is None:
            raise user_error(NO_SECOND_LIST)
        is_new = now.find_event(how.get("event")) is None
        if is_new and seen is not None and seen < find_revision(now):
            raise user_error(entries.MOVED_ON)
        right = now.replay.second if second else now.rows[ROUND]
        row = now.row_names.convert_to_typed(right.row)
        if second:
            return entries.record(sheet=now, number=ROUND, row=row, **how)
        return record_second(sheet=now, row=row, **how)
