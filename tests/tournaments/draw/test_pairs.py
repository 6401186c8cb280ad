"""Draws of pairs, by which couples meet: round robin, the movement, and by the standing."""

from collections import Counter
from random import Random

import pytest

from tests.by_day import by_day
from tests.tournaments.draw import checker
from tests.tournaments.draw.asking import ask
from tests.tournaments.evenings import refused
from tournaments.draw import draw, record
from tournaments.draw.engine.request import Duties, Request

SIZES = range(2, 81)
BY_DAY = (*range(2, 12), 17, 34, 40)


@pytest.mark.parametrize("players", by_day(SIZES, *BY_DAY))
def test_pairs_meet_at_most_once_as_long_as_that_is_possible(players):
    for rounds in range(1, 7):
        answer = ask(players, rounds, f"{players}x{rounds}", kind="2")
        assert checker.faults(answer, players, rounds, kind="2") == []
        assert answer["repeats"] == answer["lower_bound"]
        turns = Counter(player for out in answer["sitting_out"] for player in out)
        counts = [turns[player] for player in range(players)]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("players", by_day(SIZES, *BY_DAY))
def test_movement_meets_nobody_twice_in_as_many_rounds_as_there_are_tables(players):
    tables = (players + 1) // 2
    rounds = min(tables, 10)
    answer = ask(players, rounds, f"{players}", kind="2", method="move")
    assert checker.faults(answer, players, rounds, kind="2") == []
    assert answer["repeats"] == 0
    for places in zip(*answer["rounds"], strict=True):
        assert len({table[0] for table in places}) == 1  # who stays
        assert len({table[1] for table in places}) == rounds
    out = [player for line in answer["sitting_out"] for player in line]
    assert len(set(out)) == len(out)


@pytest.mark.parametrize("players", [2, 5, 8, 17])
def test_movement_drawn_round_by_round_goes_on(players):
    earlier, met = (), Counter()
    for _ in range(min(4, (players + 1) // 2)):
        answer = ask(players, 1, "x", kind="2", method="move", earlier=earlier)
        (tables,) = answer["rounds"]
        if earlier:
            stays = [table[0] for table in earlier[-1]]
            assert [table[0] for table in tables] == stays
        met.update(frozenset(table) for table in tables)
        earlier = (*earlier, tuple(map(tuple, tables)))
    assert max(met.values()) == 1


@pytest.mark.parametrize(
    "earlier",
    [
        ((0, 1), (2, 3), (4, 5)),  # two people have left
        ((0, 1, 2, 3),),
        ((0, 1),),  # two people came
    ],
)
def test_movement_with_other_people_begins_anew(earlier):
    answer = ask(4, 1, "x", kind="2", method="move", earlier=(earlier,))
    assert sorted(player for table in answer["rounds"][0] for player in table) == [0, 1, 2, 3]


def test_who_sat_out_least_sits_out_first_in_the_movement():
    duties = Duties(sat_out=(1.0, 1.0, 0.0, 1.0, 0.5, 1.0, 1.0))
    for seed in "abc":
        answer = ask(7, 2, seed, kind="2", method="move", duties=duties)
        assert answer["sitting_out"] == [[2], [4]]


def test_who_sat_out_least_sits_out_first_with_nine_and_changes_nothing_with_eight():
    sat_out = (1.0, 0.5, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0)
    for seed in "abc":
        nine = ask(9, 2, seed, kind="2", method="move", duties=Duties(sat_out=sat_out))
        assert nine["sitting_out"] == [[5], [1]]
        eight = ask(8, 1, seed, kind="2", method="move", duties=Duties(sat_out=sat_out[:8]))
        assert eight["rounds"] == ask(8, 1, seed, kind="2", method="move")["rounds"]


def test_movement_is_drawn_again_from_its_record():
    request = Request(9, 3, "2", "move")
    found = draw(request, "x")
    kept = record.build_record(found, request)
    assert record.repeat_draw(kept, "f")[1] is False


def fewest_again(players, met):
    """The fewest pairs of a round that met before, by trying everything. The last one of an odd
    number sits out in turn, so here the number is even.
    """

    def seat(left):
        if not left:
            return 0
        first, *rest = left
        return min(
            (frozenset((first, other)) in met) + seat([left for left in rest if left != other])
            for other in rest
        )

    return seat([*range(players)])


@pytest.mark.parametrize("number", by_day(range(40), *range(4)))
def test_by_the_standing_nobody_meets_twice_while_that_can_be_avoided(number):
    chance = Random(number)
    players = chance.choice((4, 6, 8, 10))
    earlier, met = [], set()
    for _ in range(players + 1):
        standing = list(range(1, players + 1))
        chance.shuffle(standing)
        answer = ask(
            players, 1, str(number), kind="2", method="standing", standing=tuple(standing),
            earlier=tuple(earlier), effort=20_000,
        )  # fmt: skip
        (tables,) = answer["rounds"]
        again = sum(frozenset(table) in met for table in tables)
        assert again == fewest_again(players, met)
        met |= {frozenset(table) for table in tables}
        earlier.append(tuple(map(tuple, tables)))


def test_by_the_standing_leaders_meet_leaders():
    standing = (8, 7, 6, 5, 4, 3, 2, 1)
    (tables,) = ask(8, 1, "x", kind="2", method="standing", standing=standing)["rounds"]
    assert sorted(map(sorted, tables)) == [[0, 1], [2, 3], [4, 5], [6, 7]]


def test_movement_needs_pairs():
    assert refused(Request, 8, 1, "4", "move") == ["D16"]
