"""The sheet of one table, from the first name to the last signature."""

from scoring import links, sheets
from tests.browser.pages import state

NAMES = ["Ans", "Bob", "Cor", "Dik"]
HALF_WAY = [
    {"Ans": "-", "Bob": 5, "Cor": 11, "Dik": 13},
    {"Ans": 4, "Bob": "-", "Cor": "x", "Dik": 2},
    {"Ans": 7, "Bob": 3, "Cor": "-", "Dik": 9},
]


def opened(game="jokeren", names=NAMES, rows=HALF_WAY, **more):
    sheet = sheets.open(game=game, names=names, **more)
    for number, entries in enumerate(rows, 1):
        sheets.record(sheet=sheet, number=number, row={"entries": entries}, seen=0)
    return sheet


@state("scoring:sheet")
def sheet_half_way(visit):
    visit.go(links.path(opened()))


@state("scoring:sheet")
def sheet_with_two_versions_of_a_game(visit):
    sheet = opened()
    other = {"entries": HALF_WAY[2] | {"Bob": 8}}
    sheets.record(sheet=sheet, number=3, row=other, seen=0)
    visit.go(links.path(sheet))
