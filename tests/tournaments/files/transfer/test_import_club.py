"""A club moves to another site, and is there what it was."""

from io import BytesIO

import pytest

from scoring.models import Seat, Sheet
from scoring.sheets import lifecycle, verify
from tests.tournaments.evenings import club_with, drawn, people, playing, refused
from tests.tournaments.files.transfer.moving import (
    full_club,
    gone,
    packed,
    parts,
    read_parts,
    repacked,
)
from tests.tournaments.standings.test_calculate import evening
from tournaments.files.transfer import import_club
from tournaments.files.transfer.club_file import PackedClub
from tournaments.members import privacy
from tournaments.models import Club, Member, Night, NightLogEntry
from tournaments.nights import changes_in_play

pytestmark = pytest.mark.django_db

# What stands under these is an id.
IDS = {
    **dict.fromkeys(
        ("member", "merged_into", "first", "second", "other", "members", "people", "players"),
        "member",
    ),
    **dict.fromkeys(("seat", "seats"), "seat"),
    **dict.fromkeys(("table", "tables"), "table"),
    **{
        word: word
        for word in (
            *("season", "reglement", "night", "round", "sheet", "draw_record", "entry"),
            *("member_import", "couple"),
        )
    },
}
NUMBERS = ("/former_names/", "/body/round", "/input/", "/sheets/round")  # these look like ids


def looked_at(data):
    *_steps, preview = import_club.preview(PackedClub(BytesIO(data)))
    return preview


def moved(data, owner, name="Nieuw"):
    file, preview = PackedClub(BytesIO(data)), looked_at(data)
    return import_club.import_club(
        file=file, checked=preview, name=name, slug=name.lower() + "-club", owner=owner
    )


def differences(first, other, known, key="", path=""):
    """Where two files say something else, ids aside: those must be others throughout."""
    if isinstance(first, dict) and isinstance(other, dict) and first.keys() == other.keys():
        for name in first:
            yield from differences(first[name], other[name], known, name, f"{path}/{name}")
    elif isinstance(first, list) and isinstance(other, list) and len(first) == len(other):
        for number, pair in enumerate(zip(first, other, strict=True)):
            yield from differences(*pair, known, key, f"{path}/{number}")
    elif key in IDS and type(first) is type(other) is int and not is_number(path):
        if known.setdefault((IDS[key], first), other) != other:
            yield path
    elif key not in ("id", "first_id") and first != other:
        yield path


def is_number(path):
    plain = "/".join(part for part in path.split("/") if not part.isdigit())
    return any(number in plain for number in NUMBERS)


def test_everything_is_there_as_it_was_to_the_last_figure():
    club = full_club()
    data = packed(club)
    owner = gone(club)
    club = moved(data, owner)
    assert verify.run().problems == []
    again = packed(club)
    first, other = parts(data), parts(again)
    lists = [
        [content for name, content in found.items() if name.startswith("lists/")]
        for found in (first, other)
    ]
    assert len(lists[0]) == 5
    assert lists[0] == lists[1]
    assert first["logo.png"] == other["logo.png"]
    before, after = list(read_parts(data).values()), list(read_parts(again).values())
    known = {}
    assert list(differences(before, after, known)) == [
        *("/0/made", "/0/club/name", "/0/club/slug"),
        *(f"/0/nights/{number}" for number in range(3)),
    ]
    assert all(old != new for (_kind, old), new in known.items())


def test_club_that_moved_goes_on_and_moves_on():
    club = full_club()
    data = packed(club)
    club = moved(data, gone(club))
    tonight = Night.objects.get(state="playing")
    assert tonight.next_seed
    changes_in_play.undo(entry=NightLogEntry.objects.get(kind="void"))
    table = tonight.rounds.first().tables.last()
    seat = table.sheet.seats.last()
    Seat.objects.filter(pk=seat.pk).update(first_id=seat.first_id)
    lifecycle.set_games(sheet=table.sheet, games=12)
    keys = {seat.key for seat in Seat.objects.all()}
    assert not keys & {str(seat.pk) for seat in Seat.objects.all()}
    assert verify.run().problems == []
    data = packed(club)
    moved(data, gone(club))
    assert {seat.key for seat in Seat.objects.all()} == keys
    assert verify.run().problems == []


