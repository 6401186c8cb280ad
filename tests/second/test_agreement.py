"""The program's scoring against the second calculation, over random sheets of every system.

STREEPJE_SHEETS is the number of sheets per system (60; the nightly run takes 10000), STREEPJE_SEED another
series of them. On a difference the sheet is printed as JSON, with both answers' differing parts.
"""

import copy
import functools
import json
import os
import random

import pytest

from scoring.games import GAMES as first_games
from scoring.games import sheet as first
from tests.second.calculation import DEFAULTS, calculate
from tests.second.faults import FAULTS
from tests.second.sheets import GAMES, random_sheet

SHEETS = int(os.environ.get("STREEPJE_SHEETS", "60"))
SEED = os.environ.get("STREEPJE_SEED", "")


def test_second_calculation_knows_every_game():
    assert {*DEFAULTS} == {game.key for game in first_games}


def first_answer(sheet):
    return first.score(sheet)


def sheets_of(game, count):
    return (json.loads(packed_sheet(game, number)) for number in range(count))


# Sheets go through JSON, as they come in: nothing shared, nothing but JSON's own types. They are made once for
# all faults, and so is the second answer, on which no fault of the first has any influence.
@functools.lru_cache(maxsize=400 * len(GAMES))
def packed_sheet(game, number):
    return json.dumps(random_sheet(random.Random(f"{SEED}{game} {number}"), game))


@functools.lru_cache(maxsize=400 * len(GAMES))
def second_answer(game, number):
    return calculate(json.loads(packed_sheet(game, number)))


# --- the comparison -------------------------------------------------------------------------------------


def places(ranking):
    """A ranking whose players within one place have no order of their own."""
    return [[place["rank"], sorted(place["players"]), place["total"]] for place in ranking]


def unset(wrong):
    """Is the set-up itself wrong, so that nothing but `valid` means anything?"""
    return any(word.startswith("setup") for _, _, word in wrong)


def differences(first, second):
    """What differs, as lines; `first` is the program's answer, `second` that of calculate()."""
    lines = []

    def compare(what, ours, other):
        if ours != other:
            lines.append(f"{what}: first {ours!r}, second {other!r}")

    compare("valid", first["valid"], second["valid"])
    if unset(second["wrong"]):
        return lines
    for part in (
        "complete",
        "finished",
        "subtotals",
        "totals",
        "dashes",
        "match_points",
        "settlement",
    ):
        compare(part, first[part], second[part])
    compare("continue_with", sorted(first["continue_with"]), sorted(second["continue_with"]))
    compare("ranking", places(first["ranking"]), places(second["ranking"]))
    compare("winner", team(first["winner"]), team(second["winner"]))
    compare("next", turn(first["next"]), turn(second["next"]))
    compare("marks", first.get("marks"), second.get("marks"))

    rows = {row["game"]: row for row in first["rows"]}
    for row in second["rows"]:
        number = row["game"]
        theirs = rows.get(number, {})
        compare(f"scores of game {number}", theirs.get("scores") or None, row.get("scores") or None)
        if "contract" in theirs:
            compare(f"contract of game {number}", english(theirs["contract"]), in_words(row))
        for key in ("running", "dealer", "starter", "marks"):
            if key in row:
                compare(f"{key} of game {number}", theirs.get(key), row[key])
    compare(
        "more rows with scores",
        [
            number
            for number in rows
            if rows[number].get("scores") and number not in [row["game"] for row in second["rows"]]
        ],
        [],
    )

    errors = [problem for problem in first["problems"] if problem["severity"] == "error"]
    compare_errors(errors, second["wrong"], compare)
    return lines


