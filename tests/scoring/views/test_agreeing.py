"""The totals to be read out, as they are before the scripts ask who agrees."""

import pytest

from tests.scoring.views.table import ENGLISH, at, opened

pytestmark = pytest.mark.django_db

FULL = {"entries": {"Ans": "-", "Bob": 5, "Cor": 3}}


def test_open_verdict_is_named_and_no_total_is_read_out(client):
    row = {"entries": {"Ans": "-", "Bob": {"points": 30, "jokers": 1}, "Cor": 3}}
    sheet = opened("amerikaans-jokeren", rows=[row], options={"games": 1})
    page = client.get(at(sheet), headers=ENGLISH).content.decode()
    assert "Game 1: could Bob have come out?</li>" in page
    assert 'class="read-out"' not in page


@pytest.mark.parametrize("game", ["jokeren", "amerikaans-jokeren"])
def test_open_count_is_said_with_the_totals(client, game):
    sheet = opened(game=game, rows=[FULL] * 2, options={"games": 2})
    page = client.get(at(sheet), headers=ENGLISH).content.decode()
    assert "</ol>\n<p>" in page.split('id="agreeing"')[1]
