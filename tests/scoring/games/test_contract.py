import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from scoring.browser.game_description import describe_game
from scoring.games import GAMES, find
from scoring.games.core.fields import Field
from scoring.games.core.game import Game
from scoring.games.core.options import MOST_GAMES, Option
from scoring.games.presets import PRESETS, find_preset
from scoring.games.sheet import score
from scoring.games.sheet.paper_sums import has_totals
from scoring.pages.rulebook import build_placeholders
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate
from tests.scoring.games import golden

ROOT = Path(__file__).resolve().parents[3]
LANGUAGES = ("nl", "de", "en")
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
NAMES = ["Ans", "Bob", "Cor", "Dik", "Els", "Fem", "Gijs", "Hans", "Ine", "Jan"]
OUTPUT = {
    *("valid", "complete", "finished", "problems", "rows", "next", "subtotals", "totals"),
    *("dashes", "match_points", "ranking", "winner", "continue_with", "settlement"),
}

every_game = pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)


def empty_sheet(system: type[Game], **head: Any) -> dict[str, Any]:
    options = head.get("options", {})
    fewest = 4 if isinstance(options, dict) and options.get("sides") is True else system.seats[0]
    return {"game": system.key, "players": NAMES[:fewest], "games": [], **head}


def codes(result: dict[str, Any]) -> list[str]:
    return [problem["code"] for problem in result["problems"]]


# Its name and its rules


def test_keys_are_unique() -> None:
    assert max(Counter(system.key for system in GAMES).values()) == 1


@every_game
def test_key_finds_the_game(system: type[Game]) -> None:
    assert find(system.key) is system
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", system.key)
    assert system.version == 1, "who_played.py scores closed nights anew, by these rules"


@every_game
def test_only_presets_of_one_game_share_a_letter(system: type[Game]) -> None:
    assert re.fullmatch("[A-Z]", system.letter)
    assert system.letter != "S", "S is for what belongs to no game system"
    family = [other for other in GAMES if other.letter == system.letter]
    assert all(issubclass(member, family[0]) for member in family)


@every_game
def test_presets_are_found_in_their_own_game(system: type[Game]) -> None:
    own = [preset for preset in PRESETS if preset.game == system.key]
    found = [find_preset(preset.key, system) for preset in PRESETS]
    assert [preset for preset in found if preset] == own
    assert find_preset(None, system) is find_preset("twelve", None) is None


@every_game
def test_examples_are_games_without_a_problem(system: type[Game]) -> None:
    assert system.examples
    for row in system.examples:
        names = list(row.get("entries", ("Ans", "Bob", "Cor", "Dik")))
        result = score({"game": system.key, "options": {}, "players": names, "games": [row]})
        assert (result["problems"], [*result["rows"][0]["scores"]]) == ([], names)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_can_be_shown_in_every_language(system: type[Game], language: str) -> None:
    game = system({})
    with translation.override(language):
        known = build_placeholders(game)
        for paragraph in system.rules:
            assert translate(Text(paragraph.text, **known))
        for option in system.options.values():
            assert translate(option.right)
        for number in range(1, MOST_GAMES):
            assert "%(" not in translate(game.contract_in_words(number))
        for msgid in words_of(system):
            assert (
                translate(Text(msgid, **known)) if PLACEHOLDER.search(msgid) else translate(msgid)
            )


@every_game
def test_has_a_section_in_the_documentation(system: type[Game]) -> None:
    documentation = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    assert f"\n## `{system.key}`" in documentation


@every_game
def test_can_be_described_and_has_a_twin_for_the_phone(system: type[Game]) -> None:
    described = describe_game(system({}))
    assert json.loads(json.dumps(described)) == described
    assert described["twin"] == system.__module__.rpartition(".")[2]


# What is entered


