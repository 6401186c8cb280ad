"""Windows and macOS, simulated: what the program would do there."""

from pathlib import Path

import pytest

from scoring.toolkit import operating_system

HOME = Path.home()


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {}, HOME / ".local/share/streepje"),
        ("linux", {"XDG_DATA_HOME": "/srv/data"}, Path("/srv/data/streepje")),
        ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share/streepje"),
        ("darwin", {"XDG_DATA_HOME": "/x"}, HOME / "Library/Application Support/Streepje"),
        ("win32", {"LOCALAPPDATA": "/C/Ans/Local"}, Path("/C/Ans/Local/Streepje")),
        ("win32", {}, HOME / "AppData/Local/Streepje"),
    ],
)
def test_data_stands_where_that_system_keeps_it(monkeypatch, system, environment, folder):
    monkeypatch.setattr(operating_system, "SYSTEM", system)
    assert operating_system.data_folder(environment) == folder


@pytest.mark.parametrize(
    ("system", "word"), [("linux", "python3"), ("darwin", "python3"), ("win32", "py")]
)
def test_python_is_called_as_people_type_it_there(monkeypatch, system, word):
    monkeypatch.setattr(operating_system, "SYSTEM", system)
    assert operating_system.word_for_python() == word
