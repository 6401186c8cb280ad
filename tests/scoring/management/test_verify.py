import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from scoring import games
from scoring.models import Event, Row, Seat, Sheet
from scoring.sheets import lifecycle
from scoring.sheets import verify as audit
from scoring.sheets.events import digest_event, write_canonical
from tests.lifting import triggers_lifted

pytestmark = pytest.mark.django_db

FULL = {"entries": {"Ans": "-", "Bob": 5}}
OTHER = {"entries": {"Ans": "-", "Bob": 6}}


@pytest.fixture
def sheet():
    lifecycle.open(game="jokeren", names=["Cor", "Dik"])  # which nobody touches
    made = lifecycle.open(game="jokeren", names=["Ans", "Bob"], options={"hand_max": 20})
    lifecycle.record(sheet=made, number=1, row=FULL)
    lifecycle.record(sheet=made, number=1, row=OTHER)
    aside = lifecycle.record(sheet=made, number=1, row=FULL, seen=0)
    lifecycle.record(sheet=made, number=2, row={"void": "lost count"}, seen=0)
    lifecycle.record(sheet=made, number=2, row={"void": "lost count"}, seen=0)
    lifecycle.choose(sheet=made, event=aside.pk)
    return made


def verify():
    said, beside, status = StringIO(), StringIO(), 0
    try:
        call_command("verify", stdout=said, stderr=beside)
    except SystemExit as ended:
        status = ended.code
    return said.getvalue(), status, beside.getvalue()


def problems(sheet):
    said, status, _beside = verify()
    answer = json.loads(said)
    assert status == 1
    assert {problem.pop("sheet") for problem in answer["problems"]} == {str(sheet.public_id)}
    return answer["problems"]


def event(sheet, sequence):
    return Event.objects.filter(sheet=sheet, sequence=sequence)


def test_nothing_wrong(sheet):
    assert verify() == ('{"sheets": 2, "events": 8, "problems": []}\n', 0, "")


def test_empty_site():
    assert verify() == ('{"sheets": 0, "events": 0, "problems": []}\n', 0, "")


def test_reasons_may_be_erased(sheet):
    sheet.notes.all().delete()
    assert verify()[1] == 0


def row(sheet, number):
    return Row.objects.filter(sheet=sheet, number=number)


def problems_after(sheet, tamper):
    """After which all is as it was."""
    with transaction.atomic():
        tamper(sheet)
        found = problems(sheet)
        transaction.set_rollback(True)
    return found


def set_event(sequence, /, **change):
    return lambda sheet: event(sheet, sequence).update(**change)


def set_row(number, /, **change):
    return lambda sheet: row(sheet, number).update(**change)


def test_what_was_changed_is_found(sheet):
    body = event(sheet, 2).get().body.replace("5", "7", 1)
    parts = ({"actor": "x"}, {"device": "x"}, {"kind": "entered"}, {"digest": "x"})
    with triggers_lifted():
        for tamper, found in (
            *((set_event(4, **part), {"what": "digest", "event": 4}) for part in parts),
            (set_event(2, body=body), {"what": "digest", "event": 2}),
            (set_row(2, revision=9), {"what": "row", "game": 2}),
            (set_row(2, data={}), {"what": "row", "game": 2}),
            (set_row(2, number=3), {"what": "row", "game": 2}),
            (lambda sheet: event(sheet, 7).delete(), {"what": "row", "game": 1}),
        ):
            assert found in problems_after(sheet, tamper)


def change_head(**change):
    return lambda sheet: Sheet.objects.filter(pk=sheet.pk).update(**change)


def test_what_was_changed_is_found_first(sheet):
    added, bob = {"number": 4, "data": {}, "revision": 1}, sheet.seats.filter(name="Bob")
    with triggers_lifted():
        for tamper, first in (
            (set_event(3, time=event(sheet, 2).get().time), {"what": "digest", "event": 3}),
            (lambda sheet: event(sheet, 3).delete(), {"what": "sequence", "event": 3}),
            (lambda sheet: Row.objects.create(sheet=sheet, **added), {"what": "row", "game": 4}),
            (lambda sheet: row(sheet, 1).delete(), {"what": "row", "game": 1}),
            (lambda _sheet: bob.update(total=4), {"what": "total", "seat": 2}),
            (lambda sheet: sheet.seats.update(is_scribe=False), {"what": "head"}),
            (change_head(options={}), {"what": "head"}),
            (change_head(game="jokeren-vijf"), {"what": "head"}),
            (change_head(game_version=2), {"what": "head"}),
            (change_head(games=3), {"what": "sheet"}),
            (change_head(closed=True), {"what": "sheet"}),
            (change_head(starter=1), {"what": "sheet"}),
        ):
            assert problems_after(sheet, tamper)[0] == first


def test_sheet_without_events_is_found(sheet):
    bare = Sheet.objects.create(game="jokeren", game_version=1)
    assert problems(bare) == [{"what": "head"}]


def say_otherwise(sheet, body):
    """In its sixth event, with the right digests from there on."""
    before = ""
    for event in sheet.events.all():
        event.body = body if event.sequence == 6 else event.body
        event.digest = before = digest_event(before, event)
        event.save()


def test_body_that_says_nothing_is_found_even_with_the_right_digest(sheet):
    with triggers_lifted():
        for body in (
            *("{", "[]", "{}", '{"number": [], "row": {}}', '{"number": 1, "row": 5}'),
            *('{"number": 1, "row": []}', '{"number": 1, "row": {}, "age": 1e30}'),
        ):
            found = problems_after(sheet, lambda sheet, body=body: say_otherwise(sheet, body))
            assert found == [{"what": "body", "event": 6}], body


@pytest.mark.parametrize("entries", [5, {"1": {"cards": []}}, {"nobody": [5]}, []])
def test_nonsense_with_the_right_digest_does_not_stop_it(sheet, entries):
    row = {"entries": entries, "void": {}} if entries == [] else {"entries": entries}
    with triggers_lifted():
        say_otherwise(sheet, write_canonical({"number": 2, "row": row, "seen": 0}))
    Row.objects.filter(sheet=sheet, number=2).update(data=row, revision=6)
    assert verify()[0].startswith('{"sheets": 2, "events": 8, "problems": ')


def test_older_version_is_told_and_not_counted_again(sheet, monkeypatch):
    Seat.objects.filter(sheet=sheet, name="Bob").update(total=4)  # by rules of that time
    monkeypatch.setattr(games.find("jokeren"), "version", 2)
    said, status, beside = verify()
    assert (said, status) == ('{"sheets": 2, "events": 8, "problems": []}\n', 0)
    assert beside == "jokeren: 2 onder een oudere versie, niet opnieuw geteld.\n"


def test_newer_version_is_a_problem(sheet, monkeypatch):
    monkeypatch.setattr(games.find("jokeren"), "version", 0)
    said, status, _beside = verify()
    assert status == 1
    assert [problem["what"] for problem in json.loads(said)["problems"]] == ["version", "version"]


def test_sheets_come_a_few_at_a_time(sheet, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(audit, "AT_ONCE", 1)
    with django_assert_num_queries(11):
        assert verify()[1] == 0


def test_write_in_between_is_not_a_problem(sheet, monkeypatch):
    """Rows are read before events; who writes in between makes them differ for a moment."""
    find_problems, looked = audit._problems, []

    def meddled(checked):
        looked.append(checked)
        return iter([{"what": "row"}]) if len(looked) == 1 else find_problems(checked)

    monkeypatch.setattr(audit, "_problems", meddled)
    assert verify()[1] == 0
    assert len(looked) == 3
