"""The twins on the phone against the server: every figure and every word, over random sheets of
every system and all golden sheets.

STREEPJE_SHEETS is the number of random sheets per system (40; the nightly run takes 10000),
STREEPJE_SEED another series of them. On a difference the sheet is printed as JSON.
"""

import copy
import functools
import json
import os
import random
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.utils import translation

from scoring import games
from scoring.browser.game_description import TWINS, describe_game
from scoring.games import sheet as server
from scoring.toolkit.translation import translate
from tests.browser.faults import FAULTS
from tests.browser.twins import Twins, source
from tests.scoring.games import golden
from tests.scoring.games.random_sheets import GAMES, random_sheet
from tests.scoring.games.toy import HoogsteKaart

SHEETS = int(os.environ.get("STREEPJE_SHEETS", "40"))
SEED = os.environ.get("STREEPJE_SEED", "")
AT_ONCE = 500
FOR_A_FAULT = 150

TOY = Path(golden.__file__).with_name("toy.js")
NOT_HEAD = {"games", "paper", "totals_only"}
OF_A_SHEET = {"game", "options", "players", "scribe", "games", "paper"}
LITTLE_BLITZ = "I34"  # is one of those, where it was not named by its type
NO_TYPE = "I46"  # whether fourteen tiles form a closed hand the server alone knows


@pytest.fixture(scope="module")
def twins(browser):
    page = browser.new_page()
    yield Twins(page)
    page.close()


# The sheets


def sheets_of(game):
    """Golden ones and then random ones without end; as they come in, through JSON."""
    yield from (sheet for sheet in golden.sheets(game) if "3.0" not in str(sheet))  # a script's 3
    number = 0
    while True:
        sheet = random_sheet(random.Random(f"{SEED}twin {game} {number}"), game)
        yield json.loads(json.dumps(sheet))
        number += 1


def _has_dealer(system, sheet):
    options = sheet.get("options")
    return system and (options.get("dealer", system.has_dealer) if options else system.has_dealer)


def opened(sheet):
    """As much of it as a sheet that was opened can hold; None where it would not be opened."""
    if not isinstance(sheet, dict) or not isinstance(sheet.get("options") or {}, dict):
        return None
    system = games.find(sheet.get("game"))
    known = OF_A_SHEET | {"first_dealer" if _has_dealer(system, sheet) else "first_starter"}
    known |= {"totals_only"} if (sheet.get("options") or {}).get("entry") == "totals" else set()
    kept = {key: value for key, value in sheet.items() if key in known}
    head = {key: value for key, value in kept.items() if key not in NOT_HEAD}
    return kept if server.score(head)["valid"] else None


def opened_sheets(game, count):
    sheets = islice(sheets_of(game), count + len(golden.sheets(game)))
    return [kept for sheet in sheets if (kept := opened(sheet)) is not None]


# What the server says of them


class Case(NamedTuple):
    language: str
    sheet: dict[str, Any]
    description: dict[str, Any]
    answer: dict[str, Any]


def case(sheet, language):
    with translation.override(language):
        system = games.find(sheet["game"])
        players = sheet["players"]
        seated = len(players) if isinstance(players, list) else None
        description = describe_game(games.make_game(system, sheet.get("options") or {}, seated))
        return Case(language, sheet, description, answer(sheet))


def answer(sheet):
    """The server's, as it is sent; only the twin leaves out how figures are made up."""
    outcome = json.loads(json.dumps(server.score(sheet), default=translate))
    for row in outcome["rows"]:
        row.pop("explain", None)
    return outcome


@functools.cache
def cases_for_a_fault(game):
    return [case(sheet, "en") for sheet in opened_sheets(game, FOR_A_FAULT)]


# The comparison


def differences(twins, cases):
    """The sheets on which a twin and the server differ, each with what differs."""
    outcomes = twins.score([[case.description, case.sheet, None] for case in cases])
    pairs = zip(cases, map(different, cases, outcomes), strict=True)
    return [(table.sheet, what) for table, what in pairs if what]


