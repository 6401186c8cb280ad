import json

import pytest

from scoring.toolkit.problems import UserError
from tests.tournaments.draw.alone import ASKED
from tournaments.draw import Cost, assess_typed, draw, find_costly_constraints, record
from tournaments.draw.engine.request import METHODS, Constraint, Request

WANTED = (Constraint("apart", 0, 1), Constraint("fixed_table", 4, 2))
ASKED_FOR = Request(9, 2, constraints=WANTED, kept=({}, {3: (0, 2, 4)}), effort=500)


def kept(request=ASKED_FOR):
    """As it comes back from where it is kept."""
    return json.loads(json.dumps(record.build_record(draw(request, "seed"), request)))


@pytest.mark.parametrize("draw_request", [ASKED_FOR, *ASKED.values()], ids=["small", *ASKED])
def test_a_record_reads_as_what_was_asked(draw_request):
    written = json.loads(json.dumps(record.build_record(draw(draw_request, "seed"), draw_request)))
    version = "4" if draw_request.kind == "4" else "3"
    assert record.read(written, "f") == (draw_request, "seed", version)


@pytest.mark.parametrize(
    ("key", "value"),
    [("rounds", []), ("sitting_out", [[1], []]), ("repeats", 9), ("lower_bound", 9), ("seed", "x")],
)
def test_a_record_that_was_changed_is_another_draw(key, value):
    assert record.repeat_draw({**kept(), key: value}, "f")[1] is True


def test_a_record_holds_what_stands_in_the_docs():
    assert tuple(kept()) == record.KEYS
    assert sorted(kept()["input"]) == sorted(record.INPUT)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        *(({"seed": 5}, "D06"), ({"algorithm": None}, "D06"), ({"more": 1}, "D05")),
        *(({"input": []}, "D06"), ({"input": {"plays": 1}}, "D05"), ({"input": {}}, "D06")),
        ({"input": {"players": 8, "rounds": 1, "effort": 0}}, "D06"),
        ({"input": {"players": 8, "rounds": 1, "effort": 5, "sizes": "5"}}, "D05"),
        ({"algorithm": "1"}, "D14"),
        ({"input": {"constraints": {"digest": "x"}}}, "D15"),
    ],
)
def test_records_that_are_refused(change, code):
    with pytest.raises(UserError) as caught:
        record.repeat_draw({**kept(), **change}, "f")
    (problem,) = caught.value.problems
    assert problem["code"] == code
    values = " ".join(str(value) for value in problem["message"].params.values())
    assert code == "D14" or values.startswith("f")


def test_a_record_needs_no_more_than_players_rounds_and_effort():
    given = {"players": 8, "rounds": 1, "effort": 5}
    assert record.read_request(given, "f") == Request(8, 1, effort=5)
    least = {"players": 0, "rounds": 1, "effort": 1, "five": "sit-out"}
    assert record.read_request(least, "f") == Request(0, 1, five="sit-out", effort=1)


@pytest.mark.parametrize("players", [23, 32])
def test_a_record_of_before_draws_what_it_drew(players):
    request = Request(players, 8 if players < 32 else 10)
    old = record.build_record(draw(request, "seed", "2"), request)
    new = record.build_record(draw(request, "seed"), request)
    assert (old["algorithm"], new["algorithm"]) == ("2", "3")
    assert old["repeats"] > new["repeats"]
    for made in (old, new):
        assert record.repeat_draw(made, "f")[1] is False
    assert record.repeat_draw({**old, "algorithm": "3"}, "f")[1] is True


def test_a_minimum_that_was_proven_later_makes_no_other_draw():
    request = Request(13, 5)
    for algorithm in ("2", "3"):
        made = record.build_record(draw(request, "seed", algorithm), request)
        assert record.repeat_draw({**made, "lower_bound": 0}, "f")[1] is False
        assert record.repeat_draw({**made, "lower_bound": 4}, "f")[1] is True


def test_what_the_public_sees_hides_constraints_behind_a_digest():
    seen = record.make_public(kept(), "salt")
    digest = record.digest_constraints(kept()["input"]["constraints"], "salt")
    assert seen["input"]["constraints"] == {"digest": digest}
    assert record.digest_constraints(kept()["input"]["constraints"], "pepper") != digest
    assert {**seen, "input": 0} == {**kept(), "input": 0}


def test_without_constraints_the_public_sees_all():
    plain = kept(Request(9, 2))
    assert record.make_public(plain, "salt") == plain


def test_costs_are_kept_and_private():
    request = Request(40, 4, constraints=(Constraint("together", 0, 1),), effort=120_000)
    found = draw(request, "seed")
    written = json.loads(
        json.dumps(record.build_record(found, request, find_costly_constraints(found, request)))
    )
    assert written["costs"] == [["together", 0, 1, 3]]
    assert record.repeat_draw(written, "f")[1] is False
    assert record.make_public(written, "salt")["costs"] == []
    some = [Cost(Constraint("apart", 2, 3), 5, 2)]
    assert record.build_record(found, request, some)["costs"] == [["apart", 2, 3, 3]]


# What people typed in

BY_HAND = (((0, 1, 2), (3, 4, 5)),)


def typed_in(**more):
    request = Request(6, 1, method="bag", **more)
    return json.loads(json.dumps(record.build_record(assess_typed(BY_HAND, request), request)))


def test_what_was_typed_in_has_no_seed_and_is_counted_all_the_same():
    made = typed_in(earlier=BY_HAND)
    assert (made["algorithm"], made["seed"], made["rounds"]) == ("", "", [[[0, 1, 2], [3, 4, 5]]])
    assert (made["repeats"], made["lower_bound"], made["sitting_out"]) == (6, 2, [[]])


def test_what_was_typed_in_is_looked_at_again():
    again, other = record.repeat_draw(typed_in(), "f")
    assert (again.rounds, other) == (BY_HAND, False)
    assert record.repeat_draw({**typed_in(), "repeats": 1}, "f")[1] is True
    with pytest.raises(UserError) as caught:
        record.repeat_draw({**typed_in(), "rounds": [[[0, 0]]]}, "f")
    (problem,) = caught.value.problems
    assert (problem["code"], problem["message"].params["file"]) == ("D08", "f")


def test_what_people_seat_themselves_is_not_drawn():
    with pytest.raises(UserError) as caught:
        draw(Request(6, 1, method="hand"), "seed")
    (problem,) = caught.value.problems
    assert problem["code"] == "D05"
    assert problem["message"].params == {"given": "hand", "right": ", ".join(METHODS)}


def test_digests_are_what_they_were():
    assert record.digest_seed("streepje") == (
        "be9e6839af454207d6843741067108f5088e626a47b3cd775e431680767fa5e2"
    )
    assert record.digest_constraints({"apart": [[0, 1]]}, "salt") == (
        "913344e520f06d414c69ae53b877c7c7feb2dd39a95e1445065dc4c821f304ec"
    )
    first, other = {"apart": [], "together": []}, {"together": [], "apart": []}
    assert record.digest_constraints(first, "salt") == record.digest_constraints(other, "salt")
