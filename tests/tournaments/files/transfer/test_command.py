"""`manage.py importclub`."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.tournaments.evenings import people
from tests.tournaments.files.transfer.moving import gone, packed
from tests.tournaments.standings.test_calculate import evening
from tournaments.club import clubs
from tournaments.models import Club, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(season, tmp_path, settings):
    """Of a club with one night, on a site where Ans has an account and nobody a club."""
    settings.DATA = tmp_path / "data"
    evening(season, people(season, 4))
    file = tmp_path / "De-Hoop.zip"
    file.write_bytes(packed(season.club))
    gone(season.club)
    return file


def importclub(file, *words):
    call_command("importclub", file, *words)


def refused(file, *words):
    with pytest.raises(CommandError) as refusal:
        importclub(file, *words)
    return refusal.value.returncode, str(refusal.value)


def test_a_club_is_taken_in_for_its_owner(file, capsys):
    importclub(file, "--owner", " Ans", "--name", "De Nieuwe Hoop", "--slug", "de-nieuwe")
    said, errors = capsys.readouterr()
    counts = {"members": 4, "nights": 1, "forms": 1}
    called = {"club": "De Nieuwe Hoop", "address": "/de-nieuwe/", "owner": "ans"}
    assert json.loads(said) == called | counts
    assert errors == "avond 1 van 1 …\n"
    assert Club.objects.get().roles.get().user.login == "ans"


def test_on_a_fresh_site_the_account_is_made(file, capsys):
    User.objects.all().delete()
    importclub(file, "--owner", "bea")
    assert json.loads(capsys.readouterr().out)["address"] == "/de-hoop/"
    owner = Club.objects.get().roles.get().user
    assert (owner.login, owner.name) == ("bea", "bea")


def test_what_is_refused_has_its_number_and_does_nothing(file):
    clubs.create_club(name="De Hoop", slug="zuid", owner=User.objects.get())
    assert refused(file, "--owner", "bea") == (2, "Hier is geen account bea.")
    for words, number in (((), "C03"), (("--name", "Noord", "--slug", "zuid"), "C150")):
        assert refused(file, "--owner", "ans", *words)[1].startswith(f"{number}: ")
    importclub(file, "--owner", "ans", "--name", "Noord", "--slug", "noord")
    assert refused(file, "--owner", "ans", "--name", "West")[1].startswith("C176: ")
    file.write_bytes(b"no zip")
    assert refused(file, "--owner", "ans")[1].startswith("C170: ")
    assert refused(file.with_name("none.zip"), "--owner", "ans")[0] == 2
    assert Club.objects.count() == 2


def test_a_log_in_that_none_can_have_is_refused_before_anything_is_made(file):
    User.objects.all().delete()
    assert refused(file, "--owner", "a b/c")[0] == 2
    assert not Club.objects.exists()
