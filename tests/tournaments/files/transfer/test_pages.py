"""The pages on which a club comes in."""

import re
from datetime import timedelta
from io import SEEK_END, BufferedReader, BytesIO

import pytest
from django.contrib.auth import get_user
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from clubsite.maintenance.purge import purge
from tests.tournaments.evenings import codes, people
from tests.tournaments.files.transfer.moving import gone, packed
from tests.tournaments.standings.test_calculate import evening
from tournaments.club import clubs, first_club
from tournaments.files.transfer import waiting_file
from tournaments.models import Club, ClubFile, ClubFilePart, Role, User

pytestmark = pytest.mark.django_db
CODED = {"owner_name": "Bea", "login": "bea", "password": "drie losse woorden"}


@pytest.fixture
def data(season):
    evening(season, people(season, 4))
    data = packed(season.club)
    gone(season.club)
    return data


def brought(client, data):
    """Its page, once all of it was read."""
    file = SimpleUploadedFile("De-Hoop.zip", data)
    answer = client.post("/new-club/file/", {"file": file})
    reading = client.get(answer["Location"]).getvalue().decode()
    assert f'content="0;url={answer["Location"]}"' in reading
    assert '<progress value="1" max="1"' in reading
    return answer["Location"]


def test_owner_of_another_club_takes_one_in(client, data):
    owner = User.objects.get()
    clubs.create_club(name="Zuid", slug="zuid", owner=owner)
    client.force_login(owner)
    page = brought(client, data)
    shown = client.get(page).content.decode()
    assert 'value="De Hoop"' in shown
    assert codes(client.post(page, {"name": "Noord", "slug": "zuid"})) == ["C150"]
    answer = client.post(page, {"name": "De Hoop", "slug": "de-hoop"})
    assert answer["Location"] == "/de-hoop/"
    assert Role.objects.get(club__slug="de-hoop").user == owner
    assert codes(client.get(page)) == ["C177"]


def test_first_club_of_a_site_comes_with_its_owner(client, data, monkeypatch):
    User.objects.all().delete()
    monkeypatch.setattr(first_club, "_code", None)
    code = first_club.make_code()
    page = brought(client, data)
    assert client.post(page, {**CODED, "name": "De Hoop", "code": "AAAA"}).status_code == 200
    assert not User.objects.exists()
    answer = client.post(page, {**CODED, "name": "De Hoop", "slug": "", "code": code})
    assert answer["Location"] == "/de-hoop/"
    assert get_user(client) == Role.objects.get().user
    assert not first_club.is_code(code)
    client.logout()
    assert client.get("/new-club/file/").status_code == 404
    assert client.get(page).status_code == 404


def test_what_is_wrong_is_told_and_kept_no_longer(client, data):
    assert codes(client.post("/new-club/file/")) == ["C110"]
    empty = SimpleUploadedFile("x.zip", b"no zip")
    assert codes(client.post("/new-club/file/", {"file": empty})) == ["C170"]
    assert not ClubFile.objects.exists()
    other = data.replace(b"PK\1\2", b"PK\1\3")
    assert codes(client.post("/new-club/file/", {"file": BytesIO(other)})) == ["C173"]
    assert codes(client.get("/new-club/file/no-such-file/")) == ["C177"]


def test_what_reading_finds_is_told_on_the_page(client, data):
    evening_file = SimpleUploadedFile("x.zip", data)
    answer = client.post("/new-club/file/", {"file": evening_file})
    kept = ClubFilePart.objects.get()
    kept.content = bytes(kept.content).replace(b"nights/2", b"nights/3")
    kept.save()
    reading = client.get(answer["Location"]).getvalue().decode()
    assert re.findall(r"<strong>(\w+)</strong>", reading) == ["C173"]
    assert "0;url" not in reading
    assert not ClubFilePart.objects.exists()


def test_file_waits_where_every_machine_finds_it(client, data, settings, tmp_path):
    """Chosen on one, read on another, taken in on a third."""
    clubs.create_club(name="Zuid", slug="zuid", owner=User.objects.get())
    client.force_login(User.objects.get())
    machines = [tmp_path / name for name in ("one", "other", "third")]
    settings.DATA = machines[0]
    page = client.post("/new-club/file/", {"file": SimpleUploadedFile("x.zip", data)})["Location"]
    settings.DATA = machines[1]
    assert b"0;url" in client.get(page).getvalue()
    settings.DATA = machines[2]
    answer = client.post(page, {"name": "De Hoop", "slug": "de-hoop"})
    assert answer["Location"] == "/de-hoop/"
    assert not any(machine.exists() for machine in machines)
    assert not ClubFile.objects.exists()


@pytest.mark.parametrize("part", [50, 1000, 1 << 20])
def test_file_is_read_from_its_parts_as_it_was(data, monkeypatch, part):
    monkeypatch.setattr(waiting_file, "PART", part)
    token = waiting_file.save_file(file=SimpleUploadedFile("x.zip", data))
    kept = ClubFile.objects.get(token=token)
    assert kept.parts.count() == -(-len(data) // part)
    with BufferedReader(waiting_file.Parts(kept)) as file:
        assert file.read() == data
        for begin, end in ((0, 4), (len(data) - 30, len(data)), (part - 1, part + 2), (7, 7)):
            file.seek(begin)
            assert file.read(end - begin) == data[begin:end]
        assert file.seek(-5, SEEK_END) == len(data) - 5
        assert file.read() == data[-5:]


def test_files_go_after_a_day_and_a_few_stay_at_once(client, data):
    pages = [brought(client, data) for _ in range(waiting_file.MOST_KEPT + 1)]
    assert codes(client.get(pages[0])) == ["C177"]
    assert client.get(pages[1]).status_code == 200
    assert purge()["files"] == 0
    ClubFile.objects.update(created=timezone.now() - timedelta(hours=25))
    assert purge()["files"] == waiting_file.MOST_KEPT
    assert not ClubFilePart.objects.exists()
    assert not Club.objects.exists()
