import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from clubsite.secret import secret_key


def test_key_is_made_once_and_kept_from_others(tmp_path):
    path = tmp_path / "data" / "secret-key"
    key = secret_key(path)
    assert len(key) >= 50
    assert secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_two_sites_have_two_keys(tmp_path):
    assert secret_key(tmp_path / "one") != secret_key(tmp_path / "other")


def test_starts_at_the_same_moment_get_the_same_key(tmp_path):
    with ThreadPoolExecutor(8) as starts:
        keys = set(starts.map(lambda _: secret_key(tmp_path / "key"), range(8)))
    assert len(keys) == 1


def test_damaged_key_is_told_and_not_replaced(tmp_path):
    path = tmp_path / "key"
    path.write_text("kort")
    with pytest.raises(RuntimeError, match="holds no key"):
        secret_key(path)
    assert path.read_text() == "kort"
