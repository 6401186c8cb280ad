import random

import pytest
from playwright.sync_api import expect

from clubsite.demo import dealing
from scoring.games import GAMES, find
from scoring.sheets import lifecycle, player_changes
from tests.browser.scribe import (
    NAMES,
    Scribe,
    agree,
    cells,
    comes_to,
    counted_taps,
    fits,
    opened,
    pick,
    rows_of,
    started,
    state_of,
    tap,
)
from tests.by_day import at_night, by_day

DASH = "-"


def dashes(scribe: Scribe) -> None:
    scribe.press("Bob", "5", "12", "7").save()


def amerikaans(scribe: Scribe) -> None:
    scribe.press("Cor").type(29, 41).joker(1).verdict("true").type(8).save()


def jolly(scribe: Scribe) -> None:
    scribe.press("Bob").type(90)
    scribe.page.locator('[data-key="handglatt"]').click()
    scribe.next().type(120).next()
    scribe.next().type(0, 35, 22, 40).save()  # Cor has laid nothing


def international(scribe: Scribe) -> None:
    scribe.press("closed", "Bob")
    scribe.page.fill(".find input", "30")
    scribe.press("30").next().type(25).next()
    scribe.way(0).type(17).save()


def boerenbridge(scribe: Scribe) -> None:
    scribe.press("1", "0", "0", "1")  # Cor begins; Bob may not bid 0
    scribe.press("0", "0", "1", "0").save()


WRITTEN = {
    "jokeren": (dashes, cells(Ans=5, Bob=DASH, Cor=12, Dik=7)),
    "amerikaans-jokeren": (
        amerikaans,
        cells(Ans=29, Bob={"points": 41, "jokers": 1, "could_meld": True}, Cor=DASH, Dik=8),
    ),
    "jolly": (
        jolly,
        cells(
            Ans={"meld": 120, "hand": 35},
            Bob={"meld": 90, "out": True, "handglatt": True},
            Cor={"meld": 0, "hand": 22},
            Dik={"meld": 0, "hand": 40},
        ),
    ),
    "rummy": (
        lambda scribe: scribe.press("Bob").type(20).save(),
        {"end": "out"} | cells(Ans=20, Bob=DASH),
    ),
    "rummikub": (
        lambda scribe: scribe.press("pool").type(20, 35, 20, 8).save(),
        {"end": "pool"} | cells(Ans=20, Bob=35, Cor=20, Dik=8),
    ),
    "rummikub-international": (
        international,
        {"end": "closed"}
        | cells(
            Ans={"melded": True, "points": 25},
            Bob={"out": True, "type": 30},
            Cor={"melded": False},
            Dik={"melded": True, "points": 17},
        ),
    ),
    "klaverjassen": (
        lambda scribe: scribe.type(62).add(0, 20).save(),
        {"points_24": 62, "roem_13": 20},
    ),
    "boerenbridge": (
        boerenbridge,
        cells(
            Ans={"bid": 0, "tricks": 1},
            Bob={"bid": 1, "tricks": 0},
            Cor={"bid": 1, "tricks": 0},
            Dik={"bid": 0, "tricks": 0},
        ),
    ),
    "punten": (
        lambda scribe: scribe.type(12, -5, 0, 7).save(),
        cells(Ans=12, Bob=-5, Cor=0, Dik=7),
    ),
    "hartenjagen": (
        lambda scribe: scribe.type(5, 0, 13, 8).save(),
        cells(Ans=5, Bob=0, Cor=13, Dik=8),
    ),
    "vijfhonderd": (
        lambda scribe: scribe.press("7H", "Ans", "8").save(),
        {"bid": "7H", "by": "Ans", "tricks": 8},
    ),
}
ALIKE = {"jokeren-potjes": "jokeren", "jokeren-vijf": "jokeren", "rummikub-american": "rummikub"}


# By day test_taps.py enters what a game of each kind may come out as, and test_shaky_finger.py
# approves.
@pytest.mark.parametrize("system", by_day(GAMES), ids=lambda system: system.key)
def test_every_game_is_entered_and_approved(phone, site, system):
    names = NAMES[: system.seats[1]]
    sheet = opened(system.key, names, options={"games": 1})
    write, row = WRITTEN[ALIKE.get(system.key, system.key)]
    scribe = Scribe(phone, site, sheet)
    write(scribe)
    comes_to(sheet, [row])
    agree(phone, "Bob")
    scribe.all_at("approved").is_at(1, "approved")
    state = state_of(sheet)
    assert (state["approved"], state["approvals"]) == (True, [{"player": "Bob", "on_paper": False}])


def unseen(scribe: Scribe, key: str, is_seen) -> list[str]:
    """Write a game of this system; return before which presses this was not in sight."""
    press, missing = scribe.press, []

    def look_and_press(*labels):
        for label in labels:
            if not is_seen():
                missing.append(label)
            press(label)
        return scribe

    scribe.press = look_and_press
    WRITTEN[ALIKE.get(key, key)][0](scribe)
    scribe.press = press
    return missing


