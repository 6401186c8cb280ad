"""Which cells of a form are read, and by which rules."""

import pytest

from scoring import games
from scoring.printing import geometry
from scoring.printing.content import build_blank
from scoring.sheets import links
from tournaments.photo import forms
from tournaments.photo.engine.decoder import Rules
from tournaments.photo.engine.readings import Key


def made(key, options=None):
    system = games.find(key)
    assert system is not None
    return system(options or {})


def page(key):
    game = made(key)
    return game, geometry.list_pages(build_blank(game, 4), "a4")[0]


def test_keys_name_games_sums_and_dashes():
    game, first = page("jokeren")
    keys = set(forms.find_readable_cells(first, 10))
    every = {Key("game", number, column) for number in range(1, 11) for column in range(4)}
    below = {Key("sum", after, column) for after in (5, 10) for column in range(4)}
    assert keys == every | below | {Key("dashes", 0, column) for column in range(4)}
    assert forms.build_rules(game) == Rules(1, 13, one_dash=True, sums=(5, 10))


def test_scores_stand_beside_what_is_left():
    game, first = page("rummikub")
    keys = forms.find_readable_cells(first, 16)
    assert {key.kind for key in keys} == {"game", "score", "sum"}
    assert keys[Key("game", 1, 0)].box.right == pytest.approx(keys[Key("score", 1, 0)].box.x)
    assert forms.build_rules(game).sums == ()


def test_points_that_are_very_many_are_asked():
    rules = forms.build_rules(made("amerikaans-jokeren"))
    assert rules == Rules(2, 150, one_dash=True, sums=(7,))


@pytest.mark.parametrize(
    ("key", "readable"),
    [
        ("jokeren", True),
        ("jokeren-potjes", True),
        ("amerikaans-jokeren", True),
        ("rummikub", True),
        ("klaverjassen", False),
        ("vijfhonderd", False),
        ("jolly", False),
        ("boerenbridge", False),
    ],
)
def test_forms_with_a_number_or_a_dash_in_every_cell_are_readable(key, readable):
    assert forms.is_readable(made(key)) is readable


@pytest.mark.parametrize("text", ["", "abc", "é" * 22, "a" * 46])
def test_what_is_no_id_of_a_sheet_leads_nowhere(text):
    assert links.read_id(text) is None
