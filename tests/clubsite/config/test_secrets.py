import stat
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite.config import secrets

NAME = "OF_A_TEST"


@pytest.fixture
def given(monkeypatch):
    return partial(monkeypatch.setenv, NAME)


@pytest.fixture
def credential(tmp_path, monkeypatch):
    def write(content):
        path = tmp_path / "credential"
        path.write_bytes(content)
        path.chmod(0o400)
        monkeypatch.setenv(f"{NAME}_FILE", str(path))
        return path

    return write


def refused():
    with pytest.raises(ImproperlyConfigured) as mistake:
        secrets.read_secret(NAME)
    (line,) = str(mistake.value).splitlines()
    return line


def test_secret_comes_from_the_variable_or_from_the_file_it_names(given, credential, monkeypatch):
    assert (secrets.read_secret(NAME), secrets.find_variable(NAME)) == ("", "")
    given("of the variable ")
    assert secrets.read_secret(NAME) == "of the variable "
    assert secrets.find_variable(NAME) == NAME
    given("")
    credential(b"of the file\n")
    assert secrets.read_secret(NAME) == "of the file"
    assert secrets.find_variable(NAME) == f"{NAME}_FILE"


def test_secret_that_is_given_twice_is_refused(given, credential):
    given("of the variable")
    credential(b"of the file")
    assert refused() == f"{NAME} and {NAME}_FILE are both set: keep one of them."


@pytest.mark.parametrize("content", [b"", b"\n", b"two\nlines", b"\xff\xfe", b"null\0"])
def test_file_without_one_line_of_text_is_refused_and_not_quoted(credential, content):
    path = credential(content)
    said = refused()
    assert said.startswith(f"{NAME}_FILE ({path}) ")
    assert "lines" not in said and "null" not in said


def test_file_that_cannot_be_read_is_refused(monkeypatch, tmp_path):
    for path, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        monkeypatch.setenv(f"{NAME}_FILE", str(path))
        assert refused().startswith(f"{NAME}_FILE ({path}) can't be read: {why}")


# The key of the site


def test_key_is_made_once_and_kept_from_others(tmp_path):
    path = tmp_path / "data" / "secret-key"
    key = secrets.get_or_make_key(path)
    assert len(key) >= 50
    assert secrets.get_or_make_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_starts_at_the_same_moment_get_the_same_key(tmp_path):
    with ThreadPoolExecutor(8) as starts:
        keys = set(starts.map(lambda _: secrets.get_or_make_key(tmp_path / "key"), range(8)))
    assert len(keys) == 1


@pytest.mark.parametrize(
    "damaged", [b"", b"kort", b"\0" * 67, b"\xff" * 67], ids=["empty", "short", "zeros", "no text"]
)
def test_damaged_key_is_told_and_not_replaced(tmp_path, damaged):
    path = tmp_path / "key"
    path.write_bytes(damaged)
    with pytest.raises(ImproperlyConfigured, match="key is leeg of beschadigd"):
        secrets.get_or_make_key(path)
    assert path.read_bytes() == damaged


def test_power_cut_while_writing_leaves_no_key_and_no_empty_file(tmp_path, monkeypatch):
    def cut(handle):
        assert not (tmp_path / "key").exists()
        raise KeyboardInterrupt

    monkeypatch.setattr("clubsite.config.secrets.os.fsync", cut)
    with pytest.raises(KeyboardInterrupt):
        secrets.get_or_make_key(tmp_path / "key")
    assert list(tmp_path.iterdir()) == []


def test_disk_without_hard_links_keeps_a_key_as_well(tmp_path, monkeypatch):
    def refuse(path, other):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("pathlib.Path.hardlink_to", refuse)
    key = secrets.get_or_make_key(tmp_path / "key")
    assert secrets.get_or_make_key(tmp_path / "key") == key
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
