from datetime import date

from tournaments.standings.pages.player_all_seasons import (
    Attended,
    Streak,
    attend,
    find_longest,
    select_comparable,
)
from tournaments.standings.rules.breakdown import MISSED, PLAYED, NightPoints, RoundPoints, Row
from tournaments.standings.rules.points import PlayerRound

DAY = date(2026, 9, 3)


def row(*slices):
    return Row(1, 5, rank=2, tallies=(NightPoints(1, PLAYED, 5, slices=slices),))


def played(points, games=(1, 2), counts=False):
    return RoundPoints(PLAYED, points, PlayerRound(1, points, games=games, counts=counts))


def test_night_of_a_player_is_whole_in_part_or_missed():
    first, second = played(3), played(4, games=(4,))
    whole = attend(7, DAY, row(first, second), fixed=True)
    assert whole == Attended(7, DAY, True, 2, 7, 3)
    assert attend(7, DAY, row(first, second), fixed=False).length == 2
    missed = attend(7, DAY, row(first, RoundPoints(MISSED, None)), fixed=True)
    assert missed == Attended(7, DAY, True, 2)
    assert attend(7, DAY, row(played(3, counts=True)), fixed=True).total is None
    assert attend(7, DAY, None, fixed=True) == Attended(7, DAY)


def nights(*lengths):
    return [Attended(n, DAY, True, 1, n, length) for n, length in enumerate(lengths)]


def test_only_nights_of_the_usual_length_are_compared():
    assert [night.id for night in select_comparable(nights(4, 2, 4, 2, 9))] == [0, 2]
    assert select_comparable([Attended(1, DAY)]) == []


def test_longest_row_of_nights_is_the_first_of_equal_ones():
    rows = nights(*[1] * 7)
    assert find_longest(rows, [True, True, False, True, True, False, True]) == Streak(2, rows[1])
    assert find_longest(rows, [True] * 7) == Streak(7, rows[6])
    assert find_longest(rows[:2], [True, False]) is None
    assert find_longest([], []) is None
