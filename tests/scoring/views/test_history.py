import html
import json
import re

import pytest

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tests.scoring.views.table import ENGLISH, at, opened

FULL = {"entries": {"Ans": "-", "Bob": 5, "Cor": 3}}


def page_of(client, sheet):
    page = client.get(at(sheet, "history"), headers=ENGLISH).content.decode()
    return page.split('class="lines history"')[1].split("</ol>")[0]


def headlines(client, sheet):
    return re.findall(r"<h2>(.*?)</h2>", page_of(client, sheet))


def cells(**entries):
    return {"entries": {"Ans": "-", **entries}}


def test_everything_is_told_the_last_first(client):
    sheet = opened(rows=[FULL] * 2)
    lifecycle.record(sheet=sheet, number=2, row=cells(Bob=6, Cor=3))
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 0}})
    penalty = lifecycle.penalize(
        sheet=sheet, player="Bob", points=20, reason="late", signed="the arbiter"
    )
    lifecycle.withdraw(sheet=sheet, penalty=penalty.pk)
    lifecycle.hand_over(sheet=sheet, player="Cor")
    lifecycle.set_games(sheet=sheet, games=2)
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 0, "Bob": 11, "Cor": 6}})
    read = sync.build_sheet_state(sheet)["digest"]
    lifecycle.approve(sheet=sheet, player="Bob", read=read)
    lifecycle.approve(sheet=sheet, player=None, read=read)
    lifecycle.close(sheet=sheet)
    lifecycle.reopen(sheet=sheet, reason="miscounted")
    assert headlines(client, sheet) == [
        "Form opened again",
        "Form closed",
        "Approved by the table, on paper",
        "Approved by Bob",
        "What the paper form says",
        "The form has 2 games from now on",
        "Cor keeps score from now on",
        "20 penalty points for Bob taken back",
        "20 penalty points for Bob",
        "What the paper form says",
        "Game 2 entered again",
        "Game 2 entered",
        "Game 1 entered",
        "Form opened; Ans keeps score",
    ]
    page = page_of(client, sheet)
    assert "late (the arbiter)" in page
    assert "miscounted" in page


def test_one_point_and_one_game_are_said_as_one(client):
    sheet = opened(rows=[FULL])
    lifecycle.penalize(sheet=sheet, player="Bob", points=1, reason="late", signed="the arbiter")
    lifecycle.set_games(sheet=sheet, games=1)
    lines = headlines(client, sheet)
    assert lines[:2] == ["The form has 1 game from now on", "1 penalty point for Bob"]
    page = client.get(at(sheet, "manage"), headers=ENGLISH).content.decode()
    assert "This form has 1 game." in page
    assert "Bob: 1 penalty point. late (the arbiter)" in page


def test_old_and_new_value_stand_beside_each_other(client):
    sheet = opened(rows=[FULL])
    lifecycle.record(sheet=sheet, number=1, row=cells(Bob=6))
    last = page_of(client, sheet).split("</li>")[0]
    assert re.findall(r"<dt>(\w+)</dt>", last) == ["Bob", "Cor"]
    assert '<del><span class="spoken">was</span> 5</del>' in last
    assert '<ins><span class="spoken">now</span> 6</ins>' in last
    assert "<em>empty</em>" in last


@pytest.mark.parametrize(
    ("game", "row", "words"),
    [
        (
            "amerikaans-jokeren",
            {"entries": {"Ans": {"points": 29, "jokers": 2, "could_meld": True}}},
            "29, jokers left 2, could have come out",
        ),
        ("amerikaans-jokeren", {"entries": {"Ans": {"cards": ["9h", "*"]}}}, "9 of hearts"),
        ("rummikub", {"end": "out", "entries": {"Ans": {"tiles": ["13"]}}}, 'aria-label="13"'),
        ("jolly", {"entries": {"Ans": {"meld": 80, "out": True}}}, "80, ended the game"),
        ("rummikub-international", {"entries": {"Ans": {"melded": False}}}, "</span> no</ins>"),
        ("rummikub", {"end": "pool"}, "the tiles ran out"),
        ("jokeren", {"entries": {"Ans": "x"}}, "not playing"),
        ("jokeren", {"entries": {"Ans": "-"}}, "—"),
        ("jokeren", {"void": "cards seen"}, "cards seen"),
        ("vijfhonderd", {"bid": "7H", "by": "Bob", "tricks": 8}, "Bob"),
    ],
)
def test_entry_of_every_kind_in_words(client, game, row, words):
    assert words in page_of(client, opened(game, [row])).split("</li>")[0]