@pytest.mark.parametrize("key", by_day([system.key for system in GAMES], "rummikub-international"))
def test_a_game_is_entered_without_scrolling(phone, site, key):
    scribe = Scribe(phone, site, opened(key, NAMES[: find(key).seats[1]]))
    assert unseen(scribe, key, lambda: fits(phone)) == []


@pytest.mark.parametrize(("game", "lines"), [("jokeren", 1), ("jolly", 0)])
def test_open_count_is_said_where_it_asks_who_is_out(phone, site, game, lines):
    Scribe(phone, site, opened(game))
    expect(phone.locator("#entry .pad > p.quiet")).to_have_count(lines)


HEAD = ["amerikaans-jokeren", "jokeren-potjes", "jolly"]


@pytest.mark.parametrize("game", by_day(HEAD, "amerikaans-jokeren"))
def test_contract_and_dealer_stay_in_sight_while_a_game_is_typed(phone, site, game):
    """With an earlier game, so that there is something to undo as well."""
    scribe = Scribe(phone, site, opened(game))
    WRITTEN[ALIKE.get(game, game)][0](scribe)
    scribe.is_at(1, "club")
    line = phone.locator("#entry header p")
    assert (
        unseen(scribe, game, lambda: line.inner_text() and line.is_visible() and fits(phone)) == []
    )


def test_cards_count_at_once_and_the_contract_stays_in_sight_while_they_are_picked(phone, site):
    Scribe(phone, site, opened("amerikaans-jokeren")).press("Cor").way(0)
    pick(phone, "9h 10h")
    expect(phone.locator(".strip .cell").first.locator(".value")).to_contain_text("19")
    expect(phone.locator("#entry header p")).to_be_visible()
    assert fits(phone)


def test_an_earlier_game_is_corrected_and_the_correction_undone(phone, site):
    first, second = cells(Ans=5, Bob=DASH, Cor=12, Dik=7), cells(Ans=DASH, Bob=1, Cor=2, Dik=3)
    sheet, scribe = started(phone, site, rows=[first, second])
    scribe.line(1).locator(".number").click()
    phone.locator(".cell").nth(2).click()
    scribe.press("13").save()
    comes_to(sheet, [cells(Ans=5, Bob=DASH, Cor=13, Dik=7), second])
    assert scribe.is_at(1, "club").cells(1)[2] == "13"
    undo, leave = phone.locator("#entry header button"), phone.locator(".ending .leave")
    undo.click()
    expect(phone.locator(".cell").nth(2)).to_contain_text("12")
    leave.click()
    assert scribe.cells(1)[2] == "13"
    tap(undo)
    scribe.save()
    comes_to(sheet, [first, second])
    assert scribe.is_at(1, "club").cells(1)[2] == "12"


def test_what_is_wrong_is_said_at_once_and_nothing_typed_is_lost(phone, site):
    sheet, scribe = started(phone, site, "amerikaans-jokeren")
    scribe.press("Cor").type(1)
    expect(phone.locator("#entry .problem")).to_have_count(0)  # it may become 17
    scribe.next()
    expect(phone.locator("#question")).to_contain_text("Ans")
    expect(phone.locator("#entry .problem")).to_be_visible()
    expect(phone.locator(".cell.wrong")).to_have_count(1)
    assert rows_of(sheet) == []
    scribe.reload()
    assert phone.locator(".cell .value").first.inner_text() == "1"


def test_saving_before_all_is_there_names_what_is_open_and_can_still_be_done(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet).press("Bob", "5").save()
    expect(phone.locator("#entry .note")).to_be_visible()
    assert rows_of(sheet) == []
    phone.locator("#entry .note button").click()
    comes_to(sheet, [cells(Ans=5, Bob=DASH)])
    assert scribe.cells(1)[0] == "5"


def test_the_last_game_of_an_open_sheet_is_said_by_the_table(phone, site):
    sheet = opened("rummikub", rows=[{"end": "pool"} | cells(Ans=20, Bob=35, Cor=20, Dik=8)])
    Scribe(phone, site, sheet)
    expect(phone.locator("#agreeing")).to_be_hidden()
    last = phone.locator("#entry header button")
    last.click()
    tap(phone.locator("#after .button").last)  # one more after all
    expect(phone.locator("#entry")).to_have_attribute("data-number", "2")
    expect(phone.locator("#special > *")).not_to_have_count(0)
    tap(last)
    expect(phone.locator("#special > *")).to_have_count(0)  # no game is open
    agree(phone, "Bob")
    expect(phone.locator("#where .mark-approved")).to_be_attached()
    assert state_of(sheet)["data"]["options"]["games"] == 1


@pytest.mark.parametrize(
    ("game", "row", "approvers"),
    [
        ("rummy", {"end": "out"} | cells(Ans=20, Bob=DASH), ["Bob"]),
        ("klaverjassen", {"points_24": 62, "roem_13": 20}, ["Bob", "Dik"]),
    ],
)
def test_opponents_approve_and_never_the_scribe_or_a_partner(phone, site, game, row, approvers):
    names = NAMES[: find(game).seats[1]]
    Scribe(phone, site, opened(game, names, rows=[row], options={"games": 1}))
    expect(phone.locator("#agreeing")).to_contain_text("tegenpartij" if len(names) == 4 else "Bob")
    buttons = phone.locator("#agreeing [name=player]")
    assert [button.get_attribute("value") for button in buttons.all()] == approvers


