"""What holds for every draw, over questions that Hypothesis makes up to break it."""

import json
import os
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.draw import checker
from tests.tournaments.draw.asking import constraints
from tournaments.draw import draw, record
from tournaments.draw.engine import lower_bounds
from tournaments.draw.engine.request import Duties, Request
from tournaments.draw.engine.table_sizes import KINDS, compute_sizes
from tournaments.management.commands.draw import build_answer

NIGHTS = max(20, int(os.environ.get("STREEPJE_DRAWS", "0")) // 5)


@st.composite
def questions(make):
    players = make(st.integers(4, 30))
    kind, five = make(st.sampled_from(KINDS)), make(st.sampled_from(("split", "sit-out")))
    player = st.integers(0, players - 1)
    pair = st.lists(player, min_size=2, max_size=2, unique=True).map(sorted)
    few = st.lists(pair, max_size=4, unique_by=tuple)
    table = st.integers(1, len(compute_sizes(players, kind, five).tables))
    fixed = st.dictionaries(player.map(str), table, max_size=3)
    wanted = {"apart": make(few), "together": make(few), "fixed_table": make(fixed)}
    met = make(st.dictionaries(pair.map(tuple), st.integers(1, 9), max_size=20))
    turns = st.lists(st.floats(-3, 3), min_size=players, max_size=players).map(tuple)
    likes = make(st.lists(st.booleans(), min_size=players, max_size=players).map(tuple))
    request = Request(
        players,
        make(st.integers(1, 5)),
        kind,
        make(st.sampled_from(("mix", "lots", "standing"))),
        five,
        standing=tuple(make(st.lists(st.integers(1, 50), min_size=players, max_size=players))),
        history=tuple((*pair, times) for pair, times in met.items()),
        constraints=constraints(wanted),
        duties=make(st.sampled_from((Duties(), Duties(make(turns), (), make(turns), likes)))),
        effort=300,
    )
    return request, wanted


@given(questions(), st.text(max_size=5))
@settings(max_examples=NIGHTS, deadline=None)
def test_every_draw_passes_the_checker_and_can_be_drawn_again(question, seed):
    request, wanted = question
    found = draw(request, seed)
    kept = json.loads(json.dumps(record.build_record(found, request)))
    assert record.repeat_draw(kept, "f")[1] is False
    answer = build_answer(draw(request, seed), request.kind)
    assert answer["rounds"] == kept["rounds"]
    checked = {"kind": request.kind, "five": request.five, "constraints": wanted}
    assert checker.faults(answer, request.players, request.rounds, **checked) == []
    if request.duties == Duties():
        turns = Counter(player for out in answer["sitting_out"] for player in out)
        counts = [turns[player] for player in range(request.players)]
        assert max(counts) - min(counts) <= 1


@given(questions(), st.text(max_size=5))
@settings(max_examples=NIGHTS // 3, deadline=None)
def test_a_scribe_likes_to_where_anybody_at_the_table_does(question, seed):
    request, _wanted = question
    likes = request.duties.likes or (False,) * request.players
    for tables in draw(request, seed).rounds:
        for table in tables:
            assert likes[table[0]] is any(likes[player] for player in table)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12))
def test_no_spread_is_below_that_of_evenly(meetings):
    value = sum(times * (times - 1) // 2 for times in meetings)
    assert lower_bounds.count_least_pairs(sum(meetings), len(meetings)) <= value
