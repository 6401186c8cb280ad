import hashlib
import json

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Erasure
from scoring.sheets import events, lifecycle


@pytest.fixture
def sheet():
    made = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    lifecycle.record(
        sheet=made, number=1, row={"entries": {"Ans": "-", "Bob": 5}}, by="u", device="d"
    )
    return made


def test_digest_is_over_the_one_before_and_all_that_is_told(sheet):
    first, second = sheet.events.all()
    time = second.time.strftime("%Y-%m-%dT%H:%M:%S.%f+00:00")
    parts = [first.digest, str(second.pk), "entered", "u", "d", time, second.body]
    assert second.digest == hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    assert first.digest == events.digest_event("", first)


def test_same_content_is_the_same_text():
    assert events.write_canonical({"b": [1, None], "a": "é"}) == '{"a":"\\u00e9","b":[1,null]}'


def test_opening_tells_the_head_without_names(sheet):
    ans, bob = sheet.seats.all()
    assert json.loads(sheet.events.first().body) == {
        "game": "jokeren",
        "options": {},
        "version": 1,
        "seats": [str(ans.pk), str(bob.pk)],
        "scribe": str(ans.pk),
        "approval": "one",
    }


# The database itself


@pytest.mark.parametrize("field", ["body", "digest", "actor"])
@pytest.mark.parametrize("erased", [False, True])
def test_event_is_never_changed(sheet, field, erased):
    if erased:
        Erasure.objects.create(pk=sheet.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        sheet.events.update(**{field: "other"})


def test_event_goes_only_with_an_erased_sheet(sheet):
    other = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    Erasure.objects.create(pk=other.pk)
    for delete in (sheet.events.all().delete, sheet.delete, sheet.events.last().delete):
        with pytest.raises(IntegrityError), transaction.atomic():
            delete()
    assert sheet.events.count() == 2
    Erasure.objects.create(pk=sheet.pk)
    sheet.events.all().delete()
    assert sheet.events.count() == 0
