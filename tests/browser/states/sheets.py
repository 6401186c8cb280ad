from playwright.sync_api import expect

from scoring.browser import sync
from scoring.sheets import lifecycle, links
from tests.browser.pages import state, states
from tests.browser.scribe import NAMES, Scribe, opened, pick, read_words, tap

LONG = ["Annemarie van den Broek", "Bob", "Cornelis-Jan", "Wilhelmina", "Eva", "Dik"]
DASH = "-"


def rows(*typed):
    return [{"entries": dict(zip(NAMES, cells, strict=True))} for cells in typed]


HALF_WAY = rows((DASH, 5, 11, 13), (4, DASH, "x", 2), (7, 3, DASH, 9))
FULL = rows((DASH, 5, 11, 13), (4, DASH, 8, 2), (7, 3, DASH, 9))


def writing(visit, *args, **more) -> Scribe:
    return at(visit, opened(*args, **more))


def at(visit, sheet) -> Scribe:
    visit.go(links.build_path(sheet))
    return Scribe(visit.page, visit.site).ready()


def away(visit) -> None:
    visit.trouble.expect("ERR_INTERNET_DISCONNECTED")
    visit.page.context.set_offline(True)


@state("scoring:sheet-rules", at_night=True)
def how_this_game_goes(visit):
    sheet = opened("vijfhonderd", options={"defenders_stop_at": 480})
    visit.go("scoring:sheet-rules", links.make_key(sheet))


states(
    "scoring:sheet",
    sheet_before_the_first_game=lambda visit: writing(visit, "jokeren"),
    sheet_half_way=lambda visit: writing(visit, rows=HALF_WAY),
    sheet_with_who_is_out=lambda visit: writing(visit, "jokeren-potjes", rows=HALF_WAY).press(
        "Bob"
    ),
    sheet_with_a_game_ready_to_save=lambda visit: writing(visit, rows=HALF_WAY).press(
        "Bob", "5", "12", "7"
    ),
    sheet_with_six_players=lambda visit: writing(visit, "jolly", LONG).press("Bob").type(90),
    sheet_of_tiles_when_nobody_can_play_on=lambda visit: (
        writing(visit, "rummikub").press("pool").type(20)
    ),
    sheet_with_the_forty_hands=lambda visit: writing(visit, "rummikub-international").press(
        "closed", "Bob"
    ),
    sheet_with_bids=lambda visit: writing(
        visit, "vijfhonderd", rows=[{"bid": "7H", "by": "Ans", "tricks": 8}]
    ),
    sheet_with_tricks=lambda visit: writing(visit, "vijfhonderd").press("7H", "Ans", "8"),
    sheet_with_bids_in_turn=lambda visit: writing(visit, "boerenbridge").press("1", "0", "0"),
    sheet_with_something_wrong=lambda visit: (
        writing(visit, "amerikaans-jokeren").press("Cor").type(1)
    ),
    sheet_with_somebody_who_sits_out=lambda visit: writing(visit, rows=rows((DASH, 5, "x", 13))),
    sheet_to_be_read_out=lambda visit: writing(
        visit, rows=FULL, options={"games": 3}, approval="all"
    ),
)


@state("scoring:sheet")
def sheet_with_jokers_left(visit):
    scribe = writing(visit, "amerikaans-jokeren").press("Cor", "2", "9")
    visit.page.click('.extra [data-value="1"]')
    scribe.page.click('.extra [data-value="true"]')


@state("scoring:sheet")
def sheet_with_cards_picked(visit):
    writing(visit, "amerikaans-jokeren").press("Cor").way(0)
    pick(visit.page, "Ah 4h 5h *")
    visit.page.wait_for_selector('.extra [aria-pressed="true"]')


@state("scoring:sheet")
def sheet_with_tiles_picked(visit):
    writing(visit, "rummikub-international").press("closed", "Bob").way(0)
    pick(visit.page, "1k 2k 3k 4k 5k 6k 7k " * 2)
    visit.page.wait_for_selector(".verdict:not(:empty)")


@state("scoring:sheet")
def sheet_of_international_ready_to_save(visit):
    scribe = writing(visit, "rummikub-international").press("closed", "Bob", "30")
    scribe.next().type(25).next().way(0).type(17)


@state("scoring:sheet")
def sheet_of_two_sides_ready_to_save(visit):
    rows = [{"points_24": 60, "roem_13": 20}, {"pit": "13"}, {"nat": True}]
    writing(visit, "klaverjassen", rows=rows).type(62).add(0, 20)