def expect_held(page, *ranks):
    expect(page.locator(".held b")).to_have_text([f"{rank}" for rank in ranks])


def test_fourteen_tiles_take_fifteen_taps_and_stand_in_order(phone, site):
    scribe = Scribe(phone, site, opened("rummikub-international")).press("closed", "Bob")
    scribe.way(0)
    with counted_taps(phone) as taps:
        pick(phone, "7k 3k 5k 4k 9r 8r 10r 11o 12o 2o 6o 1b 1b 13b")
    assert taps == [15]  # two colours are in sight at a time
    expect_held(phone, 3, 4, 5, 7, 1, 1, 13, 8, 9, 10, 2, 6, 11, 12)
    phone.locator(".held").nth(1).click()
    expect_held(phone, 3, 5, 7, 1, 1, 13, 8, 9, 10, 2, 6, 11, 12)
    phone.locator(".suits [title]").last.click()  # takes back what was picked last
    expect_held(phone, 3, 5, 7, 1, 1, 8, 9, 10, 2, 6, 11, 12)


def verdict(page, value):
    return page.locator(f'.verdicts [data-value="{value}"]')


def says(page, value, words):
    """This answer is pressed, and with each stands what a joker then counts and what that makes."""
    expect(verdict(page, value)).to_have_attribute("aria-pressed", "true")
    said = page.locator(".verdicts .key").all_inner_texts()
    assert [" ".join(text.split()) for text in said] == words


def test_verdict_on_a_joker_is_filled_in_and_the_scribe_overrules_it(device, site):
    sheet = opened("amerikaans-jokeren")
    page = device("phone", locale="en-GB")
    scribe = Scribe(page, site, sheet).press("Cor").way(0)
    pick(page, "9h *")
    expect(page.locator(".verdict")).to_contain_text("Fewer than 13 cards are left")
    says(page, "on_table", ["no +10 = 19", "yes +20 = 29", "lay there already +20 = 29"])
    verdict(page, "false").click()
    page.wait_for_timeout(700)  # nobody says anything over it
    expect(verdict(page, "false")).to_have_attribute("aria-pressed", "true")
    scribe.next()
    scribe.type(29, 8).save().is_at(1, "club")
    hand = {"cards": ["9h", "*"], "could_meld": False}
    comes_to(sheet, [{"entries": {"Ans": hand, "Bob": 29, "Cor": DASH, "Dik": 8}}])
    assert scribe.cells(1)[0] == "19"
    assert state_of(sheet)["verdicts"] == {"1": {"Ans": True}}
    page.locator("#menu summary").click()
    page.locator('#menu a[href$="/history/"]').click()
    entry = page.locator(".history li").first
    expect(entry.locator("ins .face")).to_have_count(2)
    expect(entry).to_contain_text("Ans: the judge said this hand could have come out; overruled")


def test_nothing_lies_over_the_answers_to_an_open_verdict(phone, site):
    sheet = opened("amerikaans-jokeren", rows=[cells(Ans=DASH, Bob=142, Cor=127, Dik=107)])
    Scribe(phone, site, sheet).press("Cor").type(44).joker(2)
    places = [phone.locator(css).bounding_box() for css in (".verdicts", "#entry > .ending")]
    answers, after = places
    assert answers["y"] + answers["height"] <= after["y"]


@pytest.mark.wide
def test_cards_picked_by_key_are_no_points(device, site):
    sheet = opened("amerikaans-jokeren")
    page = device("laptop", locale="en-GB")
    scribe = Scribe(page, site, sheet).press("Cor").way(0)
    page.focus(".suits button:first-child")
    page.keyboard.type("h9*")
    says(page, "on_table", ["no +10 = 19", "yes +20 = 29", "lay there already +20 = 29"])
    scribe.next()
    scribe.type(29, 8).save().is_at(1, "club")
    hand = {"cards": ["9h", "*"], "could_meld": True}
    comes_to(sheet, [{"entries": {"Ans": hand, "Bob": 29, "Cor": DASH, "Dik": 8}}])


@pytest.mark.wide
def test_thirteen_cards_are_judged_unless_they_lay_on_the_table(device, site):
    sheet = opened("amerikaans-jokeren")
    page = device("phone", locale="en-GB")
    scribe = Scribe(page, site, sheet).press("Cor").way(0)
    pick(page, "Ah 3h 5h 7h 2d 4d 6d 8d 9c Jc Kc 10s")
    verdict(page, "false").wait_for(state="detached")  # there is no joker yet
    pick(page, "*")
    expect(page.locator(".verdict")).to_contain_text("this hand could not have come out")
    says(page, "false", ["no +10 = 94", "yes +20 = 104", "lay there already +20 = 104"])
    verdict(page, "on_table").click()
    expect(page.locator(".verdict")).to_have_text("This player has come out already.")
    says(page, "on_table", ["no +10 = 94", "yes +20 = 104", "lay there already +20 = 104"])
    scribe.next()
    scribe.type(29, 8).save().is_at(1, "club")
    assert scribe.cells(1)[0] == "104"


