"""What a phone shows as codes, read and taken in."""

import base64
import random

import pytest
import segno

from scoring.browser import handover_codes, sync
from scoring.sheets import lifecycle, links
from scoring.toolkit.problems import UserError
from tests.handing_over import entry, make_letter, make_parts

pytestmark = pytest.mark.django_db

FIRST = {"entries": {"Ans": 5, "Bob": "-", "Cor": 12, "Dik": 7}}
SECOND = {"entries": {"Ans": "-", "Bob": 1, "Cor": 2, "Dik": 3}}


@pytest.fixture
def sheet():
    return lifecycle.open(game="jokeren", names=["Ans", "Bob", "Cor", "Dik"])


def take_in(sheet, parts):
    return handover_codes.take_in(sheet, [handover_codes.read_part(part) for part in parts])


def refused(verb, *given):
    with pytest.raises(UserError) as refusal:
        verb(*given)
    return [problem["code"] for problem in refusal.value.problems]


def rows(sheet):
    return lifecycle.build_data(type(sheet).objects.get(pk=sheet.pk))["games"]


@pytest.mark.parametrize("packed", [True, False])
def test_what_is_handed_over_counts_as_if_it_was_sent(sheet, packed):
    entries = entry(1, FIRST), entry(2, SECOND)
    parts = make_parts(sheet, make_letter(sheet, *entries), 150, packed=packed)
    assert len(parts) > 1
    (first, *_), answers, before = zip(*take_in(sheet, parts).answers, strict=True)
    assert first == entries[0]
    assert [answer["as"] for answer in answers] == ["kept", "kept"]
    assert before == (False, False)
    assert rows(sheet) == [FIRST, SECOND]
    assert {event.device for event in sheet.events.filter(kind="entered")} == {"phone"}


def test_twice_and_then_sent_changes_nothing(sheet):
    entries = [entry(1, FIRST), entry(2, SECOND)]
    parts = make_parts(sheet, make_letter(sheet, *entries))
    take_in(sheet, parts)
    events = list(sheet.events.values_list("pk", "digest"))
    assert [before for *_, before in take_in(sheet, parts).answers] == [True, True]
    answer = sync.handle(sheet, sync.SyncRequest("phone", entries))
    assert [reply["as"] for reply in answer["answers"]] == ["kept", "kept"]
    assert list(sheet.events.values_list("pk", "digest")) == events


def test_what_was_written_otherwise_meanwhile_is_put_aside(sheet):
    parts = make_parts(sheet, make_letter(sheet, entry(1, FIRST)))
    lifecycle.record(sheet=sheet, number=1, row=SECOND)
    ((_entry, answer, _before),) = take_in(sheet, parts).answers
    assert answer["as"] == "aside"
    assert rows(sheet) == [SECOND]


def test_closed_form_refuses_and_says_why(sheet):
    parts = make_parts(
        sheet, make_letter(sheet, {"id": entry(1, {})["id"], "do": "games", "games": 8})
    )
    lifecycle.close(sheet=sheet)
    ((_entry, answer, _before),) = take_in(sheet, parts).answers
    assert [problem["code"] for problem in answer["problems"]] == ["S67"]


