import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from scoring.toolkit import operating_system
from tests.tournaments.backup.test_after_night import PASSWORD, owner
from tests.tournaments.evenings import club_with, codes, people, playing
from tournaments.backup import copies, second_place, state_files, stick
from tournaments.models import User

__all__ = ["owner"]

PATH = "/site/second-place/"


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    settings.BACKS_UP, settings.DATA = True, tmp_path / "data"
    settings.BACKUPS = tmp_path / "data/backups"
    settings.DATA.mkdir()
    return settings.DATA


@pytest.fixture
def usb(tmp_path, monkeypatch):
    stick = tmp_path / "STICK"
    stick.mkdir()
    monkeypatch.setattr(operating_system, "list_drives", lambda: [stick])
    return stick


def choose(client, place, folder="", current=PASSWORD):
    return client.post(PATH, {"place": place, "folder": folder, "current": current})


def site_page(client):
    return client.get("/site/").content.decode()


@pytest.mark.usefixtures("owner")
def test_a_stick_that_is_found_is_chosen_tried_and_shown(client, usb):
    assert "USB stick" in site_page(client)
    assert f'value="{usb}"' in client.get(PATH).content.decode()
    assert choose(client, usb).url == "/site/"
    assert (usb / stick.FOLDER / stick.READ_ME).exists()
    page = site_page(client)
    assert f"The second place is {usb}. Nothing was brought there yet;" in page
    assert "on the same disk as the site" in page
    assert choose(client, "none").status_code == 302
    assert second_place.find_place() is None


@pytest.mark.usefixtures("owner")
def test_a_place_that_does_not_do_is_refused_with_the_reason(client, usb, data, settings):
    for folder in (usb / "none", "STICK", ""):
        assert codes(choose(client, "other", folder)) == ["C240"]
    for folder in (data, settings.BASE_DIR / "scoring/static"):
        assert codes(choose(client, "other", folder)) == ["C245"]
    assert codes(choose(client, usb, current="wrong")) == ["wrong_password"]
    (usb / stick.FOLDER).write_text("no folder")
    assert codes(choose(client, usb)) == ["C244"]
    assert second_place.find_place() is None


@pytest.mark.usefixtures("owner")
def test_a_place_that_never_answers_is_refused(client, usb, monkeypatch):
    monkeypatch.setattr(second_place, "PATIENCE", 0.5)
    (usb / stick.FOLDER).mkdir()
    os.mkfifo(usb / stick.FOLDER / stick.READ_ME)
    assert codes(choose(client, usb)) == ["C243"]


@pytest.mark.usefixtures("owner")
def test_what_the_environment_names_is_not_changed_here(client, usb, settings):
    settings.SECOND_PLACE = "/media/ans/OTHER"
    assert choose(client, usb).status_code == 200
    other = second_place.SecondPlace("/media/ans/OTHER", "", apart=False)
    assert second_place.find_place() == other
    assert "/media/ans/OTHER" in client.get(PATH).content.decode()


def trouble(**more):
    now = timezone.now()
    values = {"made": now.isoformat(), "carried": (now - timedelta(minutes=9)).isoformat()}
    state_files.write(copies.STATE, values | more)


def test_what_is_wrong_is_said_in_the_room_and_to_who_looks_after_the_site(client, tmp_path):
    season = club_with()
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    night = playing(season, people(season, 4), rounds=1)
    pages = ("/site/", f"/de-hoop/nights/{night.pk}/", f"/de-hoop/nights/{night.pk}/room/?part")
    trouble()
    assert not any("entering goes on" in client.get(path).content.decode() for path in pages)
    second_place.name_place(named="/media/x", tried={"folder": str(tmp_path), "apart": False})
    both = ("second_trouble", "local_trouble")
    for keys, why in (*((both, why) for why in stick.WHY), *(((key,), "gone") for key in both)):
        troubled = {"why": why, "since": timezone.now().isoformat()}
        trouble(**dict.fromkeys(keys, troubled))
        said = [client.get(path).content.decode().count("entering goes on") for path in pages]
        assert said == [len(keys)] * 3, (keys, why)


def test_a_stick_that_is_chosen_no_more_troubles_nobody(tmp_path):
    trouble(second_trouble={"why": "gone", "since": timezone.now().isoformat()})
    assert copies.read_state().troubles == ()


def test_damaged_notes_are_as_good_as_none(data):
    for name in (copies.STATE, second_place.PLACE):
        Path(data / name).write_text("{half")
    assert copies.read_state() == copies.State(None, 0.0, None, ())
    assert second_place.find_place() is None
