"""Many hand-overs under a bad camera: nothing is lost, doubled or taken in wrongly."""

import json
import random
from contextlib import suppress
from datetime import timedelta

import pytest

from scoring.browser import handover_codes
from scoring.models import Event
from scoring.sheets import lifecycle
from scoring.toolkit.problems import UserError
from tests.handing_over import entry, make_letter, make_parts
from tests.tournaments.evenings import THURSDAY, club_with, drawn, people, playing
from tournaments.models import Table
from tournaments.nights import nights
from tournaments.nights import scanned_codes as handing_over

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings():
    """Two nights of a club with the same people, each with its forms."""
    season = club_with()
    who = people(season, 16)
    played = []
    for week in (0, 1):
        night = playing(season, who, day=THURSDAY + timedelta(weeks=week))
        drawn(night)
        forms = [table.sheet for table in Table.objects.filter(round__night=night)]
        played.append((night, forms))
        nights.set_state(night=night, to="closing")
    return played


def entries_of(chance, sheet, count):
    names = [seat.name for seat in sheet.seats.all()]
    rows = []
    for number in chance.sample(range(1, 11), count):
        left = {name: chance.randrange(1, 14) for name in names[1:]}
        rows.append(entry(number, {"entries": {names[0]: "-", **left}}))
    return rows


def spoil(chance, part):
    """One frame of a bad camera: missed, cut, with a bit flipped, or as it is."""
    fault = chance.randrange(5)
    changed = bytearray(part)
    if fault == 0:
        return b""
    if fault == 1:
        return part[: chance.randrange(len(part))]
    if fault == 2:
        changed[chance.randrange(len(part))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def read(frames):
    """The parts that the page would collect."""
    for frame in frames:
        with suppress(UserError):
            yield handover_codes.read_part(frame)


def kept():
    """By the id of each entry, its form and what was written."""
    events = Event.objects.filter(kind__in=("entered", "set aside"))
    return {
        str(pk): (sheet, json.loads(body))
        for pk, sheet, body in events.values_list("pk", "sheet", "body")
    }


@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=pytest.mark.wide)])
def test_transfers_lose_double_and_mistake_nothing(evenings, count):
    chance = random.Random("transfers")
    (night, forms), (_later, others) = evenings
    games = {}  # by the id of each entry, its form and game
    before = []  # what phones showed earlier
    for number in range(count):
        sheet = chance.choice(forms)
        if sheet.events.count() > 900:
            continue  # a form is full at a thousand
        given = entries_of(chance, sheet, chance.randrange(1, 5))
        parts = make_parts(sheet, make_letter(sheet, *given), chance.choice([110, 160, 600]))
        elsewhere = chance.choice(others)
        strange = make_parts(elsewhere, make_letter(elsewhere, *entries_of(chance, elsewhere, 1)))
        forged = make_parts(
            sheet, make_letter(sheet, *entries_of(chance, sheet, 1)), key=f"{number:046}"
        )
        frames = [*parts, *parts, *strange, *forged, *chance.choice(before or [parts])]
        chance.shuffle(frames)
        handing_over.take_in(night, list(read(spoil(chance, frame) for frame in frames)))
        games |= {answer["id"]: (sheet.pk, answer["game"]) for answer in given}
        before.append(parts)
        _done, refused = handing_over.take_in(night, list(read(parts)))  # held up until it is read
        assert refused == []
    found = {id: (sheet, body["number"]) for id, (sheet, body) in kept().items()}
    assert found == games


def test_other_nights_and_clubs_are_told_apart(evenings):
    (night, _forms), (later, others) = evenings
    parts = make_parts(
        others[0], make_letter(others[0], *entries_of(random.Random(1), others[0], 1))
    )
    done, refused = handing_over.take_in(night, list(read(parts)))
    assert (done, [problem["code"] for problem in refused]) == ([], ["C271"])
    loose = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    done, refused = handing_over.take_in(later, list(read(make_parts(loose, make_letter(loose)))))
    assert (done, [problem["code"] for problem in refused]) == ([], ["C270"])
    assert kept() == {}
