import pytest

from tests.tournaments.standings.rules.played import night
from tournaments.standings.rules.head_to_head import HeadToHead, count_head_to_head, list_meetings
from tournaments.standings.rules.points import PlayerRound


def share(player, points, **more):
    return PlayerRound(player, points, **more)


NIGHTS = [
    night(
        1,
        [share(1, 10), share(2, 20), share(3, 5, table=1), share(4, 5, table=1)],
        [share(2, 7), share(1, 9), share(3, 1, unfinished=True)],
    ),
    night(2, [share(1, 4), share(2, 4), share(3, 1, until=2)]),
]


@pytest.mark.parametrize("lowest_wins", [True, False])
def test_rounds_at_one_table_count_for_both_from_their_own_side(lowest_wins):
    tries = count_head_to_head(NIGHTS, lowest_wins)
    assert tries == {
        (1, 2): HeadToHead(3, 1, 1),
        (2, 1): HeadToHead(3, 1, 1),
        (3, 4): HeadToHead(1),
        (4, 3): HeadToHead(1),
    }
    assert [tries[1, 2].equal, tries[3, 4].equal] == [1, 1]


@pytest.mark.parametrize(("lowest_wins", "ahead"), [(True, 1), (False, 0)])
def test_lowest_or_highest_finishes_ahead(lowest_wins, ahead):
    tries = count_head_to_head(NIGHTS[:1], lowest_wins)
    meeting, again = list_meetings(NIGHTS[:1], 1, 2, lowest_wins)
    assert tries[1, 2] == HeadToHead(2, 1, 1)
    assert meeting.tried == HeadToHead(1, ahead, 1 - ahead)
    assert again.tried == HeadToHead(1, 1 - ahead, ahead)


def test_equal_points_are_decided_by_who_left_less():
    met = [night(1, [share(1, 4, left=2), share(2, 4)])]
    assert count_head_to_head(met, True)[2, 1] == HeadToHead(1, 1, 0)


def test_meetings_show_the_points_of_both_in_the_order_asked():
    met = [(each.night, each.round, each.first, each.second) for each in meetings(2, 1)]
    assert met == [(1, 1, 20, 10), (1, 2, 7, 9), (2, 1, 4, 4)]
    assert [each.tried for each in meetings(1, 2)][2] == HeadToHead(1)


def meetings(first, second):
    return list(list_meetings(NIGHTS, first, second, True))


@pytest.mark.parametrize("other", [3, 4])
def test_who_sat_at_another_table_or_left_early_was_not_met(other):
    assert meetings(1, other) == []
