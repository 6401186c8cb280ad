"""The games that show how a game is scored, by the rules that hold: the points by hand."""

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

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def book_of(key, **options):
    return rulebook.build_rulebook(games.find(key)(options))


def text_of(key, **options):
    return " ".join(book_of(key, **options).paragraphs)


def counted(key, **options):
    return [
        {line.name: line.points for line in example.lines}
        for example in book_of(key, **options).examples
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
        ("klaverjassen", ["122 60 122 60", "162 0 162 0", "262 0 262 0"]),  # the second is nat
        ("vijfhonderd", ["200 20 200 20", "30 −240 30 −240", "250 0 250 0"]),
    ],
)
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
        ends = {option.low, option.high} - {None}
        for value in ends | {*option.choices}:
            assert [[*each] for each in counted(system.key, **{key: value})] == usual


def test_how_is_said_where_the_points_do_not_say_it():
    (example,) = book_of("amerikaans-jokeren").examples
    assert [bool(line.how) for line in example.lines] == [True, True, True, False]


def test_who_wins_a_game_of_rummy_is_said_in_match_points():
    examples = [[line.how for line in example.lines] for example in book_of("rummy").examples]
    assert examples == [["out, 1 match point", ""], ["", "1 match point"]]


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


@pytest.mark.parametrize(
    ("key", "options", "said", "left_out"),
    [
        ("jokeren", {}, "cards they have left", "joker left"),
        ("jokeren", {}, "subtotal", "contract"),
        ("jokeren", {"joker_points": 5}, "counts 5 when it could have been laid", "counts 1"),
        ("jokeren", {"first_meld": 40}, "jack, queen, king and ace 10", "contract"),
        ("jokeren-potjes", {}, "contract of the game", "subtotal"),
        ("amerikaans-jokeren", {}, "contract of the game", "of the round"),
        ("amerikaans-jokeren", {"contract_by": "round"}, "contract of the round", "of the game;"),
        ("amerikaans-jokeren", {"contracts": []}, "thirteen cards", "contract"),
        ("amerikaans-jokeren", {"joker_high": 10}, "counts 10.", "could have come"),
        ("jokeren", {"games": 4}, "lowest total after 4 games", "subtotal"),
        ("jolly", {}, "above 500", "games wins"),
        ("jolly", {"games": 8}, "after 8 games wins", "500"),
        ("jolly", {"first_meld": 0}, "eleven when five", "at least 0"),
        ("rummikub", {}, "share the gain equally", "organiser"),
        ("rummikub", {"pool_tie": "organiser"}, "the organiser says who", "share"),
        ("rummikub", {}, "penalty", "trump"),
        (
            "rummikub",
            {},
            "When the pool is empty and the player whose turn it is lays nothing",
            "stacks",
        ),
        ("rummikub-american", {}, "When the stacks are used up and nobody has won", "pool"),
        ("rummikub-american", {}, "the trump only if you win", "penalty"),
        ("rummikub-international", {}, "whoever starts has fifteen", "identical to the trump"),
        ("rummikub-international", {"trump_bonus": 50}, "identical to the trump gains 50", "?"),
        ("vijfhonderd", {}, "ten cards each", "before the deal"),
        ("vijfhonderd", {}, "stands at 500 or more wins", "higher total"),
        ("vijfhonderd", {"games": 6}, "neither side has won after 6 games", "None"),
        ("rummy", {"first_meld": 0}, "From the turn after your first melds", "at least 0"),
        ("vijfhonderd", {"defenders_stop_at": 480}, "480 or more before the deal", "None"),
        ("amerikaans-jokeren", {}, "all of different suits", "?"),
        ("jolly", {}, "11 above the king and 25 in a set", "?"),
        ("rummy", {}, "three or more tiles of one colour", "?"),
        ("rummikub", {}, "the winner gains all of that", "?"),
        ("rummikub-american", {}, "12-13-1 is a run", "?"),
        ("rummikub-international", {}, "fourteen tiles at once, at least 50 together", "?"),
        ("vijfhonderd", {}, "80 in diamonds, 100 in hearts and 120 without trumps", "?"),
        ("rummikub-international", {}, "13-1-2 is no run", "?"),
        ("rummikub-international", {}, "a 1 counts 1.", "?"),
        ("rummikub-international", {}, "by a foot or a closed win", "?"),
        ("rummikub-international", {}, "A group (or set) is", "?"),
        ("vijfhonderd", {}, "A misère may be bid once somebody has bid seven", "?"),
        ("vijfhonderd", {}, "partner lays the cards face down", "?"),
        ("hartenjagen", {"variant": "american"}, "Whoever holds the two of clubs leads", "starts"),
        ("hartenjagen", {"variant": "dutch"}, "Whoever holds the seven of clubs leads", "starts"),
        ("rummy", {"first_meld": 0}, "you pass and draw a tile", "at least 0"),
        ("rummy", {"first_meld": 30}, "you pass and draw a tile", "at least 0"),
        (
            "amerikaans-jokeren",
            {},
            "or 20 when its holder already lay on the table or could",
            "counts 20.",
        ),
    ],
)
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
    yield from together[:: by_chance(5, 1)]


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_settings_that_are_listed_change_something(system):
    """Beside the others, and what the rules name is listed. `tie_break` is in no other text."""
    for chosen in two_settled(system):
        options = {key: [*value] if key == "contracts" else value for key, value in chosen}
        listed = rulebook.build_rulebook(system(options)).settled
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
        rules = " ".join(each.text for each in system(options).rules_in_force())
        left_out = system.options.keys() - {option.key for option in listed}
        assert [key for key in left_out if f"%({key})s" in rules] == [], chosen


