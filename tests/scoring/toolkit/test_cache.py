import ast
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from scoring.toolkit.cache import LRU

ROOT = Path(__file__).resolve().parents[3]
THREADS, TURNS = 8, 2000
# Dictionaries of a module that only ever grow, by what is there to be asked for.
NEVER_EMPTIED = {
    "scoring/toolkit/translation.py: _words",
    "scoring/games/__init__.py: _without_options",
    "tournaments/accounts/mail.py: writers",
}


def test_value_is_made_once():
    made = []
    known = LRU[str, int](2)
    for _ in range(2):
        assert known.get_or_make("a", lambda: made.append("a") or 1) == 1
    assert made == ["a"]


def test_what_is_nothing_is_known_too():
    known = LRU[str, None](2)
    known.put_many({"a": None})
    assert known.get_or_make("a", lambda: pytest.fail("it is known")) is None


def test_the_one_used_longest_ago_goes():
    known = LRU[str, int](2)
    known.put_many({"a": 1, "b": 2})
    assert known.get("a") == 1
    known.put_many({"c": 3})
    assert known.get_many("abc") == {"a": 1, "c": 3}
    assert len(known) == 2
    known.clear()
    assert len(known) == 0
    assert known.get("a") is None


def test_more_than_there_is_room_for_is_given_all_the_same():
    known = LRU[int, int](2)
    known.put_many({number: number for number in range(5)})
    assert known.get_many(range(5)) == {3: 3, 4: 4}


def test_making_one_may_ask_for_another():
    known = LRU[str, int](2)
    assert known.get_or_make("a", lambda: known.get_or_make("b", lambda: 1) + 1) == 2


def test_who_makes_a_value_holds_up_nobody():
    known, both = LRU[str, int](2), Barrier(2, timeout=10)
    with ThreadPoolExecutor(2) as threads:
        made = [threads.submit(known.get_or_make, key, both.wait) for key in ("a", "b")]
        assert {future.result() for future in made} == {0, 1}


@pytest.fixture
def hurried():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads_that_fill_and_empty_it_each_get_what_they_asked_for(hurried):
    known = LRU[int, int](3)
    start = Barrier(THREADS)

    def ask(thread):
        start.wait()
        for turn in range(TURNS):
            key = (thread + turn) % 7
            assert known.get_or_make(key, lambda: key) == key  # noqa: B023  called at once
            assert known.get_many([key]).get(key, key) == key
            if turn % 50 == thread:
                known.clear()

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(ask, range(THREADS)))
    assert len(known) <= 3


def test_no_module_keeps_what_threads_share_in_a_plain_dictionary():
    folders = (ROOT / app for app in ("scoring", "tournaments", "clubsite"))
    files = (path for folder in folders for path in folder.rglob("*.py"))
    assert {name for path in files for name in dictionaries(path)} == NEVER_EMPTIED


def dictionaries(path):
    """The names of a module that begin as an empty dictionary."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty(node.value):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield f"{path.relative_to(ROOT)}: {target.id}"


def is_empty(value):
    call = isinstance(value, ast.Call) and getattr(value.func, "id", "")
    return (isinstance(value, ast.Dict) and not value.keys) or call in {"dict", "defaultdict"}
