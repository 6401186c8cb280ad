"""Files that are broken, or mean harm: each is refused by its number, and nothing is taken in."""

import json
import os
import random
import struct
from copy import deepcopy
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.db import transaction

from scoring.models import Event
from scoring.sheets import verify
from scoring.sheets.events import digest_event, write_canonical
from scoring.toolkit.problems import UserError
from tests.tournaments.evenings import people
from tests.tournaments.files.transfer.moving import gone, packed, parts, read_parts, repacked
from tests.tournaments.standings.test_calculate import evening
from tournaments.files.transfer import import_club
from tournaments.files.transfer.club_file import (
    MOST_NESTS,
    MOST_VALUES,
    OLDEST,
    VERSION,
    PackedClub,
)
from tournaments.models import Club

pytestmark = pytest.mark.django_db

CHANGED = int(os.environ.get("STREEPJE_FILES", "1000")) // 10
SEED = os.environ.get("STREEPJE_SEED", "")
OTHERS = (None, True, 0, 1, -1, 2**62, 1.5, "", "x", "-", [], {}, [[1]], {"id": 1})
CLUB, DEEP = "club.json", "[" * 60 + "]" * 60


@pytest.fixture
def file(season):
    """Of a club with one night and one table."""
    evening(season, people(season, 4))
    data = packed(season.club)
    file = parts(data) | read_parts(data)
    file["owner"] = gone(season.club)
    return file


def outcome(data):
    try:
        *_steps, preview = import_club.preview(PackedClub(BytesIO(data)))
    except UserError as refused:
        return refused.problems[0]["code"]
    return preview


def night_of(file):
    return next(part for name, part in file.items() if name.startswith("nights/"))


def sheet_of(file):
    return night_of(file)["sheets"][0]


def set_at(path, value):
    """One value of the club or, where the path begins so, of its night."""

    def change(file):
        *way, last = path.split("/")
        there = night_of(file) if way[:1] == ["night"] else file[CLUB]
        for step in way[1:] if way[:1] == ["night"] else way:
            there = there[int(step) if step.isdigit() else step]
        there[int(last) if last.isdigit() else last] = value

    return change


def drop(name):
    return lambda file: file.pop(next(path for path in file if path.startswith(name)))


def part(name, content):
    return lambda file: file.update({name: content})


def resealed(change):
    """As somebody would do it who knows how: with digests that fit."""

    def whole(file):
        sheet, before = sheet_of(file), ""
        change(sheet)
        for saved in sheet["events"]:
            event = Event(
                id=saved["id"],
                kind=saved["kind"],
                actor=saved["actor"],
                device=saved["device"],
            )
            event.time, event.body = (
                Event._meta.get_field("time").to_python(saved["time"]),
                saved["body"],
            )
            before = saved["digest"] = digest_event(before, event)

    return whole


def another_body(place, **said):
    def change(sheet):
        body = json.loads(sheet["events"][place]["body"])
        sheet["events"][place]["body"] = write_canonical(body | said)

    return change


