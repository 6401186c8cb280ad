"""Forms on paper, asked for in a browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring import games
from scoring.sheets import links
from tests import printed
from tests.scoring.views.table import ENGLISH, PLAYED, at, names, opened

ROWS = PLAYED["jokeren"][:2]


def fetch_pdf(client, path, **query):
    answer = client.get(path, query, headers=ENGLISH)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert "no-store" in answer["Cache-Control"]
    return answer.content


def test_sheet_is_printed_as_it_stands(client):
    page, *others = printed.read(fetch_pdf(client, at(opened("jokeren", ROWS), "form")))
    assert others == []
    assert {"Ans", "Bob", "Cor", "12", "Subtotal after 5"} <= {*page.said}


def test_the_round_that_its_contract_goes_with_stands_above_it(client):
    options = {"contract_by": "round"}
    sheet = opened("amerikaans-jokeren", options=options, round=38)
    [page, *_] = printed.read(fetch_pdf(client, at(sheet, "form")))
    assert "38" in page.said


def test_code_leads_to_the_sheet_where_a_phone_can_reach_it(client, settings):
    settings.ALLOWED_HOSTS = ["192.168.1.20", "localhost"]
    sheet = opened()
    hall = Client(HTTP_HOST="192.168.1.20:8000")
    front, _rules = printed.scanned(fetch_pdf(hall, at(sheet, "form"), size="two"))
    assert front == [f"http://192.168.1.20:8000{at(sheet)}#1.2"] * 2
    here = Client(HTTP_HOST="localhost:8000")
    [[code]] = printed.scanned(fetch_pdf(here, at(sheet, "form")))
    assert code == f"Streepje {links.write_id(sheet)} 1.2"


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_empty_form_of_every_game(client, system):
    asked_for = {"game": system.key, "players": "3", "size": "a5"}
    page, *others = printed.read(fetch_pdf(client, reverse("scoring:blank"), **asked_for))
    behind = [other for other in others if "Total" not in other.said]  # a form may go on
    hands = ["The forty closed hands" in line.words for line in behind]
    assert [hand for hand in hands if hand] == [True] * system.closed_hands, "what those are worth"
    assert [": the rules" in line.words for line in behind] == [not hand for hand in hands]
    assert round(page.wide) == 148
    assert not {*names(system.key)} & {*page.said}


@pytest.mark.parametrize("players", ["", "0", "99", "x", "-1"])
def test_whatever_is_asked_a_table_is_of_a_size_that_plays(client, players):
    [page] = printed.read(
        fetch_pdf(client, reverse("scoring:blank"), game="jolly", players=players, size="a0")
    )
    seats = {"": "4", "x": "4", "-1": "4", "0": "2", "99": "6"}[players]
    seated = [
        text.text for text in page.texts if text.text.isdecimal() and text.bottom - text.top < 2
    ]
    assert max(seated) == seats
    assert round(page.wide) == 210


def test_form_of_no_game_is_not_there(client):
    assert client.get(reverse("scoring:blank"), {"game": "whist"}).status_code == 404


@pytest.mark.parametrize("name", ["share", "manage"])
def test_pages_of_a_sheet_lead_to_its_paper(client, name):
    sheet = opened()
    assert f'href="{at(sheet, "form")}?size=a5"' in client.get(at(sheet, name)).content.decode()


def test_new_sheet_offers_an_empty_form(client):
    page = client.get(reverse("scoring:new"), {"game": "jolly"}).content.decode()
    assert f'action="{reverse("scoring:blank")}"' in page
    assert all(f'<option value="{count}"' in page for count in range(2, 7))


def ask_empty_form(client, **chosen):
    """What the page of a new sheet asks for."""
    page = client.get(reverse("scoring:new"), chosen).content.decode()
    asked = page.split(f'action="{reverse("scoring:blank")}"')[1].split("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', asked))


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_page_of_a_new_sheet_asks_for_the_empty_form_of_its_game(client, system):
    query = ask_empty_form(client, game=system.key)
    assert query == {"game": system.key}
    assert fetch_pdf(client, reverse("scoring:blank"), **query)


def test_empty_form_has_the_rules_that_its_page_offers(client):
    chosen = {"game": "amerikaans-jokeren", "preset": "romme"}
    assert ask_empty_form(client, **chosen) == chosen
    (usual, *_more) = printed.read(fetch_pdf(client, reverse("scoring:blank"), game=chosen["game"]))
    (romme, *_more) = printed.read(fetch_pdf(client, reverse("scoring:blank"), **chosen))
    assert "set of 3" in usual.said and "set of 3" not in romme.said
    assert "Rommé" in romme.words
    assert "10" in romme.said and "10" not in usual.said
