"""A machine with another key than the site's, or with none, serves nothing and says so."""

import json

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError

from clubsite.config import secret_key
from tests.tournaments.backup.conftest import new
from tests.tournaments.backup.sites import Site as OnMachine
from tournaments import site_key
from tournaments.models import Site

__all__ = ["new"]
OTHER = "the key of another machine, " * 3


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_key_that_was_lost_is_replaced_by_hand_alone(settings, capsys):
    site_key.remember()
    settings.SECRET_KEY = OTHER
    call_command("newkey")
    assert json.loads(capsys.readouterr().out) == {"key": "STREEPJE_SECRET_KEY"}
    site_key.refuse_another()
    assert Site.objects.count() == 1


@pytest.fixture
def read_again(settings, tmp_path):
    """Read the keys of this machine's data folder, as the next start does."""
    settings.DATA, settings.KEY_VARIABLE = tmp_path, ""

    def read():
        settings.SECRET_KEY = secret_key.get_or_make_key(tmp_path / "secret-key")
        settings.SECRET_KEY_FALLBACKS = secret_key.read_former(tmp_path / "secret-key.former")
        site_key.remember()
        return site_key.list_own()

    return read


@pytest.mark.django_db
def test_new_key_is_made_and_the_former_one_is_kept_until_it_is_dropped(
    read_again, tmp_path, capsys
):
    (key,) = read_again()
    call_command("newkey", "--keep")
    said = capsys.readouterr()
    kept = tmp_path / "secret-key.former"
    places = {"key": str(tmp_path / "secret-key"), "former": str(kept)}
    assert json.loads(said.out) == places | {"apps": 0}
    assert "newkey --drop" in said.err
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == (key, 0o600)
    new, former = read_again()
    assert (former, new != key) == (key, True)
    with pytest.raises(CommandError, match="De vorige sleutel is er nog"):
        call_command("newkey", "--keep")  # two at a time, and no more

    call_command("newkey", "--drop")
    assert json.loads(capsys.readouterr().out) == {"key": places["key"], "apps": 0}
    assert read_again() == [new]
    assert not kept.exists()
    with pytest.raises(CommandError, match="geen vorige sleutel"):
        call_command("newkey", "--drop")


@pytest.mark.django_db
def test_former_key_that_was_dropped_elsewhere_never_counts_again(read_again, tmp_path, settings):
    """Its file is still on this machine; the key may have leaked."""
    read_again()
    call_command("newkey", "--keep")
    (new, key) = read_again()
    call_command("newkey", "--drop")
    (tmp_path / "secret-key.former").write_text(key)
    settings.SECRET_KEY_FALLBACKS = [key]
    for options in ([], ["--keep"], ["--drop"]):
        with pytest.raises(CommandError, match="vorige sleutel van deze site is afgezet"):
            call_command("newkey", *options)
    assert Site.objects.get().key == site_key.mark(new)


@pytest.mark.django_db
def test_replacing_that_was_cut_off_goes_on_at_the_next_start(read_again, tmp_path, monkeypatch):
    """Before the database knows, or before the new key is there."""
    (key,) = read_again()
    monkeypatch.setattr(site_key, "record", cut_off)
    with pytest.raises(KeyboardInterrupt):
        call_command("newkey", "--keep")
    monkeypatch.undo()
    assert read_again()[1] == key
    call_command("newkey", "--drop")
    (new,) = read_again()
    monkeypatch.setattr(secret_key.secrets, "token_urlsafe", cut_off)
    with pytest.raises(KeyboardInterrupt):
        call_command("newkey", "--keep")
    monkeypatch.undo()
    assert read_again() == [new, new]
    call_command("newkey", "--drop")
    assert read_again() == [new]


def cut_off(*_):
    raise KeyboardInterrupt


@pytest.mark.django_db
def test_key_of_the_environment_is_replaced_there(settings):
    site_key.remember()
    with pytest.raises(CommandError, match="Geef wat daar nu staat aan STREEPJE_FORMER_SECRET_KEY"):
        call_command("newkey", "--keep")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = OTHER, [str(settings.SECRET_KEY)]
    site_key.remember()
    with pytest.raises(CommandError, match="Haal eerst STREEPJE_FORMER_SECRET_KEY weg"):
        call_command("newkey", "--drop")
    settings.SECRET_KEY_FALLBACKS = []
    call_command("newkey", "--drop")
    site_key.refuse_another()


@pytest.mark.django_db
def test_machine_with_another_key_replaces_and_drops_nothing(settings):
    site_key.remember()
    settings.SECRET_KEY = OTHER
    for option in ("--keep", "--drop"):
        with pytest.raises(CommandError, match="een andere sleutel"):
            call_command("newkey", option)


@pytest.mark.wide
def test_second_machine_says_which_file_to_copy_and_changes_nothing(new, tmp_path):
    """On one database, with a data folder of its own; no key is made there."""
    url = new.url or f"sqlite:///{new.file}"
    first, second = OnMachine(new.data, url), OnMachine(tmp_path / "second", url)
    first.well("upgrade")
    said = second.refused("upgrade")
    assert f"naar {second.data / 'secret-key'} (" in said
    assert (second.refused("backup", tmp_path / "its"), (tmp_path / "its").exists()) == (
        said,
        False,
    )
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


def test_key_of_a_back_up_is_that_of_the_site_in_it(new, tmp_path):
    """Also where the site's key is another one since."""
    new.well("upgrade")
    new.well("backup", tmp_path / "before")
    (new.data / "secret-key").unlink()
    assert "Is de sleutel kwijt?" in new.refused("upgrade")
    assert new.well("newkey") == {"key": str(new.data / "secret-key")}
    new.well("restore", tmp_path / "before")
    new.well("upgrade")


@pytest.mark.wide
def test_both_keys_go_with_a_back_up_and_one_of_before_takes_neither_away(new, tmp_path):
    key, former = new.data / "secret-key", new.data / "secret-key.former"
    new.well("upgrade")
    new.well("backup", tmp_path / "before")
    first = key.read_text()
    new.well("newkey", "--keep")
    assert (former.read_text(), key.read_text() != first) == (first, True)
    pair = [key.read_text(), first]
    new.well("backup", tmp_path / "during")

    new.well("restore", tmp_path / "before")
    assert [key.read_text(), former.read_text()] == pair
    new.well("upgrade")
    for path in (key, former):
        path.unlink()
    new.well("restore", tmp_path / "during")
    assert [key.read_text(), former.read_text()] == pair
    new.well("verify")

    new.well("newkey", "--drop")
    new.well("restore", tmp_path / "during")  # what was dropped stays so
    assert (key.read_text(), former.exists()) == (pair[0], False)
    new.well("upgrade")
    new.well("backup", tmp_path / "after")
    new.well("restore", tmp_path / "before")  # with its own key, as ever
    assert key.read_text() == first
    new.well("newkey", "--keep")
    new.well("restore", tmp_path / "after")  # which knows neither of the two
    assert (key.read_text(), former.read_text()) == (pair[0], "")
    new.well("verify")
