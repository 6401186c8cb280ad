import json
import re
from importlib import import_module

import pytest
from django.utils import translation

from scoring.browser.game_description import describe_game, list_checks
from scoring.games import GAMES, find
from scoring.games.sheet import score
from scoring.toolkit.problems import ProblemCode
from tests.scoring.games import golden
from tests.scoring.games.toy import HoogsteKaart

LANGUAGES = ("nl", "de", "en")
PLACE = re.compile(r"%\((\w+)\)s")

every_game = pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)


def described(key, language="en", **options):
    with translation.override(language):
        return describe_game(find(key)(options))


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_description_is_json_in_the_readers_language(system, language):
    whole = described(system.key, language)
    assert json.loads(json.dumps(whole)) == whole
    english = described(system.key)
    assert (whole == english) == (language == "en")


def test_fields_are_described_with_their_words_and_bounds():
    assert described("jokeren", "nl", hand_max=15)["short"] == {
        "key": "cards",
        "kind": "number",
        "label": "kaarten over",
        "low": 1,
        "high": 15,
        "choices": [],
        "who": "all",
        "dashed": True,
        "right": "",
    }
    assert described("rummikub", "nl")["row"][0]["choices"] == [
        ["out", "iemand is uit"],
        ["pool", "de stenen zijn op"],
    ]


def test_options_in_force_are_there_with_what_follows_from_them():
    whole = described("amerikaans-jokeren", games=3, contracts=["S3", "", "all"])
    assert whole["options"]["joker_high"] == 20
    assert whole["games"] == whole["options"]["games"] == 3
    assert whole["contracts"] == ["set of 3", "", "everything at once"]


def test_pack_names_its_ranks():
    pack = described("rummy")["pack"]
    assert (pack["suits"], pack["jokers"], pack["copies"]) == ("kbro", 2, 2)
    assert pack["ranks"] == [str(number) for number in range(1, 14)]
    assert "".join(described("jokeren")["pack"]["ranks"]) == "A2345678910JQK"
    assert described("vijfhonderd")["pack"] is None


def test_forty_closed_hands_have_their_names_and_values():
    types = described("rummikub-international", "en")["values"]["types"]
    assert len(types) == 40
    rule = "Twice 1 to 7, no two neighbours of one colour."
    example = "1k 2b 3r 4o 5k 6b 7r 1b 2r 3o 4k 5b 6r 7o"
    assert types[28] == ["Little wave", 1200, 1000, 900, rule, example]


# Messages


@every_game
def test_what_golden_sheets_are_told_has_its_message(system):
    messages = described(system.key)["messages"]
    codes = {
        problem["code"][1:].lstrip("0")
        for path in golden.paths(system.key)
        if could_be_opened(sheet := golden.read(path).get("sheet"))
        for problem in score(sheet)["problems"]
    }
    assert codes - messages.keys() == set()
    assert len(codes) > 5


def could_be_opened(sheet):
    return isinstance(sheet, dict) and score({**sheet, "games": [], "paper": None})["valid"]


@every_game
def test_message_says_what_the_check_says(system):
    game = system({})
    numbers = [check.number for check in list_checks(game)]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) <= 50, "the judge's are not for a sheet"
    messages = described(system.key)["messages"]
    for check in list_checks(game):
        assert messages[str(check.number)] == [check.severity, check.text]


@every_game
def test_what_the_game_itself_refuses_comes_before_what_it_was_made_from(system):
    own = vars(import_module(system.__module__)).values()
    assert {own_text for own_text in own if isinstance(own_text, ProblemCode)} <= set(
        list_checks(system({}))
    )


@pytest.mark.parametrize("language", ("nl", "de"))
def test_translated_messages_keep_their_places(language):
    for system in GAMES:
        there = described(system.key, language)["messages"]
        for number, (_, text) in described(system.key)["messages"].items():
            assert set(PLACE.findall(there[number][1])) <= set(PLACE.findall(text))


# Without a twin


def test_game_without_a_twin_is_described_all_the_same():
    whole = describe_game(HoogsteKaart({}))
    assert whole["twin"] is None
    assert whole["options"]["goal"] == 21
    assert whole["messages"]["41"][0] == "error"
