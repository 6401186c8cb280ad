"""What is typed: read strictly, refused with a number, never a traceback."""

import pytest

from scoring.toolkit.problems import UserError
from tournaments.draw.engine.request import Constraint, Duties
from tournaments.draw.json_input import Reader, parse

READER = Reader("f", 5)


def refused(call, *given):
    with pytest.raises(UserError) as caught:
        call(*given)
    return [problem["code"] for problem in caught.value.problems]


def test_json_is_read_with_or_without_a_byte_order_mark():
    assert parse(b"\xef\xbb\xbf[1]", "f") == [1]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"\xff", "D01"),
        (b"[", "D01"),
        (b"[" * 100_000, "D01"),
        (b"1" * 5000, "D01"),
        (b'{"a": 1, "a": 2}', "D02"),
        (b'{"' + b"a" * 60 + b'": 1, "' + b"a" * 60 + b'": 2}', "D02"),
    ],
)
def test_what_can_not_be_read(raw, code):
    assert refused(parse, raw, "f") == [code]


def test_history():
    assert READER.read_history([[0, 1, 3], [4, 2, 1], [3, 4, 0]]) == ((0, 1, 3), (2, 4, 1))


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({}, "D06"),
        ([1], "D06"),
        ([[0, 1]], "D06"),
        ([[0, 1, -1]], "D06"),
        ([[0, 1, 1.0]], "D06"),
        ([[0, 1, True]], "D06"),
        ([[0, 1, 100_001]], "D06"),
        ([[0, 5, 1]], "D07"),
        ([[-1, 0, 1]], "D07"),
        ([["0", 1, 1]], "D07"),
        ([[False, 1, 1]], "D07"),
        ([[1, 1, 1]], "D08"),
        ([[0, 1, 1], [1, 0, 2]], "D09"),
    ],
)
def test_history_that_is_refused(value, code):
    assert refused(READER.read_history, value) == [code]


def test_standing():
    assert READER.read_standing([1, 1, 3, 4, 100]) == (1, 1, 3, 4, 100)


@pytest.mark.parametrize(
    ("value", "code"),
    [({}, "D06"), ([1, 2], "D10"), ([0, 1, 2, 3, 4], "D06"), ([1, 2, 3, 4, None], "D06")],
)
def test_standing_that_is_refused(value, code):
    assert refused(READER.read_standing, value) == [code]


def test_constraints():
    given = {"apart": [[1, 0], [0, 1]], "together": [[2, 3]], "fixed_table": {"4": 2}}
    assert READER.read_constraints(given, 2) == (
        Constraint("apart", 0, 1),
        Constraint("together", 2, 3),
        Constraint("fixed_table", 4, 2),
    )
    assert READER.read_constraints({}, 0) == ()


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([], "D06"),
        ({"near": []}, "D05"),
        ({"apart": {}}, "D06"),
        ({"apart": [[0]]}, "D06"),
        ({"apart": [[0, 0]]}, "D08"),
        ({"together": [[0, 9]]}, "D07"),
        ({"fixed_table": []}, "D06"),
        ({"fixed_table": {"5": 1}}, "D07"),
        ({"fixed_table": {"01": 1}}, "D07"),
        ({"fixed_table": {"x": 1}}, "D07"),
        ({"fixed_table": {"9" * 5000: 1}}, "D07"),
        ({"fixed_table": {"0": 0}}, "D11"),
        ({"fixed_table": {"0": 3}}, "D11"),
        ({"fixed_table": {"0": "1"}}, "D11"),
        ({"fixed_table": {"0": True}}, "D11"),
    ],
)
def test_constraints_that_are_refused(value, code):
    assert refused(READER.read_constraints, value, 2) == [code]


def test_earlier_rounds_may_name_who_left():
    assert READER.read_earlier([[[0, 1], [2, 77]]]) == (((0, 1), (2, 77)),)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1, "D06"),
        ([1], "D06"),
        ([[1]], "D06"),
        ([[["a"]]], "D06"),
        ([[[0, 1], [1, 2]]], "D08"),
        ([[]] * 51, "D06"),
    ],
)
def test_earlier_rounds_that_are_refused(value, code):
    assert refused(READER.read_earlier, value) == [code]


def test_kept_tables():
    assert READER.read_kept_rounds([{"1": [0, 1]}, {}], 2, 2) == ({1: (0, 1)}, {})


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({}, "D06"),
        ([{}, {}, {}], "D06"),
        ([[]], "D06"),
        ([{"3": [0]}], "D11"),
        ([{"1": [0, 9]}], "D07"),
        ([{"1": [0], "2": [0]}], "D08"),
    ],
)
def test_kept_tables_that_are_refused(value, code):
    assert refused(READER.read_kept_rounds, value, 2, 2) == [code]


def test_duties():
    given = {
        "small": [0, 0.5, -0.5, 1, 0],
        "likes": [True, False, True, True, True],
        "partners": [[1, 0, 2]],
    }
    assert READER.read_duties(given) == Duties(
        small=(0, 0.5, -0.5, 1, 0),
        likes=(True, False, True, True, True),
        partners=((0, 1, 2),),
    )
    assert READER.read_duties({}) == Duties()


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([], "D06"),
        ({"big": []}, "D05"),
        ({"small": [1]}, "D10"),
        ({"scribe": [1, 2, 3, 4, "5"]}, "D06"),
        ({"scribe": [1, 2, 3, 4, True]}, "D06"),
        ({"sat_out": [1, 2, 3, 4, float("nan")]}, "D06"),
        ({"sat_out": [1, 2, 3, 4, float("inf")]}, "D06"),
        ({"likes": [1, 1, 1, 1, 1]}, "D06"),
        ({"likes": [True]}, "D10"),
        ({"partners": [[0, 1]]}, "D06"),
    ],
)
def test_duties_that_are_refused(value, code):
    assert refused(READER.read_duties, value) == [code]


def test_words_are_one_of_those_that_are_known():
    assert READER.read_word("b", ("a", "b")) == "b"
    assert refused(READER.read_word, "c", ("a", "b")) == ["D05"]
    assert refused(READER.read_word, None, ("a", "b")) == ["D05"]


def test_what_is_long_is_shown_short():
    with pytest.raises(UserError) as caught:
        READER.read_history(["x" * 100])
    assert caught.value.problems[0]["message"].params == {
        "file": "f",
        "given": "x" * 39 + "…",
        "right": "[player, player, times]",
    }
