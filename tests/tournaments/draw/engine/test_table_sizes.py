import pytest

from tournaments.draw.engine.table_sizes import compute_sizes, find_full_size, find_least_players

THREES_AND_FOURS = {
    2: (2,), 3: (3,), 4: (4,), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4), 9: (3, 3, 3),
    10: (4, 3, 3), 11: (4, 4, 3), 12: (4, 4, 4), 13: (4, 3, 3, 3), 14: (4, 4, 3, 3),
    34: (4,) * 7 + (3, 3),
}  # fmt: skip


def test_threes_and_fours():
    found = {players: compute_sizes(players) for players in THREES_AND_FOURS}
    assert found == {players: (tables, 0) for players, tables in THREES_AND_FOURS.items()}


def test_others_sit_out():
    assert compute_sizes(5, five="sit-out") == ((4,), 1)
    assert compute_sizes(6, five="sit-out") == ((3, 3), 0)
    assert [compute_sizes(n, "4") for n in (4, 7, 8)] == [((4,), 0), ((4,), 3), ((4, 4), 0)]
    assert [compute_sizes(n, "2") for n in (2, 3, 4)] == [((2,), 0), ((2,), 1), ((2, 2), 0)]
    kinds = ("3-4", "4", "2", "4-5", "5-6")
    assert [find_full_size(kind) for kind in kinds] == [4, 4, 2, 5, 6]


@pytest.mark.parametrize(
    ("kind", "players", "tables"),
    [
        *[("4-5", n, (n,)) for n in (2, 3, 4, 5)],
        *(("4-5", 6, (3, 3)), ("4-5", 9, (5, 4)), ("4-5", 11, (4, 4, 3)), ("4-5", 12, (4, 4, 4))),
        *(("4-5", 14, (5, 5, 4)), ("4-5", 31, (5, 5, 5, 4, 4, 4, 4))),
        *[("5-6", n, (n,)) for n in (2, 5, 6)],
        *(("5-6", 7, (4, 3)), ("5-6", 10, (5, 5)), ("5-6", 11, (6, 5)), ("5-6", 12, (6, 6))),
        *(("5-6", 13, (5, 4, 4)), ("5-6", 20, (5, 5, 5, 5)), ("5-6", 23, (6, 6, 6, 5))),
    ],
)
def test_larger_tables_are_as_few_and_as_equal_as_can_be(kind, players, tables):
    assert compute_sizes(players, kind) == (tables, 0)


@pytest.mark.parametrize(("kind", "most"), [("3-4", 1), ("4", 3), ("2", 1), ("4-5", 1)])
def test_too_few_have_no_table(kind, most):
    assert [compute_sizes(n, kind) for n in range(most + 1)] == [((), n) for n in range(most + 1)]
    assert compute_sizes(most + 1, kind).tables == (most + 1,)
    assert find_least_players(kind) == most + 1


def test_never_below_three_and_as_few_tables_as_can_be():
    for players in range(6, 401):
        tables, out = compute_sizes(players)
        assert (sum(tables), out, len(tables)) == (players, 0, -(-players // 4))
        assert set(tables) <= {3, 4}
        assert list(tables) == sorted(tables, reverse=True)
