"""The page on which a printed form is typed in, before its scripts run, and what these ask."""

import json
import re

import pytest

from scoring.games import GAMES
from scoring.games.klaverjassen import Klaverjassen
from scoring.games.sheet import score
from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tests.by_day import by_chance, by_day
from tests.scoring import typists
from tests.scoring.typing import type_in
from tests.scoring.views.table import ENGLISH, PLAYED, at, filled, names, opened

pytestmark = pytest.mark.django_db

ROWS = [
    {"Ans": "-", "Bob": 5, "Cor": 11},
    {"Ans": 4, "Bob": "-", "Cor": 2},
    {"Ans": 7, "Bob": 12, "Cor": "-"},
]


def played(rows=ROWS, **paper):
    sheet = opened("jokeren", [{"entries": row} for row in rows], options={"games": len(rows)})
    if paper:
        lifecycle.record(sheet=sheet, number=0, row=paper)
    return sheet


def page_of(client, sheet):
    return client.get(at(sheet, "paper"), headers=ENGLISH)


def cells_of(page):
    """What stands in each cell, keyed by its name."""
    return dict(re.findall(r'<input id="g.*?" name="(.*?)" value="(.*?)"', page.content.decode()))


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)
def test_figures_can_be_read_without_scripts_and_nothing_is_typed_in_vain(client, system):
    sheet = opened(system.key, PLAYED.get(system.key, ()))
    page = page_of(client, sheet).content.decode()
    inputs = re.findall(r'<input id="g[^>]*>', page)
    assert inputs and all(" readonly " in field for field in inputs)
    assert "<noscript>" in page
    assert "<button" not in page.split("<main")[1].split("for-scripts")[0]
    if rows := PLAYED.get(system.key):
        assert any(cells_of(page_of(client, sheet)).values())
        assert sheet.rows.count() == len(rows)


def test_games_without_an_end_have_a_few_lines_more(client):
    sheet = opened("rummy", PLAYED["rummy"] * 8)
    sent = cells_of(page_of(client, sheet))
    assert "10-p1" in sent
    assert "11-p1" not in sent
    assert "10-p1" not in cells_of(page_of(client, opened("rummy")))


# The paper's own lines


@pytest.mark.parametrize(
    ("game", "options", "parts"),
    [
        ("jokeren", {}, ["dashes", "subtotals-5", "totals"]),
        ("jokeren", {"games": 4}, ["dashes", "totals"]),
        ("amerikaans-jokeren", {}, ["dashes", "totals"]),
        ("rummikub", {}, ["totals"]),
        ("vijfhonderd", {}, ["totals"]),
        (
            "klaverjassen",
            {"games": 4},
            ["totals", *(f"apart-{kind}" for kind in ("points", *Klaverjassen.marks))],
        ),
    ],
)
def test_paper_is_asked_for_what_it_has(client, game, options, parts):
    sent = cells_of(page_of(client, opened(game, options=options)))
    cells = [name for name in sent if name.startswith("0-") and name.endswith("-p1")]
    assert cells == [f"0-{part}-p1" for part in parts]


def test_points_and_roem_that_differ_are_said_although_the_totals_agree(client):
    rows = [{"points_13": 100, "roem_13": 20}, {"pit": "24"}]
    sheet = opened("klaverjassen", rows, options={"games": 2})
    cells = {"g0_totals_p1": "120", "g0_totals_p2": "324", "g0_apart_nat_p2": "0"}
    type_in(sheet, **cells, g0_apart_points_p1="80", g0_apart_roem_p1="40")
    assert lifecycle.build_data(sheet)["paper"]["apart"] == {
        "points": {"Ans": 80, "Cor": 80},
        "roem": {"Ans": 40, "Cor": 40},
        "nat": {"Bob": 0, "Dik": 0},
    }
    page = page_of(client, sheet).content.decode()
    said = re.findall(r'<li><a href="#(g0-[\w-]+)">(.*?)</a>', page.split('class="suspects"')[0])
    assert said == [
        ("g0-apart-points-p1", "Ans: points on paper: 80, the games give 100."),
        ("g0-apart-roem-p1", "Ans: roem on paper: 40, the games give 20."),
    ]
    assert "Roem, Ans: 40 may be 20" not in page  # one slip alone makes nothing agree
    type_in(sheet, g0_apart_points_p1="100")
    page = page_of(client, sheet).content.decode()
    assert "points on paper" not in page
    type_in(sheet, g0_apart_roem_p1="200")
    page = page_of(client, sheet).content.decode()
    assert '<a href="#g0-apart-roem-p1">roem, Ans: 200 may be 20</a>' in page
    type_in(sheet, g0_apart_roem_p1="20")
    assert 'class="differs"' not in page_of(client, sheet).content.decode()


