"""A printed form typed in without scripts, and what the scripts of its page ask."""

import json
import re

import pytest

from scoring.browser import sync
from scoring.games import GAMES
from scoring.games.klaverjassen import Klaverjassen
from scoring.games.sheet import score
from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tests.by_day import by_chance, by_day
from tests.scoring import typists
from tests.scoring.views.table import ENGLISH, PLAYED, at, filled, names, opened

pytestmark = pytest.mark.django_db

ROWS = [
    {"Ans": "-", "Bob": 5, "Cor": 11},
    {"Ans": 4, "Bob": "-", "Cor": 2},
    {"Ans": 7, "Bob": 12, "Cor": "-"},
]


def played(rows=ROWS, **paper):
    sheet = opened("jokeren", [{"entries": row} for row in rows], options={"games": len(rows)})
    if paper:
        lifecycle.record(sheet=sheet, number=0, row=paper)
    return sheet


def page_of(client, sheet):
    return client.get(at(sheet, "paper"), headers=ENGLISH)


def type_in(client, sheet, **cells):
    """On the page as it is now; `g3_p1="12"` is game 3, player 1."""
    sent = filled(page_of(client, sheet))
    return send(client, sheet, sent | named(cells))


def send(client, sheet, sent):
    return client.post(at(sheet, "paper"), sent, headers=ENGLISH)


def named(cells):
    return {
        re.sub(r"^g(\d+)_", r"\1-", name).replace("_", "-"): text for name, text in cells.items()
    }


def rows_of(sheet):
    return lifecycle.build_data(Sheet.objects.get(pk=sheet.pk))["games"]


def paper_of(sheet):
    return lifecycle.build_data(Sheet.objects.get(pk=sheet.pk)).get("paper")


def said(page, number):
    """The numbers of what is said under a game."""
    text = page.content.decode()
    [line] = re.findall(rf'id="said-{number}".*?</tr>', text, re.DOTALL)
    return re.findall(r"<strong>(\w\d\d)</strong>", line)


def wrong(page):
    """The cells that are marked as wrong."""
    return re.findall(r'id="(g\d+-[\w-]+)"[^>]*aria-invalid', page.content.decode())


def value(page, id):
    return re.search(rf'id="{id}"[^>]*? value="([^"]*)"', page.content.decode())[1]


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)
def test_what_stands_there_is_sent_back_as_it_was(client, system):
    sheet = opened(system.key, PLAYED.get(system.key, ()))
    before = rows_of(sheet)
    events = sheet.events.count()
    answer = send(client, sheet, filled(page_of(client, sheet)))
    assert (answer.status_code, answer.url) == (302, at(sheet, "paper"))
    assert rows_of(sheet) == before
    assert sheet.events.count() == events


def test_each_line_is_kept_by_itself(client):
    sheet = opened("jokeren")
    lines = {"g1_p1": "-", "g1_p2": "12", "g1_p3": "x", "g3_p1": "4", "g3_p2": "-", "g3_p3": "1"}
    answer = type_in(client, sheet, **lines)
    assert answer.status_code == 302
    assert rows_of(sheet) == [
        {"entries": {"Ans": "-", "Bob": 12, "Cor": "x"}},
        {},
        {"entries": {"Ans": 4, "Bob": "-", "Cor": 1}},
    ]


def test_line_that_is_wrong_holds_up_no_other(client):
    sheet = opened("jokeren")
    lines = {"g1_p1": "-", "g1_p2": "17", "g1_p3": "3", "g2_p1": "4", "g2_p2": "-", "g2_p3": "9"}
    page = type_in(client, sheet, **lines)
    assert page.status_code == 200
    assert rows_of(sheet) == [{}, {"entries": {"Ans": 4, "Bob": "-", "Cor": 9}}]
    assert said(page, 1) == ["J22"]
    assert said(page, 2) == []
    assert wrong(page) == ["g1-p2"]
    assert [value(page, f"g1-p{seat}") for seat in (1, 2, 3)] == ["-", "17", "3"]
    answer = send(client, sheet, filled(page) | {"1-p2": "7"})
    assert answer.status_code == 302
    assert rows_of(sheet)[0] == {"entries": {"Ans": "-", "Bob": 7, "Cor": 3}}