WRONG = {
    "C170": [
        drop(CLUB),
        set_at("format", "another"),
        set_at("version", "1"),
        set_at("version", OLDEST - 1),
    ],
    "C172": [
        part("nights/x", b"0" * 40_000_000),
        part("notes.txt", b"0" * 2_000_000),
        part(CLUB, b"[" + b"1," * (MOST_VALUES + 1) + b"1]"),
        part(CLUB, b"[" + b"{}," * MOST_NESTS + b"{}]"),
    ],
    "C173": [
        drop("nights/"),
        part(CLUB, b"{"),
        part(CLUB, b"[]"),
        part(CLUB, b'{"a": "\xff"}'),
        part(CLUB, b'{"a": 1, "a": 2}'),
        part(CLUB, b'{"a": NaN}'),
        part(CLUB, b'{"a": 1e999}'),
        part(CLUB, f'{{"a": {10**30}}}'),
        part(CLUB, '{"a": "\\u0000"}'),
        part(CLUB, '{"a": "\\ud800"}'),
        part(CLUB, f'{{"a": {DEEP}}}'),
        part(CLUB, '{"a": ' + "[" * 90_000),
        part("logo.png", b"no picture"),
        part("../out", b""),
        part("/out", b""),
        part("CLUB.JSON", b""),
        set_at("nights", ["../club.json"]),
        set_at("nights", 5),
        set_at("more", 1),
        set_at("club/slug", "../x"),
        set_at("club/name", "x" * 61),
        set_at("club/created", "yesterday"),
        set_at("club/created", "2026-01-01"),
        set_at("roles", 5),
        set_at("members", {}),
        set_at("members/0", None),
        set_at("members/0/first", 5),
        set_at("members/0/public_id", "none"),
        set_at("members/0/guest", "yes"),
        set_at("members/0/shown", "naked"),
        set_at("members/0/table", 70_000),
        set_at("members/0/merged_into", 999_999),
        set_at("members/1/id", True),
        set_at("members/0/surname", "x"),
        set_at("imported_members/0/member", 999_999),
        set_at("imported_members/0/before", {"public_id": "none"}),
        set_at("imported_members/0/before", {"joined": "soon"}),
        set_at("reglementen/0/options", {"games": "many"}),
        set_at("seasons/0/reglement", 999_999),
        set_at("seasons/0/place_points", ["four"]),
        set_at("seasons/0/night_prizes", ["first"]),
        set_at("night/night/digest", "0" * 64),
        set_at("night/night/season", 999_999),
        set_at("night/log_entries/0/body", {"member": 999_999}),
        set_at("night/log_entries/0/body", []),
        set_at("night/log_entries/0/kind", "stolen"),
        set_at("night/draw_records/0/record", {}),
        set_at("night/draw_records/0/people", [999_999]),
        set_at("night/draw_records/0/record/sitting_out", [[99]]),
        set_at("night/rounds/0/draw_record", 999_999),
        set_at("night/tables/0/sheet", 999_999),
        set_at("night/table_seats/0/seat", 999_999),
        set_at("night/sheets/0/seats/0/away", "all"),
        set_at("night/sheets/0/options", {"games": -1}),
        set_at("night/sheets/0/events/0/kind", "eaten"),
        set_at("night/version", VERSION + 1),
    ],
    "C174": [set_at("version", VERSION + 1)],
    "C175": [
        set_at("night/sheets/0/events", []),
        set_at("night/sheets/0/events/1/digest", "0" * 64),
        set_at("night/sheets/0/events/1/body", "{}"),
        set_at("night/sheets/0/closed", False),
        set_at("night/sheets/0/seats/0/away", [[1, None]]),
        set_at("night/sheets/0/seats/0/first_id", 7),
        resealed(another_body(0, seats=["9005", "9006", "9007", "9008"])),
        resealed(another_body(1, number="x")),
        resealed(another_body(1, row=[])),
        resealed(another_body(1, verdicts=[])),
        resealed(lambda sheet: sheet["events"][1].update(body="[]")),
        resealed(lambda sheet: sheet["events"][1].update(body="[" * 50_000)),
        resealed(lambda sheet: sheet["seats"][0].update(name="\u202ereversed")),
    ],
    "C178": [set_at("night/sheets/0/game_version", 99), set_at("reglementen/0/game", "poker")],
}


def test_each_is_refused_with_what_is_wrong(file):
    for code, changes in WRONG.items():
        for number, change in enumerate(changes):
            other = deepcopy({name: part for name, part in file.items() if name != "owner"})
            change(other)
            found = outcome(repacked(other))
            assert found == code, (code, number, found)
    assert not Club.objects.exists()


def test_what_is_no_file_of_a_club(file):
    whole = repacked({name: part for name, part in file.items() if name != "owner"})
    assert isinstance(outcome(whole), import_club.Preview)
    assert outcome(b"") == "C170"
    assert outcome(b"%PDF-1.7 and so on, for a while") == "C170"
    assert outcome(whole[:-30]) == "C173"
    assert outcome(whole[: len(whole) // 2]) == "C173"
    long_index = bytearray(whole)
    struct.pack_into("<L", long_index, len(whole) - 10, 3_000_000)
    assert outcome(bytes(long_index)) == "C172"
    locked = bytearray(whole)
    locked[whole.index(CLUB.encode(), whole.index(b"PK\1\2")) - 38] |= 1
    assert outcome(bytes(locked)) == "C170"
    many = BytesIO()
    with ZipFile(many, "w", ZIP_DEFLATED) as made:
        for number in range(20_001):
            made.writestr(str(number), b"")
    assert outcome(many.getvalue()) == "C172"


def test_whatever_is_changed_it_is_refused_or_taken_in_whole(file):
    """What the database alone can tell is refused in the end, and leaves nothing."""
    owner, chance = file.pop("owner"), random.Random(f"{SEED} moved over")
    said = set()
    for _ in range(CHANGED):
        other = deepcopy(file)
        _change(other, chance)
        data = repacked(other)
        found = outcome(data)
        if isinstance(found, import_club.Preview):
            whole = {"file": PackedClub(BytesIO(data)), "checked": found, "owner": owner}
            with transaction.atomic():
                found = _taken(name="Nieuw", slug="nieuw-hier", **whole)
                transaction.set_rollback(True)
        said.add(found)
    assert said <= {*WRONG, "taken"}
    assert {"C173", "C175"} <= said


def _taken(**whole):
    try:
        import_club.import_club(**whole)
    except UserError as refused:
        return refused.problems[0]["code"]
    assert verify.run().problems == []
    return "taken"


def _change(file, chance):
    """One value, anywhere, for another."""
    there, key = chance.choice([*_leaves(file[CLUB]), *_leaves(night_of(file))])
    there[key] = chance.choice(OTHERS)


def _leaves(node):
    for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
        if isinstance(value, dict | list) and value:
            yield from _leaves(value)
        yield node, key
