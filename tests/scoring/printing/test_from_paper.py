"""Every game system: what is printed is what is typed in, and comes to what was worked out by
hand.
"""

import pytest
from django.test import Client
from django.utils.translation import override

from scoring import games
from scoring.pages.entry_columns import build_columns, write_row
from tests import printed
from tests.scoring.printing import reading
from tests.scoring.views.table import ENGLISH, at, opened

pytestmark = pytest.mark.django_db

FOUR = ["Ans", "Bob", "Cor", "Dik"]
LEFT = [[0, 5, 3, 7], [4, 0, 6, 2], [13, 1, 0, 9]]  # dashes are 0


def left(players, **more):
    rows = [dict(zip(players, row, strict=False)) for row in LEFT]
    return [{"entries": {name: cell or "-" for name, cell in row.items()}, **more} for row in rows]


# Of each system some games, and the totals by hand.
HAND = {
    "jokeren": (FOUR, left(FOUR), [17, 6, 9, 18]),
    "jokeren-potjes": (FOUR, left(FOUR), [17, 6, 9, 18]),
    "jokeren-vijf": (FOUR, left(FOUR), [17, 6, 9, 18]),
    "amerikaans-jokeren": (
        FOUR[:3],
        [
            {"entries": {"Ans": "-", "Bob": 69, "Cor": 43}},
            {"entries": {"Ans": 30, "Bob": "-", "Cor": "x"}},
        ],
        [30, 69, 43],
    ),
    "jolly": (
        FOUR[:3],
        [
            {  # 80 + 30; 45 − 20; −12
                "entries": {
                    "Ans": {"meld": 80, "out": True},
                    "Bob": {"meld": 45, "hand": 20},
                    "Cor": {"meld": 0, "hand": 12},
                }
            },
            {  # Handglatt: 60 + 60, the hands twice: −24, −100
                "entries": {
                    "Ans": {"meld": 0, "hand": 12},
                    "Bob": {"meld": 60, "out": True, "handglatt": True},
                    "Cor": {"meld": 0, "hand": 50},
                }
            },
        ],
        [86, 145, -112],
    ),
    "rummy": (
        FOUR[:2],
        [
            {"end": "out", "entries": {"Ans": "-", "Bob": 45}},
            {"end": "pool", "entries": {"Ans": 12, "Bob": 12}},
        ],
        [12, 57],
    ),
    "rummikub": (
        FOUR[:3],
        [  # 30 for Ans; then the others differ 17 and 4 from Bob
            {"end": "out", "entries": {"Ans": "-", "Bob": 10, "Cor": 20}},
            {"end": "pool", "entries": {"Ans": 20, "Bob": 3, "Cor": 7}},
        ],
        [13, 11, -24],
    ),
    "rummikub-american": (
        FOUR,
        [{"end": "out", "entries": {"Ans": 8, "Bob": "-", "Cor": 30, "Dik": 5}}],
        [-8, 43, -30, -5],
    ),
    "rummikub-international": (
        FOUR[:3],
        [
            {  # an open win, somebody has melded: 100, −30, −100
                "end": "open",
                "entries": {
                    "Ans": {"out": True},
                    "Bob": {"melded": True, "points": 30},
                    "Cor": {"melded": False},
                },
            },
            {"end": "none", "entries": {name: {"melded": False} for name in FOUR[:3]}},
        ],
        [0, -130, -200],
    ),
    "vijfhonderd": (
        FOUR,
        [  # hearts at seven: 200, the others 2 tricks; then ten clubs failed: −460, 30
            {"bid": "7H", "by": "Bob", "tricks": 8},
            {"bid": "10C", "by": "Ans", "tricks": 7, "opponent_tricks": 3},
            {"bid": "P"},
        ],
        [20 - 460, 200 + 30] * 2,
    ),
}


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


def print_and_read(client, sheet, sums=("Total",)):
    pdf = client.get(at(sheet, "form"), headers=ENGLISH).content
    return reading.form(printed.read(pdf)[0], list(sums))


@pytest.mark.parametrize("key", HAND)
def test_what_is_printed_is_what_is_typed_and_comes_to_the_same(client, key):
    players, rows, totals = HAND[key]
    options = {"games": len(rows)}
    paper = print_and_read(client, opened(key, rows, names=players, options=options))
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
