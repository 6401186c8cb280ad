"""What is typed from paper, cell by cell and game by game: the script reads and writes it."""

import json
import random
from pathlib import Path

import pytest
from django.utils import translation

from scoring import games
from scoring.browser.game_description import TWINS, describe_game
from scoring.games.sheet import score
from scoring.games.sheet.guess_typing_errors import find_typing_errors
from scoring.pages.entry_columns import build_columns, build_sums, write_row, write_sums
from tests.by_day import by_chance
from tests.scoring import typists
from tests.scoring.views.table import PLAYED, names

PAGE = "http://notation.test/"
TYPED = json.loads(Path(__file__).with_name("notation.json").read_text(encoding="utf-8"))
SCRIPTS = TWINS.parent
CALL = """async ([file, name, calls]) => {
  const script = await import(`./paper/${file}.js`);
  return JSON.stringify(calls.map((given) => script[name](...given) ?? null));
}"""


@pytest.fixture(scope="module")
def scripts(browser):
    page = browser.new_page()

    def serve(route):
        path = SCRIPTS / route.request.url.removeprefix(PAGE)
        if path == SCRIPTS:
            route.fulfill(body="<!doctype html>", content_type="text/html")
        else:
            route.fulfill(path=path, content_type="text/javascript; charset=utf-8")

    page.route(f"{PAGE}**", serve)
    page.goto(PAGE)
    yield lambda file, name, *calls: json.loads(page.evaluate(CALL, [file, name, [*calls]]))
    page.close()


def made(key, players=None, **options):
    """Return a game, its columns and its sums, as its page gives them to the scripts."""
    with translation.override("en"):
        game = games.find(key)(options)
        players = players or typists.NAMES[: game.seats[1]]
        sent = [
            [column._asdict() for column in build(game, players)]
            for build in (build_columns, build_sums)
        ]
        return describe_game(game), *sent


def cell(key, name, **options):
    return next(column for column in made(key, **options)[1] if column["name"] == name)


@pytest.mark.parametrize(("key", "name", "typed", "value"), TYPED["read"])
def test_cell_is_read_as_it_is_typed(scripts, key, name, typed, value):
    [read] = scripts("notation", "read", [cell(key, name), typed])
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(("typed", "value"), TYPED["fewer than were dealt"])
def test_who_holds_fewer_cards_than_were_dealt_has_come_out(scripts, typed, value):
    assert scripts("notation", "read", [cell("jokeren", "p1", joker_points=5), typed]) == [value]


@pytest.mark.parametrize(
    ("key", "name", "fitting", "others"),
    [
        ("jokeren", "p1", ("", "13", "-"), ("14", "0", "q")),
        ("amerikaans-jokeren", "p1", ("29+2x20",), ("29+",)),
        ("rummikub", "end", ("t",), ("q",)),
    ],
)
def test_cell_knows_what_fits(scripts, key, name, fitting, others):
    calls = [[cell(key, name), typed] for typed in (*fitting, *others)]
    assert scripts("notation", "fits", *calls) == [True] * len(fitting) + [False] * len(others)


@pytest.mark.parametrize("key", typists.SYSTEMS)
def test_whatever_is_typed_comes_back_and_is_written_as_the_site_writes_it(scripts, key):
    rng = random.Random(key)
    for form in (typists.paper_form(rng, key) for _ in range(10)):
        game = games.find(key)(form["options"])
        description, columns, sums = made(key, form["players"], **form["options"])
        with translation.override("en"):
            ours = build_columns(game, form["players"])
            typed = [write_row(ours, row, {}) for row in form["games"]]
            paper = write_sums(build_sums(game, form["players"]), form["paper"])
        assert scripts("notation", "writeRow", *([columns, row] for row in form["games"])) == typed
        read = scripts("notation", "readRow", *([description, columns, texts] for texts in typed))
        assert read == form["games"]
        assert scripts("notation", "writeSums", [sums, form["paper"]]) == [paper]
        [sums_read] = scripts("notation", "readSums", [sums, paper])
        assert sums_read["totals"] == form["paper"]["totals"]


@pytest.mark.parametrize("key", PLAYED)
def test_what_stands_there_stays_while_nothing_else_is_typed(scripts, key):
    description, columns, _sums = made(key, names(key))
    for row in PLAYED[key]:
        [typed] = scripts("notation", "writeRow", [columns, row])
        kept = {"row": row, "typed": typed}
        [read] = scripts("notation", "readRow", [description, columns, typed, kept])
        assert read == {part: value for part, value in row.items() if part != "void"}


@pytest.mark.parametrize(
    ("key", "options", "row", "text"),
    [
        ("punten", {"sides": True}, {"entries": {"Dik": 9, "Ans": -2.5}}, {"p1": "-2½", "p2": "9"}),
        ("klaverjassen", {}, {"nat": True, "pit": "24"}, {"points_13": "", "points_24": "pit"}),
    ],
)
def test_side_is_written_as_the_site_writes_it_and_stays(scripts, key, options, row, text):
    description, columns, _sums = made(key, **options)
    [typed] = scripts("notation", "writeRow", [columns, row])
    assert typed == write_row(build_columns(games.find(key)(options), typists.NAMES), row, {})
    assert typed.items() >= text.items()
    kept = {"row": row, "typed": typed}
    [read] = scripts("notation", "readRow", [description, columns, typed, kept])
    assert (read.get("pit"), read.get("entries")) == (row.get("pit"), row.get("entries"))


def test_cards_stay_until_their_own_cell_is_typed_over(scripts):
    key = "amerikaans-jokeren"
    row, (description, columns, _sums) = PLAYED[key][1], made(key, names(key))
    [typed] = scripts("notation", "writeRow", [columns, row, {"Ans": 19}])
    assert typed["p1"] == "19"
    again, anew = scripts(
        "notation",
        "readRow",
        *(
            [description, columns, typed | changed, {"row": row, "typed": typed}]
            for changed in ({"p3": "21"}, {"p1": "20"})
        ),
    )
    assert again["entries"] == row["entries"] | {"Cor": 21}
    assert anew["entries"]["Ans"] == 20


def test_dash_says_how_a_game_of_tiles_ended(scripts):
    description, columns, _sums = made("rummikub")
    typed = {"p1": "-", "p2": "12", "p3": "30", "p4": "x"}
    ends = scripts(
        "notation",
        "readRow",
        *([description, columns, typed | more] for more in ({}, {"end": "t"}, {"p1": "3"})),
    )
    assert [row.get("end") for row in ends] == ["out", "pool", None]
    assert ends[0]["entries"] == {"Ans": "-", "Bob": 12, "Cor": 30, "Dik": "x"}


@pytest.mark.parametrize("key", typists.SYSTEMS)
def test_every_suspect_has_its_cell(scripts, key):
    calls = []
    for slip in ("swapped", "cells", "total"):
        for data, _true in typists.forms_typed_in(key, slip, by_chance(1, 2)):
            if score(data | {"paper": None})["valid"]:
                _description, columns, sums = made(key, data["players"], **data["options"])
                for suspect in find_typing_errors(data):
                    sent = suspect._replace(words="")._asdict()
                    calls.append([sent, columns if suspect.game else sums])
    assert calls and all(scripts("differences", "cellsOf", *calls))
