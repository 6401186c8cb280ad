"""The same seed and question give the same draw, on every Python and for good.

A digest here that has to change means another algorithm: raise its name in `draw.engine`, so that
records of before are refused and not called forged.
"""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.by_day import by_day
from tests.tournaments.draw.alone import ASKED
from tournaments.draw import draw
from tournaments.draw.engine.request import Request

ROOT = Path(__file__).resolve().parents[3]
DIGESTS = json.loads(Path(__file__).with_name("digests.json").read_text())


def test_a_version_of_before_draws_what_it_drew():
    rounds = [draw(Request(32, 10), "always the same", version).rounds for version in ("2", "3")]
    found = [sha256(json.dumps(drawn).encode()).hexdigest()[:16] for drawn in rounds]
    assert found == ["e5af3e371b45263b", "a87573ad4ffcdca2"]


def test_another_seed_is_another_draw():
    assert draw(ASKED["season"], "one").rounds != draw(ASKED["season"], "two").rounds


def pythons():
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    return [sys.executable, *map(str, folder.glob("3.1[1-9]*/bin/python"))]


@pytest.mark.parametrize("python", by_day(pythons(), sys.executable))
def test_other_pythons_draw_the_same(python):
    """With none of what this project installs: the draw needs the standard library alone."""
    words = "import sys; sys.path.insert(0, sys.argv[1]); from tests.tournaments.draw import alone"
    words += "; alone.main()"
    done = subprocess.run([python, "-S", "-c", words, str(ROOT)], capture_output=True, text=True)
    assert done.stderr == ""
    assert json.loads(done.stdout) == DIGESTS
