"""Tables of four: partner and opponents are drawn, and people sit out in turn."""

from collections import Counter

import pytest

from tests.by_day import by_day
from tests.draw_tools import fours
from tests.tournaments.draw import checker
from tests.tournaments.draw.asking import ask
from tournaments.draw.engine import known_nights, partners
from tournaments.draw.engine.request import Duties, Request
from tournaments.draw.engine.seeded_random import Chance

# Where the fewest repeats that were found are more than the proven bound
OPEN = {
    "10x4": 9, "11x5": 10, "13x4": 9, "13x5": 15, "14x4": 5, "14x5": 10,
    "15x6": 9, "17x5": 1, "17x6": 14, "18x6": 5, "20x6": 6, "21x6": 1,
}  # fmt: skip


@pytest.mark.parametrize("players", by_day(range(4, 81), *range(4, 10), 13, 17))
def test_every_night_is_at_both_bounds_or_in_the_list_of_open_ones(players):
    for rounds in range(1, 7):
        answer = ask(players, rounds, f"{players}x{rounds}", kind="4")
        assert checker.faults(answer, players, rounds, kind="4") == []
        known = OPEN.get(f"{players}x{rounds}", answer["lower_bound"])
        assert answer["repeats"] == known, rounds
        assert answer["partner_repeats"] == answer["partner_lower_bound"], rounds
        turns = Counter(player for out in answer["sitting_out"] for player in out)
        counts = [turns[player] for player in range(players)]
        assert max(counts) - min(counts) <= 1


def test_who_sat_out_least_sits_out_first():
    sat_out = tuple(float(player < 12) for player in range(15))
    answer = ask(15, 1, kind="4", duties=Duties(sat_out=sat_out))
    assert answer["sitting_out"] == [[12, 13, 14]]
    season = ((0, 1, 4), (2, 3, 1))
    for rounds in (4, 5):  # ready-made, with names that matter
        duties = Duties(sat_out=sat_out)
        answer = ask(15, rounds, kind="4", history=season, duties=duties, effort=2000)
        out = Counter(player for line in answer["sitting_out"] for player in line)
        assert {player for player in range(12, 15) if out[player]} == {12, 13, 14}
        assert checker.faults(answer, 15, rounds, kind="4") == []


def test_partners_of_a_night_with_earlier_rounds():
    earlier = (((0, 1, 2, 3),), ((0, 2, 1, 3),))
    answer = ask(4, 1, kind="4", earlier=earlier)
    ((table,),) = answer["rounds"]
    assert {frozenset(table[::2]), frozenset(table[1::2])} == {frozenset((0, 3)), frozenset((1, 2))}
    assert (answer["partner_repeats"], answer["partner_lower_bound"]) == (0, 0)


def test_partners_of_rounds_of_different_sizes_are_bounded_by_pairs():
    request = Request(4, 3, "4", earlier=(((0, 1, 2, 3), (4, 5, 6, 7)),))
    rounds = (((0, 1, 2, 3),),) * 3
    assert partners.lower_bound(rounds, request) == 0
    assert partners.count_repeats_tonight(rounds, request) == 6


def test_partners_of_the_season_settle_equal_ways():
    """All eight pairs of partners are new tonight either way; 0 and 1 were partners before."""
    request = Request(4, 2, "4", duties=Duties(partners=((1, 0, 3),)))
    stuck = (((0, 1, 2, 3),), ((0, 3, 2, 1),))
    changed = partners.change_partners(stuck, request, Chance("x"))
    pairs = [frozenset(partners.list_partners(table)) for (table,) in changed]
    assert pairs[0] != pairs[1]
    assert frozenset({(0, 1), (2, 3)}) not in pairs


def test_a_kept_table_keeps_its_partners():
    kept = ({1: (0, 1, 2, 3)}, {1: (0, 1, 2, 3)})
    request = Request(4, 2, "4", kept=kept)
    stuck = (((0, 1, 2, 3),),) * 2
    assert partners.change_partners(stuck, request, Chance("x")) == stuck


@pytest.mark.parametrize(
    ("players", "rounds", "kind", "fewest"),
    [
        *(
            (15, 5, "4", 0),
            (15, 6, "4", 9),
            (15, 9, "4", None),
            (20, 6, "4", 6),
            (20, 6, "2", None),
        ),
        *((5, 1, "3-4", None), (48, 11, "3-4", None), (400, 10, "3-4", 0), (8, 2, "3-4", 4)),
        (40, 10, "3-4", 0),
    ],
)
def test_best_known(players, rounds, kind, fewest):
    assert known_nights.find_fewest_repeats(players, rounds, kind) == fewest


# The tool


def test_stored_nights_are_well(monkeypatch, capsys):
    assert fours.main([]) == 0
    assert capsys.readouterr().out == "all well\n"
    for module in (known_nights, fours):
        monkeypatch.setattr(module, "KNOWN_FOURS", {"5x2": ["0123", "0123"]})
    assert fours.main([]) == 1
    assert capsys.readouterr().out == "wrong: 5x2\n"