def test_paper_is_told_by_its_parts(client):
    sheet = opened(rows=[FULL] * 5)
    values = {"dashes": {"Ans": 4}, "subtotals": {"5": {"Bob": 25}}, "totals": {"Cor": 15}}
    lifecycle.record(sheet=sheet, number=0, row=values)
    last = page_of(client, sheet).split("</li>")[0]
    assert re.findall(r"<dt>(.*?)</dt>.*?</span> (.*?)</ins>", last) == [
        ("Dashes on paper", "Ans 4"),
        ("Subtotals on paper", "Bob 25"),
        ("Totals on paper", "Cor 15"),
    ]
    apart = opened("klaverjassen", [{"points_13": 100}])
    lifecycle.record(sheet=apart, number=0, row={"apart": {"roem": {"Bob": 20}}})
    assert "<dt>Roem</dt>" in page_of(client, apart).split("</li>")[0]


def test_conflict_and_choice_are_told(client):
    sheet = opened()
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 5}}, seen=0)
    other = lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 6}}, seen=0)
    lifecycle.choose(sheet=sheet, event=other.pk)
    assert headlines(client, sheet)[:3] == [
        "Game 1: the table chose",
        "Game 1 entered once more, otherwise; kept aside",
        "Game 1 entered",
    ]


def test_overruled_verdict_is_told(client):
    sheet = opened("amerikaans-jokeren")
    hand = {"cards": ["9h", "9c", "9s", "*"]}
    for could in (True, False):
        entries = {"Ans": "-", "Bob": hand | {"could_meld": could}}
        lifecycle.record(sheet=sheet, number=1, row={"entries": entries})
    overruled, agreed = page_of(client, sheet).split("</li>")[:2]
    assert "Bob: the judge said this hand could have come out; overruled." in overruled
    assert "overruled" not in agreed


def test_what_is_not_in_force_can_be_entered_again(client):
    sheet = opened(rows=[FULL])
    lifecycle.record(sheet=sheet, number=1, row=cells(Bob=6, Cor=3))
    [(address, game, row)] = re.findall(
        r'<p hidden><a href="(.*?)" data-game="(.*?)" data-row="(.*?)"', page_of(client, sheet)
    )
    assert (address, game) == (f"{at(sheet)}#game-1", "1")
    assert json.loads(html.unescape(row)) == FULL
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=1)
    assert "&quot;Eva&quot;: 5" in page_of(client, sheet)


def test_phones_are_told_apart_and_this_one_is_named(client):
    sheet = opened()
    lifecycle.record(sheet=sheet, number=1, row=FULL, device="a phone")
    lifecycle.record(sheet=sheet, number=2, row=FULL, device="another")
    client.get(at(sheet))
    own = client.get(at(sheet, "history")).context["device"]
    lifecycle.record(sheet=sheet, number=3, row=FULL, device=own)
    page = page_of(client, sheet)
    assert re.findall(r"data-device=[^>]*>([\w ]+)<", page) == ["this phone", "phone 2", "phone 1"]


