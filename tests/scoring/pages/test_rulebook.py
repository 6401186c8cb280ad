"""The games that show how a game is scored, by the rules that hold: the points by hand."""

import json
import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from django.utils import translation

from scoring import games
from scoring.browser.game_description import describe_game
from scoring.pages import rulebook
from tests.by_day import by_chance

pytestmark = pytest.mark.usefixtures("english")

ROOT = Path(__file__).parents[3]
WANTED = json.loads(Path(__file__).with_name("rulebook.json").read_text(encoding="utf-8"))


def book_of(key, **options):
    return rulebook.build_rulebook(games.make_game(games.find(key), options))


def text_of(key, **options):
    return " ".join(book_of(key, **options).paragraphs)


def counted(key, **options):
    return [
        {line.name: line.points for line in example.lines}
        for example in book_of(key, **options).examples
    ]


@pytest.mark.parametrize(("key", "points"), WANTED["points of the examples"].items())
def test_examples_come_to_what_the_rules_say(key, points):
    assert [" ".join(each.values()) for each in counted(key)] == points


def test_choice_of_who_plays_keeps_the_nat_of_the_example():
    assert counted("klaverjassen", trump_by="choice") == counted("klaverjassen")


def test_examples_are_scored_by_what_the_club_settled():
    assert counted("jokeren", joker_points=5)[0]["Cor"] == "7"  # 2 + 5
    assert counted("amerikaans-jokeren", joker_high=25)[0]["Bob"] == "54"


WITH_RULES = [system for system in games.GAMES if system.key != "punten"]


@pytest.mark.parametrize("system", WITH_RULES, ids=lambda system: system.key)
def test_examples_can_be_played_whatever_a_club_settles(system):
    usual = [[*each] for each in counted(system.key)]
    for key, option in system.options.items():
        if key in ("entry", "write"):  # of sums there are none
            continue
        ends = {option.low, option.high} - {None}
        for value in ends | {*option.choices}:
            assert [[*each] for each in counted(system.key, **{key: value})] == usual


def test_how_is_said_where_the_points_do_not_say_it():
    (example,) = book_of("amerikaans-jokeren").examples
    assert [bool(line.how) for line in example.lines] == [True, True, True, False]


def test_who_wins_a_game_of_rummy_is_said_in_match_points():
    examples = [[line.how for line in example.lines] for example in book_of("rummy").examples]
    assert examples == [["out, 1 match point", ""], ["", "1 match point"]]
    with translation.override("de"):
        assert book_of("rummy", win_points=1.5).examples[1].lines[1].how == "1½ Matchpunkte"


def test_closed_hands_are_listed_with_what_they_are_worth():
    found = {hand.number: hand for hand in book_of("rummikub-international").hands}
    assert (len(found), found[29].values) == (40, (1200, 1000, 900))
    assert all(found[number].rule.startswith("Any") for number in (6, 10, 22)), "not only loose"
    assert book_of("rummikub").hands == []


# What holds under a club's options


def list_paragraphs(key, **options):
    """All that the page says of a game before the list of what can be settled."""
    book = book_of(key, **options)
    return [*book.paragraphs, *book.contracts, book.rounds, *book.turns]


def otherwise():
    """Each option of each game, with every end and choice that is not as usual."""
    for system in games.GAMES:
        for key, option in system.options.items():
            if isinstance(option.default, list):
                yield system.key, key, ["S4"]
            elif key != "tie_break":  # which the list of what is settled says, also on paper
                values = {*option.choices, option.low, option.high} - {None, option.default}
                yield from (
                    (system.key, key, value)
                    for value in sorted(values, key=str)
                    if not system({key: value}).does_nothing(key)
                )


@pytest.mark.parametrize(("key", "option", "value"), [*otherwise()])
def test_what_a_club_settles_is_in_the_text(key, option, value):
    assert list_paragraphs(key, **{option: value}) != list_paragraphs(key)


@pytest.mark.parametrize(("key", "options", "said", "left_out"), WANTED["said, and not said"])
def test_text_says_what_holds_and_nothing_that_does_not(key, options, said, left_out):
    text = text_of(key, **options)
    assert not re.search(r"\d-\d", text), "no line ends within figures such as 12-13-1"
    words = text.replace("\N{NON-BREAKING HYPHEN}", "-")
    assert said in words
    assert left_out not in words


COUNTED = r"\b1 (?:games|points|potjes|spellen|Spielen|Spiele|punten|Punkte)\b"


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_of_one_game_or_point_there_is_one(system, language):
    options = {key: 1 for key in ("games", "first_meld") if key in system.options}
    with translation.override(language):
        words = " ".join(list_paragraphs(system.key, **options))
    assert re.findall(COUNTED, words) == []