def test_two_dashes_are_told_at_the_second(client):
    sheet = opened("jokeren")
    page = type_in(client, sheet, g1_p1="-", g1_p2="-", g1_p3="3")
    assert said(page, 1) == ["J24"]
    assert wrong(page) == ["g1-p2"]


def test_what_can_not_be_read_stays_as_it_was_typed(client):
    sheet = opened("vijfhonderd")
    page = type_in(client, sheet, g1_bid="7Z", g1_by="9", g1_tricks="8")
    assert said(page, 1) == ["V21", "V21"]
    assert wrong(page) == ["g1-bid", "g1-by"]
    assert value(page, "g1-bid") == "7Z"
    assert send(client, sheet, filled(page) | {"1-bid": "7h", "1-by": "b"}).status_code == 302
    assert rows_of(sheet) == [{"bid": "7H", "by": "Bob", "tricks": 8}]


def test_game_that_was_not_played_needs_its_reason(client):
    sheet = opened("jokeren")
    type_in(client, sheet, g1_void=" the lights  went out ", g1_p3="x")
    assert rows_of(sheet) == [{"void": "the lights went out", "entries": {"Cor": "x"}}]
    page = type_in(client, sheet, g1_void="y" * 201)
    assert said(page, 1) == ["J12"]
    type_in(client, sheet, g1_void="", g1_p1="-", g1_p2="3")
    assert rows_of(sheet) == [{"entries": {"Ans": "-", "Bob": 3, "Cor": "x"}}]


def test_line_can_be_emptied(client):
    sheet = played()
    type_in(client, sheet, g2_p1="", g2_p2="", g2_p3="")
    assert rows_of(sheet)[1] == {}


def test_games_without_an_end_have_a_few_lines_more(client):
    sheet = opened("rummy", PLAYED["rummy"] * 8)
    sent = filled(page_of(client, sheet))
    assert "10-p1" in sent
    assert "11-p1" not in sent
    assert "10-p1" not in filled(page_of(client, opened("rummy")))


def test_lines_beyond_a_sheet_are_not_read(client):
    sheet = opened("rummy")
    sent = filled(page_of(client, sheet)) | {"999-was": "", "999-p1": "-", "501-was": "|"}
    assert send(client, sheet, sent).status_code == 302
    assert rows_of(sheet) == []


# Sent twice, and with others


def test_sent_twice_is_kept_once(client):
    sheet = opened("jokeren")
    sent = filled(page_of(client, sheet)) | {"1-p1": "-", "1-p2": "3", "1-p3": "9"}
    for _ in range(2):
        assert send(client, sheet, sent).status_code == 302
    assert sheet.events.count() == 2


def test_sent_twice_with_something_else_is_refused_then_taken(client):
    sheet = opened("jokeren")
    sent = filled(page_of(client, sheet)) | {"1-p1": "-", "1-p2": "3", "1-p3": "9"}
    send(client, sheet, sent)
    page = send(client, sheet, sent | {"1-p2": "4"})
    assert said(page, 1) == ["S60"]
    assert value(page, "g1-p2") == "4"
    assert send(client, sheet, filled(page)).status_code == 302
    assert rows_of(sheet)[0]["entries"]["Bob"] == 4
    assert sync.build_sheet_state(sheet)["conflicts"] == []


def test_what_another_wrote_meanwhile_is_not_lost(client):
    sheet = opened("jokeren")
    sent = filled(page_of(client, sheet))
    theirs = {"entries": {"Ans": "-", "Bob": 8, "Cor": 8}}
    lifecycle.record(sheet=sheet, number=1, row=theirs)
    lifecycle.record(sheet=sheet, number=2, row=theirs)
    send(client, sheet, sent | {"1-p1": "-", "1-p2": "3", "1-p3": "9"})
    assert rows_of(sheet) == [theirs, theirs]
    [conflict] = sync.build_sheet_state(sheet)["conflicts"]
    assert conflict["game"] == 1