def test_who_begins_goes_along_and_is_whom_it_was():
    season = club_with(game="rummikub-international")
    night = playing(season, people(season, 8))
    drawn(night, 1)
    for sheet in Sheet.objects.all():
        lifecycle.set_starter(sheet=sheet, player=sheet.seats.all()[2].name)
    begins = {
        sheet.public_id: lifecycle.build_data(sheet)["first_starter"]
        for sheet in Sheet.objects.all()
    }
    lifecycle.open(game="jokeren", names=["Ans", "Bob"])  # so that ids are others there
    data = packed(season.club)
    moved(data, gone(season.club))
    found = Sheet.objects.filter(game="rummikub-international")
    assert {
        sheet.public_id: lifecycle.build_data(sheet)["first_starter"] for sheet in found
    } == begins
    assert verify.run().problems == []


def test_what_would_come_along_is_told_and_nothing_is_written():
    club = full_club()
    data = packed(club)
    gone(club)
    found = looked_at(data)
    assert found._replace(totals=[]) == import_club.Preview(
        name="De Hoop",
        slug="de-hoop",
        members=9,
        seasons=["2026"],
        nights=3,
        playing=1,
        forms=4,
        accounts=["Ans"],
        logo=True,
        totals=[],
    )
    assert not Club.objects.exists()
    assert not Member.objects.exists()


def test_who_was_erased_here_stays_erased(settings, tmp_path, django_capture_on_commit_callbacks):
    settings.DATA = settings.BACKUPS = tmp_path
    club = full_club()
    data = packed(club)
    with django_capture_on_commit_callbacks(execute=True):
        privacy.erase(member=club.members.get(first="Late"))
    moved(data, gone(club))
    assert not Member.objects.filter(first="Late").exists()
    assert not Seat.objects.filter(name="Late").exists()
    assert verify.run().problems == []


def test_club_that_is_here_is_not_taken_in_twice(season):
    club = season.club
    people = [Member(club=club, first=f"S{n}") for n in range(4)]
    for person in people:
        person.index()
        person.save()
    evening(season, people)
    data = packed(club)
    assert refused(looked_at, data=data) == ["C176"]
    owner = gone(club)
    file, found = PackedClub(BytesIO(data)), looked_at(data)
    import_club.import_club(file=file, checked=found, name="Een", slug="een", owner=owner)
    again = {"file": file, "checked": found, "name": "Twee", "slug": "twee", "owner": owner}
    assert refused(import_club.import_club, **again) == ["C176"]
    assert Club.objects.count() == 1
    assert verify.run().sheets == 1


def test_file_of_the_version_before_has_no_fees_and_is_taken_in():
    club = full_club()
    data = packed(club)
    file = parts(data) | read_parts(data)
    owner = gone(club)
    for name, part in file.items():
        if name == "club.json" or name.startswith("nights/"):
            part["version"] = 5
    nights = [part for name, part in file.items() if name.startswith("nights/")]
    for row in (*file["club.json"]["seasons"], *(night["night"] for night in nights)):
        del row["member_fee"], row["guest_fee"]
    for row in file["club.json"]["members"]:
        del row["household"]
    for night in nights:
        del night["night"]["sizes"]
    del file["club.json"]["member_imports"], file["club.json"]["imported_members"]
    for row in file["club.json"]["seasons"]:
        del row["fill_ins"]
    for row in (row for night in nights for row in night["table_seats"]):
        del row["fill_in"]
    for row in (row for night in nights for row in night["attendances"]):
        del row["amount"]
    del file["club.json"]["club"]["starts"], file["club.json"]["club"]["venue"]
    for row in (row for night in nights for row in night["rounds"]):
        del row["began"]
    here = moved(repacked(file), owner)
    assert (here.starts, here.venue) == (None, "")
    assert {season.member_fee for season in here.seasons.all()} == {0}
