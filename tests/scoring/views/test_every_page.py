"""What holds for every page under a sheet's link."""

import pytest
from django.test import Client

from scoring.sheets import lifecycle, links
from tests.scoring.views.table import at, opened

READ = [("sheet",), ("paper",), ("history",), ("judge",), ("manage",), ("share",), ("form",)]
read = pytest.mark.parametrize("page", READ, ids=lambda page: page[0])


@read
def test_page_is_there_and_kept_nowhere(client, page):
    answer = client.get(at(opened(), *page))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]


@read
def test_old_and_invented_links_get_the_same_answer(client, page):
    sheet = opened()
    old = at(sheet, *page)
    lifecycle.renew_link(sheet=sheet)
    key = links.make_key(sheet)
    invented = at(sheet, *page).replace(key, key[: links.ID].ljust(links.LENGTH, "A"))
    nobodys = at(sheet, *page).replace(key, "A" * links.LENGTH)
    answers = [client.get(path) for path in (old, invented, nobodys)]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    for answer in answers:
        assert answer.headers == answers[0].headers
    texts = [answer.content.decode().split("<form")[0] for answer in answers]
    assert texts[0] == texts[1] == texts[2]


def test_writing_takes_the_token_of_the_page():
    assert Client(enforce_csrf_checks=True).post(at(opened(), "manage")).status_code == 403


def test_link_to_one_game_opens_it_on_the_form(client):
    sheet = opened()
    assert client.get(at(sheet, "game", 2))["Location"] == f"{at(sheet)}#game-2"
