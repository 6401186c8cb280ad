from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from scoring import games
from scoring.browser.game_description import describe_game
from scoring.games.core.fields import Field
from scoring.games.core.meld_options import parse_contract
from scoring.games.melds import judge_meld
from scoring.games.melds.find_hand_type import list_fitting
from scoring.games.sheet.guess_typing_errors import find_typing_errors
from scoring.games.sheet.json_input import NOT_JSON, NOT_UTF8, SAME_KEY, TOO_DEEP
from scoring.toolkit.translation import translate
from tests.scoring.games import golden
from tests.scoring.games.asking import english, filled_in
from tests.scoring.games.melds.rules import RULES, read_cards, read_tiles

SHEETS = [path for path in golden.paths() if path.parent.name != "judge"]
QUESTIONS = golden.paths("judge")

# What a sheet can't show, because it is never read that far: the command refuses the text itself.
UNREADABLE = {check.text for check in (NOT_JSON, NOT_UTF8, TOO_DEEP, SAME_KEY)}


@pytest.mark.parametrize("path", SHEETS, ids=golden.name)
def test_golden_sheet_comes_to_what_the_rules_say(path: Path) -> None:
    sheet = golden.read(path)
    expect = {"problems": [], **sheet["expect"]}
    assert seen(golden.answer(sheet), expect) == wanted(expect)


@pytest.mark.parametrize("path", QUESTIONS, ids=golden.name)
def test_golden_question_gets_the_answer_that_the_rules_give(path: Path) -> None:
    question = golden.read(path)
    answer = golden.answer(question)
    expect = question["expect"]
    seen = {key: answer[key] for key in expect}
    seen["problems"] = [list(problem) for problem in golden.summarize_problems(answer["problems"])]
    assert seen == expect
    for kind in ("legal", "could_meld"):
        if answer.get(kind) is False and not answer["problems"]:
            assert answer["reasons"], "who says no says why"
    asked = question["question"]
    laid = Counter(card for meld in answer.get("melds", ()) for card in meld)
    assert laid <= Counter(asked.get("hand", ()) if isinstance(asked, dict) else ())


@pytest.mark.parametrize("stem", sorted(path.stem for path in golden.FOLDER.glob("*.json")))
def test_short_cases_come_to_what_the_rules_say(stem: str) -> None:
    with translation.override("en"):
        for name, case in golden.cases(stem):
            assert picked(answer_case(case), case["expect"]) == case["expect"], name


@pytest.mark.parametrize("key", [game.key for game in games.GAMES])
def test_every_game_has_ten_golden_sheets(key: str) -> None:
    assert len(golden.paths(key)) >= 10


def test_every_check_is_shown_by_a_golden_sheet_or_question() -> None:
    shown = {
        text
        for path in golden.paths()
        for problem in golden.answer(golden.read(path))["problems"]
        for text in golden.texts(problem["message"])
    }
    checks = golden.checks()
    not_shown = checks.keys() - shown - UNREADABLE
    assert {(checks[text].number, text) for text in not_shown} == set()


def answer_case(case: dict[str, Any]) -> Any:
    if "typing_errors" in case["expect"]:
        errors = find_typing_errors(case["sheet"])
        return {"typing_errors": [[*error[:3], error.words] for error in errors]}
    if "closed_hand" in case:
        asked = dict(case["closed_hand"])
        found = list_fitting(read_tiles(asked.pop("tiles")), **asked)
        return {"fits": [kind.number for kind in found]}
    if "game" in case:
        system = games.find(case["game"])
        assert system is not None
        game = games.make_game(system, case.get("options", {}), case.get("seated"))
        idle = [key for key in game.options if game.does_nothing(key)]
        own = {name: getattr(game, name, None) for name in case["expect"]}
        return {**own, **describe_game(game), "idle": idle}
    if "meld" in case:
        laying = RULES[case["meld"]["rules"]]
        return judge_meld.judge(laying, read_cards(laying, case["meld"]["cards"]))._asdict()
    if "coming_out" in case:
        asked = {"contract": "", "first_meld": 0, **case["coming_out"]}
        laying = RULES[asked.pop("rules")]
        asked["hand"] = read_cards(laying, asked["hand"])
        asked["contract"] = parse_contract(asked["contract"])
        coming = judge_meld.could_meld(laying, **asked)
        laid = sorted(" ".join(map(laying.pack.write, meld)) for meld in coming.melds)
        return {**coming._asdict(), "melds": laid}
    return golden.answer(case)


def picked(found: Any, expect: Any) -> Any:
    """As much of an answer as is expected, in English."""
    found = found._asdict() if isinstance(found, Field) else found
    if isinstance(found, dict) and isinstance(expect, dict):
        if "code" in found:
            found = summarize(found)
        return {key: picked(found.get(key), part) for key, part in expect.items()}
    if isinstance(found, list | tuple) and isinstance(expect, list) and len(found) == len(expect):
        return [*map(picked, found, expect)]
    return english(found)


def summarize(problem: dict[str, Any]) -> dict[str, Any]:
    """`words`: what its message is filled in with; a game or player of none is not there."""
    kept = {key: problem[key] for key in ("code", "severity", "game", "player")}
    return {**kept, "words": filled_in(problem["message"])}


# A golden says only what matters; the rest of the output is left out of the comparison.


def seen(result: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    part = {key: result[key] for key in expect}
    part["problems"] = golden.summarize_problems(result["problems"])
    if "rows" in expect:
        rows = {str(row["game"]): row for row in result["rows"]}
        part["rows"] = {
            number: {key: shown(key, rows.get(number, {}).get(key), keys[key]) for key in keys}
            for number, keys in expect["rows"].items()
        }
    if expect.get("next"):
        part["next"] = {key: shown(key, value, "") for key, value in result["next"].items()}
    if "ranking" in expect:
        part["ranking"] = [
            {**place, "players": sorted(place["players"])} for place in part["ranking"]
        ]
    return part


def shown(key: str, value: Any, expect: Any) -> Any:
    with translation.override("en"):
        if key == "contract":
            return translate(value)
        if key == "explain" and value is not None:  # how the figures are made up; words may follow
            return {name: translate(value[name])[: len(text)] for name, text in expect.items()}
    return value


def wanted(expect: dict[str, Any]) -> dict[str, Any]:
    part = {**expect, "problems": golden.in_order(iter(expect["problems"]))}
    if "ranking" in expect:
        part["ranking"] = [
            {**place, "players": sorted(place["players"])} for place in expect["ranking"]
        ]
    return part
