import pytest

from scoring.pages.words import break_name
from scoring.toolkit.figures import format_points


@pytest.mark.parametrize(
    ("points", "text"),
    [(None, ""), (0, "0"), (-7, "−7"), (0.5, "½"), (2.5, "2½"), (1.0, "1"), (-1.5, "−1½")],
)
def test_points_as_they_are_printed(points, text):
    assert format_points(points) == text


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Peter van den Berg", ["Peter", "van", "den", "Berg"]),
        ("Willemien Dijkstra", ["Wil·le·mien", "Dijk·stra"]),
        ("Anneke Müller-Lüdenscheidt", ["An·ne·ke", "Mül·ler-Lü·den·scheidt"]),
        ("Adriaan", ["Adriaan"]),
        ("Xqzrtpldfgh", ["Xqzrtp·ldfgh"]),
        ("Fatma Yılmaz", ["Fatma", "Yıl·maz"]),
    ],
)
def test_name_breaks_between_words_and_else_between_syllables(name, parts):
    assert [word.replace("\N{SOFT HYPHEN}", "·") for word in break_name(name)] == parts