def test_jokers_after_the_points_are_for_who_has_them_and_all_count(device, site):
    sheet = opened("amerikaans-jokeren")
    page = device("phone", locale="en-GB")
    scribe = Scribe(page, site, sheet).press("Bob").type(25).joker(2)
    expect(page.locator("#save")).to_have_text("Still open: could Ans have come out?")
    scribe.verdict("false")
    expect(page.locator("#question")).to_contain_text("Cor")
    page.locator(".cell").first.click()
    says(page, "false", ["no +20 = 45", "yes +40 = 65", "lay there already +40 = 65"])
    scribe.next().type(7, 8).save()
    ans = {"points": 25, "jokers": 2, "could_meld": False}
    comes_to(sheet, [cells(Ans=ans, Bob=DASH, Cor=7, Dik=8)])


def test_a_sides_figure_that_goes_on_after_a_reload_is_asked_about(phone, site):
    sheet = opened("klaverjassen")
    phone.set_viewport_size({"width": 320, "height": 568})
    scribe = Scribe(phone, site, sheet).type(6)
    scribe.reload()
    for is_by_number in (False, True):
        if is_by_number:
            scribe.line(1).get_by_role("link").first.click()
        roem, save = (phone.locator(it).last.bounding_box() for it in (".toggles .key", "#save"))
        assert roem["y"] + roem["height"] <= save["y"]
    two = phone.locator('[data-digit="2"]')
    before = two.bounding_box()["y"]
    scribe.press("2")
    assert abs(two.bounding_box()["y"] - before) < 2
    either = phone.locator(".question .key")
    expect(either).to_have_text(["62", "2"])
    either.first.click()
    scribe.save()
    comes_to(sheet, [{"points_24": 62}])


def test_no_key_moves_while_a_game_goes_on_that_was_typed_before_a_reload(phone, site):
    scribe = Scribe(phone, site, opened()).press("Bob", "5")
    phone.reload()
    three = phone.locator(".pad .key").get_by_text("3", exact=True)
    before = scribe.ready() and three.bounding_box()["y"]
    scribe.press("7", "3")
    note = phone.get_by_text(scribe.words()["kept_from_before"])
    expect(note).to_be_visible()
    assert three.bounding_box()["y"] == before
    scribe.save()
    expect(note).to_have_count(0)
    scribe.press("Cor", "5")
    scribe.reload()
    phone.locator("#menu > summary").click()
    phone.get_by_role("button", name="Spel 2 leegmaken").click()
    expect(note).to_have_count(0)


def test_a_side_waits_for_a_figure_that_was_half_typed_before_a_reload(phone, site):
    sheet = opened("klaverjassen")
    scribe = Scribe(phone, site, sheet).type(1)
    scribe.reload()
    problem = phone.locator(".messages .problem")
    expect(problem).to_have_count(0)
    scribe.save()
    expect(problem).to_have_count(1)
    two = scribe.reload() and phone.locator('[data-digit="2"]')
    before = two.bounding_box()["y"]
    scribe.press("4").press("14")
    assert abs(two.bounding_box()["y"] - before) < 2
    scribe.press("2").save()
    comes_to(sheet, [{"points_24": 142}])


def test_a_sum_waits_for_a_figure_that_was_half_typed_before_a_reload(phone, site):
    sheet = opened("hartenjagen")
    scribe = Scribe(phone, site, sheet).type(5, 0, 8, 1)
    scribe.reload()
    expect(phone.locator(".messages .problem")).to_have_count(0)
    scribe.press("3").press("13").save()
    comes_to(sheet, [cells(Ans=5, Bob=0, Cor=8, Dik=13)])


@pytest.mark.parametrize(
    "refused",
    [
        ("punten", {"control": 100}, (360, 640), (50, 25, 13, 1), 2),
        ("hartenjagen", {}, (390, 844), (5, 0, 8, 1), 3),
    ],
)
def test_no_key_moves_while_a_refused_sum_is_mended_after_a_reload(phone, site, refused):
    game, options, (width, height), typed, rest = refused
    phone.set_viewport_size({"width": width, "height": height})
    sheet = opened(game, options=options)
    scribe = Scribe(phone, site, sheet).type(*typed).save()
    problem = phone.locator(".messages .problem")
    expect(problem).to_have_count(1)
    scribe.reload()
    phone.locator(".cell").nth(3).click()
    expect(problem).to_have_count(1)
    key = phone.locator(f'[data-digit="{rest}"]')
    before = key.bounding_box()["y"]
    scribe.press("1")
    expect(problem).to_have_count(0)
    assert abs(key.bounding_box()["y"] - before) < 2
    scribe.press(f"{rest}").save()
    *others, _last = typed
    comes_to(sheet, [cells(**dict(zip(NAMES, (*others, 10 + rest), strict=True)))])


