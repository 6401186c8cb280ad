import pytest

from scoring.pages.name_breaks import break_name


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ria Schouten", ["Ria", "Schou·ten"]),
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
