import json
import re

import pytest

from scoring.browser import offline_files, texts
from scoring.sheets import lifecycle, links

pytestmark = pytest.mark.django_db

NAMES = ["Ans", "Bob", "Cor", "Dik"]


def opened(game="jokeren", rows=(), **more):
    names = NAMES[:2] if game == "rummy" else NAMES
    sheet = lifecycle.open(game=game, names=names, **more)
    for number, row in enumerate(rows, 1):
        lifecycle.record(sheet=sheet, number=number, row=row)
    return sheet


def page_of(client, sheet):
    return client.get(links.build_path(sheet), headers={"accept-language": "en"})


def read_script_data(response):
    script = re.search(r'<script id="for-scripts"[^>]*>(.*?)</script>', response.content.decode())
    return json.loads(script[1])


FULL = {"entries": {"Ans": 5, "Bob": "-", "Cor": 12, "Dik": 7}}


def test_scripts_are_told_what_they_need(client):
    sheet = opened(rows=[FULL])
    given = read_script_data(page_of(client, sheet))
    key = links.make_key(sheet)
    assert (given["key"], given["sheet"], given["language"]) == (key, key[:22], "en")
    assert given["kept"] == texts.KEPT.days
    assert given["state"]["data"]["games"] == [FULL]
    assert given["urls"]["sync"] == "/sync/"
    assert given["urls"]["judge"] == f"/s/{key}/judge/"
    assert given["columns"] == {name: [name] for name in NAMES}


@pytest.mark.parametrize("rows", [1, 3])
def test_page_takes_the_same_queries_however_long(client, django_assert_num_queries, rows):
    sheet = opened(rows=[FULL] * rows)
    client.get(links.build_path(sheet))
    with django_assert_num_queries(5):
        page_of(client, sheet)


def test_page_is_kept_nowhere(client):
    assert "no-store" in page_of(client, opened())["Cache-Control"]


def test_page_names_the_version_of_its_files(client):
    assert page_of(client, opened())["Streepje-Version"] == offline_files.hash_files()


@pytest.mark.parametrize(
    ("rows", "offered"),
    [([], False), ([FULL], True), ([{"entries": FULL["entries"] | {"Cor": None}}], False)],
    ids=["nothing yet", "all played", "one cell open"],
)
def test_names_to_agree_are_offered_when_all_is_played(client, rows, offered):
    page = page_of(client, opened(rows=rows, options={"games": 1})).content.decode()
    box = re.search(r'<section class="agreeing"[^>]*>', page)[0]
    assert ("hidden" not in box) == offered


def test_two_versions_of_a_game_are_shown_and_nothing_offered_without_scripts(client):
    sheet = opened(options={"games": 1})
    for ans in (5, 6):
        row = {"entries": FULL["entries"] | {"Ans": ans}}
        lifecycle.record(sheet=sheet, number=1, row=row, seen=0)
    page = page_of(client, sheet).content.decode()
    disputed = page.split('class="disputed"')[1].split("</section>")[0]
    assert re.findall(r'<td class="score">(5|6)</td>', disputed) == ["5", "6"]
    shown = page.split('id="sheet"')[1].split('id="for-scripts"')[0]
    assert "<button" not in shown and 'href="game/' not in shown
    assert "<noscript>" in shown


def test_two_readings_of_the_paper_are_shown_by_their_totals(client):
    sheet = opened(rows=[FULL])
    for total in (5, 6):
        lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": total}}, seen=0)
    page = page_of(client, sheet).content.decode()
    assert "What the paper says was typed in different ways. The first line counts." in page
    disputed = page.split('class="disputed"')[1].split("</section>")[0]
    assert re.findall(r'<span class="number">([^<]*)</span>', disputed) == ["Total", "Total"]
    assert re.findall(r'<td class="score">(\d+)</td>', disputed) == ["5", "6"]


def test_form_with_an_open_verdict_has_no_winner_yet(client):
    row = {"entries": FULL["entries"] | {"Cor": {"cards": 14, "jokers": 1}}}
    sheet = opened(rows=[row], options={"games": 1, "hand_max": 15, "joker_points": 2})
    page = page_of(client, sheet).content.decode()
    assert '<span class="leads">Still open: could Cor have come out?</span>' in page
    assert "Won by" not in page.split("<script id")[0]


def test_closed_form_says_so_first_and_offers_nothing(client):
    sheet = opened(rows=[FULL], options={"games": 2})
    other = {"entries": FULL["entries"] | {"Ans": 6}}
    lifecycle.record(sheet=sheet, number=1, row=other, seen=0)
    lifecycle.close(sheet=sheet)
    lifecycle.record(sheet=sheet, number=2, row=other, seen=0)
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 5}}, seen=0)
    page = page_of(client, sheet).content.decode()
    page = page.split("</noscript>")[1].split('id="for-scripts"')[0]
    said = re.findall(r'<p class="(?:note|problem)"[^>]*>([^<]*)', page)
    assert said == [
        "This form is closed. The organiser can open it again.",
        "What the paper says came in after closing and does not count.",
        "Game 2: this came in after closing and does not count.",
        "Game 1 was entered in different ways. The first line counts.",
    ]
    assert "<button" not in page
    assert 'href="game/' not in page
    assert "Write game" not in page
    late = page.split('<section class="disputed past">')[2]
    assert re.findall(r'<td class="score[^>]*>(\d*)', late)[0] == "6"


@pytest.mark.parametrize(("loose", "place"), [(False, "at the club"), (True, "with Streepje")])
def test_what_was_taken_is_where_this_table_sends_it(client, loose, place):
    response = page_of(client, opened(rows=[FULL], loose=loose))
    assert f'<span class="spoken">{place}</span>' in response.content.decode()
    assert read_script_data(response)["words"]["at_club"] == place


def test_column_says_who_sat_there_first_and_games_of_who_left_are_crossed(client):
    sheet = opened(rows=[FULL], options={"games": 3, "subtotal_after": 0})
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    page = page_of(client, sheet).content.decode()
    head = page.split('<tr class="names">')[1].split("</thead>")[0]
    assert re.findall(r'<small class="sat">(.*?)</small>', head) == [
        "from game 2 (first Bob)",
        "up to game 1",
    ]
    assert page.count('<td class="absent">') == 2
    assert len(re.findall(r'<tbody[^>]* at-club"', page)) == 1