def test_every_part_has_to_be_there_and_whole(sheet):
    parts = make_parts(sheet, make_letter(sheet, entry(1, FIRST), entry(2, SECOND)), 150)
    assert refused(take_in, sheet, parts[:-1]) == ["S88"]
    for bit in range(0, 8 * len(parts[0]), 7):
        changed = bytearray(parts[0])
        changed[bit // 8] ^= 1 << bit % 8
        assert refused(take_in, sheet, [bytes(changed), *parts[1:]]) < ["S87"]
    for length in range(0, len(parts[0]), 9):
        assert refused(take_in, sheet, [parts[0][:length], *parts[1:]]) < ["S87"]
    assert rows(sheet) == []


def test_parts_of_two_hand_overs_are_never_joined(sheet):
    pieces = make_parts(sheet, make_letter(sheet, entry(1, FIRST)), 120)
    other = make_parts(sheet, make_letter(sheet, entry(1, SECOND)), 120)
    assert len(pieces) == len(other) > 1
    assert refused(take_in, sheet, [pieces[0], *other[1:]]) == ["S86"]
    sets = handover_codes.split_sets(
        handover_codes.read_part(part) for part in [*pieces, *other, *pieces]
    )
    assert [len(parts) for parts in sets] == [len(pieces), len(other)]


def test_neither_another_key_nor_a_renewed_link_gets_in(sheet):
    what = make_letter(sheet, entry(1, FIRST))
    assert refused(take_in, sheet, make_parts(sheet, what, key="x" * links.LENGTH)) == ["S86"]
    parts = make_parts(sheet, what)
    lifecycle.renew_link(sheet=sheet)
    sheet.refresh_from_db()
    assert refused(take_in, sheet, parts) == ["S87"]
    assert rows(sheet) == []


def test_history_that_the_site_lost_is_told(sheet):
    what = make_letter(sheet, entry(1, FIRST))
    for changed in ({"since": 9}, {"link": "zzzz"}, {"link": ""}):
        assert refused(take_in, sheet, make_parts(sheet, what | changed)) == ["S89"]
    for changed in ({"since": "1"}, {"since": -1}, {"since": 2**40}, {"link": None}):
        assert refused(take_in, sheet, make_parts(sheet, what | changed)) == ["S84"]
    assert rows(sheet) == []


def test_what_bears_the_seal_and_makes_no_sense_is_refused(sheet):
    assert refused(take_in, sheet, make_parts(sheet, b"[]")) == ["S80"]
    assert refused(take_in, sheet, make_parts(sheet, b"\xff", packed=False)) == ["S01"]
    assert refused(take_in, sheet, make_parts(sheet, make_letter(sheet, version=2))) == ["S82"]
    assert refused(take_in, sheet, make_parts(sheet, make_letter(sheet), form=2)) == ["S85"]
    bomb = make_parts(sheet, b" " * 50_000_000, 2953)
    assert refused(take_in, sheet, bomb) == ["S81"]
    broken = make_parts(sheet, b"no deflate", packed=False)
    packed = broken[0][:3] + b"\x01" + broken[0][4:]
    assert refused(take_in, sheet, [packed]) == ["S86"]


def test_text_holds_the_same_parts(sheet):
    parts = make_parts(sheet, make_letter(sheet, entry(1, FIRST)), 120)
    lines = [base64.b64encode(part).decode() for part in parts]
    read = handover_codes.read_text("\r\n".join(["", *lines, " "]))
    assert [part.text for part in read] == lines
    for wrong in ("", "x", "ä", "\n".join([lines[0], "????"]), "AAAA\n" * 300, "A" * 200_000):
        assert refused(handover_codes.read_text, wrong) == ["S84"]


# Pictures


def picture(content, scale=3):
    """The grey pixels of a code, and how wide it is."""
    code = segno.make(content, error="l", boost_error=False, mode="byte", micro=False)
    lines = [
        bytes(0 if dark else 255 for dark in row for _ in range(scale))
        for row in code.matrix_iter(border=4)
        for _ in range(scale)
    ]
    return b"".join(lines), len(lines)


def test_codes_are_read_from_grey_pixels():
    content = random.Random(1).randbytes(2953)
    assert handover_codes.read_picture(*picture(content)) == [content]
    assert handover_codes.read_picture(bytes(10_000), 100) == []


@pytest.mark.parametrize(
    ("pixels", "wide"),
    [(b"", 1), (b"123", 0), (b"123", 2), (b"123", 4), (bytes(2_000_001), 201), (bytes(90_000), 3)],
)
def test_pictures_of_no_size_are_refused_unread(pixels, wide):
    assert refused(handover_codes.read_picture, pixels, wide) == ["S90"]


def test_hostile_pictures_are_no_codes():
    noise = random.Random(2)
    for wide, high in [(1, 1), (1, 5000), (5000, 1), (21, 21), (1414, 1414), (3, 10_000)]:
        assert handover_codes.read_picture(noise.randbytes(wide * high), wide) == []


def test_computer_without_a_reader_says_so(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "zxingcpp", None)
    assert refused(handover_codes.read_picture, b"1234", 2) == ["S91"]


def test_a_table_of_ten_games_fits_in_one_code(sheet):
    left, entries = random.Random(3), []
    for number in range(1, 11):
        row = {name: left.randrange(14) for name in ("Bob", "Cor", "Dik")}
        entries.append(entry(number, {"entries": {"Ans": "-", **row}}))
    assert len(make_parts(sheet, make_letter(sheet, *entries))) == 1