def compare_errors(errors, wrong, compare):
    """Which games have errors, and whom they name. A paper subtotal may be told of with or without its game."""
    paper_games = {game for game, _, word in wrong if word.startswith("paper")}
    must = {game for game, _, word in wrong if game is not None and not word.startswith("paper")}
    wrong_games = {problem["game"] for problem in errors if problem["game"] is not None}
    compare(
        "games with errors",
        sorted((wrong_games - paper_games) | (must & wrong_games)),
        sorted(must),
    )
    for number in sorted(must & wrong_games):
        ours = {
            (player, word.startswith("row"))
            for game, player, word in wrong
            if game == number and not word.startswith("paper")
        }
        if number in paper_games or True in {of_the_row for _, of_the_row in ours}:
            continue  # an error of the whole row: whom it names is a matter of words
        named = {problem["player"] for problem in errors if problem["game"] == number} - {None}
        if named:
            compare(
                f"players in error in game {number}",
                sorted(named),
                sorted(player for player, _ in ours),
            )
    on_paper = {
        player for _, player, word in wrong if word.startswith("paper") and player is not None
    }
    named = {problem["player"] for problem in errors if problem["player"] is not None}
    compare("players whose paper differs, not named", sorted(on_paper - named), [])


def in_words(row):
    """The code of a game's contract, or its cards, as the program says it."""
    if "cards" in row:
        return "1 card" if row["cards"] == 1 else f"{row['cards']} cards"
    kinds = {"S": "set of", "R": "run of", "M": "set or run of"}
    parts = [part for part in row.get("contract_code", "").split("+") if part]
    return " and ".join(
        "everything at once" if part == "all" else f"{kinds[part[0]]} {part[1:]}" for part in parts
    )


def english(text):
    """A text of the program's with its places filled in, in the language that it is written in."""
    if isinstance(text, str):
        return text
    return text.msgid % {
        key: english(part) if hasattr(part, "msgid") else part for key, part in text.params.items()
    }


def team(winner):
    return sorted(winner) if isinstance(winner, list) else winner


def turn(coming):
    return coming and {key: coming[key] for key in ("game", "dealer", "starter")}


def report(sheet, lines):
    return "\n".join(
        ["the two calculations differ on", json.dumps(sheet, ensure_ascii=False), *lines]
    )


# --- the two against each other -------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_first_and_second_calculation_agree(game):
    for sheet in sheets_of(game, SHEETS):
        asked = copy.deepcopy(sheet)
        found = differences(first_answer(sheet), calculate(sheet))
        assert not found, report(sheet, found)
        assert sheet == asked, "the sheet itself was changed"


@pytest.mark.parametrize(
    ("name", "games", "where", "fault"), FAULTS, ids=[fault[0] for fault in FAULTS]
)
def test_first_with_a_seeded_fault_is_caught(name, games, where, fault, monkeypatch):
    monkeypatch.setattr(where, fault)
    for game in games:
        for number, sheet in enumerate(sheets_of(game, max(SHEETS, 400))):
            try:
                answer = first_answer(sheet)
            except Exception:  # a fault that falls over is caught as well
                return
            if differences(answer, second_answer(game, number)):
                return
    pytest.fail(f"nobody noticed: {name}")


# --- the comparison itself ------------------------------------------------------------------------------


def as_first(answer):
    """The second calculation's answer in the form of the first's, to prove the comparison."""
    problems = [
        {"code": word, "severity": "error", "game": game, "player": player}
        for game, player, word in answer["wrong"]
    ]
    problems += [
        {"code": word, "severity": "warning", "game": game, "player": player}
        for game, player, word in answer["warned"]
    ]
    rows = [{**row, "contract": in_words(row)} for row in answer["rows"]]
    return copy.deepcopy({**answer, "rows": rows, "problems": problems})


def up(figures):
    """One more for the last who is named."""
    figures[list(figures)[-1]] += 1


def changed_row(key, change):
    """Changes the first row which has something under that key; False where there is none."""

    def change_it(answer):
        for row in answer["rows"]:
            if row.get(key):
                row[key] = change(row[key])
                return None
        return False

    return change_it


def more(figures):
    return {player: figure + 1 for player, figure in figures.items()}


def swap(answer, key, value):
    if answer[key] == value:
        return False
    answer[key] = value
    return None


def other_winner(answer):
    winner = answer["winner"]
    if winner is None:
        return False
    answer["winner"] = None
    return None


def drop_error(answer):
    games = [
        problem["game"]
        for problem in answer["problems"]
        if problem["severity"] == "error"
        and problem["game"] is not None
        and not problem["code"].startswith("paper")
    ]
    if not games:
        return False
    answer["problems"] = [problem for problem in answer["problems"] if problem["game"] != games[0]]
    return None


