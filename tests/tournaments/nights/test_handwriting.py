"""Handwriting that is kept from photos of forms when a night is closed."""

from io import BytesIO

import pytest
from PIL import Image

from scoring.sheets import entries
from tests.tournaments.evenings import club_with, drawn, people, playing
from tests.tournaments.photo.recorded import code_of, dashes, game, reads, sums
from tournaments.club import clubs
from tournaments.models import FormPhoto, Handwriting, Table, User
from tournaments.nights import closing, handwriting, nights
from tournaments.photo import pictures

pytestmark = pytest.mark.django_db
CELLS = game(1, "-", "5", "7?", "?") | sums(10, "12", "8", "", "3?") | dashes("1", "0", "0", "0")


def test_what_was_typed_stands_in_its_cells():
    data = {
        "game": "jokeren",
        "players": ["Ans", "Bob"],
        "games": [
            {"entries": {"Ans": "-", "Bob": 7}},
            {"entries": {"Ans": "x", "Bob": {"points": 3}, "Who left": 4}},
        ],
        "paper": {"totals": {"Ans": 0, "Bob": 31}, "subtotals": {"5": {"Bob": 12}}},
    }
    assert handwriting.list_typed(data, 10) == {
        ("game", 1, 0): "-",
        ("game", 1, 1): "7",
        ("game", 2, 0): "x",
        ("sum", 10, 0): "0",
        ("sum", 10, 1): "31",
        ("sum", 5, 1): "12",
    }
    assert handwriting.list_typed({"players": ["Ans"], "games": []}, 10) == {}


@pytest.fixture
def table(request, monkeypatch):
    """A table of which a photo was read, and whose first game was typed in."""
    season = club_with(getattr(request, "param", "jokeren"))
    clubs.set_keeps_handwriting(club=season.club, kept=True)
    drawn(playing(season, people(season, 4)), 1)
    table = Table.objects.select_related("round__night__season__club", "sheet").get()
    reads(monkeypatch, (code_of(table), CELLS))
    night, by = table.round.night, User.objects.get()
    pictures.store_pages(night=night, content=b"a file", by=by)
    return table


def type_in(table, *texts):
    names = [seat.name for seat in table.sheet.seats.all()]
    row = {"entries": dict(zip(names, texts, strict=True))}
    entries.record(sheet=table.sheet, number=1, row=row)


def close(table):
    night = nights.set_state(night=table.round.night, to="closing")
    closing.close(night=night, reason="Over")
    assert not FormPhoto.objects.exists()


def list_kept():
    """Each text that was kept, with the number of its cell among those of the form."""
    [kept] = Handwriting.objects.all()
    picture = Image.open(BytesIO(kept.picture))
    assert picture.size == (64, 32 * len(kept.texts))
    places = [picture.getpixel((0, 32 * number)) for number in range(len(kept.texts))]
    return set(zip(places, kept.texts, strict=True))


def test_cells_of_a_closed_night_are_kept_with_what_was_typed(table):
    type_in(table, "-", 5, 8, 4)
    close(table)
    assert list_kept() == {(0, "-"), (1, "5"), (2, "8")}  # the fourth may be crossed out
    assert Handwriting.objects.get().club == table.round.night.season.club


def test_they_lie_in_no_order(table, monkeypatch):
    type_in(table, "-", 5, 8, 4)
    monkeypatch.setattr(handwriting, "shuffle", list.reverse)
    close(table)
    assert Handwriting.objects.get().texts == ["8", "5", "-"]


def test_nothing_is_kept_if_the_club_does_not_want_it(table):
    type_in(table, "-", 5, 8, 4)
    clubs.set_keeps_handwriting(club=table.round.night.season.club, kept=False)
    close(table)
    assert not Handwriting.objects.exists()


def test_nothing_is_kept_of_a_form_that_was_not_typed_in(table):
    close(table)
    assert not Handwriting.objects.exists()


def test_nothing_is_kept_of_a_photo_without_handwriting(table):
    type_in(table, "-", 5, 8, 4)
    FormPhoto.objects.update(writing=b"")
    close(table)
    assert not Handwriting.objects.exists()


@pytest.mark.parametrize("table", ["rummikub"], indirect=True)
def test_totals_of_a_form_stand_below_its_last_game(table):
    cells = FormPhoto.objects.get().cells
    last = max(number for kind, number, *_rest in cells if kind == "game")
    assert {number for kind, number, *_rest in cells if kind == "sum"} == {last}
    names = [seat.name for seat in table.sheet.seats.all()]
    entries.record(sheet=table.sheet, number=0, row={"totals": dict.fromkeys(names, 40)})
    close(table)
    sums_of_form = [number for number, (kind, *_rest) in enumerate(cells) if kind == "sum"]
    assert list_kept() == {(number, "40") for number in sums_of_form}