def test_who_came_and_went_is_told_with_the_names_of_then(client):
    sheet = opened(rows=[FULL])
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.record(sheet=sheet, number=2, row=cells(Eva=7, Cor=3))
    fem = lifecycle.add(sheet=sheet, name="Fem", since=3)
    lifecycle.undo(sheet=sheet, change=fem.pk)
    page = page_of(client, sheet)
    assert re.findall(r"<h2>(.*?)</h2>", page) == [
        "Taken back: Fem plays along from game 3 on",
        "Fem plays along from game 3 on",
        "Game 2 entered",
        "Eva instead of Bob, from game 2 on",
        "Game 1 entered",
        "Form opened; Ans keeps score",
    ]
    assert re.findall(r"<dt>(.*?)</dt>", page) == ["Ans", "Eva", "Cor", "Ans", "Bob", "Cor"]


def test_player_added_once_more_is_told_once(client):
    sheet = opened()
    dik = lifecycle.add(sheet=sheet, name="Dik", since=2)
    lifecycle.undo(sheet=sheet, change=dik.pk)
    lifecycle.add(sheet=sheet, name="Dik", since=2)
    lifecycle.record(sheet=sheet, number=2, row=cells(Bob=7, Cor=3, Dik=4))
    assert re.findall(r"<dt>(.*?)</dt>", page_of(client, sheet)) == ["Ans", "Bob", "Cor", "Dik"]


def test_halves_are_told_as_they_are_written(client):
    sheet = opened("punten", options={"halves": True})
    points = {"Ans": 0.5, "Bob": -3.5, "Cor": 4}
    lifecycle.record(sheet=sheet, number=1, row={"entries": points})
    lifecycle.record(sheet=sheet, number=0, row={"totals": points})
    page = page_of(client, sheet)
    assert "Ans ½, Bob −3½, Cor 4" in page
    assert re.findall(r"[−\d]*½", re.sub(r"<button.*?</button>", "", page)) == ["½", "−3½"] * 2


def test_nothing_bid_or_laid_is_told(client):
    sheet = opened("boerenbridge")
    bids = {"Ans": {"bid": 0, "tricks": 1}, "Bob": {"bid": 1, "tricks": 0}}
    row = {"entries": bids | {"Cor": {"bid": 1, "tricks": 0}}}
    lifecycle.record(sheet=sheet, number=1, row=row)
    page = page_of(client, sheet)
    assert "0, tricks 1" in page and page.count("1, tricks 0") == 2


def test_figures_of_a_side_name_it(client):
    sheet = opened("klaverjassen")
    lifecycle.record(sheet=sheet, number=1, row={"points_24": 82, "roem_13": 50, "roem_24": 20})
    assert re.findall(r"<dt>(.*?)</dt>", page_of(client, sheet)) == [
        "points, Bob + Dik",
        "roem, Ans + Cor",
        "roem, Bob + Dik",
    ]


def test_approval_that_ended_is_told_with_the_players_of_then(client):
    sheet = opened(rows=[FULL], options={"games": 1})
    lifecycle.approve(sheet=sheet, player="Bob", read=sync.build_sheet_state(sheet)["digest"])
    lifecycle.record(sheet=sheet, number=1, row=cells(Bob=7, Cor=3))
    sheet = Sheet.objects.get(pk=sheet.pk)
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=1)
    lifecycle.set_games(sheet=sheet, games=4)
    lifecycle.add(sheet=sheet, name="Bob", since=2)
    words = "This ended the approval of: Bob. Game 1, Bob: 5 → 7; Total, Bob: 5 → 7"
    assert words in page_of(client, sheet)
    assert "Still won by Ans" in page_of(client, sheet)


@pytest.mark.parametrize(("language", "words"), [("nl", "spel 2"), ("de", "Spiel 2")])
def test_who_plays_a_single_game_plays_no_games_from_it_to_itself(client, language, words):
    sheet = opened()
    lifecycle.add(sheet=sheet, name="Dik", since=2)
    lifecycle.leave(sheet=sheet, player="Dik", since=3)
    page = client.get(at(sheet), headers={"accept-language": language}).content.decode()
    assert f'<small class="sat">{words}</small>' in page
