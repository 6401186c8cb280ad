from typing import Any

import pytest

from scoring.games.sheet.head import Head, build_game, is_name, read_head
from scoring.toolkit.problems import Problems
from tests.scoring.games.asking import FOUR, list_problems

PLAYERS = list(FOUR)


def read(**head: Any) -> tuple[Head | None, list[Any]]:
    problems = Problems()
    parsed = read_head({"game": "jokeren", "players": PLAYERS, **head}, problems)
    answer = {"problems": problems.found}
    return parsed, [(code, words) for code, _game, _player, words in list_problems(answer)]


@pytest.mark.parametrize("data", [None, [], "jokeren", 3])
def test_no_sheet(data: Any) -> None:
    problems = Problems()
    assert read_head(data, problems) is None
    assert [problem["code"] for problem in problems.found] == ["S01"]


def test_no_such_game() -> None:
    right = (
        "jokeren, jokeren-potjes, jokeren-vijf, amerikaans-jokeren, jolly, rummy, rummikub,"
        " rummikub-american, rummikub-international, vijfhonderd,"
        " klaverjassen, boerenbridge, hartenjagen, punten"
    )
    assert read(game="poker") == (None, [("S02", {"given": "poker", "right": right})])
    assert read(game=None)[1][0][1]["given"] == "this kind of value"


def test_codes_have_the_letter_of_the_game() -> None:
    assert read(game="rummikub", players=[])[1][0][0] == "K05"


def test_unknown_parts_are_left_out() -> None:
    found, refused = read(date="today", place="here", paper={}, games=[], options={})
    assert found is not None
    assert refused == [("J09", {"given": "date"}), ("J09", {"given": "place"})]


# Players


@pytest.mark.parametrize(
    ("game", "players", "count", "right"),
    [
        ("jokeren", [], 0, "2 to 6"),
        ("jokeren", ["Ans"], 1, "2 to 6"),
        ("jokeren", [*PLAYERS, "Eef", "Fem", "Gon"], 7, "2 to 6"),
        ("jokeren", None, 0, "2 to 6"),
        ("jokeren", "Ans", 0, "2 to 6"),
        ("jokeren", {"Ans": 1, "Bob": 2}, 0, "2 to 6"),
        ("jolly", [*PLAYERS, "Eef", "Fem", "Gon"], 7, "2 to 6"),
        ("rummy", ["Ans", "Bob", "Cor"], 3, 2),
        ("vijfhonderd", ["Ans", "Bob", "Cor"], 3, 4),
    ],
)
def test_wrong_number_of_players(game: str, players: Any, count: int, right: Any) -> None:
    found, refused = read(game=game, players=players)
    assert found is None
    assert [words for _code, words in refused] == [{"count": count, "right": right}]
    assert refused[0][0][1:] == "05"


@pytest.mark.parametrize(("game", "count"), [("jokeren", 2), ("jokeren", 4), ("jolly", 6)])
def test_right_number_of_players(game: str, count: int) -> None:
    players = [*PLAYERS, "Eef", "Fem"][:count]
    found, refused = read(game=game, players=players)
    assert refused == []
    assert found is not None
    assert found.players == players


@pytest.mark.parametrize(
    "name",
    ["A", "a" * 60, "Ans de Wit", "Zoë", "-", "x", " Ans ", "Ans \U0001f469\u200d\U0001f373"],
)
def test_name(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 61, "A\nB", "A\u202eB", "A\u200dB", "\u200b", None, 5, True, []]
)
def test_no_name(name: Any) -> None:
    assert not is_name(name)
    found, refused = read(players=["Ans", name, "\n"])
    assert found is None
    given = name if isinstance(name, str) else "5" if name == 5 else "this kind of value"
    given = given if given.strip() else f'"{given}"'
    words = {"given": given if not isinstance(name, str) or len(name) < 41 else "a" * 39 + "…"}
    assert refused == [("J06", words)]


def test_same_name() -> None:
    assert read(players=["Ans", "Bob", "Bob"]) == (None, [("J07", {"given": "Bob"})])