@state("scoring:sheet")
def sheet_with_more(visit):
    writing(visit, rows=HALF_WAY)
    visit.page.click("#menu summary")


@state("scoring:sheet")
def sheet_with_a_game_that_is_not_played(visit):
    scribe = writing(visit, rows=[*HALF_WAY, {"void": "misdeal"}])
    scribe.line(4).locator(".number").click()


@state("scoring:sheet")
def sheet_saved_before_all_is_there(visit):
    writing(visit).press("Bob", "5")
    visit.page.click(".save")
    visit.page.wait_for_selector(".messages .note")


@state("scoring:sheet")
def sheet_with_a_game_to_correct(visit):
    scribe = writing(visit, rows=HALF_WAY)
    scribe.line(1).locator(".number").click()
    visit.page.click(".cell >> nth=1")


@state("scoring:sheet")
def sheet_out_of_reach(visit):
    scribe = writing(visit, rows=HALF_WAY)
    away(visit)
    scribe.press("Bob", "5", "12", "7").save().is_at(4, "phone")


@state("scoring:sheet")
def sheet_on_a_phone_that_keeps_nothing(visit):
    visit.page.add_init_script("indexedDB.open = () => { throw new DOMException('no'); }")
    sheet_out_of_reach(visit)


@state("scoring:sheet")
def sheet_with_two_versions_of_a_game(visit):
    sheet = opened(rows=HALF_WAY)
    other = {"entries": HALF_WAY[2]["entries"] | {"Bob": 8}}
    lifecycle.record(sheet=sheet, number=3, row=other, seen=0)
    at(visit, sheet)


@state("scoring:sheet")
def sheet_with_something_that_was_not_taken(visit):
    sheet = opened(rows=HALF_WAY)
    scribe = at(visit, sheet)
    away(visit)
    scribe.press("Bob", "5", "12", "7").save().is_at(4, "phone")
    lifecycle.set_games(sheet=sheet, games=3)
    visit.page.context.set_offline(False)
    scribe.poll().all_at("refused")


@state("scoring:sheet")
def sheet_with_a_correction_that_was_not_saved(visit):
    scribe = writing(visit, rows=FULL, options={"games": 3})
    scribe.line(1).locator(".number").click()
    visit.page.click(".cell >> nth=1")
    scribe.press("6")
    scribe.line(2).locator(".number").click()
    scribe.all_at("draft")
    scribe.line(1).locator(".number").click()


@state("scoring:sheet")
def sheet_of_a_play_off(visit):
    ender, other = {"meld": 600, "out": True}, {"meld": 640, "hand": 10}
    rest = {"meld": 0, "hand": 30}
    row = {"entries": dict(zip(NAMES, (ender, other, rest, rest), strict=True))}
    writing(visit, "jolly", rows=[row]).press("Ans", "9")


@state("scoring:sheet")
def sheet_with_an_approval_that_was_not_taken(visit):
    sheet = opened(rows=FULL, options={"games": 3})
    scribe = at(visit, sheet)
    away(visit)
    visit.page.click('#agreeing [value="Bob"]')
    scribe.all_at("phone")
    other = {"entries": FULL[0]["entries"] | {"Bob": 6}}
    lifecycle.record(sheet=sheet, number=1, row=other, seen=2)
    visit.page.context.set_offline(False)
    scribe.poll().all_at("refused")


@state("scoring:sheet")
def sheet_with_the_judge_out_of_reach(visit):
    scribe = writing(visit, rows=HALF_WAY)
    away(visit)
    scribe.press("Bob", "5", "12", "7").save().is_at(4, "phone")
    expect(visit.page.locator("#where")).to_have_text(read_words(visit.page)["out_of_reach"])
    tap(visit.page.locator("#menu summary"))
    tap(visit.page.locator('#menu a[href$="/judge/"]'))
    visit.page.wait_for_selector("#away .note")


@state("scoring:sheet")
def sheet_with_cards_picked_and_the_judge_out_of_reach(visit):
    writing(visit, "amerikaans-jokeren").press("Cor").way(0)
    pick(
        visit.page, "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh"
    )  # with fewer than thirteen nobody asks the judge
    away(visit)
    pick(visit.page, "*")
    expect(visit.page.locator(".verdict")).to_have_text(read_words(visit.page)["judge_away"])


