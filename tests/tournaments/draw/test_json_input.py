import pytest

from scoring.toolkit.problems import UserError
from tests.tournaments.evenings import refused
from tournaments.draw.engine.request import Constraint, Duties
from tournaments.draw.json_input import Reader, parse

READER = Reader("f", 5)


TWICE = b'{"' + b"a" * 60 + b'": 1, "' + b"a" * 60 + b'": 2}'


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        *((b"\xff", "D01"), (b"[", "D01"), (b"[" * 100_000, "D01"), (b"1" * 5000, "D01")),
        *((b'{"a": 1, "a": 2}', "D02"), (TWICE, "D02")),
    ],
)
def test_what_can_not_be_read(raw, code):
    assert refused(parse, raw, "f") == [code]


def test_what_is_right_is_read():
    history = [[0, 1, 3], [4, 2, 1], [3, 4, 0]]
    assert READER.read_history(history) == ((0, 1, 3), (2, 4, 1))
    assert READER.read_standing([1, 1, 3, 4, 100]) == (1, 1, 3, 4, 100)
    wishes = {"apart": [[1, 0], [0, 1]], "together": [[2, 3]], "fixed_table": {"4": 2}}
    assert READER.read_constraints(wishes, 2) == (
        Constraint("apart", 0, 1),
        Constraint("together", 2, 3),
        Constraint("fixed_table", 4, 2),
    )
    assert READER.read_constraints({}, 0) == ()
    with_one_who_left = [[[0, 1], [2, 77]]]
    assert READER.read_earlier(with_one_who_left) == (((0, 1), (2, 77)),)
    assert READER.read_kept_rounds([{"1": [0, 1]}, {}], 2, 2) == ({1: (0, 1)}, {})
    turns, likes = [0, 0.5, -0.5, 1, 0], [True, False, True, True, True]
    duties = {"small": turns, "likes": likes, "partners": [[1, 0, 2]]}
    assert READER.read_duties(duties) == Duties(
        small=tuple(turns), likes=tuple(likes), partners=((0, 1, 2),)
    )
    assert READER.read_duties({}) == Duties()
    assert READER.read_word("b", ("a", "b")) == "b"


MORE = {"constraints": (2,), "kept_rounds": (2, 2), "word": (("a", "b"),)}  # other arguments
LONG = "9" * 5000
REFUSED = {
    ("history", "D06"): (
        *({}, [1], [[0, 1]], [[0, 1, -1]], [[0, 1, 1.0]], [[0, 1, True]], [[0, 1, 100_001]]),
    ),
    ("history", "D07"): ([[0, 5, 1]], [[-1, 0, 1]], [["0", 1, 1]], [[False, 1, 1]]),
    ("history", "D08"): ([[1, 1, 1]],),
    ("history", "D09"): ([[0, 1, 1], [1, 0, 2]],),
    ("standing", "D06"): ({}, [0, 1, 2, 3, 4], [1, 2, 3, 4, None]),
    ("standing", "D10"): ([1, 2],),
    ("constraints", "D05"): ({"near": []},),
    ("constraints", "D06"): ([], {"apart": {}}, {"apart": [[0]]}, {"fixed_table": []}),
    ("constraints", "D07"): (
        {"together": [[0, 9]]},
        *({"fixed_table": {player: 1}} for player in ("5", "01", "x", LONG)),
    ),
    ("constraints", "D08"): ({"apart": [[0, 0]]},),
    ("constraints", "D11"): tuple({"fixed_table": {"0": table}} for table in (0, 3, "1", True)),
    ("earlier", "D06"): (1, [1], [[1]], [[["a"]]], [[]] * 51),
    ("earlier", "D08"): ([[[0, 1], [1, 2]]],),
    ("kept_rounds", "D06"): ({}, [{}, {}, {}], [[]]),
    ("kept_rounds", "D07"): ([{"1": [0, 9]}],),
    ("kept_rounds", "D08"): ([{"1": [0], "2": [0]}],),
    ("kept_rounds", "D11"): ([{"3": [0]}],),
    ("duties", "D05"): ({"big": []},),
    ("duties", "D06"): (
        *([], {"likes": [1, 1, 1, 1, 1]}, {"partners": [[0, 1]]}),
        *({"scribe": [1, 2, 3, 4, turns]} for turns in ("5", True, float("nan"), float("inf"))),
    ),
    ("duties", "D10"): ({"small": [1]}, {"likes": [True]}),
    ("word", "D05"): ("c", None),
}


@pytest.mark.parametrize(("what", "code"), REFUSED)
def test_what_is_wrong_is_refused(what, code):
    for value in REFUSED[what, code]:
        assert refused(getattr(READER, f"read_{what}"), value, *MORE.get(what, ())) == [code], value


def test_what_is_long_is_shown_short():
    with pytest.raises(UserError) as caught:
        READER.read_history(["x" * 100])
    assert caught.value.problems[0]["message"].params == {
        "file": "f",
        "given": "x" * 39 + "…",
        "right": "[player, player, times]",
    }