@every_game
def test_fields_are_described(system: type[Game]) -> None:
    game = system({})
    assert bool(game.parts or game.short) == system.has_cells
    assert game.parts or game.short or game.row
    for fields in (game.parts, game.row):
        assert len({field.key for field in fields}) == len(fields)
        for field in fields:
            check_field(field, system)
    labels = Counter((translate(field.label), field.side) for field in (*game.parts, *game.row))
    assert max(labels.values(), default=1) == 1
    assert (game.short is not None and game.short.dashed) == game.dash
    if game.short is not None:
        assert game.short.kind == "number"
        check_field(game.short, system)


def check_field(field: Field, system: type[Game]) -> None:
    assert field.kind in ("number", "flag", "hand", "choice", "player", "side")
    assert field.who in ("all", "out", "left")
    assert field.label
    assert bool(field.choices) == (field.kind in ("choice", "side"))
    assert field.low < field.high if field.kind == "number" else field.low == field.high == 0
    assert system.pack is not None or field.kind != "hand"


@every_game
def test_entry_and_row_take_only_what_is_described(system: type[Game]) -> None:
    players = NAMES[: system.seats[0]]
    row = {"entries": {players[0]: {"no such part": 1}}, "no such key": 1}
    problems = score(empty_sheet(system, games=[row]))["problems"]
    found = [(problem["code"], problem["player"]) for problem in problems]
    game = system({})
    number = "27" if game.parts else "21" if game.short else "33"  # a number has no parts
    refused = f"{system.letter}{number}"
    assert found == [(refused, players[0]), (f"{system.letter}27", None)]


@every_game
def test_every_part_of_an_entry_is_read_strictly(system: type[Game]) -> None:
    game, players = system({}), NAMES[: system.seats[0]]
    for field in game.parts:
        row = {"entries": {players[0]: {field.key: {"of": "another kind"}}}}
        assert codes(score(empty_sheet(system, games=[row]))) == [f"{system.letter}21"]
    for field in game.row:
        row = {field.key: {"of": "another kind"}}
        assert codes(score(empty_sheet(system, games=[row]))) == [f"{system.letter}21"]


@every_game
def test_numbers_just_outside_their_bounds_are_refused(system: type[Game]) -> None:
    game, players = system({}), NAMES[: system.seats[0]]
    bounds = {f"{system.letter}22", f"{system.letter}23"}
    for field in [field for field in game.parts if field.kind == "number"]:
        for value in (field.low - 1, field.high + 1):
            row = {"entries": {players[0]: {field.key: value}}}
            assert set(codes(score(empty_sheet(system, games=[row])))) <= bounds
            assert not score(empty_sheet(system, games=[row]))["valid"]


# The options


@every_game
def test_defaults_are_allowed(system: type[Game]) -> None:
    defaults = {key: option.default for key, option in system.options.items()}
    assert score(empty_sheet(system, options=defaults)) == score(empty_sheet(system))
    assert score(empty_sheet(system, options=None)) == score(empty_sheet(system))


@every_game
def test_options_are_described_and_bound(system: type[Game]) -> None:
    assert {"games", "tie_break"} <= system.options.keys()
    for key, option in system.options.items():
        assert option.label and all(option.choices.values())
        assert option.empty or option.low is None or option.default is not None
        for value in inside(option):
            clashes = len(system.find_clashes({key: value}))  # a joker below the least card
            found = codes(score(empty_sheet(system, options={key: value})))
            assert found == [f"{system.letter}04"] * clashes
        for value in outside(option):
            result = score(empty_sheet(system, options={key: value}))
            assert codes(result) == [f"{system.letter}04"], (key, value)
            assert not result["valid"]


def inside(option: Option) -> list[Any]:
    bounds = [bound for bound in (option.low, option.high) if bound is not None]
    return [*bounds, *option.choices]


def outside(option: Option) -> list[Any]:
    values: list[Any] = ["no such choice", {}, 0.25, *([] if True in option.choices else [True])]
    if option.low is not None:
        values.append(option.low - 1)
    if option.high is not None:
        values.append(option.high + 1)
    if option.step > 1:
        values.append((option.low or 0) + 1)
    return values


