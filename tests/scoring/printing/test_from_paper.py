"""Game systems: what is printed is what is typed in, and comes to the same."""

from random import Random

import pytest
from django.test import Client
from django.utils.translation import override

from scoring import games
from scoring.pages.entry_columns import build_columns, write_row
from tests import printed
from tests.scoring import typists
from tests.scoring.printing import reading
from tests.scoring.views.table import ENGLISH, at, opened

pytestmark = pytest.mark.django_db

FOUR = ["Ans", "Bob", "Cor", "Dik"]
OTHERS = {"klaverjassen", "boerenbridge", "hartenjagen", "punten"}
KEYS = [key for key in typists.SYSTEMS if key not in OTHERS]


def names_of(game, columns, players):
    """What each printed cell is called where it is typed in; scores and running totals
    are not.
    """
    once = [column.name for column in columns if not column.player]
    own = []
    for player in players if game.has_cells else ():
        own += [column.name for column in columns if column.player == player]
        own += [] if game.short and game.lowest_wins else [""]
        own += [""] * game.has_end
    return [*own, *once] if game.has_cells else [*once, "", "", "", ""]


@pytest.mark.parametrize("key", KEYS)
def test_what_is_printed_is_what_is_typed_and_comes_to_the_same(client, key):
    form = typists.paper_form(Random(2), key, games=3)
    players, rows, totals = form["players"], form["games"], [*form["paper"]["totals"].values()]
    options = form["options"]
    sheet = opened(key, rows, names=players, options=options)
    pdf = client.get(at(sheet, "form"), headers=ENGLISH).content
    paper = reading.form(printed.read(pdf)[0], ["Total"])
    assert (paper.names, sorted(paper.games)) == (players, list(range(1, len(rows) + 1)))
    wanted = [str(total).replace("-", "−") for total in totals[: 2 if key == "vijfhonderd" else 4]]
    assert [total for total in paper.sums["Total"] if total][-len(wanted) :] == wanted

    with override("en"):
        game = games.find(key)(options)
        columns = build_columns(game, players)
        names = names_of(game, columns, players)
        for number, row in enumerate(rows, 1):
            line = paper.games[number][-len(names) :]
            shown = {name: reading.typed(text) for name, text in zip(names, line, strict=True)}
            typed = write_row(columns, row, {})
            assert {name: shown[name] for name in typed} == {
                name: text.replace("—", "-") for name, text in typed.items()
            }


def test_who_types_in_sees_the_turns_of_the_paper(client):
    sheet = opened("jokeren", names=FOUR, scribe="Cor")
    page = printed.read(Client().get(at(sheet, "form"), headers=ENGLISH).content)[0]
    turns = [text.text for text in page.texts if text.text in FOUR and text.left < 40]
    assert turns[:4] == ["Dik", "Ans", "Ans", "Bob"]
