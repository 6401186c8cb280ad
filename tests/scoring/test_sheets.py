import pytest
from django.db import IntegrityError, transaction

from scoring import sheets
from scoring.models import Row, Seat, Sheet
from scoring.refused import Refused

pytestmark = pytest.mark.django_db

FULL = {"entries": {"Ans": "-", "Bob": 5}}


@pytest.fixture
def sheet():
    return sheets.open(game="jokeren", names=["Ans", "Bob"])


def test_open_seats_the_players_and_the_first_writes(sheet):
    seats = list(sheet.seats.values_list("position", "name", "is_scribe"))
    assert seats == [(1, "Ans", True), (2, "Bob", False)]
    assert sheet.game_version == 1
    assert sheet.rows.count() == 0


def test_open_keeps_options_and_the_scribe():
    made = sheets.open(game="jokeren", names=["Ans", "Bob"], options={"games": 3}, scribe="Bob")
    data = sheets.as_data(Sheet.objects.get(pk=made.pk))
    assert (data["options"], data["scribe"]) == ({"games": 3}, "Bob")


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "klaverjassen"},
        {"names": ["Ans", "Ans"]},
        {"names": []},
        {"options": {"games": 0}},
        {"scribe": "Cor"},
    ],
)
def test_open_refuses_what_score_refuses_and_leaves_nothing(wrong):
    with pytest.raises(Refused) as refused:
        sheets.open(**({"game": "jokeren", "names": ["Ans", "Bob"]} | wrong))
    assert refused.value.problems[0]["code"]
    assert not Sheet.objects.exists()


def test_record_writes_a_game_and_writes_it_anew(sheet):
    sheets.record(sheet=sheet, number=1, row=FULL)
    sheets.record(sheet=sheet, number=1, row={"entries": {"Ans": 3, "Bob": "-"}})
    assert sheets.as_data(sheet)["games"] == [{"entries": {"Ans": 3, "Bob": "-"}}]


def test_game_left_out_is_an_empty_one(sheet):
    sheets.record(sheet=sheet, number=3, row=FULL)
    assert sheets.as_data(sheet)["games"] == [{}, {}, FULL]


def test_record_takes_a_row_that_is_not_full_yet(sheet):
    sheets.record(sheet=sheet, number=1, row={"entries": {"Bob": 5}})
    assert sheet.rows.count() == 1


@pytest.mark.parametrize(
    ("number", "row"),
    [
        (1, {"entries": {"Ans": "-", "Bob": "-"}}),
        (1, {"entries": {"Ans": "-", "Bob": 0}}),
        (1, {"entries": {"Zoë": 3}}),
        (11, FULL),
    ],
)
def test_record_refuses_what_cannot_be_and_writes_nothing(sheet, number, row):
    with pytest.raises(Refused) as refused:
        sheets.record(sheet=sheet, number=number, row=row)
    assert {one["game"] for one in refused.value.problems} == {number}
    assert not Row.objects.exists()


def test_record_does_not_hold_an_older_game_against_a_new_one(sheet):
    Row.objects.create(sheet=sheet, number=1, data={"entries": {"Ans": "-", "Bob": "-"}})
    sheets.record(sheet=sheet, number=2, row=FULL)
    assert sheet.rows.count() == 2


@pytest.mark.parametrize(
    "make",
    [
        lambda sheet: Seat.objects.create(sheet=sheet, position=1, name="Cor"),
        lambda sheet: Seat.objects.create(sheet=sheet, position=3, name="Ans"),
        lambda sheet: Seat.objects.create(sheet=sheet, position=3, name=""),
        lambda sheet: Seat.objects.create(sheet=sheet, position=0, name="Cor"),
        lambda sheet: Seat.objects.create(sheet=sheet, position=3, name="Cor", is_scribe=True),
        lambda sheet: Row.objects.create(sheet=sheet, number=0, data={}),
        lambda sheet: Row.objects.bulk_create(Row(sheet=sheet, number=1, data={}) for _ in "12"),
        lambda sheet: Sheet.objects.create(game="", game_version=1),
        lambda sheet: Sheet.objects.create(game="jokeren", game_version=0),
    ],
)
def test_database_itself_refuses(sheet, make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make(sheet)
