"""Tables at which only one likes to keep score, night after night."""

from itertools import combinations

import pytest

from tournaments.draw.engine.request import LOTS, Constraint, Duties, Request
from tournaments.draw.engine.scribe_balance import relieve_scribes

FIRST = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
SECOND = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
NIGHT = (FIRST, SECOND)
LIKES = {0, 4, 5, 6, 9, 13, 10, 14}  # so 0 writes in both rounds, but for 4


def make_request(likes=LIKES, **more):
    more.setdefault("scribe", (0.0,) * 16)
    duties = Duties(likes=tuple(n in likes for n in range(16)), scribe=more.pop("scribe"))
    return Request(16, more.pop("rounds", 2), duties=duties, **more)


def alone(plan, likes=LIKES):
    able = [[player for player in table if player in likes] for tables in plan for table in tables]
    return sorted(players[0] for players in able if len(players) == 1)


def repeats(plan):
    pairs = [p for tables in plan for table in tables for p in combinations(sorted(table), 2)]
    return len(pairs) - len(set(pairs))


def whole(plan):
    return [sorted(player for table in tables for player in table) for tables in plan]


ALONE = LIKES - {4} | {7}  # 7 for 4: nobody but 0 likes to in the second round, too


def test_somebody_comes_from_where_several_like_to():
    assert alone(NIGHT, ALONE).count(0) == 2
    found = relieve_scribes(NIGHT, make_request(ALONE))
    assert alone(found, ALONE).count(0) == 1
    assert repeats(found) == repeats(NIGHT) == 0
    assert whole(found) == whole(NIGHT)


def test_who_met_often_this_season_are_parted_first():
    found = relieve_scribes(NIGHT, make_request(ALONE, history=((1, 2, 9),)))
    assert alone(found, ALONE).count(0) == 1
    assert not any({1, 2} <= set(table) for tables in found for table in tables)


@pytest.mark.parametrize(
    "question",
    [
        make_request(ALONE, method=LOTS),
        make_request(range(16)),
        make_request(()),
        make_request(LIKES),
        make_request(ALONE, scribe=(-1.0, *(0.0,) * 15)),
        make_request(
            ALONE, constraints=tuple(Constraint("fixed_table", n, 1) for n in ALONE - {0})
        ),
        make_request(
            ALONE, constraints=(*(Constraint("apart", n, n + 1) for n in range(0, 16, 2)),)
        ),
        make_request(
            ALONE,
            kept=({2: (4, 5, 6, 7), 3: (8, 9, 10, 11)}, {2: (1, 5, 9, 13), 3: (2, 6, 10, 14)}),
        ),
    ],
)
def test_otherwise_everybody_stays(question):
    assert relieve_scribes(NIGHT, question) == [*map(list, NIGHT)]


def test_nobody_comes_whom_somebody_there_met_tonight():
    likes = {0, 4, 5, 6}
    night = (FIRST, [[0, 5, 8, 12], [4, 1, 9, 13], [6, 2, 10, 14], [3, 7, 11, 15]])
    second = [[0, 4, 8, 12], [5, 6, 7, 13], [1, 2, 3, 14], [9, 10, 11, 15]]
    for plan in (night, (FIRST, second)):
        assert repeats(relieve_scribes(plan, make_request(likes))) <= repeats(plan)


def test_rounds_of_earlier_tonight_count():
    earlier = (tuple(map(tuple, FIRST)),)
    question = make_request(ALONE, rounds=1, earlier=earlier, scribe=(0.5, *(0.0,) * 15))
    assert alone(relieve_scribes((SECOND,), question), ALONE).count(0) == 0


def test_who_left_since_an_earlier_round_is_nobody_here():
    earlier = (((16, 0, 1, 2),),)
    assert alone(relieve_scribes(NIGHT, make_request(ALONE, earlier=earlier)), ALONE).count(0) == 1
