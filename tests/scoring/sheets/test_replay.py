import pytest

from scoring.models import Event
from scoring.sheets import lifecycle, replay
from scoring.sheets.row_names import RowNames

FIRST = {"entries": {"Ans": "-", "Bob": 5}}
SECOND = {"entries": {"Ans": "-", "Bob": 6}}


def list_versions(sheet, number=1):
    line = replay.Replay(sheet.events.all()).lines.get(number, replay.GameHistory())
    typed = RowNames(sheet).convert_to_typed
    return [(entry.event.kind, typed(entry.row, number)) for entry in line.versions]


def test_correction_leaves_the_old_value_in_the_history(sheet):
    for row in (FIRST, SECOND, {"void": "lost count"}):
        lifecycle.record(sheet=sheet, number=1, row=row)
    assert list_versions(sheet) == [
        ("entered", FIRST),
        ("entered", SECOND),
        ("entered", {"void": "lost count"}),
    ]


def test_history_tells_what_was_set_aside_and_chosen(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FIRST)
    aside = lifecycle.record(sheet=sheet, number=1, row=SECOND, seen=0)
    lifecycle.choose(sheet=sheet, event=aside.pk)
    assert list_versions(sheet) == [("entered", FIRST), ("set aside", SECOND), ("chosen", SECOND)]


def test_replay_gives_the_row_in_force_and_its_revision(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FIRST)
    lifecycle.record(sheet=sheet, number=1, row=FIRST)
    now = replay.Replay(sheet.events.all()).lines[1].now
    row = sheet.rows.get()
    assert (now.row, now.event.sequence) == (row.data, row.revision) == (row.data, 2)
    with pytest.raises(ValueError, match="of a later program"):
        replay.Replay([Event(kind="of a later program", body='{"seat": "1"}')])
