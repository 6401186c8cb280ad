"""What closed nights came to, on the disk: the same as worked out, and never in the way."""

import os
import shutil
import time
from fractions import Fraction

import pytest

from clubsite.maintenance.purge import purge
from scoring.models import Sheet
from scoring.sheets import arbiter_penalties
from tests.tournaments.evenings import people
from tests.tournaments.files.transfer.moving import full_club
from tests.tournaments.standings.test_calculate import evening, shut
from tournaments.nights import closing
from tournaments.standings import calculate, disk_cache, played_nights, season_history
from tournaments.standings.rules import PlayedRound, PlayerRound

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path):
    settings.KNOWN = tmp_path / "known"
    return settings.KNOWN


@pytest.fixture
def start():
    """Nothing is in memory."""

    def anew():
        for known in (played_nights._known, season_history._known):
            known.clear()

    anew()
    yield anew
    anew()


@pytest.fixture
def scored(monkeypatch):
    """How many forms were."""
    count, once = [], played_nights.SheetResult
    monkeypatch.setattr(
        played_nights, "SheetResult", lambda *given: count.append(1) or once(*given)
    )
    return count


def rows(club):
    return [calculate.compute_season_standing(season) for season in club.seasons.all()]


def test_night_with_changes_is_the_same_after_a_start(folder, start, scored):
    club = full_club()
    shut(club.seasons.get().nights.get(state="playing"))
    start()
    before = rows(club)
    assert len(scored) == 4
    start()
    assert rows(club) == before
    assert len(scored) == 4
    assert {oct(path.stat().st_mode & 0o777) for path in folder.glob("*/*")} == {"0o600"}
    assert b"Speler" not in b"".join(path.read_bytes() for path in folder.glob("*/*"))


def test_opened_again_or_otherwise_seated_it_is_worked_out_anew(folder, start, scored, season):
    night = evening(season, people(season, 4))
    sheet = Sheet.objects.get()
    names = [seat.name for seat in sheet.seats.all()]
    first = rows(season.club)
    night = closing.reopen(night=night, reason="fout")
    arbiter_penalties.penalize(sheet=sheet, player=names[0], points=50, reason="laat", signed="Ans")
    closing.close(night=night, reason="klaar")
    start()
    assert rows(season.club) != first
    assert len(scored) == 2
    sheet.seats.filter(position=1).update(name="Anders")
    start()
    rows(season.club)
    assert len(scored) == 3


def test_damaged_or_not_to_be_written_it_is_worked_out(folder, start, scored, season):
    evening(season, people(season, 4))
    before = rows(season.club)
    (file,) = folder.glob("*/*")
    for content in (b"", b"[[", b"5", b"[[[[1]], 2]]", b'[[[["x"]]]]', b"\xff"):
        file.write_bytes(content)
        start()
        assert rows(season.club) == before
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("no folder")
    start()
    assert rows(season.club) == before


def test_every_figure_of_a_share_comes_back(folder):
    share = PlayerRound(
        *(7, Fraction(25, 2), 8, 2, (5, -3), ("a", "b"), 1, (1, 2), 3, 6, True, True, 9, True, 3)
    )
    whole = (PlayedRound((share, PlayerRound(1, 40)), frozenset({3, 4})), PlayedRound(()))
    disk_cache.save("a", whole)
    assert disk_cache.read("a") == whole
    assert [type(share.points) for share in disk_cache.read("a")[0].shares] == [Fraction, int]


def test_what_is_old_or_of_another_program_goes(folder):
    disk_cache.save("new", [])
    disk_cache.save("old", [])
    current = disk_cache._folder()
    os.utime(current / "old", (time.time() - 100 * 86400,) * 2)
    other = folder / "another"
    other.mkdir()
    (other / "one").write_text("[]")
    assert purge()["files"] == 2
    assert list(folder.glob("*/*")) == [current / "new"]
    assert list(folder.iterdir()) == [current]


def test_program_that_counts_is_all_that_it_imports():
    found = disk_cache.find_modules(disk_cache.COUNTS, disk_cache.ROOT)
    for word in (
        "scoring.models",
        "scoring.sheets.replay",
        "scoring.games.jokeren",
        "tournaments.models",
    ):
        assert word in found
    assert not {name for name in found if name.startswith("clubsite") or ".views" in name}


def test_what_a_module_imports_belongs_to_the_program(tmp_path):
    """Deep down, within a function, by its package, and in a circle; but nothing of others."""
    for path, text in {
        "ours/__init__.py": "import json, beside",
        "beside/__init__.py": "from . import more",
        "ours/count.py": "def count():\n    from ours.deep import add",
        "ours/deep/__init__.py": "from ours.deep.add import add, more\nimport ours.other",
        "ours/deep/add.py": "import ours.count",
        "ours/other.py": "",
        "ours/apart.py": "import ours.count",
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    found = disk_cache.find_modules("ours.count", tmp_path, ("ours",))
    names = {"ours", "ours.count", "ours.deep", "ours.deep.add", "ours.other"}
    assert found.keys() == names


@pytest.fixture
def program(monkeypatch, tmp_path):
    """A copy of the programs of the site, and the fingerprint of those that count."""
    for app in ("scoring", "tournaments"):
        shutil.copytree(
            *(disk_cache.ROOT / app, tmp_path / app),
            ignore=shutil.ignore_patterns("static", "paper", "migrations", "__pycache__"),
        )
    monkeypatch.setattr(disk_cache, "ROOT", tmp_path)
    return tmp_path, disk_cache._program.__wrapped__


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("scoring/models.py", True),
        ("scoring/toolkit/problems.py", True),
        ("scoring/pages/history_in_words.py", False),
    ],
)
def test_another_program_has_another_fingerprint_if_it_counts(program, file, counts):
    root, fingerprint = program
    before = fingerprint()
    with (root / file).open("a") as source:
        source.write("\n# changed\n")
    assert (fingerprint() != before) == counts
