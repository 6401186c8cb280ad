"""Erased is gone from the bytes on the disk, not just from the tables."""

from pathlib import Path

import pytest
from django.db import connection

from clubsite.maintenance.daily import purge
from scoring.sheets import lifecycle
from tests.clubsite.middleware.test_outage import another_connection
from tests.tournaments import evenings
from tournaments.accounts import accounts
from tournaments.members import erasure, members
from tournaments.models import Member

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [f"Quirina{number} Zwaluwnest{number}" for number in range(8)]


@pytest.fixture(autouse=True)
def in_a_file():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps its files to itself")


@pytest.fixture
def seated():
    """People who sit at tables, with names that stand nowhere else."""
    season = evenings.club_with()
    members.add_many(club=season.club, text="\n".join(NAMES))
    who = [*Member.objects.filter(club=season.club, first__startswith="Quirina").order_by("first")]
    evenings.drawn(evenings.playing(season, who))
    return who


def on_disk(word):
    path = Path(connection.settings_dict["NAME"])
    files = [path, path.with_name(f"{path.name}-wal")]
    return any(word.lower().encode() in file.read_bytes().lower() for file in files)


def test_erased_name_is_in_no_byte_of_the_database_and_its_log(seated):
    erasure.erase(member=seated[3])
    gone, *kept = (NAMES[3], *NAMES[:3], *NAMES[4:])
    assert [word for word in gone.split() if on_disk(word)] == []
    assert all(on_disk(word) for name in kept for word in name.split())


def test_erased_account_is_in_no_byte_either():
    user = accounts.create_account(
        name="Quirina", login="zwaluwnest", password="drie losse woorden"
    )
    assert on_disk("zwaluwnest")
    erasure.erase_account(user=user)
    assert not on_disk("zwaluwnest")


def test_what_somebody_was_reading_meanwhile_goes_with_the_next_tidy(seated, monkeypatch):
    monkeypatch.setattr("tournaments.members.erasure.WIPING_WAITS", 0.001)
    reader = another_connection()
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM tournaments_member").fetchall()
    erasure.erase(member=seated[3])
    assert on_disk("Zwaluwnest3")
    reader.close()
    purge()
    assert not on_disk("Zwaluwnest3")


def test_form_of_no_club_that_goes_is_in_no_byte_either():
    sheet = lifecycle.open(game="jokeren", names=["Quirina", "Bob"], options={"games": 2})
    assert on_disk("Quirina")
    lifecycle.erase(sheet=sheet)
    purge()
    assert not on_disk("Quirina")
