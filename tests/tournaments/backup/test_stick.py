"""A second place for copies: what comes onto a stick, what goes from it, and what is said of one
that is full, gone, damaged or silent.
"""

import errno
import json
import os
import resource
import subprocess
import sys
from datetime import datetime

import pytest

from tests.servers import ROOT
from tournaments.backup import archive, stick

OLD, BEFORE, NEW = (f"streepje-2026-11-19-21.{minute}.05-ab12.backup" for minute in (32, 33, 34))
NEIGHBOURS = "streepje-2026-11-19-21.00.00-0f0f.backup"


@pytest.fixture
def data(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "STICK" / stick.FOLDER).mkdir(parents=True)
    return tmp_path / "STICK" / stick.FOLDER


def copy_at(path):
    with archive.open_writer(path) as out:
        out.add("files/some", [os.urandom(300_000)])
        out.end([])
    return path


def carry(copy, folder, data, before=BEFORE, *, apart="beside", most=None):
    words = [sys.executable, "-m", "tournaments.backup.stick", "carry"]
    words += [str(copy), str(folder), str(data), apart, before]

    def no_larger():
        if most:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    done = subprocess.run(words, cwd=ROOT, capture_output=True, preexec_fn=no_larger, check=True)
    return json.loads(done.stdout)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_new_copy_and_the_one_before_it_stay_with_those_of_other_sites(data, folder):
    for name in (OLD, BEFORE, NEIGHBOURS, f".{OLD}.new", f".{OLD}.x1y2", "holiday.jpg"):
        (folder / name).write_bytes(b"something")
    new = copy_at(data / NEW)
    assert carry(new, folder, data) == {"name": NEW}
    assert (folder / NEW).read_bytes() == new.read_bytes()
    assert (folder / NEW).stat().st_mode & 0o777 == 0o600
    assert names(folder) == sorted([stick.READ_ME, BEFORE, NEW, NEIGHBOURS, "holiday.jpg"])
    words = (folder / stick.READ_ME).read_text()
    assert "start --lan" in words
    assert "namen" in words  # of people: personal data


def test_with_nothing_known_of_the_one_before_it_is_that_of_the_latest_hour(data, folder):
    for name in (OLD, BEFORE):
        (folder / name).touch()
    carry(copy_at(data / NEW), folder, data, before="")
    assert names(folder) == sorted([stick.READ_ME, BEFORE, NEW])


@pytest.mark.parametrize("place", [0, -1])
def test_a_damaged_copy_takes_nobodys_place(data, folder, place):
    new = copy_at(data / NEW)
    bytes_of = bytearray(new.read_bytes())
    bytes_of[len(bytes_of) // 2] ^= 1
    new.write_bytes(bytes_of if place else b"half of " + bytes_of[:100])
    (folder / BEFORE).touch()
    assert carry(new, folder, data) == {"why": "damaged"}
    assert names(folder) == [BEFORE]


def test_on_a_full_stick_what_was_there_stays(data, folder):
    (folder / OLD).touch()
    (folder / BEFORE).touch()
    assert carry(copy_at(data / NEW), folder, data, most=100_000) == {"why": "full"}
    assert names(folder) == [OLD, BEFORE]


def test_a_stick_that_was_taken_out_is_gone_also_where_its_folder_is_left(data, folder):
    new = copy_at(data / NEW)
    assert carry(new, folder, data, apart="apart") == {"why": "gone"}
    assert names(folder) == []
    folder.rmdir()
    assert carry(new, folder, data) == {"why": "gone"}
    assert not folder.exists()


def test_a_place_is_tried_before_it_is_used(data, tmp_path):
    named = tmp_path / "STICK"
    assert stick.main(["try", str(named), str(data)]) == {"why": "gone"}
    named.mkdir()
    for _ in range(2):
        status = stick.main(["try", str(named), str(data)])
        assert (status["folder"], status["apart"]) == (str(named / stick.FOLDER), False)
        assert names(named / stick.FOLDER) == [stick.READ_ME]
    assert stick.try_out(named / stick.FOLDER, data)["folder"] == str(named / stick.FOLDER)


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EROFS, "locked"),
        (errno.EACCES, "locked"),
        (errno.ENOENT, "gone"),
        (errno.EIO, "failed"),
    ],
)
def test_what_the_system_says_in_one_word(number, word):
    assert stick.explain_error(OSError(number, "no")) == word
    assert word in stick.WHY


def test_copies_are_found_the_last_one_first(folder, tmp_path):
    for name in (BEFORE, NEW, NEIGHBOURS, "holiday.jpg"):
        (folder / name).touch()
    found = stick.list_copies([tmp_path / "none", folder.parent])
    assert [copy.path.name for copy in found] == [NEW, BEFORE, NEIGHBOURS]
    assert (found[0].drive, found[0].when) == ("STICK", datetime(2026, 11, 19, 21, 34))
