import pytest

from scoring.games import GAMES, find
from scoring.games.core.cards import CARDS, COLOURS, HOW_TILES, SUITS, TILES, Pack
from scoring.games.melds import MeldRules, make_values

BOX = Pack(TILES, COLOURS, jokers=2, how=HOW_TILES)
FACE = make_values(1, 1, 1)
JOKEREN = MeldRules(Pack(CARDS, SUITS, jokers=4), True, "any")

LAYINGS = {
    "jokeren": JOKEREN,
    "jokeren-potjes": JOKEREN,
    "jokeren-vijf": JOKEREN,
    "amerikaans-jokeren": MeldRules(Pack(CARDS, SUITS, jokers=2), True, "separated"),
    "jolly": MeldRules(
        Pack(CARDS, SUITS, jokers=6), True, "two_naturals", make_values(25, 1, 11, court=10)
    ),
    "rummy": MeldRules(BOX, False, "any", FACE, joker_counts=False, most_tiles=12),
    "rummikub": MeldRules(BOX, False, "any", FACE),
    "rummikub-american": MeldRules(BOX, True, "any", FACE),
    "rummikub-international": MeldRules(BOX, True, "any", FACE),
    "vijfhonderd": None,
    "klaverjassen": None,
    "boerenbridge": None,
    "hartenjagen": None,
    "punten": None,
}


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)
def test_melds_of_a_game(system: type) -> None:
    assert system({}).laying() == LAYINGS[system.key]


@pytest.mark.parametrize("key", ["jokeren", "jokeren-potjes", "jokeren-vijf"])
def test_melds_have_points_where_some_are_asked(key: str) -> None:
    system = find(key)
    assert system is not None
    worth = make_values(10, 10, 10, court=10)
    assert system({"first_meld": 40}).laying() == JOKEREN._replace(values=worth)
