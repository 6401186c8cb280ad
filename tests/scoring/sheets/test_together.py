"""Eight phones at once, on a database as a club has it: PostgreSQL, or SQLite in a file."""

import uuid
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Event, Row, Sheet
from scoring.sheets import lifecycle, links, verify
from tests.scoring.conflicts import list_conflicts
from tests.threads import do_at_once

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 8


def phones(sheet, row, **said):
    return [
        lambda n=n: lifecycle.record(sheet=sheet, number=1, row=row(n), seen=0, **said).kind
        for n in range(1, PHONES + 1)
    ]


def left(sheet):
    """What stands in the database afterwards, seen by a thread of its own."""

    def describe():
        checked = verify.run()
        return {
            "kinds": Counter(Event.objects.values_list("kind", flat=True)),
            "sequences": list(sheet.events.values_list("sequence", flat=True)),
            "rows": Row.objects.count(),
            "disputed": [len(conflict.versions) for conflict in list_conflicts(sheet)],
            "problems": checked.problems,
        }

    return do_at_once([describe])[0]


def test_different_entries_one_counts_and_seven_are_set_aside(sheet):
    came = do_at_once(phones(sheet, lambda n: {"entries": {"Ans": "-", "Bob": n}}))
    assert Counter(came) == {"entered": 1, "set aside": 7}
    assert left(sheet) == {
        "kinds": {"opened": 1, "entered": 1, "set aside": 7},
        "sequences": list(range(1, 10)),
        "rows": 1,
        "disputed": [8],
        "problems": [],
    }


def test_one_entry_sent_eight_times_is_one(sheet):
    row = {"entries": {"Ans": "-", "Bob": 5}}
    came = do_at_once(phones(sheet, lambda _: row, event=uuid.UUID(int=1)))
    assert Counter(came) == {"entered": 8}
    assert left(sheet) == {
        "kinds": {"opened": 1, "entered": 1},
        "sequences": [1, 2],
        "rows": 1,
        "disputed": [],
        "problems": [],
    }


def test_form_of_a_new_sheet_that_comes_in_eight_times_opens_one():
    values = {"name_1": "Ans", "name_2": "Bob", "event": str(uuid.uuid4())}
    path = reverse("scoring:new") + "?game=jokeren"
    came = do_at_once([lambda: Client().post(path, values)["Location"]] * PHONES)
    (path,) = do_at_once([lambda: links.build_path(Sheet.objects.get())])
    assert Counter(came) == {path: PHONES}
