from playwright.sync_api import expect

from scoring.sheets import lifecycle, links
from tests.browser.pages import state, states
from tests.browser.scribe import opened
from tests.browser.states.nights import MORE, playing
from tests.browser.states.sheets import LONG
from tests.browser.typist import Typist
from tests.scoring.views.table import PLAYED, names
from tournaments.models import Table

ROWS = [
    {"entries": {"Ans": "-", "Bob": 5, "Cor": 11, "Dik": 13}},
    {"entries": {"Ans": 4, "Bob": "-", "Cor": "x", "Dik": 2}},
    {"entries": {"Ans": 7, "Bob": 12, "Cor": "-", "Dik": 9}},
]
RIGHT = {"Ans": 11, "Bob": 17, "Cor": 11, "Dik": 24}
SHORT = {"options": {"games": 3, "hand_max": 60}}


def typing(visit, sheet) -> Typist:
    typist = Typist(visit.page, visit.site)
    visit.go("scoring:paper", links.make_key(sheet))
    return typist.ready()


def one_game(visit, game: str) -> Typist:
    return typing(visit, opened(game, names(game), PLAYED[game]))


def summed(**totals):
    sheet = opened(rows=ROWS, **SHORT)
    lifecycle.record(sheet=sheet, number=0, row={"totals": RIGHT | totals})
    return sheet


states(
    "scoring:paper",
    paper_form_before_typing=lambda visit: typing(visit, opened()),
    paper_form_half_typed_in=lambda visit: typing(visit, opened(rows=ROWS)).type("-17"),
    paper_form_with_a_wrong_cell=lambda visit: (
        typing(visit, opened(rows=ROWS)).type("-1749").at("g5-p1")
    ),
    paper_form_with_jokers=lambda visit: one_game(visit, "amerikaans-jokeren"),
    paper_form_with_most_to_type=lambda visit: one_game(visit, "rummikub-international"),
    paper_form_for_six=lambda visit: typing(visit, opened("jolly", LONG)).type("8 12 70 -"),
    paper_form_of_bids=lambda visit: one_game(visit, "vijfhonderd"),
    paper_form_of_two_sides=lambda visit: one_game(visit, "klaverjassen"),
)


@state("scoring:paper", "scoring:look", at_night=True)
def paper_form_that_says_something_else(visit):
    typing(visit, summed(Bob=26))
    expect(visit.page.locator(".suspects")).to_be_attached()


@state("scoring:paper")
def paper_form_all_typed_in(visit):
    typing(visit, summed())
    expect(visit.page.locator("#signing .main")).to_be_visible()


@state("scoring:paper")
def paper_form_that_was_signed(visit):
    typing(visit, summed()).all_at("club")
    visit.page.click("#signing .main")
    expect(visit.page.locator("#signing a")).to_be_visible()


@state("scoring:paper")
def paper_form_with_fewer_games(visit):
    sheet = opened("rummy", names("rummy"), PLAYED["rummy"])
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 0, "Bob": 45}})
    typing(visit, sheet)
    expect(visit.page.locator("#signing button")).to_be_visible()


@state("scoring:paper")
def paper_form_that_is_closed(visit):
    sheet = summed()
    lifecycle.close(sheet=sheet)
    typing(visit, sheet)


@state("scoring:paper")
def paper_form_of_a_pile(visit):
    club, _night = playing(visit, *MORE, rounds_drawn=1)
    visit.log_in(club.roles.get().user)
    first, *others = Table.objects.order_by("number")
    for table in others[1:]:
        lifecycle.close(sheet=table.sheet)
    typing(visit, first.sheet)
