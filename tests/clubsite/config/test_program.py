import sys
import tomllib
from pathlib import Path

import pytest

from clubsite import command_line
from clubsite.config import program
from scoring.toolkit import operating_system

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture
def package(monkeypatch):
    monkeypatch.setattr(program, "IS_PACKAGE", True)


def test_in_its_folder_it_is_run_by_manage_py_and_keeps_its_data_there():
    assert not program.IS_PACKAGE
    assert program.write_command("start", "--lan") == "python3 manage.py start --lan"
    assert program.build_command("demo") == [sys.executable, str(ROOT / "manage.py"), "demo"]
    assert (program.find_data_folder(), program.FILES) == (ROOT / "data", ROOT)
    assert program.find_version() == PROJECT["project"]["version"]


@pytest.mark.usefixtures("package")
def test_as_a_package_it_is_a_command_and_keeps_its_data_with_the_user():
    assert program.write_command("start", "--lan") == "streepje start --lan"
    assert program.build_command("demo")[1:] == ["-P", "-m", "clubsite", "demo"]
    assert program.find_data_folder() == operating_system.find_data_folder()


def test_who_has_a_site_as_a_package_is_told_how_to_bring_it_along(monkeypatch, tmp_path):
    monkeypatch.setattr(operating_system, "find_data_folder", lambda: tmp_path)
    assert program.describe_another_site(tmp_path / "own") == ""
    (tmp_path / "streepje.sqlite3").touch()
    line = program.describe_another_site(tmp_path / "own")
    assert "streepje backup streepje.backup" in line
    assert "python3 manage.py restore" in line
    assert program.describe_another_site(tmp_path) == ""


@pytest.mark.usefixtures("package")
def test_with_an_empty_package_one_is_told_how_to_bring_a_site_along(tmp_path):
    line = program.describe_another_site(tmp_path)
    assert "python3 manage.py backup" in line
    assert "streepje restore" in line


@pytest.mark.parametrize("name", command_line.OF_THE_SOURCE)
def test_command_that_needs_the_source_says_so(name, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["streepje", name])
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"{name} hoort bij de broncode")


# What stands in pyproject.toml


def test_every_licence_goes_along():
    found = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("LICENSE*")}
    for app in ("clubsite", "scoring", "tournaments"):
        found |= {p.relative_to(ROOT).as_posix() for p in (ROOT / app).rglob("LICENSE*")}
    assert set(PROJECT["project"]["license-files"]) == found
