"""With STREEPJE_COMPLETE (.ci/run, .ci/nightly) a missing program is a failure, not a skip."""

import importlib.util
import os
import shutil
from typing import NoReturn

import pytest

MISSING = "this machine lacks"


def program(name: str, package: str = "") -> str:
    path = f"{os.environ['PATH']}{os.pathsep}/usr/sbin"
    return shutil.which(name, path=path) or lacks(name, f"sudo apt install {package or name}")


def module(name: str) -> None:
    if not importlib.util.find_spec(name):
        lacks(name, f"pip install {name}")


def lacks(name: str, how: str) -> NoReturn:
    reason = f"{MISSING} {name} ({how})"
    if os.environ.get("STREEPJE_COMPLETE"):
        pytest.fail(reason)
    pytest.skip(reason)


def tell(terminalreporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    not_tested = [report for report in skipped if MISSING in str(report.longrepr)]
    if not_tested:
        terminalreporter.section("NOT TESTED on this machine", sep="!", red=True, bold=True)
    for report in not_tested:
        _file, _line, reason = report.longrepr
        terminalreporter.line(f"  {report.nodeid}: {reason.removeprefix('Skipped: ')}")
