import re

import pytest

from tests.scripts import ROOT

GITHUB = sorted((ROOT / ".github/workflows").glob("*.yml"))
GITLAB = ROOT / ".gitlab-ci.yml"
# To set up and to test where .ci/run can't be; what a container needs to read a clone.
ELSEWHERE = {
    f"{python} manage.py {name}" for python in ("python", "python3") for name in ("check", "test")
}
READABLE = "git config --global --add safe.directory '*'"


def lines(text: str) -> list[str]:
    behind = re.findall(r"^ *- run: (.+)$", text, re.MULTILINE)
    lists = re.findall(r"^  script:\n((?:    - .+\n)+)", text, re.MULTILINE)
    return behind + [
        line.strip().removeprefix("- ") for block in lists for line in block.splitlines()
    ]


@pytest.mark.parametrize("path", [*GITHUB, GITLAB], ids=lambda path: path.name)
def test_forge_runs_our_own_scripts_and_nothing_else(path):
    text = path.read_text(encoding="utf-8")
    found = lines(text)
    assert len(found) == len(re.findall(r"run: |^    - (?!if:|when:|cron:)", text, re.MULTILINE))
    ours = {line for line in found if line.startswith(".ci/")}
    assert ours and all((ROOT / line).stat().st_mode & 0o100 for line in ours)
    assert set(found) - ours <= {READABLE, *ELSEWHERE}


def test_workflow_may_only_read_and_ends_some_time():
    for path in GITHUB:
        text = path.read_text(encoding="utf-8")
        assert "permissions:\n  contents: read\n" in text
        assert text.count("runs-on:") == text.count("timeout-minutes:")
        assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_hooks_run_programs_that_our_lock_has():
    hooks = re.findall(
        r"entry: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text(), re.MULTILINE
    )
    lock = (ROOT / "requirements-dev.txt").read_text()
    for entry in hooks:
        python, flag, module, *_ = entry.split()
        assert (python, flag) == (".venv/bin/python", "-m")
        assert f"\n{module}==" in lock
