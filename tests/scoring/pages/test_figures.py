import pytest

from scoring.pages.figures import format_points


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (None, ""),
        (0, "0"),
        (7, "7"),
        (-7, "−7"),
        (0.5, "½"),
        (2.5, "2½"),
        (1.0, "1"),
        (-1.5, "−1½"),
    ],
)
def test_figures_as_they_are_printed(points, text):
    assert format_points(points) == text