def test_why_save_refuses_is_read_whole_on_a_low_laptop(laptop, site):
    laptop.set_viewport_size({"width": 1366, "height": 650})
    sheet = opened("hartenjagen", rows=[cells(Ans=13, Bob=13, Cor=0, Dik=0)])
    Scribe(laptop, site, sheet).type(5, 0, 8, 1).save()
    expect(laptop.locator(".messages .problem")).to_be_in_viewport(ratio=0.95)


def test_no_key_moves_nor_lies_under_save_where_a_message_goes_that_was_scrolled_to(phone, site):
    phone.set_viewport_size({"width": 360, "height": 640})
    sheet = opened("klaverjassen")
    scribe = Scribe(phone, site, sheet)
    problem, messages = phone.locator(".messages .problem"), phone.locator(".messages")
    two = phone.locator('[data-digit="2"]')
    for game in "12":
        expect(phone.locator("#entry")).to_have_attribute("data-number", game)
        assert messages.bounding_box()["height"] == 0
        scribe.type(1).save()
        expect(problem).to_have_count(1)
        phone.evaluate("scrollTo(0, 0)")
        before = two.bounding_box()["y"]
        for digit in "62":
            scribe.press(digit)
            expect(problem).to_have_count(0)
            assert abs(two.bounding_box()["y"] - before) < 2
        roem, save = (phone.locator(it).last.bounding_box() for it in (".toggles .key", "#save"))
        assert roem["y"] + roem["height"] <= save["y"]
        if game == "1":
            scribe.save()
            comes_to(sheet, [{"points_24": 62}])
    tap(phone.locator("#menu > summary"))
    phone.get_by_role("button", name="Spel 2 leegmaken").click()
    assert messages.bounding_box()["height"] == 0


def test_figure_that_is_half_typed_stays_open_until_next_or_save(phone, site):
    sheet = opened("amerikaans-jokeren")
    scribe = Scribe(phone, site, sheet).press("Bob").type(2)
    phone.locator(".cell").nth(2).click()
    expect(phone.locator(".cell .value").first).to_have_text("2?")
    scribe.type(14).next().type(8)
    scribe.reload()
    expect(phone.locator("#question + output")).to_have_text("2")
    scribe.press("7")
    expect(phone.locator("#question")).to_contain_text("welke is het?")
    scribe.press("27")
    phone.locator(".cell").first.click()
    scribe.type(727).next()
    expect(phone.locator("#question + output")).to_have_text("8")
    scribe.save()
    expect(phone.locator(".messages")).to_contain_text("727")
    assert not rows_of(sheet)
    phone.locator(".cell").first.click()
    scribe.type(27).save()
    comes_to(sheet, [cells(Ans=27, Bob=DASH, Cor=14, Dik=8)])


def test_digit_that_is_pressed_twice_at_once_is_asked_about(phone, site):
    sheet, scribe = started(phone, site, "hartenjagen")
    either = phone.locator(".question .key")
    for meant in ("11", "1"):
        phone.locator('[data-digit="1"]').dblclick()
        expect(either).to_have_text(["1", "11"])
        expect(phone.locator(".ending .on")).to_have_count(0)
        either.get_by_text(meant, exact=True).click()
        scribe.next()
    scribe.type(140).next()
    expect(phone.locator("#question")).to_contain_text("Cor")  # so many there are not
    scribe.type(14)
    expect(either).to_have_text(["140", "14"])  # may be the next player's
    expect(phone.locator("#entry .problem")).to_be_visible()
    tap(either.last)
    scribe.next().type(0).save()
    comes_to(sheet, [cells(Ans=11, Bob=1, Cor=14, Dik=0)])


def test_figure_more_than_there_are_players_is_asked_about(phone, site):
    sheet = opened("jokeren", options={"games": 1})
    scribe = Scribe(phone, site, sheet).press("Bob", "1", "2", "5", "7")
    expect(phone.locator(".question .key")).to_have_text(["5", "7"])
    expect(phone.locator(".ending .save")).to_contain_text("Dik")
    phone.locator(".question .key").first.click()
    again = phone.locator(".few .key").nth(6)
    again.click()
    phone.wait_for_timeout(500)
    again.click()
    expect(phone.locator(".messages")).to_contain_text("telt als één keer")
    phone.locator(".cell").first.click()
    scribe.press("12")
    phone.locator(".cell").nth(2).click()
    scribe.press("5")
    phone.locator(".cell").nth(3).click()
    scribe.press("7").save()
    comes_to(sheet, [cells(Ans=12, Bob=DASH, Cor=5, Dik=7)])


