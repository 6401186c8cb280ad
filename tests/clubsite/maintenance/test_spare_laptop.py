"""tests/faults/test_laptop.py does it all the way."""

import io
import os
import socket
import time

import pytest
from django.utils.html import strip_tags

from clubsite.demo import server
from clubsite.maintenance import spare_laptop
from clubsite.maintenance.spare_laptop import FormerAddress
from tests.tournaments.backup.conftest import new, old
from tests.tournaments.backup.test_stick import BEFORE, NEW
from tests.tournaments.evenings import club_with
from tournaments.backup import archive, create, stick

__all__ = ["new", "old"]
HERE = "192.168.1.57"


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    settings.DATA = tmp_path / "data"
    settings.DATA.mkdir()
    return settings.DATA


@pytest.fixture
def usb(tmp_path, settings):
    (tmp_path / "STICK" / stick.FOLDER).mkdir(parents=True)
    settings.SECOND_PLACE = str(tmp_path / "STICK")
    return tmp_path / "STICK"


@pytest.mark.django_db(transaction=True)
def test_where_nobody_sits_at_the_window_it_says_what_to_type(usb):
    said = io.StringIO()
    spare_laptop.offer(io.StringIO(), said)
    assert said.getvalue() == ""
    for name in (BEFORE, NEW):
        (usb / stick.FOLDER / name).touch()
    spare_laptop.offer(io.StringIO("ja\n"), said)
    assert "van 19-11-2026 om 21:34" in said.getvalue()
    assert f"restore {usb / stick.FOLDER / NEW}" in said.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_site_with_a_club_is_asked_nothing(usb):
    (usb / stick.FOLDER / NEW).touch()
    club_with()
    said = io.StringIO()
    spare_laptop.offer(io.StringIO(), said)
    assert said.getvalue() == ""


class Window(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("typed", "asks", "goes_on"),
    [("ja\n", 1, True), ("jaa\n J \n", 2, True), ("\n", 1, False), ("Nee\n", 1, False)],
)
@pytest.mark.django_db(transaction=True)
def test_what_is_no_answer_is_asked_again(usb, monkeypatch, typed, asks, goes_on):
    (usb / stick.FOLDER / NEW).touch()
    put_back, said = [], io.StringIO()
    monkeypatch.setattr(spare_laptop, "put_back", lambda path, _said: put_back.append(path.name))
    spare_laptop.offer(Window(typed), said)
    assert said.getvalue().count("Daarmee verder?") == asks
    assert put_back == [NEW] * goes_on


@pytest.mark.django_db
def test_the_first_page_says_so_at_the_machine_itself(client, usb, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["*"]
    (usb / stick.FOLDER / NEW).touch()
    monkeypatch.setattr("sys.argv", ["manage.py", "start", "--port", "8001"])
    other = client.get("/", headers={"host": "localhost:8000"}).content.decode()
    assert f"<code>python3 manage.py restore {usb / stick.FOLDER / NEW}</code>" in other
    monkeypatch.setattr(server, "_port", 8000)
    here = client.get("/", headers={"host": "localhost:8000"}).content.decode()
    assert "19 november 2026, 21:34" in here
    assert "python3 manage.py start --port 8001 --lan" in strip_tags(here)
    phone = client.get("/", REMOTE_ADDR="192.168.1.9", headers={"host": "192.168.1.3:8000"})
    assert "21:34" not in phone.content.decode()
    assert 'id="copy"' not in phone.content.decode()


@pytest.mark.wide
def test_the_address_goes_along_in_the_file(old, new, tmp_path):
    file = tmp_path / "with.backup"
    old.well("backup", file, STREEPJE_URL=f"http://{HERE}:8000")
    with archive.open_archive(file) as kept:
        assert create.ADDRESS in kept.parts
    new.well("restore", file)
    assert (new.data / "address").read_text() == f"http://{HERE}:8000"


def test_address_of_this_evening_is_known_and_one_of_last_week_is_not(data):
    assert spare_laptop.find_former_address() is None
    spare_laptop.remember_address(f"http://{HERE}:8000")
    assert spare_laptop.find_former_address() == FormerAddress(f"http://{HERE}:8000")
    then = time.time() - 2 * spare_laptop.STILL
    os.utime(data / "address", (then, then))
    assert spare_laptop.find_former_address() is None


def test_an_address_is_ours_where_this_machine_has_it_on_the_same_port():
    assert FormerAddress("http://127.0.0.1:8000").is_ours(8000)
    assert not FormerAddress("http://127.0.0.1:8000").is_ours(8001)
    assert not FormerAddress("http://192.0.2.7:8000").is_ours(8000)
    assert FormerAddress(f"http://{socket.gethostname().lower()}.local:8000").is_ours(8000)
    assert not FormerAddress("http://streepje.example:8000").is_ours(8000)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://192.168.1.23:8000", "192.168.1.23"),
        ("http://10.0.0.5:8000", "dezelfde wifi"),
        ("http://192.168.1.23:8080", "--port 8080"),
        ("http://streepje.local:8000", "die naam"),
    ],
)
def test_what_to_do_for_the_old_address(url, says, monkeypatch):
    words = spare_laptop.describe_move(FormerAddress(url), HERE, 8000)
    assert url in words
    assert says in words
