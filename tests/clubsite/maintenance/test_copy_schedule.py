import os
import shutil
from threading import Thread

import pytest

from clubsite.maintenance import copy_schedule
from clubsite.maintenance.copy_schedule import Copying
from scoring.toolkit import operating_system
from tests.servers import PATIENCE, database_url, wait
from tests.tournaments.evenings import drawn, people, play
from tournaments.backup import archive, copies, second_place, stick
from tournaments.models import Table
from tournaments.nights import closing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    settings.BACKS_UP, settings.DATA = True, tmp_path / "data"
    settings.BACKUPS = tmp_path / "data" / "backups"
    settings.DATA.mkdir()
    monkeypatch.setenv("STREEPJE_DATA", str(settings.DATA))
    monkeypatch.setenv("DATABASE_URL", database_url())
    monkeypatch.setattr(copy_schedule, "SHARE", 0)
    return settings.BACKUPS


@pytest.fixture
def usb(tmp_path):
    (tmp_path / "USB").mkdir()
    return tmp_path / "USB"


@pytest.fixture
def looker():
    return Copying()


def wait_for_a_new_name(looker):
    """Two copies made in one second would share a name. No site makes them that fast."""
    wait(lambda: looker.state.get("name") != copies.make_name())


def done(looker):
    wait_for_a_new_name(looker)
    wait(lambda: looker.run() or not looker.is_busy)


def kept(folder):
    return sorted(path.name for path in folder.glob("streepje-*.backup"))


def test_a_copy_whenever_something_was_entered_on_a_night_at_most_one_a_minute(
    night, looker, folder, monkeypatch
):
    done(looker)
    (first,) = kept(folder)
    with archive.open_archive(folder / first) as whole:
        whole.check()
    done(looker)
    assert kept(folder) == [first]
    play(Table.objects.first())
    done(looker)
    assert kept(folder) == [first]  # within the minute
    looker._next = 0
    done(looker)
    assert len(kept(folder)) == 2
    drawn(night, 1)
    done(looker)  # tables could not be brought back by phones
    assert len(kept(folder)) == 2
    assert first not in kept(folder)
    closing.close(night=night, reason="klaar")
    done(looker)
    last = kept(folder)
    people(night.season, 5)
    looker._next = 0
    done(looker)
    assert kept(folder) == last  # nobody plays


def test_copying_takes_a_part_of_the_time_only(night, looker, folder, monkeypatch):
    monkeypatch.setattr(copy_schedule, "SHARE", 1000)
    done(looker)
    drawn(night, 1)
    done(looker)
    assert len(kept(folder)) == 1


def test_a_copy_goes_to_a_stick_and_a_stick_that_comes_back_gets_the_last(night, looker, usb):
    second_place.choose_place(named=str(usb))
    done(looker)
    there = usb / stick.FOLDER
    assert kept(there) == [looker.state["name"]]
    assert copies.read_state().troubles == ()
    shutil.move(there, usb / "elsewhere")
    drawn(night, 1)
    done(looker)
    looker._next_second = 0
    done(looker)
    (trouble,) = copies.read_state().troubles
    assert (trouble.second, trouble.why) == (True, "gone")
    assert copies.read_state().carried < copies.read_state().made
    shutil.move(usb / "elsewhere", there)
    looker._next_second = 0
    done(looker)
    assert looker.state["name"] in kept(there)
    assert copies.read_state().troubles == ()
    assert copies.read_state().carried == copies.read_state().made


def test_a_place_of_the_environment_is_tried_first(night, looker, usb, settings):
    settings.SECOND_PLACE = str(usb / "none")
    done(looker)
    assert [trouble.why for trouble in copies.read_state().troubles] == ["gone"]
    settings.SECOND_PLACE = str(usb)
    for _ in range(2):
        looker._next_second = 0
        done(looker)
    assert kept(usb / stick.FOLDER) == [looker.state["name"]]


def test_a_stick_that_never_answers_holds_up_no_copy_and_is_given_up(
    night, looker, usb, folder, monkeypatch
):
    done(looker)
    second_place.choose_place(named=str(usb))
    os.mkfifo(usb / stick.FOLDER / f".{looker.state['name']}.new")  # opening it waits for ever
    looker._next_second = 0
    looker.run()
    monkeypatch.setattr(copy_schedule, "SLOW", 0)
    drawn(night, 1)
    wait_for_a_new_name(looker)
    wait(lambda: looker.run() or len(kept(folder)) == 2)
    assert looker._second
    assert [trouble.why for trouble in copies.read_state().troubles] == ["slow"]
    assert not kept(usb / stick.FOLDER)
    looker._second._deadline = 0
    done(looker)  # it is given up,
    done(looker)  # and the latest gets its turn
    assert kept(usb / stick.FOLDER) == [looker.state["name"]]
    assert copies.read_state().troubles == ()


def test_a_copy_that_can_not_be_made_is_told_and_tried_again(night, looker, folder, monkeypatch):
    folder.write_text("no folder")
    done(looker)
    (trouble,) = copies.read_state().troubles
    assert (trouble.second, trouble.why) == (False, "failed")
    folder.unlink()
    looker._rest = looker._next = 0
    done(looker)
    assert len(kept(folder)) == 1
    assert copies.read_state().troubles == ()


def test_of_many_workers_one_makes_them(night, folder, settings):
    with (settings.DATA / "copies.lock").open("a") as file:
        assert operating_system.try_lock(file)
        thread = Thread(target=copy_schedule.go_on, args=(lambda _seconds: True,))
        thread.start()
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert not folder.exists()
