from tournaments.draw.engine.request import Duties, Request
from tournaments.draw.engine.seats import choose_scribes, order_seats
from tournaments.draw.engine.seeded_random import Chance


def written(tables, duties=None, **more):
    request = Request(8, 1, duties=duties or Duties(), **more)
    return choose_scribes(tables, request, Chance("x"))


def test_who_did_it_least_writes():
    duties = Duties(scribe=(2, 1, 0, 1, 0.5, 0.25, 3, 4))
    assert written([[0, 1, 2, 3], [4, 5, 6, 7]], duties) == [2, 5]


def test_who_likes_to_goes_before_who_did_it_least():
    duties = Duties(scribe=(5, 0, 0, 0, 0, 1, 2, 3), likes=(True,) + (False,) * 7)
    assert written([[0, 1, 2, 3], [4, 5, 6, 7]], duties) == [0, 4]


def test_a_night_goes_round():
    tables = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5], [2, 3, 6, 7]] * 2
    assert sorted(written(tables)) == list(range(8))


def test_the_pen_is_passed_along_a_chain():
    """0 must write at the last table and can pass the first to 1 alone, who passes one to 2."""
    likes = (True, True, True, False, False, False, False, False)
    duties = Duties(scribe=(0, 0.1, 0.5, 0, 0, 0, 0, 0), likes=likes)
    assert written([[0, 1, 3], [1, 2, 4], [0, 3, 4]], duties) == [1, 2, 0]


def test_where_no_chain_helps_all_stays():
    likes = (True, True, False, False, False, False, False, False)
    duties = Duties(scribe=(5, 0, 0, 0, 0, 0, 0, 0), likes=likes)
    assert written([[0, 2], [0, 3], [1, 4]], duties) == [0, 0, 1]


def test_what_was_written_earlier_tonight_counts():
    earlier = (((0, 1, 2, 9), (9, 5, 6, 7)),)
    assert written([[0, 5]], earlier=earlier) == [5]


def test_partners_who_were_so_before_sit_side_by_side():
    duties = Duties(partners=((0, 1, 3), (3, 2, 1), (0, 2, 1)))
    request = Request(4, 1, "4", duties=duties, earlier=(((1, 2, 3),),))
    for seed in range(10):
        ((table,),) = order_seats([[[0, 1, 2, 3]]], request, Chance(str(seed)))
        found = {frozenset(table[::2]), frozenset(table[1::2])}
        assert found == {frozenset((0, 3)), frozenset((1, 2))}


def test_partners_of_three_times_in_all_come_before_those_of_four():
    duties = Duties(partners=((2, 3, 3), (0, 2, 2), (1, 3, 2), (0, 3, 5), (1, 2, 5)))
    ((table,),) = order_seats([[[0, 1, 2, 3]]], Request(4, 1, "4", duties=duties), Chance("x"))
    assert frozenset((0, 1)) in {frozenset(table[::2]), frozenset(table[1::2])}


def test_partners_of_earlier_rounds_and_kept_tables_count():
    request = Request(4, 2, "4", earlier=(((0, 1, 2, 3),),), kept=({1: (0, 3, 1, 2)},))
    (kept,), (drawn,) = order_seats([[[0, 3, 1, 2]], [[0, 1, 2, 3]]], request, Chance("x"))
    assert kept == (0, 3, 1, 2)
    assert {frozenset(drawn[::2]), frozenset(drawn[1::2])} == {frozenset((0, 3)), frozenset((1, 2))}


def test_all_tables_kept_need_no_scribe():
    request = Request(4, 1, kept=({1: (2, 0, 1, 3)},))
    assert order_seats([[[2, 0, 1, 3]]], request, Chance("x")) == (((2, 0, 1, 3),),)
