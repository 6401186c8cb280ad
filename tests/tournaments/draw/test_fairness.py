"""Turns had, less the mean of those who were there."""

from tournaments.draw.fairness import Owed, Past, count_owed


def test_small_tables_and_sitting_out():
    found = count_owed([Past([["a", "b", "c", "d"], ["e", "f", "g"]], ["h"])], {})
    assert found["a"] == Owed(-0.43, -0.12, 0.71)
    assert found["e"] == Owed(0.57, -0.12, 0.71)
    assert found["b"] == Owed(-0.43, -0.12, -0.29)
    assert found["h"] == Owed(0.0, 0.88, 0.0)


def test_who_was_not_there_owes_nothing():
    rounds = [Past([["a", "b"]], full=2), Past([["b", "c"]], full=2)]
    found = count_owed(rounds, {})
    assert found == {"a": Owed(0.0, 0.0, 0.5), "b": Owed(0.0, 0.0, 0.0), "c": Owed(0.0, 0.0, -0.5)}


def test_who_likes_to_keep_score_is_compared_with_those():
    found = count_owed(
        [Past([["a", "b", "c", "d"], ["e", "f", "g", "h"]])], {"a": True, "e": False}
    )
    assert found["a"].scribe == 0.86
    assert found["b"].scribe == -0.14
    assert found["e"].scribe == 0.0


def test_nothing_played_yet():
    assert count_owed([], {"a": True}) == {}
