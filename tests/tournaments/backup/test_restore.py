import io
import json
import random
import shutil
import sqlite3
import zipfile
from contextlib import closing, suppress

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.tournaments.backup.conftest import ADDRESS
from tests.tournaments.backup.sites import Site
from tests.tournaments.evenings import club_with
from tournaments.backup import archive, restore, swap
from tournaments.backup.create import ERASED, KEY
from tournaments.backup.swap import Move


def parts(path):
    with archive.open_archive(path) as kept:
        kept.check()
        return kept.parts


def contents(path):
    with archive.open_archive(path) as kept:
        return {
            name: ([*kept.lines(name)], said["last"], said["columns"]) if "table" in said else said
            for name, said in kept.parts.items()
        }


def rewritten(path, to, change):
    """Whole, with another manifest."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == archive.MANIFEST:
                manifest = json.loads(content)
                change(manifest)
                content = json.dumps(manifest)
            new.writestr(name, content)
    return to


@pytest.fixture
def untouched(tmp_path, settings):
    """Where to restore to in this very process, as nothing may come of it."""
    settings.DATA = tmp_path / "data"
    yield
    assert not [*settings.DATA.glob("*")]


def test_site_comes_back_whole_in_either_database(old, new, tmp_path):
    what_is_there_stays(old, new)
    output = new.well("restore", old.kept)
    assert (output["rows"], output["problems"]) == (old.told["rows"], [])
    assert output["sheets"] > 10 and output["events"] > 50
    assert (new.data / "address").read_text() == ADDRESS
    it_was_kept_aside(new)
    knows_its_size(new)
    new.well("backup", tmp_path / "again.backup", STREEPJE_URL=ADDRESS)
    assert contents(tmp_path / "again.backup") == contents(old.kept)
    if new.url:
        third = Site(tmp_path / "third")
        third.well("restore", tmp_path / "again.backup")
        third.well("backup", tmp_path / "third.backup", STREEPJE_URL=ADDRESS)
        assert contents(tmp_path / "third.backup") == contents(old.kept)
    assert parts(old.kept)["tables/tournaments_loginattempt.jsonl"]["last"] == 1


def what_is_there_stays(old, new):
    """While somebody has it open, and where something goes wrong on the way."""
    new.data.mkdir()
    (new.data / "secret-key").write_text("that of another site " * 3)
    lay("CREATE TABLE tournaments_before (id int)", new)
    with closing(opened(new)) as database:
        database.execute("SELECT * FROM tournaments_before").fetchall()
        said = new.refused("restore", old.kept)
    assert said == "De site loopt nog. Stop hem eerst; er is niets veranderd."
    assert new.refused("restore", twice(old.kept, new.data)).endswith("neem een andere kopie.")
    lay("SELECT id FROM tournaments_before", new)
    assert not [*new.data.glob("*.new*"), *new.data.glob("restor*")]


def knows_its_size(new):
    """Else PostgreSQL would scan every event for the few of each sheet."""
    if new.url:
        with closing(opened(new)) as database:
            words = "SELECT reltuples FROM pg_class WHERE oid = 'scoring_event'::regclass"
            assert database.execute(words).fetchone()[0] > 50


def it_was_kept_aside(new):
    (key,) = new.data.glob("secret-key.before-*")
    assert key.read_text() == "that of another site " * 3
    if new.url:
        schema = key.name.removeprefix("secret-key.").replace("-", "_")
        lay(f"SELECT id FROM {schema}.tournaments_before", new)
    else:
        (before,) = new.data.glob("streepje.sqlite3.before-*")
        lay("SELECT id FROM tournaments_before", new, before)


def twice(path, folder):
    """Whole by its digests, and yet it can't be put back: somebody is in it twice."""
    with archive.open_archive(path) as kept, archive.open_writer(folder / "twice") as out:
        for name, said in kept.parts.items():
            again = 2 if name == "tables/tournaments_user.jsonl" else 1
            out.add(name, [*kept.chunks(name)] * again, said | {"rows": 0})
        out.end(kept.migrations)
    return folder / "twice"


def opened(site, file=None):
    if site.url:
        return psycopg.connect(site.url)
    database = sqlite3.connect(file or site.file)
    database.execute("PRAGMA journal_mode=WAL")  # as every site has it
    return database


def lay(words, site, file=None):
    with closing(opened(site, file)) as database, database:
        database.execute(words)


# Who was erased since

ERASE = """
from tournaments.members import erasure
from tournaments.models import Member
ans = Member.objects.filter(erased=None, guest=False).first()
print(ans)
erasure.erase(member=ans)
"""