def test_refused_line_is_still_made_on_what_its_typist_saw(client):
    sheet = opened("jokeren")
    sent = filled(page_of(client, sheet))
    theirs = {"entries": {"Ans": "-", "Bob": 8, "Cor": 8}}
    lifecycle.record(sheet=sheet, number=1, row=theirs)
    page = send(client, sheet, sent | {"1-p1": "-", "1-p2": "33", "1-p3": "9"})
    send(client, sheet, filled(page) | {"1-p2": "3"})
    assert [conflict["game"] for conflict in sync.build_sheet_state(sheet)["conflicts"]] == [1]


def test_nonsense_in_hidden_fields_does_no_harm(client):
    sheet = played()
    sent = filled(page_of(client, sheet)) | {"event": "?", "1-seen": "?", "1-p2": "6"}
    assert send(client, sheet, sent).status_code == 302
    assert send(client, sheet, {"1-was": "|", "1-p2": "6"}).status_code == 302


# The paper's own lines


def test_paper_is_kept_as_its_own_line(client):
    sheet = opened("jokeren", [{"entries": row} for row in ROWS])
    sums = {"g0_dashes_p1": "1", "g0_subtotals_5_p2": "17", "g0_totals_p3": "13"}
    assert type_in(client, sheet, **sums).status_code == 302
    assert paper_of(sheet) == {
        "dashes": {"Ans": 1},
        "subtotals": {"5": {"Bob": 17}},
        "totals": {"Cor": 13},
    }
    sent = filled(page_of(client, sheet))
    assert (sent["0-dashes-p1"], sent["0-subtotals-5-p2"], sent["0-totals-p3"]) == ("1", "17", "13")


def test_figure_that_is_none_is_told_under_the_lines(client):
    sheet = played()
    page = type_in(client, sheet, g0_totals_p1="eleven")
    assert wrong(page) == ["g0-totals-p1"]
    assert "J17" in page.content.decode()
    assert paper_of(sheet) is None


@pytest.mark.parametrize(
    ("game", "options", "parts"),
    [
        ("jokeren", {}, ["dashes", "subtotals-5", "totals"]),
        ("jokeren", {"games": 4}, ["dashes", "totals"]),
        ("amerikaans-jokeren", {}, ["dashes", "totals"]),
        ("rummikub", {}, ["totals"]),
        ("vijfhonderd", {}, ["totals"]),
        (
            "klaverjassen",
            {"games": 4},
            ["totals", *(f"apart-{kind}" for kind in ("points", *Klaverjassen.marks))],
        ),
    ],
)
def test_paper_is_asked_for_what_it_has(client, game, options, parts):
    sent = filled(page_of(client, opened(game, options=options)))
    cells = [name for name in sent if name.startswith("0-") and name.endswith("-p1")]
    assert cells == [f"0-{part}-p1" for part in parts]


def test_totals_below_nothing_are_read(client):
    sheet = opened("rummikub", PLAYED["rummikub"][:1])
    type_in(client, sheet, g0_totals_p1="−17", g0_totals_p2="21", g0_totals_p3="-4")
    assert paper_of(sheet) == {"totals": {"Ans": -17, "Bob": 21, "Cor": -4}}


def test_total_of_a_side_is_typed_once(client):
    sheet = opened("vijfhonderd", [{"bid": "7H", "by": "Bob", "tricks": 8}])
    page = type_in(client, sheet, g0_totals_p1="20", g0_totals_p2="190")
    assert paper_of(sheet) == {"totals": {"Ans": 20, "Bob": 190, "Cor": 20, "Dik": 190}}
    page = page_of(client, sheet).content.decode()
    assert page.count('id="head-p') == 2
    assert page.count('<a href="#g0-totals-p') == 1


