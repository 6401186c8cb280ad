"""Programs that a test needs and that come with no Python package.

Where one lacks, the test is passed over and the end of the run says so in capitals. With
STREEPJE_COMPLETE, as .ci/run and .ci/nightly have it, that is a failure.
"""

import importlib.util
import os
import shutil
from typing import NoReturn

import pytest

MISSING = "this machine lacks"


def program(name: str, package: str = "") -> str:
    """Where it is. Debian has it in a package, mostly one of the same name."""
    path = f"{os.environ['PATH']}{os.pathsep}/usr/sbin"
    return shutil.which(name, path=path) or lacks(name, f"sudo apt install {package or name}")


def module(name: str) -> None:
    """What another Python package brings than those that are locked."""
    if not importlib.util.find_spec(name):
        lacks(name, f"pip install {name}")


def lacks(name: str, how: str) -> NoReturn:
    said = f"{MISSING} {name} ({how})"
    if os.environ.get("STREEPJE_COMPLETE"):
        pytest.fail(said)
    pytest.skip(said)


def tell(terminalreporter) -> None:
    """At the end of a run: what was not tested, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    passed_over = [one for one in skipped if MISSING in str(one.longrepr)]
    if passed_over:
        terminalreporter.section("NOT TESTED on this machine", sep="!", red=True, bold=True)
    for one in passed_over:
        _file, _line, reason = one.longrepr
        terminalreporter.line(f"  {one.nodeid}: {reason.removeprefix('Skipped: ')}")
