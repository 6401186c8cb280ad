import pytest

from scoring.toolkit.problems import UserError
from tournaments.draw.engine.request import Request


@pytest.mark.parametrize(
    ("given", "code"),
    [
        *(({"players": -1}, "D03"), ({"players": 1001}, "D03"), ({"rounds": 0}, "D04")),
        *(({"rounds": 51}, "D04"), ({"kind": "5"}, "D05"), ({"method": "best"}, "D05")),
        *(({"five": "four"}, "D05"), ({"method": "standing"}, "D12")),
        ({"method": "standing", "standing": (1, 2)}, "D12"),
    ],
)
def test_what_is_refused(given, code):
    with pytest.raises(UserError) as caught:
        Request(**{"players": 8, "rounds": 1, **given})
    assert [problem["code"] for problem in caught.value.problems] == [code]
    assert str(caught.value) == code


def test_refusal_names_what_was_given():
    with pytest.raises(UserError) as caught:
        Request(8, 1, kind="5")
    assert caught.value.problems[0]["message"].params["given"] == "5"


def test_bounds_themselves_are_fine():
    assert (Request(1000, 50).rounds, Request(0, 1).players) == (50, 0)


def test_the_shape_of_a_round_leaves_out_kept_tables():
    request = Request(14, 2, kept=({2: (5, 3, 1, 0)},))
    sizes = [request.compute_table_sizes(number).tables for number in (0, 1)]
    assert sizes == [(4, 3, 3), (4, 4, 3, 3)]
