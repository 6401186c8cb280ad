import pytest
from django.utils import translation

from scoring import games
from scoring.pages.typing_hints import find_shortest, list_hints

PLAYERS = ["Ans", "Bob", "Cor", "Dik"]


def made(key, **options):
    system = games.find(key)
    assert system is not None
    return system(options)


def hinted(key, **options):
    with translation.override("en"):
        hints = list_hints(made(key, **options), PLAYERS)
        return [
            f"{hint.column}: {hint.keys} {hint.words}"
            if hint.column
            else f"[{hint.keys}]{hint.rest}"
            if hint.rest
            else f"{hint.keys} {hint.words}"
            for hint in hints
        ]


OUT, AWAY = "- is out", "x does not play"
SEAT = "the number of the seat, or the name"
ON_TABLE = "could have come out, or lay there already"


@pytest.mark.parametrize(
    ("key", "options", "told"),
    [
        ("jokeren", {}, [OUT, AWAY]),
        (
            "jokeren",
            {"joker_points": 5},
            [OUT, AWAY, f"7+2x5 7 and two jokers, at 5 each: {ON_TABLE}"],
        ),
        (
            "amerikaans-jokeren",
            {},
            [OUT, AWAY, f"29+2x20 29 and two jokers, at 20 each: {ON_TABLE}"],
        ),
        ("jolly", {}, [OUT, AWAY, "Handglatt: 1 "]),
        ("rummikub", {}, [OUT, AWAY, "[s]omebody is out", "[t]he tiles ran out"]),
        (
            "rummikub-american",
            {"pool_tie": "organiser"},
            [
                *(OUT, AWAY, "[s]omebody is out", "[t]he tiles ran out"),
                f"Given by the organiser to:  {SEAT}",
            ],
        ),
        (
            "rummikub-international",
            {},
            [
                *(OUT, "no has not melded", AWAY),
                *("[o]pen", "[f]oot", "[c]losed", "[w]ithout a winner"),
                "A joker as last discard: 1 ",
            ],
        ),
    ],
)
def test_page_says_what_the_signs_mean(key, options, told):
    assert hinted(key, **options) == told


def test_bids_are_said_in_one():
    assert [hint.split(":")[0] for hint in hinted("vijfhonderd")] == ["Bid", "Who bid"]


@pytest.mark.parametrize(
    ("word", "words", "short"),
    [
        ("open", ["open", "foot"], "o"),
        ("Open", ["open", "others"], "Op"),
        ("iemand", ["iemand", "iets"], "iem"),
        ("out", ["out", "outside"], "out"),
    ],
)
def test_as_much_of_a_word_as_tells_it_from_the_others(word, words, short):
    assert find_shortest(word, [word, *words[1:]]) == short