def test_difference_is_said_and_the_likeliest_cell_named(client):
    sheet = played(dashes={"Ans": 1, "Bob": 1}, totals={"Ans": 11, "Bob": 19})
    page = page_of(client, sheet).content.decode()
    assert "Bob: the total on paper is 19, the games give 17." in page
    assert '<a href="#g0-totals-p2">' in page
    assert 'class="suspects"' in page
    assert '<a href="#g1-p2">Game 1, Bob: 5 may be 7</a>' in page
    report = client.get(at(sheet, "look"), headers=ENGLISH).json()
    assert report["sequence"] == sheet.events.count()
    assert [suspect["cells"][0] for suspect in report["suspects"]] == re.findall(
        r'<li><a href="#(g[1-9][\w-]+|g0-[\w-]+)">', page.split('class="suspects"')[1]
    )
    first = report["suspects"][0]["cells"][0]
    assert re.search(rf'<td[^>]*class="suspect[^>]*><input id="{first}"', page)


@pytest.mark.parametrize("game", by_day([*typists.SYSTEMS], *typists.COLUMNS_OF_THEIR_OWN))
def test_every_suspect_has_its_cell(client, game):
    for slip in ("swapped", "cells", "total"):
        for data, _true in typists.forms_typed_in(game, slip, by_chance(1, 2)):
            if not score(data | {"paper": None})["valid"]:
                continue
            more = {"options": data["options"], "names": data["players"]}
            sheet = opened(game, data["games"], **more)
            lifecycle.record(sheet=sheet, number=0, row=data["paper"])
            page = page_of(client, sheet).content.decode()
            report = client.get(at(sheet, "look")).json()["suspects"]
            cells = [cell for text in report for cell in text["cells"]]
            assert [cell for cell in cells if f'id="{cell}"' not in page] == []


def test_nothing_is_said_where_the_paper_agrees(client):
    sheet = played(totals={"Ans": 11, "Bob": 17, "Cor": 13})
    assert 'class="differs"' not in page_of(client, sheet).content.decode()
    assert client.get(at(sheet, "look")).json()["suspects"] == []


def test_totals_so_far_stand_beside_the_grid(client):
    page = page_of(client, played()).content.decode()
    found = re.findall(r'<span translate="no">(\w+)</span><b>(\d+)</b>', page)
    assert found == [("Ans", "11"), ("Cor", "13"), ("Bob", "17")]
    assert 'class="places"' not in page_of(client, opened("jokeren")).content.decode()


def test_looking_writes_nothing(client):
    sheet = played(totals={"Ans": 12})
    before = sheet.events.count()
    client.get(at(sheet, "look"))
    assert client.post(at(sheet, "look")).status_code == 405
    assert sheet.events.count() == before


def test_new_form_that_is_on_paper_goes_on_to_typing_it_in(client):
    url = "/sheets/new/?game=jokeren&paper=yes"
    sent = filled(client.get(url)) | {"name_1": "Ans", "name_2": "Bob"}
    answer = client.post(url, sent)
    assert answer.url == at(Sheet.objects.get(), "paper")


def test_wrong_link_is_not_found(client):
    key = links.make_key(opened())
    assert client.get(f"/s/{key[::-1]}/paper/").status_code == 404
    assert client.get(f"/s/{key[::-1]}/paper/look/").status_code == 404


def test_closed_form_says_so(client):
    sheet = played()
    lifecycle.close(sheet=sheet)
    assert "closed" in page_of(client, sheet).content.decode()


def test_page_has_all_that_its_scripts_need(client):
    sheet = opened("rummikub-international", PLAYED["rummikub-international"])
    page = page_of(client, sheet).content.decode()
    script_data = json.loads(re.search(r'<script id="for-scripts"[^>]*>(.*?)</script>', page)[1])
    assert script_data["state"]["data"]["players"] == names("rummikub-international")
    assert [sum_["name"] for sum_ in script_data["sums"]] == ["totals-p1", "totals-p2", "totals-p3"]
    assert script_data["urls"]["look"] == at(sheet, "look")


def test_who_begins_is_asked_where_lots_say_it(client):
    sheet = opened("rummikub-american")
    assert 'id="starter"' in page_of(client, sheet).content.decode()
    lifecycle.set_starter(sheet=sheet, player="Bob")
    assert 'id="starter"' not in page_of(client, sheet).content.decode()
    assert 'id="starter"' not in page_of(client, opened("rummikub")).content.decode()
