from django.conf import settings

from scoring.sheets import lifecycle, links, second_list
from tests.browser.pages import state, states
from tests.browser.typist import Typist
from tests.scoring.views.table import PLAYED, opened


def choose(visit, game: str) -> None:
    visit.go("scoring:new", query=f"?game={game}")


def ask(visit, game: str, query: str = "", **more) -> None:
    to(visit, opened(game, **more), "judge", query=query)


def to(visit, sheet, name: str, *rest, query: str = "") -> None:
    visit.go(f"scoring:{name}", links.make_key(sheet), *rest, query=query)


@state("scoring:new", at_night=True)
def new_sheet(visit):
    choose(visit, "jokeren")
    visit.page.fill("[name=name_1]", "Ans Willemse")
    visit.page.fill("[name=name_2]", "Bob de Groot")


@state("scoring:new")
def new_sheet_with_its_house_rules(visit):
    choose(visit, "amerikaans-jokeren")
    visit.page.click("summary")


@state("scoring:new")
def new_sheet_refused(visit):
    choose(visit, "jolly")
    visit.page.click("summary")
    visit.page.check("[name=scribe][value='6']")
    visit.send(name_1="Ans", name_2="Ans", rule_games="60")


@state("scoring:judge", at_night=True)
def judge_before_the_question(visit):
    ask(visit, "jolly")


states(
    "scoring:judge",
    judge_says_yes=lambda visit: ask(
        visit, "amerikaans-jokeren", "?ask=could_meld&contract=4&cards=9h+5s+6s+7s+*+Qd+10c"
    ),
    judge_says_no=lambda visit: ask(visit, "rummikub", "?ask=meld&cards=1k+7b+13r+4o+*"),
    judge_refuses=lambda visit: ask(
        visit,
        "rummikub-international",
        "?ask=hand&dealt=on&cards=1k+1k+1k+2b+3b+4b+5r+6r+7r+8o+9o+10o+*+*",
    ),
    judge_of_a_trick=lambda visit: ask(
        visit,
        "klaverjassen",
        "?ask=roem&trump=h&cards=Jh+Qh+7s+Kh&last=on",
        names=["Ans", "Bob", "Cor", "Dik-Jan van der Meulen"],
    ),
    judge_has_nothing_to_say=lambda visit: ask(visit, "vijfhonderd"),
)


@state("scoring:judge")
def judge_is_out_of_reach(visit):
    to(visit, opened(), "judge")
    visit.page.click(".key >> nth=5")
    visit.trouble.expect("ERR_INTERNET_DISCONNECTED")
    visit.page.context.set_offline(True)
    visit.page.click("main button.main")
    visit.page.wait_for_selector("#answer .note")
    visit.page.context.set_offline(False)


def make_eventful_sheet():
    sheet = opened("amerikaans-jokeren", PLAYED["amerikaans-jokeren"])
    for cards in (["9h", "9c", "9s", "*"], ["5d", "K"]):
        row = {"entries": {"Ans": "-", "Bob": {"cards": cards, "could_meld": False}}}
        lifecycle.record(sheet=sheet, number=1, row=row, device="one")
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Bob": 77}}, device="another")
    lifecycle.penalize(sheet=sheet, player="Bob", points=20, reason="late", signed="Els")
    lifecycle.hand_over(sheet=sheet, player="Cor")
    return sheet


@state("scoring:history")
def history_of_a_sheet(visit):
    to(visit, make_eventful_sheet(), "history")


@state("scoring:share")
def link_with_its_code(visit):
    visit.patch.setattr("scoring.toolkit.addresses.only_here", lambda host: False)
    to(visit, opened(loose=True), "share")
    visit.page.click("summary")


@state("scoring:share")
def link_on_the_computer_itself(visit):
    visit.patch.setattr(settings, "DEMO", True)
    to(visit, opened(), "share")


@state("scoring:manage")
def rarely_needed(visit):
    to(visit, make_eventful_sheet(), "manage")


@state("scoring:manage")
def number_of_games_refused(visit):
    to(visit, opened(rows=PLAYED["jokeren"]), "manage")
    visit.page.click("summary >> nth=0")
    visit.page.fill("#games", "60")
    visit.page.click("form.field button")
    visit.page.wait_for_load_state()


@state("scoring:manage")
def who_plays_changed_and_another_change_refused(visit):
    sheet = opened(rows=PLAYED["jokeren"])
    lifecycle.replace(sheet=sheet, player="Cor", name="Wilhelmina", since=3)
    lifecycle.leave(sheet=sheet, player="Wilhelmina", since=5)
    to(visit, sheet, "manage")
    visit.page.click("summary >> nth=1")
    visit.page.fill("#replace-name", "Bob")
    visit.page.click("form:has(#replace-name) button")
    visit.page.wait_for_load_state()


@state("scoring:manage")
def penalty_refused(visit):
    to(visit, make_eventful_sheet(), "manage")
    visit.page.click("details:has(#points) > summary")
    visit.page.fill("#points", "0")
    visit.page.click("form:has(#points) button")
    visit.page.wait_for_load_state()


TOTALS = {
    "Ans": {"points": 1283, "roem": 320, "pits": 1, "counter_pits": 0, "nat": 2},
    "Bob": {"points": 1309, "roem": 230, "pits": 0, "counter_pits": 0, "nat": 0},
}


def open_totals(*rows):
    rules = {"options": {"entry": "totals"}, "approval": "two"}
    return opened("klaverjassen", rows, **rules)


@state("scoring:paper")
def totals_to_type(visit):
    to(visit, open_totals(), "paper")
    Typist(visit.page, visit.site).ready()


@state("scoring:second")
def second_list_to_type(visit):
    to(visit, open_totals({"entries": TOTALS}), "second")


@state("scoring:second")
def lists_that_differ(visit):
    sheet = open_totals({"entries": TOTALS})
    differing = TOTALS | {"Ans": TOTALS["Ans"] | {"roem": 330}}
    second_list.record_second(sheet=sheet, row={"entries": differing}, device="another")
    to(visit, sheet, "second")