def test_figure_in_doubt_is_asked_about_where_the_game_before_is_told(phone, site):
    phone.set_viewport_size({"width": 360, "height": 640})
    sheet = opened("klaverjassen", names=["Ans", "Bob", "Cor", "Dik"])
    dealing.play(sheet, 1, random.Random(2))
    Scribe(phone, site, sheet)
    phone.locator('[data-digit="6"]').dblclick()
    either = phone.locator(".question .key")
    expect(either).to_have_text(["6", "66"])
    expect(either.last).to_be_in_viewport(ratio=1)
    either.last.click()
    expect(phone.locator(".ending .save")).to_be_in_viewport(ratio=1)


def test_figure_of_who_is_out_after_all_is_asked_anew(laptop, site):
    scribe = Scribe(laptop, site, opened("amerikaans-jokeren")).press("Cor").type(27)
    laptop.keyboard.press("-")
    laptop.locator(".cell").nth(1).click()
    laptop.keyboard.press("-")
    laptop.locator(".cell").first.click()
    expect(laptop.locator("#question + output")).to_have_text("")
    scribe.type_digits(5)
    expect(laptop.locator(".cell .value").first).to_have_text("5")


def test_very_many_points_are_asked_about_once(phone, site):
    sheet = opened("punten")
    scribe = Scribe(phone, site, sheet).type(727, 12, 5, 300).save()
    expect(phone.locator(".messages .note")).to_have_text(
        ["Ans: 727? Klopt dat?", "Dik: 300? Klopt dat?"]
    )
    scribe.save()
    expect(phone.locator("#entry")).to_have_attribute("data-number", "2")
    scribe.type(27, 1400, 5, 8).save()  # not more than twice what was played for so far
    first = cells(Ans=727, Bob=12, Cor=5, Dik=300)
    comes_to(sheet, [first, cells(Ans=27, Bob=1400, Cor=5, Dik=8)])


def test_sign_and_half_are_of_the_number_that_stands_there(laptop, site):
    sheet, scribe = started(laptop, site, "punten", options={"games": 1, "halves": True})
    laptop.locator('[data-digit="1"]').dblclick()
    laptop.locator('.digits [data-key="half"]').click()
    either = laptop.locator(".question .key")
    expect(either).to_have_text(["1½", "11½"])
    either.first.click()
    scribe.next()
    laptop.locator(".cell").first.click()
    laptop.locator('.digits [data-key="minus"]').click()
    scribe.next()
    for key in ["2", "-", ",", "Backspace", ",", "Enter", "3", "Enter", "4"]:
        laptop.keyboard.press(key)
    scribe.save()
    comes_to(sheet, [cells(Ans=-1.5, Bob=-2.5, Cor=3, Dik=4)])


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({"least": -500, "most": 0}, (-150, 0, -250, -7)),
        at_night({"least": 0, "most": 4, "halves": True}, (2.5, 0, 4, 1)),
    ],
)
def test_own_game_of_few_points_is_typed_as_any_other(phone, site, options, points):
    sheet = opened("punten", options={"games": 1} | options)
    Scribe(phone, site, sheet).type(*points).save()
    comes_to(sheet, [cells(**dict(zip(NAMES, points, strict=True)))])


def test_red_cell_opens_what_is_wrong_in_it(phone, site):
    Scribe(phone, site, opened("jolly")).press("Bob").type(90, 20).next()
    wrong = phone.locator(".cell.wrong")
    expect(wrong).to_have_count(1)
    question = phone.locator("#question")
    for digit in (4, 1):  # by who types on without a look
        key = phone.locator(f'.digits [data-digit="{digit}"]').bounding_box()
        phone.mouse.click(key["x"] + 20, key["y"] + 20)
    expect(phone.locator(".question output")).to_have_text("20")
    expect(phone.locator("#entry .messages")).to_be_in_viewport()
    asked = question.inner_text()
    tap(phone.locator(".cell").nth(2))
    expect(question).not_to_have_text(asked)
    tap(wrong)
    assert question.inner_text() == asked


def test_next_that_is_refused_opens_what_is_wrong_and_no_figure_comes_to_another(phone, site):
    sheet = opened("jolly")
    scribe = Scribe(phone, site, sheet).press("Bob").type(90, 20)
    tap(phone.locator(".cell").nth(2))
    scribe.next().next().type(35).next()
    expect(phone.locator("#question")).to_contain_text("Ans: punten gelegd")
    for digit in "2417":  # by who types on without a look
        scribe.type_digits(int(digit))
    expect(phone.locator(".ending .on")).to_have_count(0)
    expect(phone.locator(".cell.wrong")).to_have_count(1)
    tap(phone.locator(".digits .key:has(.erase)"))
    scribe.type(40)
    scribe.next().type(24).next().type(17).save()
    hands = {"Ans": (40, 35), "Cor": (0, 24), "Dik": (0, 17)}
    losers = {name: {"meld": meld, "hand": hand} for name, (meld, hand) in hands.items()}
    comes_to(sheet, [cells(Bob={"meld": 90, "out": True}, **losers)])


