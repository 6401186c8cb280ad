from typing import Any

import pytest

from scoring.games.sheet import json_input


@pytest.mark.parametrize(
    ("raw", "value"),
    [(b'{"a": [1, 2]}', {"a": [1, 2]}), ('\ufeff"Ans é"'.encode(), "Ans é"), (b"null", None)],
)
def test_value_is_read(raw: bytes, value: Any) -> None:
    assert json_input.parse(raw) == (value, False)


@pytest.mark.parametrize(
    ("raw", "check"),
    [
        (b"{", json_input.NOT_JSON),
        (b"", json_input.NOT_JSON),
        (b"1" * 5000, json_input.NOT_JSON),
        (b'"\xff"', json_input.NOT_UTF8),
        (b"[" * 200_000, json_input.TOO_DEEP),
    ],
)
def test_text_that_can_not_be_read(raw: bytes, check: Any) -> None:
    with pytest.raises(json_input.Unreadable) as refused:
        json_input.parse(raw)
    assert refused.value.check == check


def test_reason_of_the_reader_is_kept_short() -> None:
    with pytest.raises(json_input.Unreadable) as refused:
        json_input.parse(b"1" * 5000)
    assert len(refused.value.params["why"]) == 80
    with pytest.raises(json_input.Unreadable) as refused:
        json_input.parse(b"{")
    assert "property name" in refused.value.params["why"]


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (b'{"a": 1, "a": 2}', "a"),
        (b'{"a": 1, "b": 1, "c": 1, "b": 1}', "b"),
        (b'{"x": {"a": 1, "a": 1}}', "a"),
        (b'{"x": [1, [{"a": 1, "a": 1}]], "y": 3}', "a"),
        (b'[1, {"b": {}}, {"a": 1, "a": 1}, 2]', "a"),
    ],
)
def test_key_that_is_written_twice(raw: bytes, key: str) -> None:
    value, twice = json_input.parse(raw)
    assert twice is True
    assert json_input.find_double_key(value) == key


def test_last_of_two_is_kept() -> None:
    assert json_input.parse(b'{"a": 1, "a": 2}')[0] == {"a": 2}


@pytest.mark.parametrize("raw", [b'[{"a": 1}, {"a": 1}]', b'{"a": {"a": 1}}', b'["a", "a"]', b"3"])
def test_key_that_is_written_once_in_each_object(raw: bytes) -> None:
    value, twice = json_input.parse(raw)
    assert twice is False
    assert json_input.find_double_key(value) is None