@pytest.mark.parametrize(
    ("key", "options", "listed"),
    [
        ("jokeren", {}, "games tie_break subtotal_after hand_max jokers"),
        (
            "jokeren",
            {"joker_points": 5, "games": 4},
            "games tie_break hand_max joker_points jokers",
        ),
        ("jokeren", {"subtotal_after": 0}, "games tie_break subtotal_after hand_max jokers"),
        (
            "amerikaans-jokeren",
            {},
            "games tie_break joker_low joker_high ace jokers jokers_apart contract_by",
        ),
        ("jolly", {}, "tie_break target first_meld"),
        ("jolly", {"games": 8, "target": 300}, "games tie_break first_meld"),
        ("vijfhonderd", {"defenders_stop_at": 480}, "tie_break defenders_stop_at"),
    ],
)
def test_what_a_table_settled_is_listed_and_nothing_else(key, options, listed):
    book = book_of(key, **options)
    assert " ".join(rule.key for rule in book.settled) == listed
    assert len(book.settings) == sum(
        not isinstance(option.default, list) for option in games.find(key).options.values()
    )


# No game names what only another one has.
ELSEWHERE = {
    "joker left": {"jokeren", "jokeren-potjes", "jokeren-vijf", "jolly", "vijfhonderd"},
    "dash": {"jolly", "rummikub-international", "vijfhonderd", "rummy", "rummikub"},
    "scribe": {"jolly", "vijfhonderd", "rummy", "rummikub"},
    "suit": {"rummy", "rummikub", "rummikub-american", "rummikub-international"},
    "tile": {"jokeren", "amerikaans-jokeren", "jolly", "vijfhonderd"},
    "trump": {"jokeren", "amerikaans-jokeren", "jolly", "rummy", "rummikub"},
    "for all to see": {"amerikaans-jokeren", "jolly", "rummy", "rummikub", "vijfhonderd"},
}


@pytest.mark.parametrize(
    ("words", "key"), [(words, key) for words in ELSEWHERE for key in sorted(ELSEWHERE[words])]
)
def test_no_game_names_what_it_has_not(words, key):
    assert words not in text_of(key)


@pytest.mark.parametrize(
    ("key", "deal"),
    [
        ("jokeren", "thirteen cards"),
        ("amerikaans-jokeren", "thirteen cards"),
        ("jolly", "thirteen cards"),
        ("rummy", "eighteen tiles"),
        ("rummikub", "fourteen tiles"),
        ("rummikub-american", "fourteen tiles"),
        ("rummikub-international", "fourteen tiles; whoever starts has fifteen"),
        ("vijfhonderd", "ten cards"),
    ],
)
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