@state("scoring:sheet")
def sheet_with_a_hand_that_counts_later(visit):
    scribe = writing(visit, "rummikub-international").press("closed", "Bob").way(0)
    pick(visit.page, "1k 2k 3k 4k 5k 6k 7k " * 2)
    visit.page.wait_for_selector(".verdict:not(:empty)")
    scribe.next()
    away(visit)
    scribe.way(0).way(0).way(0).save().is_at(1, "phone")
    visit.page.wait_for_selector("#problems .note")


@state("scoring:sheet")
def sheet_with_the_reason_of_a_game_that_is_not_played_yet_to_be_written(visit):
    scribe = writing(visit, rows=HALF_WAY)
    visit.page.click("#menu summary")
    visit.page.fill("#void-reason", "misdeal")
    scribe.reload()
    visit.page.click("#menu summary")
    expect(visit.page.locator("#void-reason")).to_have_value("misdeal")


@state("scoring:sheet")
def sheet_while_another_form_waits_on_this_phone(visit):
    page, other = visit.page, opened(rows=HALF_WAY)
    visit.trouble.expect("ERR_FAILED")
    page.on("dialog", lambda dialog: dialog.accept())
    is_other = {"streepje-link": links.make_key(other)}.items()
    page.route(
        "**/sync/**",
        lambda route: (
            route.abort() if is_other <= route.request.headers.items() else route.continue_()
        ),
    )
    scribe = at(visit, other)
    scribe.press("Bob", "5", "12", "7").save().is_at(4, "phone")
    scribe.go(opened(rows=HALF_WAY))
    page.wait_for_selector("#news a")


@state("scoring:sheet")
def sheet_of_which_the_link_is_renewed_meanwhile(visit):
    sheet = opened(rows=HALF_WAY)
    scribe = at(visit, sheet)
    lifecycle.renew_link(sheet=sheet)
    visit.expect(404)
    scribe.press("Bob", "5", "12", "7").save().all_at("refused")
    visit.page.wait_for_selector("#mind .problem")


@state("scoring:sheet")
def sheet_of_an_older_version(visit):
    scribe = writing(visit, rows=HALF_WAY)
    visit.patch.setattr(sync, "VERSION", 2)
    visit.expect(409)
    scribe.press("Bob", "5", "12", "7").save().all_at("refused")
    visit.page.wait_for_selector("#mind .problem")


@state("404")
def renewed_link_of_what_is_still_on_this_phone(visit):
    sheet = opened(rows=HALF_WAY)
    scribe = at(visit, sheet)
    scribe.press("Bob", "5", "12", "7").save().is_at(4, "club")
    lifecycle.renew_link(sheet=sheet)
    visit.expect(404)
    visit.page.reload()
    visit.page.wait_for_selector("#still-here .sent")
    visit.page.click("#still-here summary")


@state("scoring:sheet")
def sheet_with_a_verdict_that_is_open(visit):
    cells = ({"points": 30, "jokers": 1}, 29, DASH, 8)
    row = {"entries": dict(zip(NAMES, cells, strict=True))}
    writing(visit, "amerikaans-jokeren", rows=[row], options={"games": 1})
    visit.page.wait_for_selector("#agreeing a")


@state("scoring:sheet")
def sheet_that_is_approved(visit):
    writing(visit, rows=FULL, options={"games": 3})
    visit.page.click('#agreeing [value="Bob"]')
    Scribe(visit.page, visit.site).all_at("approved")


@state("scoring:sheet")
def sheet_that_is_closed(visit):
    sheet = opened(rows=HALF_WAY)
    lifecycle.penalize(sheet=sheet, player="Bob", points=20, reason="late", signed="Els")
    lifecycle.close(sheet=sheet)
    at(visit, sheet)


@state("scoring:sheet")
def sheet_that_is_closed_with_a_late_entry(visit):
    sheet = opened(rows=HALF_WAY)
    lifecycle.close(sheet=sheet)
    for number in (3, 5):
        lifecycle.record(sheet=sheet, number=number, row=FULL[1], seen=0)
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 11}}, seen=0)
    at(visit, sheet)
    visit.page.wait_for_selector("#disputed section:nth-child(3)")


@state("scoring:sheet")
def sheet_on_plain_http(visit):
    visit.trouble.expect("Cross-Origin-Opener-Policy header has been ignored")
    sheet = opened(rows=HALF_WAY)
    visit.page.goto(visit.site.replace("localhost", "club.test") + links.build_path(sheet))
    Scribe(visit.page, visit.site).ready()