def test_points_and_roem_that_differ_are_said_although_the_totals_agree(client):
    rows = [{"points_13": 100, "roem_13": 20}, {"pit": "24"}]
    sheet = opened("klaverjassen", rows, options={"games": 2})
    cells = {"g0_totals_p1": "120", "g0_totals_p2": "324", "g0_apart_nat_p2": "0"}
    type_in(client, sheet, **cells, g0_apart_points_p1="80", g0_apart_roem_p1="40")
    assert paper_of(sheet)["apart"] == {
        "points": {"Ans": 80, "Cor": 80},
        "roem": {"Ans": 40, "Cor": 40},
        "nat": {"Bob": 0, "Dik": 0},
    }
    page = page_of(client, sheet).content.decode()
    said = re.findall(r'<li><a href="#(g0-[\w-]+)">(.*?)</a>', page.split('class="suspects"')[0])
    assert said == [
        ("g0-apart-points-p1", "Ans: points on paper: 80, the games give 100."),
        ("g0-apart-roem-p1", "Ans: roem on paper: 40, the games give 20."),
    ]
    assert "Roem, Ans: 40 may be 20" not in page  # one slip alone makes nothing agree
    type_in(client, sheet, g0_apart_points_p1="100")
    page = page_of(client, sheet).content.decode()
    assert "points on paper" not in page
    type_in(client, sheet, g0_apart_roem_p1="200")
    page = page_of(client, sheet).content.decode()
    assert '<a href="#g0-apart-roem-p1">roem, Ans: 200 may be 20</a>' in page
    type_in(client, sheet, g0_apart_roem_p1="20")
    assert 'class="differs"' not in page_of(client, sheet).content.decode()


def test_difference_is_said_and_the_likeliest_cell_named(client):
    sheet = played(dashes={"Ans": 1, "Bob": 1}, totals={"Ans": 11, "Bob": 19})
    page = page_of(client, sheet).content.decode()
    assert "Bob: the total on paper is 19, the games give 17." in page
    assert '<a href="#g0-totals-p2">' in page
    assert 'class="suspects"' in page
    assert '<a href="#g1-p2">Game 1, Bob: 5 may be 7</a>' in page
    report = client.get(at(sheet, "look"), headers=ENGLISH).json()
    assert report["sequence"] == sheet.events.count()
    assert [suspect["cells"][0] for suspect in report["suspects"]] == re.findall(
        r'<li><a href="#(g[1-9][\w-]+|g0-[\w-]+)">', page.split('class="suspects"')[1]
    )
    first = report["suspects"][0]["cells"][0]
    assert re.search(rf'<td[^>]*class="suspect[^>]*><input id="{first}"', page)


@pytest.mark.parametrize("game", by_day([*typists.SYSTEMS], *typists.COLUMNS_OF_THEIR_OWN))
def test_every_suspect_has_its_cell(client, game):
    for slip in ("swapped", "cells", "total"):
        for data, _true in typists.forms_typed_in(game, slip, by_chance(1, 2)):
            if not score(data | {"paper": None})["valid"]:
                continue
            more = {"options": data["options"], "names": data["players"]}
            sheet = opened(game, data["games"], **more)
            lifecycle.record(sheet=sheet, number=0, row=data["paper"])
            page = page_of(client, sheet).content.decode()
            report = client.get(at(sheet, "look")).json()["suspects"]
            cells = [cell for text in report for cell in text["cells"]]
            assert [cell for cell in cells if f'id="{cell}"' not in page] == []


def test_nothing_is_said_where_the_paper_agrees(client):
    sheet = played(totals={"Ans": 11, "Bob": 17, "Cor": 13})
    assert 'class="differs"' not in page_of(client, sheet).content.decode()
    assert client.get(at(sheet, "look")).json()["suspects"] == []


def test_totals_so_far_stand_beside_the_grid(client):
    page = page_of(client, played()).content.decode()
    found = re.findall(r'<span translate="no">(\w+)</span><b>(\d+)</b>', page)
    assert found == [("Ans", "11"), ("Cor", "13"), ("Bob", "17")]
    assert 'class="places"' not in page_of(client, opened("jokeren")).content.decode()


def test_looking_writes_nothing(client):
    sheet = played(totals={"Ans": 12})
    before = sheet.events.count()
    client.get(at(sheet, "look"))
    assert client.post(at(sheet, "look")).status_code == 405
    assert sheet.events.count() == before


# Signed


def test_paper_that_is_signed_approves(client):
    sheet = played(totals={"Ans": 11, "Bob": 17, "Cor": 13})
    page = page_of(client, sheet)
    assert 'name="on_paper"' in page.content.decode()
    digest = sync.build_sheet_state(sheet)["digest"]
    client.post(at(sheet, "approve"), {"digest": digest, "on_paper": "yes"})
    page = page_of(client, sheet).content.decode()
    assert 'name="on_paper"' not in page
    assert "?game=jokeren&amp;paper=yes" in page
    assert [approval["on_paper"] for approval in sync.build_sheet_state(sheet)["approvals"]] == [
        True
    ]


