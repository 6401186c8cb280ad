"""A machine with another key than the site's, or with none, serves nothing and says so."""

import json

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from tests.tournaments.backup.conftest import new
from tests.tournaments.backup.sites import Site as OnMachine
from tournaments import site_key
from tournaments.models import Site

__all__ = ["new"]
OTHER = "the key of another machine, " * 3


def test_first_key_is_the_sites_and_another_is_refused(settings, monkeypatch):
    site_key.remember()
    site_key.remember()
    (known,) = Site.objects.all()
    assert known.key and str(settings.SECRET_KEY) not in known.key
    settings.SECRET_KEY = OTHER
    with pytest.raises(ImproperlyConfigured):
        site_key.refuse_another()
    with pytest.raises(ImproperlyConfigured):
        site_key.remember()
    assert [site.key for site in Site.objects.all()] == [known.key]


def test_key_that_was_lost_is_replaced_by_hand_alone(settings, capsys):
    site_key.remember()
    settings.SECRET_KEY = OTHER
    call_command("newkey")
    assert json.loads(capsys.readouterr().out) == {"key": "STREEPJE_SECRET_KEY", "apps": 0}
    site_key.refuse_another()
    assert Site.objects.count() == 1


@pytest.mark.wide
def test_second_machine_says_which_file_to_copy_and_changes_nothing(new, tmp_path):
    """On one database, with a data folder of its own; no key is made there."""
    url = new.url or f"sqlite:///{new.file}"
    first, second = OnMachine(new.data, url), OnMachine(tmp_path / "second", url)
    first.well("upgrade")
    said = second.refused("upgrade")
    assert f"naar {second.data / 'secret-key'} (" in said
    found = (second.refused("backup", tmp_path / "its"), (tmp_path / "its").exists())
    assert found == (said, False)
    assert second.refused("start", "--port", "1") == said
    assert [path.name for path in second.data.iterdir() if path.name != "start.lock"] == []

    wsgi = ["shell", "--no-imports", "-c", "import clubsite.wsgi"]
    assert said in second.run(*wsgi).stderr
    (second.data / "secret-key").write_bytes((first.data / "secret-key").read_bytes())
    assert second.run(*wsgi).stderr == ""
    assert second.well("upgrade")["steps"] == []

    (second.data / "secret-key").write_text(OTHER)
    assert second.refused("verify") == said
    same = (first.data / "secret-key").read_text()
    assert second.run("verify", STREEPJE_SECRET_KEY=same).returncode == 0


@pytest.mark.wide
def test_key_of_a_back_up_is_that_of_the_site_in_it(new, tmp_path):
    """Also where the site's key is another one since."""
    new.well("upgrade")
    new.well("backup", tmp_path / "before")
    (new.data / "secret-key").unlink()
    assert "Is de sleutel kwijt?" in new.refused("upgrade")
    assert new.well("newkey") == {"key": str(new.data / "secret-key"), "apps": 0}
    new.well("restore", tmp_path / "before")
    new.well("upgrade")


@pytest.mark.wide
def test_back_up_of_before_a_new_key_takes_that_not_away(new, tmp_path):
    key = new.data / "secret-key"
    new.well("upgrade")
    new.well("backup", tmp_path / "before")
    former = key.read_text()
    key.write_text(OTHER * 2)
    rotated = OnMachine(new.data, new.url or f"sqlite:///{new.file}")
    fallback = {"STREEPJE_SECRET_KEY_FALLBACKS": former}
    assert rotated.run("upgrade", **fallback).returncode == 0
    assert rotated.run("restore", tmp_path / "before", **fallback).returncode == 0
    assert key.read_text() == OTHER * 2
    new.well("verify")
    new.well("restore", tmp_path / "before")  # which this machine does not know any more
    assert key.read_text() == former