@pytest.mark.wide
def test_who_was_erased_since_is_erased_again(old, new, tmp_path):
    """On another machine, from the folder that the back-ups were kept in."""
    left = Site(tmp_path / "left")
    shutil.copytree(old.data, left.data)
    shown = left.run("shell", "--no-imports", "-c", ERASE)
    name = shown.stdout.strip()
    assert (shown.stderr, (left.data / "erased").stat().st_mode & 0o777) == ("", 0o600)
    shutil.copy(old.kept, left.data / "backups/older.backup")
    output = new.well("restore", left.data / "backups/older.backup")
    assert (output["erased_again"], output["not_erased"], output["problems"]) == (1, 0, [])
    new.well("backup", tmp_path / "now.backup")
    assert name in members_in(old.kept) and name not in members_in(tmp_path / "now.backup")
    with archive.open_archive(tmp_path / "now.backup") as kept:  # and is from here on
        assert len(b"".join(kept.chunks(ERASED)).split()) == 2


@pytest.mark.wide
def test_who_was_erased_on_another_machine_is_erased_again(old, new, tmp_path):
    """Whose folder is out of reach: the database that was there before knows."""
    url = new.url or f"sqlite:///{new.file}"
    site, other = Site(new.data, url), Site(tmp_path / "other", url)
    site.well("restore", old.kept)
    assert site.run("shell", "--no-imports", "-c", ERASE).stderr == ""
    marks = (site.data / "erased").read_text().split()
    shutil.rmtree(site.data / "backups")
    (site.data / "erased").unlink()
    (tmp_path / "stick").mkdir()
    shutil.copy(old.kept, tmp_path / "stick/older.backup")
    for _ in range(2):  # the second time the one that was put back knows
        output = other.well("restore", tmp_path / "stick/older.backup")
        assert (output["erased_again"], output["problems"]) == (1, [])
        assert (other.data / "erased").read_text().split() == marks
        shutil.rmtree(other.data / "backups")
        (other.data / "erased").unlink()


def members_in(path):
    with archive.open_archive(path) as kept:
        columns = kept.parts["tables/tournaments_member.jsonl"]["columns"]
        rows = [
            dict(zip(columns, row, strict=True))
            for row in kept.lines("tables/tournaments_member.jsonl")
        ]
    return {" ".join(filter(None, (row["first"], row["particle"], row["family"]))) for row in rows}


# What is kept aside


def test_last_three_are_kept_aside(tmp_path, db):
    stamps = [f"2026010{day}-200000" for day in range(1, 6)]
    for stamp in stamps:
        (tmp_path / f"site.before-{stamp}").touch()
        (tmp_path / f"site.before-{stamp}-wal").touch()
        (tmp_path / f"key.before-{stamp}").touch()
    (tmp_path / "site.before-i-forget").touch()
    swap.remove_places(tmp_path / "site", tmp_path / "key")
    kept = {name for end in stamps[2:] for name in (f"site.before-{end}", f"key.before-{end}")}
    kept |= {f"site.before-{end}-wal" for end in stamps[2:]} | {"site.before-i-forget"}
    assert {path.name for path in tmp_path.iterdir()} == kept
    if connection.vendor == "postgresql":
        schemas_are_let_go_likewise([f"before_{stamp}".replace("-", "_") for stamp in stamps])


def schemas_are_let_go_likewise(names):
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"CREATE SCHEMA {name}")
        now = "before_20260106_200000"
        cursor.execute(swap.MOVE_ASIDE.format(schema=now, ours="none", kept=swap.KEPT_ASIDE))
        cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before%' ORDER BY 1")
        assert [name for (name,) in cursor.fetchall()] == [*names[3:], now]


# Refused before anything is touched


def test_newer_ones_are_refused(old, tmp_path, untouched):
    newer = rewritten(old.kept, tmp_path / "n", lambda said: said.update(format=archive.FORMAT + 1))
    with pytest.raises(archive.Newer):
        restore.restore(newer)
    migrations = ["tournaments", "9999_of_tomorrow"]
    newer = rewritten(old.kept, tmp_path / "n", lambda said: said["migrations"].append(migrations))
    with pytest.raises(archive.Newer):
        restore.restore(newer)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"SQLite format 3\x00" * 9])
def test_other_files_are_refused(content, tmp_path, untouched):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(archive.NoBackup):
        restore.restore(tmp_path / "other")


@pytest.mark.parametrize("name", ["files/media/../../out", "/out", "media\\..\\out", "c:out"])
def test_file_that_would_write_elsewhere_is_refused(tmp_path, name):
    """What a writer has written it reads, as a restore does."""
    with pytest.raises(archive.Damaged), archive.open_writer(tmp_path / "out") as out:
        out.add(name, [b"somewhere else"])
        out.end([])