def different(compared, outcome):
    expected = sure(compared, outcome) if "waiting" in outcome else compared.answer
    first, second = (without_hands(compared.sheet, it) for it in (expected, outcome))
    keys = sorted(first.keys() | second.keys())
    return {
        key: (first.get(key), second.get(key))
        for key in keys
        if key not in first or key not in second or first[key] != second[key]
    }


def without_hands(sheet, outcome):
    rows = sheet["games"] if isinstance(sheet.get("games"), list) else []
    tiles = [number for number, row in enumerate(rows, 1) if _has_tiles_out(row)]
    problems = [
        {key: problem[key] for key in ("code", "severity", "game", "player", "message")}
        for problem in outcome["problems"]
        if problem["code"] != NO_TYPE
        and not (problem["code"] == LITTLE_BLITZ and problem["game"] in tiles)
    ]
    valid = all(problem["severity"] != "error" for problem in problems)
    return {**outcome, "problems": problems, "valid": valid}


def _has_tiles_out(row):
    entries = row.get("entries") if isinstance(row, dict) else None
    cells = entries.values() if isinstance(entries, dict) else ()
    return any(isinstance(cell, dict) and cell.get("out") and "tiles" in cell for cell in cells)


def sure(table, outcome):
    """The server's answer, as far as it is known while games wait for it."""
    with translation.override(table.language):
        expected = copy.deepcopy(answer({**table.sheet, "paper": None}))
    waiting = [row["game"] for row in outcome["rows"] if "waiting" in row]
    for row in expected["rows"]:
        if row["game"] >= waiting[0]:
            row.pop("running", None)
        if row["game"] in waiting:
            row.pop("scores", None)
            row["waiting"] = True
    if expected["next"] and expected["next"]["game"] in waiting:
        expected["next"] = outcome["next"]  # the server does not wait: it refused that game
    standing = ("totals", "dashes", "match_points", "ranking", "continue_with", "settlement")
    unknown = {key: type(expected[key])() for key in standing}
    open_ = {"waiting": True, "complete": False, "finished": False, "winner": None}
    return {**expected, **unknown, **open_}


def report(differences):
    return "\n".join(
        f"on {json.dumps(sheet, ensure_ascii=False)}\n"
        + "\n".join(f"  {key}: server {ours}, twin {other}" for key, (ours, other) in what.items())
        for sheet, what in differences[:3]
    )


@pytest.mark.parametrize("game", GAMES)
def test_twin_says_what_the_server_says(twins, game):
    sheets = opened_sheets(game, SHEETS)
    assert len(sheets) > 0.9 * SHEETS
    for first in range(0, len(sheets), AT_ONCE):
        some = [case(sheet, "nl") for sheet in sheets[first : first + AT_ONCE]]
        wrong_sheets = [table.sheet for table in some if table.answer["problems"]]
        in_other_words = [
            case(sheet, language) for sheet in wrong_sheets for language in ("de", "en")
        ]
        found = differences(twins, some + in_other_words)
        assert not found, report(found)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("game", "file", "old", "new"), FAULTS, ids=[f"{fault[1]}: {fault[3]}" for fault in FAULTS]
)
def test_fault_in_a_twin_is_found(browser, game, file, old, new):
    ours = source(file)
    assert ours.count(old) == 1, f"{old} is there {ours.count(old)} times"
    page = browser.new_page()
    found = differences(Twins(page, {file: ours.replace(old, new)}), cases_for_a_fault(game))
    page.close()
    assert found, "nobody noticed"


def test_every_twin_has_three_faults():
    files = [fault[1] for fault in FAULTS]
    assert min(files.count(path.name) for path in TWINS.glob("*.js")) >= 3


# One by one


def scored(twins, sheet, answer=None, **description):
    twin = case(sheet, "en")
    return twins.score([[twin.description | description, sheet, answer]])[0]


def test_game_without_a_twin_is_left_to_the_server(twins):
    sheet = {"game": "jokeren", "players": ["Ans", "Bob"]}
    assert scored(twins, sheet, twin=None) is None
    assert scored(twins, sheet, twin="patience") is None