def error_elsewhere(answer):
    answer["problems"].append({"code": "", "severity": "error", "game": 47, "player": None})


def other_player_in_error(answer):
    cell_games = [
        problem["game"] for problem in answer["problems"] if problem["severity"] == "error"
    ]
    for problem in answer["problems"]:
        if (
            problem["severity"] == "error"
            and problem["game"]
            and problem["player"]
            and not problem["code"].startswith(("row", "paper"))
            and cell_games.count(problem["game"]) == 1
        ):
            problem["player"] = "somebody else"
            return None
    return False


def paper_not_told(answer):
    kept = [problem for problem in answer["problems"] if not problem["code"].startswith("paper")]
    dropped = [
        problem["player"]
        for problem in answer["problems"]
        if problem["code"].startswith("paper") and problem["severity"] == "error"
    ]
    if not [
        player
        for player in dropped
        if player and player not in [problem["player"] for problem in kept]
    ]:
        return False
    answer["problems"] = kept
    return None


def part_up(key):
    return lambda answer: up(answer[key]) if answer[key] else False


def turn_changed(key, change):
    def change_it(answer):
        if not answer["next"] or answer["next"][key] is None:
            return False
        answer["next"][key] = change(answer["next"][key])
        return None

    return change_it


CHANGES = {
    "valid": lambda answer: swap(answer, "valid", not answer["valid"]),
    "complete": lambda answer: swap(answer, "complete", not answer["complete"]),
    "finished": lambda answer: swap(answer, "finished", not answer["finished"]),
    "totals": part_up("totals"),
    "dashes": part_up("dashes"),
    "match points": part_up("match_points"),
    "settlement": part_up("settlement"),
    "subtotals": lambda answer: (
        up(answer["subtotals"][0]["totals"]) if answer["subtotals"] else False
    ),
    "subtotals gone": lambda answer: swap(answer, "subtotals", []),
    "place": lambda answer: answer["ranking"][-1].update(rank=99),
    "players of a place": lambda answer: answer["ranking"][-1]["players"].pop() and None,
    "total of a place": lambda answer: answer["ranking"][0].update(total=0.25),
    "winner": other_winner,
    "who plays on": lambda answer: swap(answer, "continue_with", []),
    "next": lambda answer: swap(answer, "next", None),
    "next game": turn_changed("game", lambda number: number + 1),
    "next dealer": turn_changed("dealer", lambda player: player + "'"),
    "next starter": turn_changed("starter", lambda player: player + "'"),
    "marks": lambda answer: up(answer["marks"]["nat"]) if "marks" in answer else False,
    "marks of a game": changed_row("marks", lambda marks: {**marks, "roem": more(marks["roem"])}),
    "scores": changed_row("scores", more),
    "no scores": changed_row("scores", lambda figures: None),
    "running": changed_row("running", more),
    "dealer": changed_row("dealer", lambda player: player + "'"),
    "starter": changed_row("starter", lambda player: player + "'"),
    "a row gone": lambda answer: swap(answer, "rows", answer["rows"][1:]),
    "error not told": drop_error,
    "error in another game": error_elsewhere,
    "error of another player": other_player_in_error,
    "paper not told": paper_not_told,
}


@functools.cache
def plenty():
    return [(sheet, calculate(sheet)) for game in GAMES for sheet in sheets_of(game, 150)]


@pytest.mark.wide
def test_comparison_of_an_answer_with_itself_finds_nothing():
    for sheet, answer in plenty():
        assert not differences(as_first(answer), answer), json.dumps(sheet)


@pytest.mark.wide
@pytest.mark.parametrize("what", CHANGES)
def test_comparison_catches_a_change_of(what):
    seen = 0
    for sheet, answer in plenty():
        if unset(answer["wrong"]) and what != "valid":
            continue
        changed = as_first(answer)
        if what == "a row gone" and not (
            answer["rows"] and "dealer" in answer["rows"][0] and answer["rows"][0]["starter"]
        ):
            continue
        if CHANGES[what](changed) is False:
            continue
        seen += 1
        assert differences(changed, answer), (what, json.dumps(sheet))
        if seen == 25:
            break
    assert seen > 0, f"no sheet has {what}"
