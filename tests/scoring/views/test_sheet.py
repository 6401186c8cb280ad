"""The page of a sheet before its scripts run, and what it gives them."""

import json
import re

import pytest

from scoring.browser import offline_files, phone_words
from scoring.sheets import lifecycle, links
from tests.scoring.views import table
from tests.scoring.views.table import ENGLISH, at

NAMES = ["Ans", "Bob", "Cor", "Dik"]
FULL = {"entries": {"Ans": 5, "Bob": "-", "Cor": 12, "Dik": 7}}


def opened(game="jokeren", rows=(), **more):
    return table.opened(game, rows, **{"names": NAMES} | more)


def page_of(client, sheet, **headers):
    return client.get(at(sheet), headers=ENGLISH | headers).content.decode()


def read_script_data(page):
    return json.loads(re.search(r'<script id="for-scripts"[^>]*>(.*?)</script>', page)[1])


def enter(sheet, row, number=1, **more):
    return lifecycle.record(sheet=sheet, number=number, row=row, seen=0, **more)


def test_scripts_are_told_what_they_need(client):
    sheet = opened(rows=[FULL])
    given, key = read_script_data(page_of(client, sheet)), links.make_key(sheet)
    assert (given["key"], given["sheet"], given["language"]) == (key, key[:22], "en")
    assert given["kept"] == phone_words.KEPT.days
    assert given["state"]["data"]["games"] == [FULL]
    assert (given["urls"]["sync"], given["urls"]["judge"]) == ("/sync/", f"/s/{key}/judge/")
    assert given["columns"] == {name: [name] for name in NAMES}
    assert client.get(at(sheet))["Streepje-Version"] == offline_files.hash_files()


def test_worker_keeps_every_file_of_this_version_and_is_asked_for_anew(client):
    worker = client.get("/sw.js")
    said = re.match(r'const VERSION = ("\w+");\nconst SHELL = (\[.*\]);\n', worker.content.decode())
    assert json.loads(said[1]) == offline_files.hash_files()
    assert json.loads(said[2]) == list(offline_files.list_files())
    assert worker["Service-Worker-Allowed"] == "/"
    assert worker["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in worker["Cache-Control"]


@pytest.mark.parametrize("rows", [1, 3])
def test_page_takes_the_same_queries_however_long(client, django_assert_num_queries, rows):
    sheet = opened(rows=[FULL] * rows)
    client.get(at(sheet))
    with django_assert_num_queries(5):
        page_of(client, sheet)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", ("Streepjes", "Subtotaal na 5", "schrijver", "Aan kop: Bob")),
        ("de", ("Striche", "Zwischensumme nach 5", "Schreiber", "In Führung: Bob")),
        ("en", ("Dashes", "Subtotal after 5", "scribe", "In the lead: Bob")),
    ],
)
def test_form_speaks_the_readers_language(client, language, words):
    page = page_of(client, opened(rows=[FULL] * 5), **{"accept-language": language})
    assert [word for word in words if word not in page] == []


def test_names_are_shown_as_they_are(client):
    page = page_of(client, opened(names=["Ans", "Bob & Co", "<Cor>"]))
    assert "Bob &amp; Co" in page and "&lt;Cor&gt;" in page
    assert "<Cor>" not in page


@pytest.mark.parametrize(
    ("game", "row", "words"),
    [
        ("jokeren", FULL, "Dashes"),
        ("rummikub", {"end": "pool"} | FULL | {"entries": dict.fromkeys(NAMES, 3)}, "Games won"),
    ],
)
def test_count_above_the_columns_is_called_what_it_is(client, game, row, words):
    head = page_of(client, opened(game, [row])).split("<thead>")[1].split("</thead>")[0]
    assert {word for word in ("Dashes", "Games won") if word in head} == {words}


@pytest.mark.parametrize(
    ("rows", "offered"),
    [([], False), ([FULL], True), ([{"entries": FULL["entries"] | {"Cor": None}}], False)],
    ids=["nothing yet", "all played", "one cell open"],
)
def test_names_to_agree_are_offered_when_all_is_played(client, rows, offered):
    page = page_of(client, opened(rows=rows, options={"games": 1}))
    assert ("hidden" not in re.search(r'<section class="agreeing"[^>]*>', page)[0]) == offered


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("nl", "0 van 1 spel", "0 van 2 spellen"),
        ("de", "0 von 1 Spiel", "0 von 2 Spielen"),
        ("en", "0 of 1 game", "0 of 2 games"),
    ],
)
def test_form_of_a_single_game_counts_in_the_singular(client, language, one, two):
    for games, words in enumerate((one, two), 1):
        page = client.get(
            at(opened(options={"games": games})), headers={"accept-language": language}
        )
        state = page.content.decode().split('id="state">')[1].split("</p>")[0]
        assert state.strip() == words