def test_twin_of_the_example_says_what_the_server_says(browser, monkeypatch):
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, HoogsteKaart))
    described = describe_game(HoogsteKaart({"goal": 15})) | {"twin": "toy"}
    cells = [(10, 3, {"card": 7}), (2, 11, "x"), (0, 0, 0), (4, {}, None), (6, 9, 8)]
    names = ["Ans", "Bob", "Cor"]
    rows = [{"entries": dict(zip(names, row, strict=True))} for row in cells]
    sheet = {"game": HoogsteKaart.key, "options": {"goal": 15}, "players": names, "games": rows}
    page = browser.new_page()
    toy = Twins(page, {"toy.js": TOY.read_text(encoding="utf-8")})
    assert differences(toy, [Case("nl", sheet, described, answer(sheet))]) == []
    page.close()


@pytest.mark.parametrize("names", [["__proto__", "constructor"], ["2", "1"], ["🃏", "e\u0301"]])
def test_players_may_have_any_name(twins, names):
    rows = [{"entries": {names[0]: "-", names[1]: 3}}, {"entries": {names[1]: "-"}}]
    paper = {"totals": dict.fromkeys(names, 9), "dashes": dict.fromkeys(names, 5)}
    sheet = {"game": "jokeren", "players": names, "games": rows, "paper": paper}
    assert differences(twins, [case(sheet, "en")]) == []


HAND = [f"{number}{colour}" for colour in "kb" for number in range(1, 8)]
CLOSED = {
    "end": "closed",
    "entries": {"Ans": {"out": True, "tiles": HAND}, "Bob": {"melded": False}},
}
OPEN = {"end": "open", "entries": {"Ans": {"out": True}, "Bob": {"melded": True, "points": 9}}}
INTERNATIONAL = {"game": "rummikub-international", "players": ["Ans", "Bob"]}


def test_tiles_of_a_closed_hand_wait_for_the_server(twins):
    outcome = scored(twins, {**INTERNATIONAL, "games": [OPEN, CLOSED, OPEN]})
    assert outcome["waiting"] is True
    assert outcome["valid"] is True
    assert [row.get("waiting", False) for row in outcome["rows"]] == [False, True, False]
    assert [row.get("running") for row in outcome["rows"]] == [{"Ans": 100, "Bob": -9}, None, None]
    assert outcome["totals"] == outcome["settlement"] == {}
    assert outcome["next"]["game"] == 4


def test_what_the_server_said_of_a_closed_hand_counts(twins):
    sheet = {**INTERNATIONAL, "games": [OPEN, CLOSED]}
    values = {"data": sheet, "result": server_result(sheet)}
    later = {**sheet, "games": [OPEN, CLOSED, OPEN]}
    outcome = scored(twins, later, values)
    assert "waiting" not in outcome
    assert outcome["totals"] == server_result(later)["totals"]


def test_what_the_server_said_of_another_hand_or_starter_does_not_count(twins):
    sheet = {**INTERNATIONAL, "games": [OPEN, CLOSED]}
    values = {"data": sheet, "result": server_result(sheet)}
    other = copy.deepcopy(CLOSED)
    other["entries"]["Ans"]["tiles"][0] = "*"
    assert scored(twins, {**sheet, "games": [OPEN, other]}, values)["waiting"] is True
    assert scored(twins, {**sheet, "scribe": "Bob"}, values)["waiting"] is True


def server_result(sheet):
    return case(sheet, "en").answer


@pytest.mark.parametrize(
    "players", [None, "Ans", [], ["Ans"], ["Ans", "Ans"], [1, None], ["Ans"] * 9]
)
@pytest.mark.parametrize("game", GAMES)
def test_head_that_the_server_refuses_stops_nothing(twins, game, players):
    good = {"game": game, "players": ["Ans", "Bob", "Cor", "Dik"][: games.find(game).seats[1]]}
    rows = [{"entries": {"Ans": "-", "Bob": 3}}, {"void": "ruzie"}, None, 5, []]
    spoiled = {
        "game": game,
        "players": players,
        "scribe": 5,
        "games": rows,
        "options": {"games": 2},
    }
    outcome = twins.score([[case(good, "en").description, spoiled, None]])[0]
    assert len(outcome["rows"]) == 2
