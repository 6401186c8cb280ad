"""No file that anybody sends makes the site fall over, nor takes more than 256 MB of memory."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.by_day import SEARCHES
from tests.tournaments.files.readers import hostile
from tests.tournaments.files.readers.measure import LIMIT, outcome

ROOT = Path(__file__).resolve().parents[4]
FILES = int(os.environ.get("STREEPJE_FILES", "400"))
SEED = os.environ.get("STREEPJE_SEED", "autumn")
# More than a second each: at night.
SLOW = {"a sea of tags", "half a million texts", "100,000 styles", "sheets that are all the same"}
SLOW |= {"bomb that is read again and again", "empty lines that are painted"}
SLOW |= {"as many cells as go in"}
CORPUS = {name: case for name, case in hostile.CORPUS.items() if name not in SLOW or SEARCHES}


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    for number, (make, _code) in enumerate(CORPUS.values()):
        (folder / f"{number:02}").write_bytes(make())
    command = [sys.executable, "-m", "tests.tournaments.files.readers.measure", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return dict(zip(CORPUS, json.loads(done.stdout).values(), strict=True))


def test_every_hostile_file_is_refused_with_its_number_or_read(measured):
    said = {name: measure["said"].split()[0] for name, measure in measured.items()}
    assert said == {name: code or "read" for name, (_make, code) in CORPUS.items()}
    assert len(said) >= 36


def test_none_takes_more_than_256_megabytes(measured):
    most = max(measured.values(), key=lambda item: item["megabytes"])
    assert most["megabytes"] * 1024 * 1024 <= LIMIT, measured


def test_none_keeps_the_processor_busy(measured):
    """The worst takes one or two seconds."""
    slowest = max(measured, key=lambda name: measured[name]["seconds"])
    assert measured[slowest]["seconds"] < 10, slowest


def test_mutated_files_are_read_or_refused():
    chance = random.Random(SEED)
    said = Counter(outcome(changed(chance)).split()[0] for _ in range(FILES))
    assert sum(said.values()) == FILES
    assert said["read"] > FILES / 20, "most never get as far as the cells"


def changed(chance):
    """A file that was well; of most workbooks a part is changed and packed as it should be, for
    otherwise the packing alone is what is found broken.
    """
    if chance.random() < 0.5:
        return mutated(chance.choice(SOUND), chance)
    name = chance.choice([*hostile.PARTS])
    _path, usual = hostile.PARTS[name]
    return hostile.workbook(0, **{name: mutated(usual.encode(), chance)})


def mutated(data, chance):
    """Some bytes changed, lost, doubled or put in from elsewhere."""
    whole = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        place, length = chance.randrange(len(whole) + 1), chance.choice((1, 1, 1, 2, 4, 40))
        new = chance.choice((chance.randbytes(length), b"", whole[place : place + length] * 2))
        whole[place : place + length] = chance.choice((new, new, chance.choice(WORDS)))
    return bytes(whole)


WORDS = (
    *(b"PK\x03\x04", b"PK\x01\x02", b"\0", b'"', b"<", b">", b"]]>", b"&a;", b"<!DOCTYPE x>"),
    *(b"\xff\xff\xff\xff", b'r="A0"', b't="s"', b"1e999", b";", b"\n", b"\xef\xbb\xbf"),
)
SOUND = (
    hostile.workbook(),
    hostile.workbook(0),
    'Voornaam;Achternaam\nAns;van den Berg\nÉva;"Bos"\n'.encode(),
    "Naam\tLidnummer\nWim Smit\t7\n".encode("utf-16"),
    b"Naam;3-9;streepjes;10 sep\nAns;120,5;3;afw\nBob;7;;-1\n",
    b"Datum;Naam;Punten;E-mail\n3-9-2026;Ans;7;a@b.nl\n3-9-2026;Bob;8;\n",
)
