"""The games that show how a game is scored, by the rules that hold: the points by hand."""

import pytest
from django.utils import translation

from scoring import games, rulebook


def counted(key, **options):
    system = games.find(key)
    return [
        {line.name: line.points for line in example.lines}
        for example in rulebook.of(system(options)).examples
    ]


@pytest.mark.parametrize(
    ("key", "points"),
    [
        ("jokeren", ["4 - 3 5"]),
        ("jokeren-potjes", ["4 - 3 5"]),
        ("jokeren-vijf", ["4 - 3 5"]),
        ("amerikaans-jokeren", ["- 49 43 23"]),  # 29 + 20, 33 + 10
        ("jolly", ["154 95 −65", "62 −96 200"]),  # 124 + 30; 112 − 2 × 25, 140 + 60
        ("rummy", ["- 34", "12 7"]),
        ("rummikub", ["53 −34 −12 −7", "−5 20 −13 −2"]),
        ("rummikub-american", ["53 −34 −12 −7", "−5 20 −13 −2"]),
        ("rummikub-international", ["100 −23 −100 −41", "−800 800 −23 −41"]),
        ("vijfhonderd", ["200 20 200 20", "30 −240 30 −240", "250 0 250 0"]),
    ],
)
def test_examples_come_to_what_the_rules_say(key, points):
    assert [" ".join(each.values()) for each in counted(key)] == points


def test_examples_are_scored_by_what_the_club_settled():
    assert counted("jokeren", joker_points=5)[0]["Cor"] == "7"  # 2 + 5
    assert counted("amerikaans-jokeren", joker_high=25)[0]["Bob"] == "54"


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_examples_can_be_played_whatever_a_club_settles(system):
    usual = [[*each] for each in counted(system.key)]
    for key, option in system.options.items():
        ends = {option.low, option.high} - {None}
        for value in ends | {*option.choices}:
            assert [[*each] for each in counted(system.key, **{key: value})] == usual


def test_how_is_said_where_the_points_do_not_say_it():
    (example,) = rulebook.of(games.find("amerikaans-jokeren")({})).examples
    assert [bool(line.how) for line in example.lines] == [True, True, True, False]


def test_who_wins_a_game_of_rummy_is_said_in_match_points():
    with translation.override("en"):
        examples = rulebook.of(games.find("rummy")({})).examples
    assert [[line.how for line in one.lines] for one in examples] == [
        ["out, 1 match point", ""], ["", "1 match point"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("amerikaans-jokeren", "all of different suits"),
        ("jolly", "11 above the king and 25 in a set"),
        ("rummy", "three or more in a row"),
        ("rummikub", "the winner gains all of that"),
        ("rummikub-american", "the 1 may be low or high"),
        ("rummikub-international", "fourteen tiles must make at least 50"),
        ("vijfhonderd", "80 in diamonds, 100 in hearts and 120 without trumps"),
    ],
)
def test_page_of_a_game_says_all_that_it_takes_to_score_it(key, words):
    with translation.override("en"):
        paragraphs = rulebook.of(games.find(key)({})).paragraphs
    assert words in " ".join(paragraphs)


def test_closed_hands_are_listed_with_what_they_are_worth():
    found = {one.number: one for one in rulebook.of(games.find("rummikub-international")({})).hands}
    assert (len(found), found[29].values) == (40, (1200, 1000, 900))
    assert rulebook.of(games.find("rummikub")({})).hands == []