@pytest.mark.parametrize("what", ["open", "lacking", "different", "disputed", "closed"])
def test_nobody_is_asked_to_sign_what_is_not_right(client, what):
    totals = {"Ans": 12 if what == "different" else 11, "Bob": 17, "Cor": 13}
    if what == "lacking":
        del totals["Cor"]
    sheet = played(ROWS, totals=totals)
    if what == "open":
        lifecycle.record(sheet=sheet, number=3, row={})
    if what == "disputed":
        lifecycle.record(sheet=sheet, number=3, row={"entries": {"Ans": "-"}}, seen=0)
    if what == "closed":
        lifecycle.close(sheet=sheet)
    assert 'name="on_paper"' not in page_of(client, sheet).content.decode()


def test_new_form_that_is_on_paper_goes_on_to_typing_it_in(client):
    url = "/sheets/new/?game=jokeren&paper=yes"
    sent = filled(client.get(url)) | {"name_1": "Ans", "name_2": "Bob"}
    answer = client.post(url, sent)
    assert answer.url == at(Sheet.objects.get(), "paper")


def test_wrong_link_is_not_found(client):
    key = links.make_key(opened())
    assert client.get(f"/s/{key[::-1]}/paper/").status_code == 404
    assert client.get(f"/s/{key[::-1]}/paper/look/").status_code == 404


def test_closed_form_says_so(client):
    sheet = played()
    lifecycle.close(sheet=sheet)
    assert "closed" in page_of(client, sheet).content.decode()


def test_page_has_all_that_its_scripts_need(client):
    sheet = opened("rummikub-international", PLAYED["rummikub-international"])
    page = page_of(client, sheet).content.decode()
    script_data = json.loads(re.search(r'<script id="for-scripts"[^>]*>(.*?)</script>', page)[1])
    assert script_data["state"]["data"]["players"] == names("rummikub-international")
    assert [sum_["name"] for sum_ in script_data["sums"]] == ["totals-p1", "totals-p2", "totals-p3"]
    assert script_data["urls"]["look"] == at(sheet, "look")


def test_change_of_what_was_agreed_with_is_told_before_it_is_saved(client):
    sheet = played()
    lifecycle.approve(sheet=sheet, player="Bob", read=sync.build_sheet_state(sheet)["digest"])
    response = type_in(client, sheet, g2_p1="8", g3_p2="2")
    text = response.content.decode()
    assert "Once this is saved, that has to be agreed anew." in text
    said = [
        "Game 2, Ans: 4 → 8",
        "Game 3, Bob: 12 → 2",
        "Total, Ans: 11 → 15",
        "Total, Bob: 17 → 7",
    ]
    assert re.findall(r"<li>([^<]+→[^<]+)</li>", text) == said
    assert rows_of(sheet) == [{"entries": row} for row in ROWS]
    assert send(client, sheet, filled(response)).status_code == 302
    assert [rows_of(sheet)[1]["entries"]["Ans"], rows_of(sheet)[2]["entries"]["Bob"]] == [8, 2]


def test_what_others_wrote_while_it_was_told_is_not_written_over(client):
    sheet = played()
    lifecycle.approve(sheet=sheet, player="Bob", read=sync.build_sheet_state(sheet)["digest"])
    first = filled(page_of(client, sheet))
    fields = filled(send(client, sheet, first | named({"g2_p1": "8"})))
    assert fields["2-seen"] == first["2-seen"]
    lifecycle.record(sheet=sheet, number=2, row={"entries": ROWS[1] | {"Ans": 9}})
    send(client, sheet, fields)
    assert rows_of(sheet)[1]["entries"]["Ans"] == 9
    assert len(sync.build_sheet_state(sheet)["conflicts"]) == 1


def test_who_begins_is_asked_where_lots_say_it(client):
    sheet = opened("rummikub-american")
    assert 'name="starter"' in page_of(client, sheet).content.decode()
    assert type_in(client, sheet, starter="Bob").status_code == 302
    assert sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk))["data"]["first_starter"] == "Bob"
    assert 'name="starter"' not in page_of(client, sheet).content.decode()
    assert 'name="starter"' not in page_of(client, opened("rummikub")).content.decode()