def test_closed_hands_are_of_groups_as_the_rules_call_them():
    rules = [hand.rule for hand in book_of("rummikub-international").hands]
    assert [rule for rule in rules if re.search(r"\bsets?\b", rule, re.I)] == []


def test_at_five_hundred_left_of_the_dealer_bids_and_the_contractor_leads():
    (turn,) = book_of("vijfhonderd").turns
    assert "left of the dealer bids first" in turn
    assert "whoever bid highest leads to the first trick" in turn


# What a table settled


@cache
def told_with(key, *chosen):
    return list_paragraphs(
        key, **{name: [*value] if name == "contracts" else value for name, value in chosen}
    )


def some_values(option):
    """Its ends, what lies beside the low one, and its choices; an empty list of contracts too."""
    if isinstance(option.default, list):
        return {(), tuple(option.default)}
    near = set() if option.low is None else {option.low, option.low + option.step, option.high}
    return {*near, *option.choices, option.default}


def two_settled(system):
    """Each rule that is not as usual alone, and two of them together; by day not each two."""
    other = [
        (key, value)
        for key, option in system.options.items()
        for value in some_values(option)
        if value != (tuple(option.default) if key == "contracts" else option.default)
    ]
    yield from ((rule,) for rule in other)
    together = [two for two in combinations(other, 2) if two[0][0] != two[1][0]]
    yield from together[:: by_chance(15, 1)]


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_settings_that_are_listed_change_something(system):
    """Beside the others, and what the rules name is listed. `tie_break` is in no other text."""
    for chosen in two_settled(system):
        options = {key: [*value] if key == "contracts" else value for key, value in chosen}
        if games.list_wrong_options(system, options):
            continue
        listed = rulebook.build_rulebook(games.make_game(system, options)).settled
        for option in listed:
            others = [pair for pair in chosen if pair[0] != option.key]
            values = some_values(system.options[option.key])
            here, usual = told_with(system.key, *chosen), told_with(system.key, *others)
            assert option.key == "tie_break" or any(
                told_with(system.key, *others, (option.key, value)) != here for value in values
            ), (chosen, option)
            # A value of 0 says that there is none.
            assert (
                option.key == "tie_break"
                or here != usual
                or not option.own
                or not options[option.key]
            )
        rules = " ".join(each.text for each in games.make_game(system, options).rules_in_force())
        left_out = system.options.keys() - {option.key for option in listed}
        assert [key for key in left_out if f"%({key})s" in rules] == [], chosen


@pytest.mark.parametrize(("key", "options", "listed"), WANTED["listed as settled"])
def test_what_a_table_settled_is_listed_and_nothing_else(key, options, listed):
    book = book_of(key, **options)
    assert " ".join(rule.key for rule in book.settled) == listed
    assert len(book.settings) == sum(
        not isinstance(option.default, list) for option in games.find(key).options.values()
    )


# No game names what only another one has.
ELSEWHERE = WANTED["not of these games"]


@pytest.mark.parametrize(
    ("words", "key"), [(words, key) for words in ELSEWHERE for key in sorted(ELSEWHERE[words])]
)
def test_no_game_names_what_it_has_not(words, key):
    assert words not in text_of(key)


@pytest.mark.parametrize(("key", "deal"), WANTED["dealt"].items())
def test_deal_stands_first(key, deal):
    first, *others = book_of(key).paragraphs
    assert deal in first
    assert deal not in " ".join(others)


@pytest.mark.parametrize("key", ["rummy", "rummikub", "rummikub-american"])
def test_end_with_nobody_out_is_that_the_tiles_ran_out(key):
    """At Rummy the last one was drawn, with somebody still able to lay."""
    ((_out, _words), (_pool, words)) = describe_game(games.find(key)({}))["row"][0]["choices"]
    assert "tiles ran out" in words


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("jokeren", "zichtbaar en hardop"),
        ("amerikaans-jokeren", "overzichtelijk op tafel"),
        ("jolly", ""),
        ("rummikub", ""),
    ],
)
def test_open_count_is_said_where_the_game_asks_it(key, words):
    game = games.find(key)({})
    with translation.override("nl"):
        said = describe_game(game)["open_count"]
        counting = rulebook.build_rulebook(game).counting
    assert words in said
    assert (said in counting) == bool(words)


@pytest.mark.parametrize(
    ("language", "other"),
    [("nl", r"(?i)matchpunt\w*"), ("de", r"\w*(?:[Ff]ormular|[Bb][oö]gen)\w*")],
)
def test_a_thing_has_one_word(language, other):
    catalogue = (ROOT / f"locale/{language}/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    assert re.findall(other, catalogue) == []
