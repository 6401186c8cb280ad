"""Published files: what stands in them, and that the folder follows the club."""

import io
import json
import re
import zipfile

import pytest

from tests.tournaments.evenings import people
from tests.tournaments.standings.test_calculate import by_seat, evening
from tournaments.club import clubs
from tournaments.members import privacy
from tournaments.models import Member
from tournaments.nights import closing
from tournaments.publishing import folder, site_files

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(settings, tmp_path):
    settings.PUBLISH = tmp_path / "www"
    return settings.PUBLISH


@pytest.fixture
def club(season):
    evening(season, people(season, 4))
    club = clubs.set_visibility(club=season.club, visible_to="open")
    return clubs.set_website(club=club, framed_by="", publishes=True)


def names(path):
    return sorted(file.name for file in path.iterdir())


def test_every_link_leads_to_another_of_the_files(club):
    files = site_files.write_files(club)
    pages = [content.decode() for name, content in files.items() if name.endswith(".html")]
    linked = {to for page in pages for to in re.findall(r'(?:href|src)="([^"]*)"', page)}
    assert linked <= files.keys()
    assert linked >= {"style.css", "results.atom", "index.html"}
    assert json.loads(files["club.json"])["result"]["address"] in files


def test_zip_has_the_same_files(club):
    found = zipfile.ZipFile(io.BytesIO(site_files.zip_files(club)))
    assert {*found.namelist()} == {f"{club.slug}/{name}" for name in site_files.write_files(club)}


def test_folder_is_written_again_after_a_change_only(root, club):
    assert folder.read_published(club) is None
    assert (folder.publish_outdated(), folder.publish_outdated()) == (1, 0)
    assert names(root / club.slug) == sorted([folder.LIST, *site_files.write_files(club)])
    assert folder.read_published(club).current
    winner = Member.objects.get(pk=by_seat(club.seasons.get().nights.get())[0])
    privacy.show_as(member=winner, shown="not")
    club.refresh_from_db()
    assert not folder.read_published(club).current
    assert folder.publish_outdated() == 1
    texts = [file.read_text("utf-8") for file in (root / club.slug).iterdir()]
    assert not any(winner.name.full in text for text in texts)


@pytest.mark.parametrize(
    "end",
    [
        lambda club: clubs.set_visibility(club=club, visible_to="members"),
        lambda club: clubs.set_website(club=club, framed_by="", publishes=False),
        lambda club: clubs.rename(club=club, name="Anders", slug="anders"),
    ],
)
def test_files_disappear_when_a_club_ends_it_or_is_called_otherwise(root, club, end):
    folder.publish_outdated()
    (root / club.slug / "own.txt").write_text("of the web host")
    before = club.slug
    end(club)
    assert folder.publish_outdated() >= 1
    assert names(root / before) == ["own.txt"]


def test_folder_that_is_left_empty_goes(root, club):
    folder.publish_outdated()
    clubs.set_visibility(club=club, visible_to="members")
    folder.publish_outdated()
    assert names(root) == []


def test_file_of_a_night_that_was_reopened_goes(root, club):
    folder.publish_outdated()
    night = club.seasons.get().nights.get()
    closing.reopen(night=night, reason="een fout")
    folder.publish_outdated()
    assert not [name for name in names(root / club.slug) if name.startswith(str(night.day))]


@pytest.mark.parametrize("text", ["", "[]", '{"files": ["../own.txt"], "time": "", "state": ""}'])
def test_list_that_somebody_changed_does_no_harm(root, club, text):
    folder.publish_outdated()
    (root / "own.txt").write_text("of the web host")
    (root / club.slug / folder.LIST).write_text(text)
    assert folder.publish_outdated() == 1
    assert (root / "own.txt").exists()


def test_change_is_published_in_the_background_once(root, club, monkeypatch):
    written = []
    monkeypatch.setattr(folder, "publish_outdated", lambda: written.append(1))
    monkeypatch.setattr(folder, "_waiting", {club.pk})
    assert folder.publish_after_change(club.pk) is None  # it waits for that already
    folder._waiting.clear()
    assert folder.publish_after_change(club.pk).result() is None
    assert (written, folder._waiting) == ([1], set())


def test_folder_that_can_not_be_written_is_logged(root, club, caplog, monkeypatch):
    monkeypatch.setattr(folder, "publish_outdated", lambda: root.joinpath("a", "b").mkdir())
    folder.publish_after_change(club.pk).result()
    assert "could not be published" in caplog.text


def test_without_a_folder_nothing_happens(club):
    assert folder.publish_after_change(club.pk) is None
    assert folder.publish_outdated() == 0
    assert folder.read_published(club) is None


def close_again(club):
    night = club.seasons.get().nights.get()
    closing.close(night=closing.reopen(night=night, reason="een fout"), reason="goed zo")


@pytest.mark.parametrize(
    "change",
    [lambda _club: privacy.show_as(member=Member.objects.first(), shown="not"), close_again],
)
def test_name_and_closed_night_ask_for_it(
    club, django_capture_on_commit_callbacks, monkeypatch, change
):
    requests = []
    monkeypatch.setattr(clubs, "when_changed", [requests.append])
    with django_capture_on_commit_callbacks(execute=True):
        change(club)
    assert {*requests} == {club.pk}