@every_game
def test_unknown_options_are_refused(system: type[Game]) -> None:
    result = score(empty_sheet(system, options={"no such option": 1}))
    assert codes(result) == [f"{system.letter}03"]
    assert not result["valid"]


# Scoring and the turn


@every_game
def test_an_empty_sheet_stands_at_zero(system: type[Game]) -> None:
    players = NAMES[: system.seats[1]]
    result = score({"game": system.key, "players": players})
    assert result.keys() == OUTPUT | ({"marks"} if system.marks else set())
    assert result["valid"] is True
    assert result["complete"] is False
    assert result["finished"] is False
    assert result["problems"] == result["rows"] == result["subtotals"] == []
    assert result["totals"] == result["dashes"] == dict.fromkeys(players, 0)
    assert set(result["match_points"].values()) | set(result["settlement"].values()) <= {0}
    assert [(place["rank"], sorted(place["players"])) for place in result["ranking"]] == [
        (1, sorted(players))
    ]
    assert result["winner"] is None
    assert result["next"]["game"] == 1


@every_game
def test_the_outcome_can_be_written_as_json(system: type[Game]) -> None:
    for path in golden.paths(system.key):
        json.dumps(golden.answer(golden.read(path)), default=translate)


@every_game
@pytest.mark.parametrize("place", range(6))
def test_everybody_deals_and_starts_equally_often(system: type[Game], place: int) -> None:
    for count in range(system.seats[0], system.seats[1] + 1):
        players = NAMES[:count]
        times = min(3 * count, system({}, count).most_games or 3 * count) // count
        games = [{"void": "only the turn matters"}] * max(times * count, 2)
        sheet = {"game": system.key, "players": players, "scribe": players[place % count]}
        rows = score({**sheet, "options": {"games": len(games)}, "games": games})["rows"]
        for turn in filter(rows[0].get, ("dealer", "starter")):
            often = Counter(row[turn] for row in rows)
            assert often == dict.fromkeys(players, times) or not times
        turns = [players.index(row["dealer"] or row["starter"]) for row in rows]
        side = 1 if system.has_dealer else system.side
        steps = {(after - before) % count for before, after in pairwise(turns)}
        assert steps == {side % count}


@every_game
def test_the_scribe_settles_the_first_turn(system: type[Game]) -> None:
    players = NAMES[: system.seats[1]]
    following = score({"game": system.key, "players": players, "scribe": players[1]})["next"]
    expected = (players[2], players[3 % len(players)]) if system.has_dealer else (None, players[1])
    if len(players) == 2:
        expected = (players[0], players[1]) if system.has_dealer else (None, players[1])
    if system({}).leads:
        expected = (expected[0], None)
    assert (following["dealer"], following["starter"]) == expected


def test_totals_are_typed_once_everybody_has_one() -> None:
    sheet: Any = {"options": {}, "players": ["Ans", "Bob"], "games": [], "paper": None}
    typed: list[dict[str, int]] = [{"Ans": 3}, {"Ans": 3, "Bob": 0}]
    assert not has_totals(sheet)
    assert [has_totals({**sheet, "paper": {"totals": totals}}) for totals in typed] == [0, 1]
    gone: Any = [{"entries": {"Ans": "-", "Bob": "x"}}] * 2
    played_one = [{"entries": {"Ans": "-", "Bob": 5}}, *gone]
    paper = {"totals": typed[0]}
    assert [
        has_totals({**sheet, "games": rows, "paper": paper}) for rows in (gone, played_one)
    ] == [1, 0]


def words_of(system: type[Game]) -> list[str]:
    game = system({})
    fields = [*game.parts, *game.row, *([game.short] if game.short else [])]
    labels = [field.label for field in (*fields, *system.options.values())]
    return [system.name, *(paragraph.text for paragraph in system.rules), *labels]
