"""Everything of a club in one file: what another site needs is in it, and no secret."""

import csv
import json
from datetime import datetime, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.utils import translation

from scoring.models import Erasure, Event, Row, Seat
from scoring.sheets import lifecycle
from scoring.sheets.events import digest_event
from scoring.sheets.replay import Replay
from tests.tournaments.evenings import THURSDAY, club_with, drawn, people, playing
from tests.tournaments.standings.test_calculate import evening
from tournaments.files.transfer import export as writing
from tournaments.files.transfer import fields as along
from tournaments.files.transfer.club_file import VERSION
from tournaments.members import members
from tournaments.models import (
    AccessLogEntry,
    ClubFile,
    ClubFilePart,
    CodeApp,
    EmailConfirmation,
    ErasedMark,
    ImportDraft,
    Invitation,
    LoginAttempt,
    LogInLink,
    Logo,
    Machine,
    Night,
    PaperCode,
    Passkey,
    QueuedMail,
    Role,
    Site,
    User,
    UserSession,
)

pytestmark = pytest.mark.django_db
# Who logs in and how; pictures, which stand beside or go soon; what waits; what follows from
# events; what is of the site and its machines.
NOT_TAKEN = {
    LoginAttempt,
    EmailConfirmation,
    ImportDraft,
    Invitation,
    AccessLogEntry,
    QueuedMail,
    LogInLink,
    Logo,
}
NOT_TAKEN |= {Role, User, CodeApp, Passkey, PaperCode, Row, Erasure}
NOT_TAKEN |= {ClubFile, ClubFilePart, ErasedMark, Machine, Site, UserSession}


@pytest.fixture
def season():
    """With a night that is closed and one that goes on."""
    season = club_with()
    who = people(season, 8)
    evening(season, who)
    night = playing(season, who, THURSDAY + timedelta(7))
    drawn(night, 2)
    table = night.rounds.first().tables.first()
    names = [seat.name for seat in table.sheet.seats.all()]
    row = {"entries": dict(zip(names, ["-", 3, 4, 5], strict=True))}
    lifecycle.record(sheet=table.sheet, number=1, row=row)
    lifecycle.record(sheet=table.sheet, number=1, row=row | {"void": "=misdeal"}, seen=2)
    return season


def taken(club):
    return ZipFile(BytesIO(b"".join(writing.make_pieces(club, "en"))))


def test_every_field_of_a_club_is_taken_along_or_stays_behind_on_purpose():
    models = {*apps.get_app_config("tournaments").get_models()}
    models |= {*apps.get_app_config("scoring").get_models()}
    assert models == {*along.LEFT_OUT, *NOT_TAKEN}
    for model, left in along.LEFT_OUT.items():
        assert {*left} <= {field.name for field in model._meta.concrete_fields}


def test_what_a_file_of_this_version_has_is_settled():
    """One more field is for the next version of the file."""
    assert VERSION == 9
    fields = {model.__name__: len(along.list_fields(model)) for model in along.LEFT_OUT}
    assert " ".join(f"{name} {count}" for name, count in fields.items()) == (
        "Club 9 ClubLogEntry 5 Member 21 Pair 4 MemberImport 2 ImportedMember 6 Reglement 6"
        " Season 34 DivisionMember 4 Couple 4 TieRuling 14"
        " Night 13 Attendance 6 Substitute 3 ImportedResult 5 NightLogEntry 7 DrawRecord 7"
        " Round 4 Table 4"
        " TableSeat 9 ReservedSeat 4"
        " Sheet 12 Seat 7 FormerName 4 Note 3 Event 8"
    )


def test_file_says_what_it_is(season):
    with taken(season.club) as file:
        assert file.testzip() is None
        names = file.namelist()
        assert names[:3] == ["README.txt", "club.json", "lists/members.csv"]
        report = json.loads(file.read("club.json"))
        assert (report["format"], report["version"]) == ("streepje club", 9)
        assert set(report["nights"]) <= set(names)
        assert [member["family"] for member in report["members"]] == [f"0{n}" for n in range(8)]
        assert "version 9" in file.read("README.txt").decode()


def test_games_and_totals_follow_from_the_events_in_the_file(season):
    with taken(season.club) as file:
        nights = [
            json.loads(file.read(name)) for name in file.namelist() if name.startswith("nights")
        ]
    found = [sheet for night in nights for sheet in night["sheets"]]
    assert len(found) == 6
    totals = dict(Seat.objects.values_list("pk", "total"))
    for sheet in found:
        before, replay = "", Replay()
        for events in sheet["events"]:
            event = Event(**events | {"time": datetime.fromisoformat(events["time"])})
            assert events["digest"] == digest_event(before, event)
            before = events["digest"]
            replay.add(event)
        kept = {row.number: row.data for row in Row.objects.filter(sheet=sheet["id"])}
        assert {number: entry.row for number, entry in replay.find_in_force().items()} == kept
        assert {seat["id"] for seat in sheet["seats"]} <= totals.keys()
    assert [len(sheet["notes"]) for sheet in found].count(1) == 1


def test_draws_can_be_drawn_again_and_seats_are_those_of_the_sheets(season):
    with taken(season.club) as file:
        last = json.loads(file.read([name for name in file.namelist() if "nights/" in name][-1]))
    (draw_record,) = last["draw_records"]
    assert {"seed", "algorithm", "rounds"} <= draw_record["record"].keys()
    assert len(draw_record["people"]) == 8
    seats = {seat["id"] for sheet in last["sheets"] for seat in sheet["seats"]}
    assert {table_seat["seat"] for table_seat in last["table_seats"]} == seats


def test_no_secret_is_in_it(season):
    Night.objects.update(next_seed="secretdrum")
    user = User.objects.get()
    with taken(season.club) as file:
        whole = b"".join(file.read(name) for name in file.namelist()).decode()
    for secret in (user.password, "secretdrum", '"link_version"', '"next_seed"', user.login + '"'):
        assert secret not in whole


def test_logo_comes_along(season):
    Logo.objects.create(club=season.club, image=b"a picture")
    with taken(season.club) as file:
        assert file.read("logo.png") == b"a picture"


def test_nothing_of_another_club_is_in_it(season):
    from tournaments.club import clubs

    owner = {"owner_name": "Ans", "login": "other", "password": "drie losse woorden"}
    other = clubs.create_club_with_owner(name="Zuid", slug="zuid", **owner)[0]
    members.add(club=other, first="Vreemde")
    with taken(season.club) as file:
        assert not any(b"Vreemde" in file.read(name) for name in file.namelist())
    with taken(other) as file:
        assert b"Speler" not in file.read("club.json")


def test_lists_are_for_a_spreadsheet(season):
    members.add(club=season.club, first="=1+1")
    with taken(season.club) as file:
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


def test_it_comes_night_by_night_and_keeps_nothing(season):
    pieces = list(writing.make_pieces(season.club, "en"))
    assert len(pieces) == 4 + 2 * 2 + 1
    assert all(pieces)
    assert writing._Sink().take_bytes() == b""


def test_owner_takes_it_along_in_the_language_of_the_page(client, season):
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "nl"
    assert "export/file/" in client.get("/de-hoop/export/").content.decode()
    answer = client.get("/de-hoop/export/file/")
    assert answer.streaming
    assert answer["Content-Disposition"].startswith('attachment; filename="De-Hoop-')
    with translation.override("de"), ZipFile(BytesIO(answer.getvalue())) as file:
        assert file.testzip() is None