@pytest.mark.parametrize("names", [["Bob de Wit", " Bob  de Wit"], ["Bob de Wit ", "Bob de Wit"]])
def test_spaces_make_no_other_name(names: list[str]) -> None:
    assert read(players=["Ans", *names]) == (None, [("J07", {"given": "Bob de Wit"})])


@pytest.mark.parametrize("names", [["Zo\u00eb", "Zoe\u0308"], ["Zoe\u0308", "Zo\u00eb"]])
def test_players_whose_names_look_the_same(names: list[str]) -> None:
    assert read(players=["Ans", *names]) == (None, [("J07", {"given": "Zo\u00eb"})])


def test_single_name_is_left_as_it_was_typed() -> None:
    head, _refused = read(players=["Ans", "Zoe\u0308"])
    assert head is not None
    assert head.players == ["Ans", "Zoe\u0308"]


# Options


def test_wrong_options_are_all_told() -> None:
    found, refused = read(options={"games": 0, "goal": 3})
    assert found is None
    assert [code for code, _words in refused] == ["J04", "J03"]
    assert refused[0][1] == {"option": "games", "given": "0", "right": "1 to 50"}
    assert refused[1][1]["game"] == "Jokeren"


def test_players_are_looked_at_beside_wrong_options() -> None:
    assert [code for code, _words in read(options={"games": 0}, players=[])[1]] == ["J04", "J05"]


@pytest.mark.parametrize(("options", "games"), [(None, 10), ({}, 10), ({"games": 3}, 3)])
def test_game_has_its_options(options: Any, games: int) -> None:
    found, _refused = read(options=options)
    assert found is not None
    assert found.game.games == games


def test_sheets_without_options_share_a_game() -> None:
    problems = Problems()
    shared, _refused = read()
    own, _refused = read(options={"games": 3})
    assert shared is not None
    assert own is not None
    assert build_game(type(shared.game), None, problems, 4) is shared.game
    assert build_game(type(shared.game), {}, problems, 4) is shared.game
    assert own.game is not shared.game
    assert problems.found == []


# Who begins


@pytest.mark.parametrize(
    ("game", "head", "first"),
    [
        ("jokeren", {}, 1),
        ("jokeren", {"scribe": "Ans"}, 1),
        ("jokeren", {"scribe": "Cor"}, 3),
        ("jokeren", {"scribe": "Dik"}, 0),
        ("jokeren", {"first_dealer": "Ans"}, 0),
        ("jokeren", {"first_dealer": "Cor", "scribe": "Bob"}, 2),
        ("jokeren", {"scribe": None, "first_dealer": None, "first_starter": None}, 1),
        ("rummikub", {}, 0),
        ("rummikub", {"scribe": "Cor"}, 2),
        ("rummikub", {"first_starter": "Ans", "scribe": "Cor"}, 0),
        ("rummikub", {"first_starter": "Dik"}, 3),
    ],
)
def test_first_seat(game: str, head: Any, first: int) -> None:
    found, refused = read(game=game, **head)
    assert found is not None
    assert found.first == first
    assert refused == []


@pytest.mark.parametrize(
    ("game", "key", "first", "words"),
    [
        ("jokeren", "first_starter", 1, ("J09", {"given": "first to play"})),
        ("rummikub", "first_dealer", 0, ("K09", {"given": "first dealer"})),
    ],
)
def test_first_of_the_other_kind_of_game(game: str, key: str, first: int, words: Any) -> None:
    found, refused = read(game=game, **{key: "Dik"})
    assert found is not None
    assert found.first == first
    assert refused == [words]


@pytest.mark.parametrize(
    ("key", "what"),
    [("scribe", "scribe"), ("first_dealer", "first dealer"), ("first_starter", "first to play")],
)
def test_who_does_not_sit_at_the_table(key: str, what: str) -> None:
    for given, repeated in (("Eef", "Eef"), (3, "3"), ([], "this kind of value")):
        found, refused = read(**{key: given})
        assert found is not None
        assert found.first == 1
        assert refused == [("J08", {"given": repeated, "what": what})]