def test_penalty_is_read_out_with_the_totals(client):
    sheet = opened(rows=[FULL], options={"games": 1})
    lifecycle.penalize(sheet=sheet, player="Ans", points=20, reason="late", signed="Els")
    read_out = page_of(client, sheet).split('id="agreeing"')[1]
    assert "Ans: 20 penalty points. late (Els)" in read_out.split("<form")[0]


def test_form_with_an_open_verdict_has_no_winner_yet_and_no_total_is_read_out(client):
    row = {"entries": FULL["entries"] | {"Cor": {"cards": 14, "jokers": 1}}}
    sheet = opened(rows=[row], options={"games": 1, "hand_max": 15, "joker_points": 2})
    page = page_of(client, sheet).split("<script id")[0]
    assert '<span class="leads">Still open: could Cor have come out?</span>' in page
    assert "Game 1: could Cor have come out?</a></li>" in page
    assert "Won by" not in page and 'class="read-out"' not in page


def test_two_versions_of_a_game_are_shown_until_the_table_chooses(client):
    sheet = opened(options={"games": 1})
    both = [
        enter(sheet, {"entries": FULL["entries"] | {"Ans": left}}, device=f"{left}")
        for left in (5, 6)
    ]
    page = page_of(client, sheet)
    assert "Game 1 was entered more than once, in different ways." in page
    disputed = page.split('class="disputed"')[1].split("</section>")[0]
    assert re.findall(r'<td class="score">(5|6)</td>', disputed) == ["5", "6"]
    assert len(re.findall(r"<small>\d+:\d\d</small>", disputed)) == 2
    shown = page.split('id="sheet"')[1].split('id="for-scripts"')[0]
    assert "<button" not in shown and 'href="game/' not in shown
    assert "<noscript>" in shown
    lifecycle.choose(sheet=sheet, event=both[1].pk)
    page = page_of(client, sheet)
    assert 'class="disputed"' not in page and ">5</td>" not in page


def test_two_readings_of_the_paper_are_shown_by_their_totals(client):
    sheet = opened(rows=[FULL])
    for total in (5, 6):
        enter(sheet, {"totals": {"Ans": total}}, number=0)
    page = page_of(client, sheet)
    assert "What the paper says was typed in different ways. The first line counts." in page
    disputed = page.split('class="disputed"')[1].split("</section>")[0]
    assert re.findall(r'<span class="number">([^<]*)</span>', disputed) == ["Total", "Total"]
    assert re.findall(r'<td class="score">(\d+)</td>', disputed) == ["5", "6"]


def test_closed_form_says_so_first_and_offers_nothing(client):
    sheet = opened(rows=[FULL], options={"games": 2})
    other = {"entries": FULL["entries"] | {"Ans": 6}}
    enter(sheet, other)
    lifecycle.close(sheet=sheet)
    enter(sheet, other, number=2)
    enter(sheet, {"totals": {"Ans": 5}}, number=0)
    page = page_of(client, sheet).split("</noscript>")[1].split('id="for-scripts"')[0]
    assert re.findall(r'<p class="(?:note|problem)"[^>]*>([^<]*)', page) == [
        "This form is closed. The organiser can open it again.",
        "What the paper says came in after closing and does not count.",
        "Game 2: this came in after closing and does not count.",
        "Game 1 was entered in different ways. The first line counts.",
    ]
    assert [word for word in ("<button", 'href="game/', "Write game") if word in page] == []
    late = page.split('<section class="disputed past">')[2]
    assert re.findall(r'<td class="score[^>]*>(\d*)', late)[0] == "6"


@pytest.mark.parametrize(("loose", "place"), [(False, "at the club"), (True, "with Streepje")])
def test_what_was_taken_is_where_this_table_sends_it(client, loose, place):
    page = page_of(client, opened(rows=[FULL], loose=loose))
    assert f'<span class="spoken">{place}</span>' in page
    assert read_script_data(page)["words"]["at_club"] == place


def test_versions_to_choose_from_cross_who_had_left(client):
    sheet = opened("rummikub", names=NAMES[:3])
    lifecycle.leave(sheet=sheet, player="Cor", since=1)
    for points, away in ((3, {"Cor": "x"}), (5, {})):
        row = {"end": "out", "entries": {"Ans": "-", "Bob": points, **away}}
        lifecycle.record(sheet=sheet, number=1, row=row, seen=0)
    disputed = page_of(client, sheet).split('class="disputed"')[1].split("</section>")[0]
    assert re.findall(r"−\d", disputed) == ["−3", "−5"]
    assert disputed.count("×") == 2


def test_column_says_who_sat_there_first_and_games_of_who_left_are_crossed(client):
    sheet = opened(rows=[FULL], options={"games": 3, "subtotal_after": 0})
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    page = page_of(client, sheet)
    head = page.split('<tr class="names">')[1].split("</thead>")[0]
    said = ["from game 2 (first Bob)", "up to game 1"]
    assert re.findall(r'<small class="sat">(.*?)</small>', head) == said
    assert page.count('<td class="absent">') == 2
    assert len(re.findall(r'<tbody[^>]* at-club"', page)) == 1
