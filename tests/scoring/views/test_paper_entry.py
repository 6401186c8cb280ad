"""The page on which a printed form is typed in, before its scripts run, and what these ask."""

import json
import re

import pytest

from scoring.games import GAMES
from scoring.games.klaverjassen import Klaverjassen
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tests.scoring.views.table import ENGLISH, PLAYED, at, filled, names, opened

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


def figures_in(page):
    """What stands in the tables, line by line, without their heads."""
    lines = re.findall(r"<tr><th scope=.row.>(.*?)</th>(.*?)</tr>", page.content.decode())
    return {head: re.findall("<td>(.*?)</td>", cells) for head, cells in lines}


def asked_for(page):
    """The names of the sums that the page's scripts ask for."""
    given = re.search(r'<script id="for-scripts"[^>]*>(.*?)</script>', page.content.decode())[1]
    return [column["name"] for column in json.loads(given)["sums"]]


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)
def test_figures_can_be_read_without_scripts_and_nothing_is_typed_in_vain(client, system):
    rows = PLAYED.get(system.key, ())
    page = page_of(client, opened(system.key, rows))
    shown = page.content.decode().split("<main")[1].split("for-scripts")[0]
    assert "<noscript>" in shown and not re.search('<input(?! type="hidden")', shown)
    games = [cells for head, cells in figures_in(page).items() if head.isdigit()]
    assert len(games) == len(rows) and all(any(cells) for cells in games)


def test_paper_says_its_own_sums(client):
    sheet = played(dashes={"Ans": 1}, totals={"Ans": 11, "Bob": 17, "Cor": 13})
    shown = figures_in(page_of(client, sheet))
    assert (shown["1"], shown["Dashes"]) == (["—", "5", "11", ""], ["1", "", ""])
    assert shown["Total"] == ["11", "17", "13"]


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
    asked = asked_for(page_of(client, opened(game, options=options)))
    assert [name for name in asked if name.endswith("-p1")] == [f"{part}-p1" for part in parts]


def test_roem_that_differs_is_looked_for_although_the_totals_agree(client):
    rows = [{"points_13": 100, "roem_13": 20}, {"pit": "24"}]
    sheet = opened("klaverjassen", rows, options={"games": 2})
    totals = {"Ans": 120, "Bob": 324, "Cor": 120, "Dik": 324}
    paper = {"totals": totals, "apart": {"roem": {"Ans": 200, "Cor": 200}}}
    lifecycle.record(sheet=sheet, number=0, row=paper)
    [found, *_] = client.get(at(sheet, "look"), headers=ENGLISH).json()["suspects"]
    assert (found["game"], found["player"], found["part"]) == (0, "Ans", "apart roem")
    assert found["words"] == "roem, Ans: 200 may be 20"


def test_likeliest_cell_is_named(client):
    sheet = played(dashes={"Ans": 1, "Bob": 1}, totals={"Ans": 11, "Bob": 19})
    report = client.get(at(sheet, "look"), headers=ENGLISH).json()
    assert report["sequence"] == sheet.events.count()
    suspect = {"game": 1, "player": "Bob", "other": None, "part": ""}
    assert suspect | {"words": "Game 1, Bob: 5 may be 7"} in report["suspects"]


def test_nothing_is_said_where_the_paper_agrees(client):
    sheet = played(totals={"Ans": 11, "Bob": 17, "Cor": 13})
    assert client.get(at(sheet, "look")).json()["suspects"] == []


def test_new_form_that_is_on_paper_goes_on_to_typing_it_in(client):
    url = "/sheets/new/?game=jokeren&paper=yes"
    sent = filled(client.get(url)) | {"name_1": "Ans", "name_2": "Bob"}
    assert client.post(url, sent).url == at(Sheet.objects.get(), "paper")


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
