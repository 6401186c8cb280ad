"""Pictures of forms that are kept until their night is closed."""

import time
from datetime import timedelta
from threading import Thread

import pytest
from django.utils import timezone

from scoring.sheets import lifecycle
from scoring.toolkit.problems import UserError
from tests.tournaments.evenings import drawn, people, playing, tonight
from tests.tournaments.photo.recorded import code_of, dashes, game, jpeg, reads, sums
from tournaments.backup import create
from tournaments.members import privacy
from tournaments.models import FormPhoto, Table, User
from tournaments.nights import closing, nights, rounds
from tournaments.photo import keeping, pictures, reading, slots

pytestmark = pytest.mark.django_db
CELLS = game(1, "-", "5", "7?", "?") | sums(10, "12", "8", "", "3?") | dashes("1", "0", "0", "0")


@pytest.fixture
def table(season):
    night = playing(season, people(season, 4))
    drawn(night, 1)
    return Table.objects.select_related("round__night__season__club").get()


def send(table, /, **more):
    return pictures.store_pages(
        night=table.round.night, content=b"a file", by=User.objects.get(), **more
    )


def refusals(taken):
    return [[problem["code"] for problem in page.problems] for page in taken]


def test_page_is_kept_with_what_was_read(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    [page] = send(table)
    photo = FormPhoto.objects.get()
    assert (page.photo, page.earlier, page.problems) == (photo, None, ())
    assert (photo.table, photo.page, photo.by, bytes(photo.picture)) == (
        *(table, 1, User.objects.get()),
        jpeg(),
    )
    told = {(kind, number, column): says for kind, number, column, *says in photo.cells}
    assert [told["game", 1, column] for column in range(4)] == [
        *(["-", True], ["5", True]),
        *(["7", False], ["?", False]),
    ]
    assert [told["sum", 10, 3], told["dashes", 0, 0]] == [["3", False], ["1", True]]
    lines = {"dashes", "subtotal 5", "sum", "foot", *(f"game {number}" for number in range(1, 11))}
    assert photo.strips.keys() == lines
    wide, high = photo.size
    for left, top, width, height in photo.strips.values():
        assert 0 < left < left + width < wide
        assert 0 < top < top + height < high


def test_form_that_is_sent_again_is_kept_beside_the_first(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    [first], [second] = send(table), send(table)
    assert second.earlier == first.photo
    assert FormPhoto.objects.count() == 2


def test_each_page_of_a_file_stands_by_itself(table, monkeypatch):
    pages = [("", None), (code_of(table), CELLS), (code_of(table, layout=99), CELLS)]
    reads(monkeypatch, *pages, ("Streepje AAAAAAAAAAAAAAAAAAAAAA 1.1", CELLS))
    taken = send(table)
    assert refusals(taken) == [["C332"], [], ["C327"], ["C328"]]
    assert [page.number for page in taken] == [1, 2, 3, 4]


def test_form_without_a_code_is_read_as_that_of_a_table(table, monkeypatch):
    reads(monkeypatch, ("", CELLS), ("", CELLS), ("", None))
    assert refusals(send(table)) == [["C332"]] * 3
    assert refusals(send(table, table=table)) == [[], [], ["C326"]]
    assert [page.number for page in send(table, table=table, page=2)] == [2]


def test_form_of_another_night_or_club_is_refused(table, monkeypatch, season):
    reads(monkeypatch, (code_of(table), CELLS))
    (other,) = nights.plan(season=season, days=[table.round.night.day + timedelta(7)])
    table.round.night = nights.set_state(night=other, to="check-in")
    assert refusals(send(table)) == [["C271"]]
    Table.objects.all().delete()
    assert refusals(send(table)) == [["C270"]]


def test_game_whose_forms_are_not_read_is_refused(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    sheet = table.sheet
    sheet.game = "klaverjassen"
    sheet.options = {}
    sheet.save()
    assert refusals(send(table)) == refusals(send(table, table=table)) == [["C329"]]


def test_night_keeps_only_so_many(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    monkeypatch.setattr(pictures, "MOST", 1)
    assert refusals([*send(table), *send(table)]) == [[], ["C331"]]


# How long


def test_closing_a_night_deletes_its_pictures(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    send(table)
    night = nights.set_state(night=table.round.night, to="closing")
    closing.close(night=night, reason="Over")
    assert not FormPhoto.objects.exists()
    assert refusals(send(table)) == [["C56"]]


def test_taking_the_draw_back_deletes_them(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    send(table)
    record = table.round.night.draw_records.get()
    rounds.undo_draw(draw_record=record, reason="Once more")
    assert not FormPhoto.objects.exists()


def test_erasing_anybody_of_the_club_deletes_them(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    send(table)
    privacy.erase(member=table.seats.first().member)
    assert not FormPhoto.objects.exists()


def test_erasing_the_account_that_sent_them_leaves_no_name(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    send(table)
    FormPhoto.objects.get().by.delete()
    assert FormPhoto.objects.get().by is None


def test_pictures_of_a_night_that_nobody_closes_go_after_a_month(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    old, recent = (send(table)[0].photo for _ in range(2))
    FormPhoto.objects.filter(pk=old.pk).update(time=timezone.now() - timedelta(31))
    assert keeping.purge_expired() == 1
    assert FormPhoto.objects.get() == recent


def test_one_picture_is_deleted_by_itself_and_none_of_another_night(table, monkeypatch, season):
    reads(monkeypatch, (code_of(table), CELLS))
    photo = send(table)[0].photo
    season.nights.update(day=table.round.night.day - timedelta(7))
    keeping.delete_photo(night=tonight(season), photo=photo.pk)
    assert FormPhoto.objects.exists()
    keeping.delete_photo(night=table.round.night, photo=photo.pk)
    assert not FormPhoto.objects.exists()


def test_back_ups_leave_them_out():
    assert create.name_part(FormPhoto) in create.EMPTY


# How many at once


@pytest.fixture
def one_place(monkeypatch, settings, tmp_path):
    settings.DATA = tmp_path
    monkeypatch.setattr(slots, "MOST", 1)


def test_who_finds_no_place_is_refused_in_time(one_place, monkeypatch):
    monkeypatch.setattr(slots, "PATIENCE", 0.2)
    with slots.reading_slot(), pytest.raises(UserError) as error, slots.reading_slot():
        pass
    assert error.value.problems[0]["code"] == "C330"
    with slots.reading_slot():
        pass


def test_one_waits_for_a_place_and_the_next_does_not(one_place):
    begun = []

    def read():
        with slots.reading_slot():
            begun.append(time.monotonic())

    with slots.reading_slot():
        waiting = Thread(target=read)
        waiting.start()
        time.sleep(2 * slots.PAUSE)
        with pytest.raises(UserError), slots.reading_slot():
            pass
        assert begun == []
    waiting.join(5)
    assert len(begun) == 1


def test_place_is_free_again_after_a_failure(one_place, monkeypatch):
    monkeypatch.setattr(slots, "PATIENCE", 0)
    with pytest.raises(ZeroDivisionError), slots.reading_slot():
        1 / 0  # noqa: B018
    with slots.reading_slot():
        pass


def test_nothing_is_saved_of_a_form_that_is_only_read(table, monkeypatch):
    reads(monkeypatch, (code_of(table), CELLS))
    send(table)
    assert lifecycle.build_data(table.sheet)["games"] == []


# With the packages of requirements-photo.txt, at night


@pytest.mark.skipif(not reading.is_installed(), reason="needs requirements-photo.txt")
def test_what_is_known_of_the_reader_holds():
    from tournaments.photo.engine import page, picture

    assert (pictures.AROUND, pictures.MOST_BYTES) == (page.EDGE, picture.MOST_BYTES)