def test_figures_stay_within_their_tiles(phone, site):
    phone.set_viewport_size({"width": 360, "height": 780})
    Scribe(phone, site, opened("rummikub-international")).press("closed", "Bob")
    least = phone.locator(".tiles i").evaluate_all("""tiles => Math.min(...tiles.map((tile) => {
      const range = new Range();
      range.selectNodeContents(tile);
      const [box, text] = [tile, range].map((one) => one.getBoundingClientRect());
      return Math.min(text.left - box.left, box.right - text.right);
    }))""")
    assert least >= 1.5


@pytest.mark.wide
def test_few_cards_of_jokeren_say_that_their_holder_lay_on_the_table(phone, site):
    sheet = opened("jokeren", [*NAMES, "Els", "Fer"], options={"games": 1, "joker_points": 5})
    scribe = Scribe(phone, site, sheet).press("Fer", "4")
    phone.locator('.extra [data-value="2"]').click()
    expect(verdict(phone, "on_table")).to_have_attribute("aria-pressed", "true")
    scribe.press("13")  # so many can be those of who has not come out
    expect(phone.locator(".verdicts [aria-pressed=true]")).to_have_count(0)
    scribe.press("3")
    phone.locator(".question .key").last.click()
    scribe.next().press("5").next()
    scribe.press("6").next()
    scribe.press("7").next()
    scribe.press("8").save().is_at(1, "club")
    hand = {"cards": 3, "jokers": 2, "could_meld": True}
    comes_to(sheet, [cells(Ans=hand, Bob=5, Cor=6, Dik=7, Els=8, Fer=DASH)])
    assert scribe.cells(1)[0] == "11"


@pytest.mark.parametrize(
    ("who", "dealt"),
    by_day([("Ans", "no. 39, Little Blitz"), ("Bob", "no. 40")], ("Ans", "no. 39, Little Blitz")),
)
def test_judge_of_a_closed_hand_follows_the_ticks_and_knows_who_began(device, site, who, dealt):
    page = device("phone", locale="en-GB")
    Scribe(page, site, opened("rummikub-international")).press("closed", who).way(0)
    pick(page, "2k 3k 4k 12k 5r 6r 7r 8r 12r 9b 10b 11b 12b 12o")
    expect(page.locator(".verdict")).to_contain_text("no. 1, Basic, 500 points")
    page.locator('[data-key="first_turn"]').click()
    expect(page.locator(".verdict")).to_contain_text("no. 39, Little Blitz, 1600 points")
    page.locator('[data-key="first_turn"]').click()
    page.locator('[data-key="dealt"]').click()
    expect(page.locator(".verdict")).to_contain_text(dealt)
    page.locator('[data-key="dealt"]').click()
    expect(page.locator(".verdict")).to_contain_text("no. 1, Basic, 500 points")


@pytest.mark.wide
def test_contract_of_the_round_stands_at_every_game(device, site):
    page = device("phone", locale="en-GB")
    sheet = opened("amerikaans-jokeren", options={"contract_by": "round"}, round=9)
    scribe = Scribe(page, site, sheet)
    expect(page.locator("#entry header p b")).to_have_text("run of 3")
    assert {*page.locator("#table .contract").all_inner_texts()} == {"run of 3"}
    scribe.press("Cor").type(5, 6, 7).save().is_at(1, "club")
    expect(page.locator("#entry header p b")).to_have_text("run of 3")
    assert {*page.locator("#table .contract").all_inner_texts()} == {"run of 3"}
    page.locator("#special").locator("xpath=ancestor::details").locator("summary").click()
    expect(page.locator("#round")).to_have_value("9")
    page.locator("#round").select_option("3")
    expect(page.locator("#entry header p b")).to_have_text("set of 4")


def test_phone_asks_who_begins_and_the_count_follows_at_once(device, site):
    page = device("phone", locale="en-GB")
    sheet, scribe = started(page, site, "rummikub-international")
    question = page.get_by_role("group", name="Who begins the first game?")
    expect(question).to_be_visible()
    expect(page.locator("#entry header")).not_to_contain_text("begins")
    question.get_by_role("button", name="Cor").click()
    expect(question).to_have_count(0)
    expect(page.locator("#entry header")).to_contain_text("Cor begins")
    scribe.press("closed", "Cor")
    page.fill(".find input", "40")
    scribe.press("40").next()
    expect(page.locator(".messages .problem")).to_contain_text("can't have hand 40")
    comes_to(sheet, [])
    assert state_of(sheet)["data"]["first_starter"] == "Cor"
    page.reload()
    expect(page.locator("#entry header")).to_contain_text("Cor begins")
    expect(question).to_have_count(0)


@pytest.mark.wide
def test_who_begins_holds_up_nothing_and_is_not_asked_elsewhere(device, site):
    page = device("phone", locale="en-GB")
    scribe = Scribe(page, site, opened("rummikub-international"))
    question = page.get_by_role("group", name="Who begins the first game?")
    expect(question).to_be_visible()
    scribe.press("closed")
    expect(page.locator("#entry header")).not_to_contain_text("begins")
    scribe.press("Bob")
    page.fill(".find input", "30")
    scribe.press("30").next()
    scribe.type(25).next().way(0).type(17).save()
    scribe.is_at(1, "club")
    expect(question).to_have_count(0)
    expect(page.locator("#sheet")).not_to_contain_text("begins")
    next_sheet = opened("rummikub-american")
    scribe = Scribe(page, site, next_sheet)
    expect(question).to_be_visible()
    lifecycle.set_starter(sheet=next_sheet, player="Dik")  # on another phone
    scribe.poll()
    expect(page.locator("#entry header")).to_contain_text("Dik begins")
    expect(question).to_have_count(0)
    Scribe(page, site, opened())
    expect(page.locator("#entry header")).to_contain_text("begins")
    expect(question).to_have_count(0)


