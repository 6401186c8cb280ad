import pytest

from scoring.pages.paper_sums import build_sums
from tests.scoring.pages.test_typing_hints import made
from tests.scoring.views.table import names


@pytest.mark.parametrize(
    ("key", "options", "bounds"),
    [
        ("jokeren", {}, [(0, 10), (0, 65), (0, 130)]),
        ("jokeren", {"joker_points": 5}, [(0, 10), (-99_999, 99_999), (-99_999, 99_999)]),
        ("amerikaans-jokeren", {"games": 2}, [(0, 2), (0, 2 * 792)]),
        ("jolly", {"games": 4}, [(-99_999, 99_999)]),
        ("rummy", {}, [(-99_999, 99_999)]),
        ("klaverjassen", {"games": 4}, [*[(-99_999, 99_999)] * 2, *[(0, 99_999)] * 12]),
    ],
)
def test_sums_know_how_large_they_can_be(key, options, bounds):
    game = made(key, **options)
    lines = build_sums(game, names(key) if game.partners else ["Ans"])
    assert [(line.low, line.high) for line in lines] == bounds
