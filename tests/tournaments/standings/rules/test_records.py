from datetime import date, timedelta

from tests.tournaments.standings.rules.played import night
from tournaments.standings.rules.points import Person, PlayerRound, SeasonRules
from tournaments.standings.rules.rank_night import rank_night
from tournaments.standings.rules.records import (
    Evening,
    Extreme,
    Holder,
    list_game_records,
    list_general_records,
    list_season_records,
)

FIRST = date(2026, 9, 3)


def share(player, points, place, games=2, table=1, **more):
    scores = tuple(points // games for _ in range(games))
    return PlayerRound(player, points, games=scores, places=(place,), table=table, **more)


def evening(number, *rounds, terms=SeasonRules()):  # noqa: B008  # it never changes
    people = [Person(player) for player in range(1, 9)]
    ranked = rank_night(terms, people, night(number, *rounds))
    return Evening(FIRST + timedelta(number), 100 + number, ranked)


def find(*nights, lowest_wins=True, fixed=True):
    return describe(list_game_records(nights, lowest_wins=lowest_wins, fixed=fixed))


def describe(records):
    return {
        record.kind: (record.value, [tuple(each) for each in record.holders], record.length)
        for record in records
    }


def test_lowest_and_highest_totals_of_forms_and_nights_are_of_as_many_games_as_most():
    night = evening(1, [share(1, 10, 1), share(2, 30, 2)], [share(1, 12, 1), share(2, 14, 2)])
    short = evening(2, [share(1, 2, 1, games=1), share(2, 99, 2, games=1)])
    found = find(night, short)
    assert found["low form"] == (10, [(1, 101)], 2)
    assert found["high form"] == (30, [(2, 101)], 2)
    assert found["low night"] == (22, [(1, 101)], 4)
    assert found["high night"] == (44, [(2, 101)], 4)


def test_where_a_form_ends_by_itself_games_are_not_counted_but_rounds_are():
    night = evening(1, [share(1, 510, 1, games=9), share(2, 90, 2, games=9)])
    two = evening(2, [share(1, 500, 1), share(2, 0, 2)], [share(1, 5, 1), share(2, 0, 2)])
    long = evening(3, [share(1, 200, 1), share(2, 4, 2)], [share(1, 400, 1), share(2, 4, 2)])
    found = list_game_records([two, night, long], lowest_wins=False, fixed=False)
    kinds = [(record.kind, record.is_worst) for record in found]
    assert kinds[:2] == [("high form", False), ("high night", False)]
    assert kinds[-2:] == [("low form", True), ("low night", True)]
    assert found[0].bests == {1: 510, 2: 90}
    assert describe(found)["high form"] == (510, [(1, 101)], 0)
    assert describe(found)["high night"] == (600, [(1, 103)], 2)
    assert describe(found)["low night"] == (0, [(2, 102)], 2)


def test_nights_of_one_round_are_told_once():
    one = [share(1, 4, 1, marks=(("roem", 20),)), share(2, 8, 2)]
    long = evening(2, [share(1, 2, 1)], [share(1, 2, 1)])
    found = find(evening(1, one), long)
    assert list(found) == ["low form", "win", "roem night", "high form"]


def test_who_comes_to_the_same_shares_it_in_the_order_of_the_nights():
    nights = [evening(n, [share(1, 4, 1), share(2, 4, 1), share(3, 8, 3)]) for n in (2, 1)]
    found = find(*nights)
    assert found["low form"][1] == [(1, 101), (2, 101), (1, 102), (2, 102)]
    assert found["high form"][1] == [(3, 101), (3, 102)]


def test_biggest_win_is_over_the_next_at_the_table_and_partners_win_together():
    night = evening(
        1,
        [share(1, 4, 1), share(2, 30, 2), share(3, 90, 3), share(4, 0, 1, table=2)],
        [share(1, 6, 1, table=3), share(2, 6, 1, table=3), share(3, 40, 2, table=3)],
    )
    assert find(night)["win"] == (34, [(1, 101), (2, 101)], 0)
    tied = evening(
        1, [share(1, 4, 1)._replace(places=(1, 2)), share(2, 4, 1)._replace(places=(1, 2))]
    )
    assert "win" not in find(tied)
    penalty = evening(1, [share(1, 40, 1), share(2, 30, 2)])
    assert "win" not in find(penalty)
    high = evening(1, [share(1, 500, 1), share(2, 120, 2), share(3, 90, 3)])
    assert find(high, lowest_wins=False, fixed=False)["win"][0] == 380


def test_dashes_are_those_of_a_night_and_none_are_no_record():
    night = evening(1, [share(1, 4, 1, dashes=3), share(2, 30, 2)], [share(1, 4, 1, dashes=4)])
    assert find(night)["dashes"] == (7, [(1, 101)], 0)
    none = evening(1, [share(1, 4, 1), share(2, 30, 2)])
    assert "dashes" not in find(none)


def test_rounds_that_were_not_played_to_the_end_and_nights_from_a_file_have_no_total():
    left = evening(1, [share(1, 4, 1, until=1), share(2, 30, 2)], [share(1, 8, 1), share(2, 9, 2)])
    found = find(left)
    assert (found["low form"][0], found["low night"]) == (8, (39, [(2, 101)], 4))
    brought = evening(
        1, [PlayerRound(1, 300, counts=True, rounds=3), PlayerRound(2, 90, counts=True, rounds=3)]
    )
    assert list_game_records([brought], lowest_wins=True, fixed=True) == []


def test_longest_row_of_wins_passes_over_nights_that_somebody_was_not_there():
    wins = [
        evening(1, [share(1, 4, 1), share(2, 8, 2)]),
        evening(3, [share(1, 4, 1), share(2, 4, 1)]),
        evening(2, [share(2, 4, 1), share(3, 8, 2)]),
        evening(4, [share(2, 8, 2), share(1, 9, 3), share(4, 1, 1)]),
    ]
    assert describe(list_general_records(wins)) == {
        "row": (2, [(1, 103), (2, 103)], 0),
        "won": (2, [(1, 0), (2, 0)], 0),
        "came": (4, [(2, 0)], 0),
    }


def test_one_win_is_no_row_and_without_a_night_there_is_nothing():
    found = list_general_records([evening(1, [share(1, 4, 1), share(2, 8, 2)])])
    assert found == [Extreme("came", 1, (Holder(1), Holder(2)))]
    assert list_general_records([]) == list_game_records([], lowest_wins=True, fixed=True) == []


def test_who_led_longest_and_rose_most_once_the_standing_has_settled():
    places = [{1: 1, 2: 4}, {1: 1, 2: 1}, {1: 2, 2: 1}, {1: 2, 2: 1}, {1: 1, 2: None}, {1: 1, 2: 3}]
    after = [(100 + number, each) for number, each in enumerate(places, 1)]
    assert describe(list_season_records(after)) == {
        "led": (3, [(2, 104)], 0),
        "rose": (1, [(1, 105)], 0),
    }
    assert list_season_records(after[:1]) == []
