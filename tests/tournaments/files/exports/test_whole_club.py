"""Everything of a club in one file: lists for a spreadsheet, and no secret."""

import csv
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from tests.tournaments.evenings import THURSDAY, club_with, drawn, enter, evening, people, playing
from tournaments.club import clubs, seasons
from tournaments.files.exports import whole_club
from tournaments.members import members
from tournaments.models import Logo, Night, Table, User


@pytest.fixture
def season():
    season = club_with()
    who = people(season, 8)
    evening(season, who)
    drawn(playing(season, who, THURSDAY + timedelta(7)), 2)
    return season


def taken(club, language="en"):
    return ZipFile(BytesIO(b"".join(whole_club.make_pieces(club, language))))


def test_logo_and_standings_of_periods_come_along_and_no_secret(season):
    Night.objects.update(next_seed="secretdrum")
    seasons.change(season=season, periods=[1])
    Logo.objects.create(club=season.club, image=b"a picture")
    user = User.objects.get()
    with taken(season.club) as file:
        assert file.read("logo.png") == b"a picture"
        names = file.namelist()
        whole = b"".join(map(file.read, names)).decode()
    standings = [f"lists/standing-{season.pk}{key}.csv" for key in ("", "-p1")]
    assert [name for name in names if "standing" in name] == standings
    assert "Speler" in whole
    for secret in (user.password, "secretdrum", user.login):
        assert secret not in whole


def test_nothing_of_another_club_is_in_it(season):
    owner = {"owner_name": "Ans", "login": "other", "password": "drie losse woorden"}
    other = clubs.create_club_with_owner(name="Zuid", slug="zuid", **owner)[0]
    members.add(club=other, first="Vreemde")
    with taken(season.club) as file:
        assert not any(b"Vreemde" in file.read(name) for name in file.namelist())
    with taken(other) as file:
        assert file.namelist() == ["README.txt", "lists/members.csv"]


def test_lists_are_for_a_spreadsheet(season):
    members.add(club=season.club, first="=1+1")
    with taken(season.club) as file:
        assert file.testzip() is None
        read = {
            name: list(csv.reader(file.read(name).decode("utf-8-sig").splitlines(), delimiter=";"))
            for name in file.namelist()
            if name.startswith("lists/")
        }
    assert len(read) == 4
    assert "'=1+1" in [row[0] for row in read["lists/members.csv"]]
    games = [rows for name, rows in read.items() if "games" in name]
    assert games[0][0] == ["Round", "Table", "Game", "Contract", "Name", "Points"]
    assert len(games[0]) == 1 + 8 * 10


def test_totals_have_all_that_was_typed_of_them_in_the_language_of_the_page():
    season = club_with("klaverjassen", {"entry": "totals"})
    drawn(night := playing(season, people(season, 4)), 1)
    won = {"points": 1283, "roem": 320, "pits": 1, "nat": 2}
    lost = {"points": 1309, "roem": 230}
    enter(Table.objects.get().sheet, [won, lost, won, lost])
    with taken(season.club, "nl") as file:
        listed = file.read(f"lists/games-{night.day}-{night.pk}.csv").decode("utf-8-sig")
    heads, *lines = csv.reader(listed.splitlines(), delimiter=";")
    assert heads[5:] == ["Punten", "Roem", "Pitten", "Tegenpitten", "Keer nat"]
    assert [line[5:] for line in lines] == [
        ["1603", "320", "1", "0", "2"], ["1539", "230", "0", "0", "0"]] * 2  # fmt: skip


def test_owner_takes_it_along_in_the_language_of_the_page(client, season):
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "nl"
    assert "export/file/" in client.get("/de-hoop/export/").content.decode()
    answer = client.get("/de-hoop/export/file/")
    assert answer.streaming
    assert answer["Content-Disposition"].startswith('attachment; filename="De-Hoop-')
    with translation.override("de"), ZipFile(BytesIO(answer.getvalue())) as file:
        told = file.read("README.txt").decode()
        assert told.startswith("Alles wat Streepje bewaart")
    with translation.override("nl"):
        assert f"op {date_format(timezone.localdate())}, " in told