def test_part_that_is_another_than_the_list_says_is_damage(old, tmp_path):
    zeros = {"sha256": "0" * 64}
    to = rewritten(old.kept, tmp_path / "n", lambda said: said["parts"][KEY].update(zeros))
    with pytest.raises(archive.Damaged):
        parts(to)


def test_no_damage_passes_unseen(old, tmp_path):
    """Cut short, or one byte another: it is seen, or nothing that is put back is in it."""
    whole, right, chance = old.kept.read_bytes(), parts(old.kept), random.Random("damage")
    seen = 0
    for number in range(200):
        place, damaged = chance.randrange(len(whole)), bytearray(whole)
        if number % 2:
            damaged[place] ^= 1 << chance.randrange(8)
        else:
            del damaged[place:]
        (tmp_path / "damaged").write_bytes(damaged)
        with suppress(archive.Unusable):
            assert parts(tmp_path / "damaged") == right
            continue
        seen += 1
    assert seen > 150


@pytest.mark.parametrize("method", [12, 14], ids=["bzip2", "lzma"])
def test_another_method_of_packing_is_damage(old, tmp_path, method):
    damaged = bytearray(old.kept.read_bytes())
    damaged[damaged.index(b"PK\1\2") + 10] = method
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(archive.Damaged):
        parts(tmp_path / "damaged")


def test_secret_of_the_environment_must_be_that_of_the_file(old, untouched, settings):
    settings.SECRET_KEY = "another secret, as long as one has to be " * 2
    with pytest.raises(restore.OtherKey):
        restore.restore(old.kept)


# By hand


def test_wrong_names_are_told_in_one_line(old, tmp_path):
    with pytest.raises(CommandError, match="is er al, en is geen reservekopie") as refusal:
        call_command("backup", str(old.file))
    assert refusal.value.returncode == 2
    with pytest.raises(CommandError, match="nothing is er niet") as refusal:
        call_command("restore", str(tmp_path / "nothing"))
    assert refusal.value.returncode == 2


def test_back_up_is_its_owners_alone_and_nothing_is_left_of_one_that_failed(old, tmp_path):
    assert old.kept.stat().st_mode & 0o777 == 0o600
    empty = Site(tmp_path / "empty")
    assert empty.refused("backup", tmp_path / "x").startswith("Hier is nog geen site")
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


class Window(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("typed", "option", "said"),
    [
        ("ja\n", [], "De Hoop is terug, stand van 26-11-2026 om 19:39."),
        ("nee\n", [], "Er is niets veranderd."),
        ("\n", [], "Er is niets veranderd."),
        ("", ["--json"], '"rows": 721'),
    ],
)
@pytest.mark.django_db
def test_in_a_terminal_it_asks_and_answers_in_sentences(monkeypatch, tmp_path, typed, option, said):
    club_with()
    file = tmp_path / "streepje.backup"
    file.touch()
    counts = {"made": "2026-11-26T18:39:55+00:00", "rows": 721, "problems": [], "not_erased": 0}
    monkeypatch.setattr("tournaments.backup.restore.restore", lambda file: dict(counts))
    monkeypatch.setattr("django.db.connection.close", lambda: None)
    monkeypatch.setattr("sys.stdin", Window(typed))
    monkeypatch.setattr("sys.stdout", window := Window())
    call_command("restore", str(file), *option, stdout=window)
    assert said in window.getvalue()
    assert ("Hier staat al een site, met De Hoop." in window.getvalue()) == (not option)
    assert ("Wat hier stond is bewaard" in window.getvalue()) == (typed == "ja\n")


# Where a machine stops


@pytest.mark.parametrize("done", [0, 1, 2, 3])
def test_files_that_did_not_all_change_places_do_so_at_the_next_start(done, tmp_path, settings):
    settings.DATA = tmp_path
    with swap.prepare_folder() as ready:
        moves = [
            Move(ready / name, tmp_path / name, tmp_path / f"{name}.old")
            for name in ("database", "key", "pictures")
        ]
        for move in moves:
            move.fresh.write_text("new")
            move.place.write_text("old")
        swap.promise(moves)
        if done:
            moves[0].place.rename(moves[0].aside)
        if done > 1:
            moves[0].fresh.rename(moves[0].place)
        if done > 2:
            moves[1].place.rename(moves[1].aside)
    assert swap.go_on() and not swap.go_on()
    assert [(move.place.read_text(), move.aside.read_text()) for move in moves] == [
        ("new", "old")
    ] * 3
    assert not ready.exists()


def test_what_never_came_to_its_list_goes_at_the_next_start(tmp_path, settings):
    settings.DATA = tmp_path
    (tmp_path / "restoring/files").mkdir(parents=True)
    (tmp_path / "restoring/files/secret-key").write_text("of a restore that was cut off")
    assert not swap.go_on()
    assert [*tmp_path.iterdir()] == []
