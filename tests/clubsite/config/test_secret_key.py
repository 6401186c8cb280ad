import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite.config.environment import get_or_make_key


def test_key_is_made_once_and_kept_from_others(tmp_path):
    path = tmp_path / "data" / "secret-key"
    key = get_or_make_key(path)
    assert len(key) >= 50
    assert get_or_make_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_starts_at_the_same_moment_get_the_same_key(tmp_path):
    with ThreadPoolExecutor(8) as starts:
        keys = set(starts.map(lambda _: get_or_make_key(tmp_path / "key"), range(8)))
    assert len(keys) == 1


@pytest.mark.parametrize(
    "damaged", [b"", b"kort", b"\0" * 67, b"\xff" * 67], ids=["empty", "short", "zeros", "no text"]
)
def test_damaged_key_is_told_and_not_replaced(tmp_path, damaged):
    path = tmp_path / "key"
    path.write_bytes(damaged)
    with pytest.raises(ImproperlyConfigured, match="key is leeg of beschadigd"):
        get_or_make_key(path)
    assert path.read_bytes() == damaged


def test_power_cut_while_writing_leaves_no_key_and_no_empty_file(tmp_path, monkeypatch):
    def cut(handle):
        assert not (tmp_path / "key").exists()
        raise KeyboardInterrupt

    monkeypatch.setattr("clubsite.config.environment.os.fsync", cut)
    with pytest.raises(KeyboardInterrupt):
        get_or_make_key(tmp_path / "key")
    assert list(tmp_path.iterdir()) == []


def test_disk_without_hard_links_keeps_a_key_as_well(tmp_path, monkeypatch):
    def refuse(path, other):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("pathlib.Path.hardlink_to", refuse)
    key = get_or_make_key(tmp_path / "key")
    assert get_or_make_key(tmp_path / "key") == key
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