def test_after_the_last_game_it_is_corrected_or_left_and_a_correction_undone(phone, site):
    rows = [cells(Ans=DASH, Bob=5, Cor=11, Dik=13)]
    sheet, scribe = started(phone, site, rows=rows, options={"games": 2}, loose=True)
    again = phone.locator("#again")
    expect(again).to_be_hidden()
    dashes(scribe)
    expect(again).to_be_visible()
    buttons = phone.locator("#after .button")
    expect(buttons).to_have_count(1)  # what is new has no earlier figures
    buttons.click()
    phone.locator(".strip .cell").nth(2).click()
    scribe.press("9")
    expect(phone.locator(".strip .was")).to_have_text("was 12 →")
    phone.locator(".ending .leave").click()
    expect(phone.locator("#entry")).to_be_hidden()
    assert scribe.cells(2)[2] == "12"
    tap(buttons)
    phone.locator(".strip .cell").nth(2).click()
    scribe.press("9").save()
    comes_to(sheet, [*rows, cells(Ans=5, Bob=DASH, Cor=9, Dik=7)])
    agree(phone, "Bob")
    scribe.all_at("approved")
    tap(buttons.last)
    expect(phone.locator(".messages")).to_contain_text("Bob")  # whose approval saving would void
    phone.locator(".ending .leave").click()
    assert state_of(sheet)["approved"]
    tap(buttons.last)
    scribe.save()
    comes_to(sheet, [*rows, cells(Ans=5, Bob=DASH, Cor=12, Dik=7)])


def test_game_that_is_not_played_takes_one_step_and_the_next_one_stands_on_top(phone, site):
    sheet, scribe = started(phone, site, loose=True)
    phone.locator("#menu summary").click()
    phone.locator("#void-reason + .button").click()
    comes_to(sheet, [{"void": scribe.words()["no_reason"]}])
    expect(phone.locator("#menu[open]")).to_have_count(0)
    expect(phone.locator("#entry-title")).to_be_in_viewport()
    phone.locator("#menu summary").click()
    phone.locator("#special .absent a").nth(1).click()
    assert phone.locator("#leave select").input_value() == "Bob"
    assert phone.locator("#leave [name=since]").input_value() == "2"


def test_points_below_zero_and_halves_are_typed_and_come_to_the_control(phone, site):
    sheet = opened("punten", options={"halves": True, "control": 0})
    scribe = Scribe(phone, site, sheet).type(2.5, -4, -0.5)
    expect(phone.locator(".question output")).to_have_text("−½")
    scribe.next().type(1)
    scribe.save()
    expect(phone.locator("#entry .problem")).to_contain_text("−1")
    tap(phone.locator(".digits .key:has(.erase)"))
    scribe.type(2).save()
    comes_to(sheet, [cells(Ans=2.5, Bob=-4, Cor=-0.5, Dik=2)])
    assert scribe.cells(1)[1:3] == ["−4", "−½"]


def test_a_pair_is_asked_once_and_named_together(phone, site):
    sheet = opened("punten", rows=[cells(Cor=7, Dik=9)], options={"sides": True})
    scribe = Scribe(phone, site, sheet)
    tap(phone.locator(".last button"))
    scribe.type(5).save()
    expect(phone.locator("#question")).to_contain_text("Ans + Cor")
    scribe.type(120)
    expect(phone.locator(".ending .on")).to_contain_text("Bob + Dik")
    scribe.next().type(45).save()
    comes_to(sheet, [cells(Ans=5, Bob=9), cells(Ans=120, Bob=45)])


def test_what_is_half_typed_stays_with_who_takes_a_seat(phone, site):
    sheet, scribe = started(phone, site, "punten", options={"games": 1})
    scribe.type(7).next().type(2)
    player_changes.replace(sheet=sheet, player="Bob", name="Bert", since=1)
    scribe.poll()
    expect(phone.locator("#question")).to_contain_text("Bert")
    scribe.type_digits(7)
    scribe.next().type(3).next().type(4).save()
    comes_to(sheet, [cells(Ans=7, Bert=27, Cor=3, Dik=4)])
    sheet, scribe = started(phone, site, "klaverjassen", options={"trump_by": "choice"})
    scribe.press("Bob").type(62)
    player_changes.replace(sheet=sheet, player="Bob", name="Bert", since=1)
    scribe.poll()
    expect(phone.locator(".once")).to_have_text("Bert")
    scribe.save()
    comes_to(sheet, [{"by": "Bert", "points_13": 62}])
