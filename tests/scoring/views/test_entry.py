import re

import pytest
from django.test import Client

from scoring.browser import sync
from scoring.models import Event, Row
from scoring.sheets import lifecycle, links
from tests.scoring.conflicts import list_conflicts
from tests.scoring.views.table import ENGLISH, PLAYED, at, beside, filled, opened

pytestmark = pytest.mark.django_db

ROWS = [(game, row) for game, rows in PLAYED.items() for row in rows]
ids = [f"{game}-{PLAYED[game].index(row)}" for game, row in ROWS]


def page_of(client, sheet, number=1, **query):
    return client.get(at(sheet, "game", number), query, headers=ENGLISH)


def sent(client, sheet, number=1, **changes):
    fields = filled(page_of(client, sheet, number)) | changes
    return client.post(at(sheet, "game", number), fields, headers=ENGLISH)


def row_of(sheet, number=1):
    return lifecycle.build_data(type(sheet).objects.get(pk=sheet.pk))["games"][number - 1]


@pytest.mark.parametrize(("game", "row"), ROWS, ids=ids)
def test_what_stands_there_is_sent_back_as_it_is(client, game, row):
    sheet = opened(game, [row])
    before = Row.objects.get().data
    assert sent(client, sheet)["Location"] == at(sheet)
    assert Row.objects.get().data == before
    assert Row.objects.get().revision == 2


OUT, AWAY = {"p1-is": "out"}, {"p3-is": "away"}


@pytest.mark.parametrize(
    ("game", "typed", "row"),
    [
        (
            "jokeren",
            {**OUT, "p2-short": "12", **AWAY},
            {"entries": {"Ans": "-", "Bob": 12, "Cor": "x"}},
        ),
        (
            "jokeren",
            {"p1-short": "-", "p2-short": " 7 ", "p3-short": "x"},
            {"entries": {"Ans": "-", "Bob": 7, "Cor": "x"}},
        ),
        ("jokeren", {"p1-short": "–", "p3-short": "×"}, {"entries": {"Ans": "-", "Cor": "x"}}),
        (
            "jokeren",
            {"p2-short": "5", "p2-jokers": "2", "p2-could_meld": "no"},
            {"entries": {"Bob": {"cards": 5, "jokers": 2, "could_meld": False}}},
        ),
        (
            "amerikaans-jokeren",
            {**OUT, "p2-short": "43", "p3-points": "29", "p3-jokers": "2", "p3-could_meld": "yes"},
            {
                "entries": {
                    "Ans": "-",
                    "Bob": 43,
                    "Cor": {"points": 29, "jokers": 2, "could_meld": True},
                }
            },
        ),
        (
            "amerikaans-jokeren",
            {"p2-cards": "9H, 10♥ jd *", "p2-could_meld": "no"},
            {"entries": {"Bob": {"cards": ["9h", "10h", "Jd", "*"], "could_meld": False}}},
        ),
        (
            "jolly",
            {**OUT, "p1-meld": "80", "p1-handglatt": "on", "p2-meld": "0", "p2-hand": "12"},
            {
                "entries": {
                    "Ans": {"meld": 80, "out": True, "handglatt": True},
                    "Bob": {"meld": 0, "hand": 12},
                }
            },
        ),
        (
            "rummikub",
            {**OUT, "row-end": "out", "p2-tiles": "7R 13 *"},
            {"end": "out", "entries": {"Ans": "-", "Bob": {"tiles": ["7r", "13", "*"]}}},
        ),
        (
            "rummikub-international",
            {
                **OUT,
                "row-end": "closed",
                "p1-type": "11",
                "p1-jokers": "1",
                "p2-melded": "no",
                "p3-melded": "yes",
                "p3-points": "31",
            },
            {
                "end": "closed",
                "entries": {
                    "Ans": {"out": True, "type": 11, "jokers": 1},
                    "Bob": {"melded": False},
                    "Cor": {"melded": True, "points": 31},
                },
            },
        ),
        (
            "vijfhonderd",
            {"row-bid": "10NT", "row-by": "Dik", "row-tricks": "10"},
            {"bid": "10NT", "by": "Dik", "tricks": 10},
        ),
    ],
)
def test_game_of_every_system_is_typed(client, game, typed, row):
    sheet = opened(game)
    assert sent(client, sheet, **typed).status_code == 302
    assert row_of(sheet) == row


FIVE = {"options": {"joker_points": 5, "hand_max": 20}}
THREE, TWELVE = "9h 10h *", "2h 3d 4s 5c 6h 7d 8s 9c 10h Jd Qs *"


@pytest.mark.parametrize(
    ("game", "typed", "verdict"),
    [
        ("jokeren", {"p2-short": "12", "p2-jokers": "1"}, True),
        ("jokeren", {"p2-short": "12", "p2-jokers": "1", "p2-could_meld": "no"}, False),
        ("jokeren", {"p2-short": "13", "p2-jokers": "1"}, None),
        ("jokeren", {"p2-short": "13", "p2-jokers": "1", "p2-could_meld": "on_table"}, True),
        ("jokeren", {"p2-short": "12", "p2-jokers": "0"}, None),
        ("amerikaans-jokeren", {"p2-cards": THREE}, True),
        ("amerikaans-jokeren", {"p2-cards": TWELVE + " Ks"}, None),
        ("amerikaans-jokeren", {"p2-points": "41", "p2-jokers": "1"}, None),
    ],
)
def test_few_cards_say_who_lay_on_the_table_and_the_rest_is_asked(client, game, typed, verdict):
    sheet = opened(game, **(FIVE if game == "jokeren" else {}), names=["Ans", "Bob"])
    assert sent(client, sheet, **OUT, **typed).status_code == 302
    assert row_of(sheet)["entries"]["Bob"].get("could_meld") is verdict
    has_joker = typed.get("p2-jokers") != "0"
    problems = sync.build_sheet_state(sheet)["result"]["problems"]
    assert [text["player"] for text in problems] == (
        ["Bob"] if has_joker and verdict is None else []
    )


def test_verdict_that_followed_from_the_cards_follows_from_others(client):
    few = {"entries": {"Ans": "-", "Bob": {"cards": 4, "jokers": 1, "could_meld": True}}}
    sheet = opened(rows=[few], names=["Ans", "Bob"], **FIVE)
    sent(client, sheet, **{"p2-short": "14"})
    assert row_of(sheet)["entries"]["Bob"] == {"cards": 14, "jokers": 1}
    sent(client, sheet, **{"p2-could_meld": "on_table"})
    sent(client, sheet, **{"p2-short": "15"})
    assert row_of(sheet)["entries"]["Bob"] == {"cards": 15, "jokers": 1, "could_meld": True}


def test_verdict_asks_in_the_words_of_the_phone(client):
    page = page_of(client, opened(**FIVE)).content.decode()
    assert re.findall(r'<option value="on_table">([^<]+)', page) == ["lay there already"] * 3


def test_parts_that_go_with_another_way_of_ending_are_left_out(client):
    sheet = opened("jolly")
    sent(client, sheet, **{**OUT, "p1-meld": "60", "p1-hand": "12"})
    assert row_of(sheet) == {"entries": {"Ans": {"meld": 60, "out": True}}}


@pytest.mark.parametrize(
    ("game", "options", "asked"),
    [
        ("amerikaans-jokeren", {}, []),
        ("amerikaans-jokeren", {"contract_by": "round"}, ["row-round"]),
        ("rummikub", {}, ["row-end"]),
        ("rummikub", {"pool_tie": "organiser"}, ["row-end", "row-settled"]),
        ("rummikub-international", {}, ["row-end"]),
        ("rummikub-international", {"trump_bonus": 50}, ["row-end", "row-trump"]),
    ],
)
def test_only_what_the_house_rules_use_is_asked(client, game, options, asked):
    page = page_of(client, opened(game, options=options)).content.decode()
    assert [
        word for word in ("row-round", "row-end", "row-settled", "row-trump") if word in page
    ] == (asked)


@pytest.mark.parametrize(("points", "asked"), [(1, False), (5, True)])
def test_jokers_are_asked_only_where_they_count_for_more_than_a_card(client, points, asked):
    sheet = opened("jokeren", options={"joker_points": points})
    page = page_of(client, sheet).content.decode()
    assert [name in page for name in ("p2-jokers", "p2-could_meld")] == [asked, asked]


def test_contract_dealer_and_starter_stand_on_top(client):
    page = page_of(client, opened("jokeren-potjes"))
    text = page.content.decode()
    assert "Game 1: set or run of 3" in text
    assert "Bob deals" in text
    assert "Cor begins" in text


def test_game_that_is_not_played_needs_its_reason(client):
    sheet = opened()
    sent(client, sheet, void=" cards  seen ", **OUT)
    assert row_of(sheet) == {"void": "cards seen"}
    fields = filled(page_of(client, sheet))
    assert fields["void"] == "cards seen"
    sent(client, sheet, void="", **OUT)
    assert row_of(sheet) == {"entries": {"Ans": "-"}}


@pytest.mark.parametrize(
    ("typed", "field", "number"),
    [
        ({"p2-short": "14"}, "p2-is", "J22"),
        ({"p2-short": "0"}, "p2-is", "J23"),
        ({"p2-short": "-3"}, "p2-is", "J21"),
        ({"p2-short": "3.5"}, "p2-is", "J21"),
        ({"p2-short": "1e1"}, "p2-is", "J21"),
        ({"p2-short": "\u0663"}, "p2-is", "J21"),
        ({"p2-short": "drie"}, "p2-is", "J21"),
        ({"p2-short": "99999999999"}, "p2-is", "J21"),
        ({"p1-is": "out", "p2-is": "out"}, "p2-is", "J24"),
        ({"p2-short": "3", "p2-jokers": "4"}, "p2-is", "J41"),
        ({"p2-short": "3", "p2-could_meld": "maybe"}, "p2-is", "J21"),
    ],
)
def test_refusal_stands_beside_the_seat_and_keeps_what_was_typed(client, typed, field, number):
    sheet = opened()
    page = sent(client, sheet, **{"p3-short": "8", **typed})
    assert page.status_code == 200
    assert beside(page, field) == [number]
    assert beside(page, "p3-is") == []
    assert 'role="alert"' in page.content.decode()
    kept = filled(page)
    assert {name: kept[name] for name in typed if "could" not in name} == {
        name: value for name, value in typed.items() if "could" not in name
    }
    assert kept["p3-short"] == "8"
    assert not Row.objects.exists()


def test_refusal_names_what_would_be_right_and_not_the_player_again(client):
    page = sent(client, opened(), **{"p2-short": "14"}).content.decode()
    assert "14 is not possible for cards left: enter 1 to 13." in page
    assert "Game 1, Bob:" not in page


def test_refusal_about_the_whole_game_stands_on_top(client):
    sheet = opened("vijfhonderd")
    page = sent(client, sheet, **{"row-bid": "7H", "row-tricks": "11", "row-by": "Bob"})
    text = page.content.decode()
    assert text.index("<strong>V22</strong>") < text.index("<form method")
    kept = filled(page)
    assert (kept["row-bid"], kept["row-by"], kept["row-tricks"]) == ("7H", "Bob", "11")


def test_number_and_parts_together_are_refused(client):
    page = sent(client, opened("amerikaans-jokeren"), **{"p2-short": "40", "p2-jokers": "1"})
    assert beside(page, "p2-is") == ["A26"]
    assert "Points left and jokers left are both entered" in page.content.decode()


def test_card_that_does_not_exist_is_named(client):
    page = sent(client, opened("amerikaans-jokeren"), **{"p2-cards": "9h 11h"})
    assert beside(page, "p2-is") == ["A21"]
    assert filled(page)["p2-cards"] == "9h 11h"


# Twice, too late, and back again


def test_sent_twice_is_entered_once(client):
    sheet = opened()
    fields = filled(page_of(client, sheet)) | {"p2-short": "5"}
    for _ in range(2):
        assert client.post(at(sheet, "game", 1), fields).status_code == 302
    assert Event.objects.filter(kind="entered").count() == 1


def test_stale_page_overwrites_nothing_and_the_table_chooses(client):
    sheet = opened()
    fields = filled(page_of(client, sheet)) | {"p2-short": "5"}
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 6}}, seen=0)
    assert client.post(at(sheet, "game", 1), fields)["Location"] == at(sheet)
    assert row_of(sheet) == {"entries": {"Bob": 6}}
    [conflict] = list_conflicts(sheet)
    assert [version.row for version in conflict.versions] == [
        {"entries": {"Bob": 6}},
        {"entries": {"Bob": 5}},
    ]


def test_stale_page_stays_stale_after_a_refusal(client):
    sheet = opened()
    fields = filled(page_of(client, sheet)) | {"p2-short": "55"}
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 6}}, seen=0)
    page = client.post(at(sheet, "game", 1), fields)
    client.post(at(sheet, "game", 1), filled(page) | {"p2-short": "5"})
    assert row_of(sheet) == {"entries": {"Bob": 6}}


def test_page_that_came_back_with_something_else_is_refused_once_and_then_taken(client):
    sheet = opened()
    fields = filled(page_of(client, sheet)) | {"p2-short": "5"}
    client.post(at(sheet, "game", 1), fields)
    page = client.post(at(sheet, "game", 1), fields | {"p2-short": "6"})
    assert "J60</strong>" in page.content.decode() or "S60</strong>" in page.content.decode()
    assert filled(page)["p2-short"] == "6"
    assert client.post(at(sheet, "game", 1), filled(page)).status_code == 302
    assert row_of(sheet) == {"entries": {"Bob": 6}}
    assert list_conflicts(sheet) == []


def test_page_that_came_back_after_somebody_elses_entry_is_in_conflict(client):
    sheet = opened()
    fields = filled(page_of(client, sheet)) | {"p2-short": "5"}
    client.post(at(sheet, "game", 1), fields)
    page = client.post(at(sheet, "game", 1), fields | {"p2-short": "6"})
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 7}})
    client.post(at(sheet, "game", 1), filled(page))
    assert row_of(sheet) == {"entries": {"Bob": 7}}
    assert len(list_conflicts(sheet)) == 1


@pytest.mark.parametrize("seen", ["", "-1", "x", "\u0661"])
def test_what_was_seen_counts_as_nothing_where_it_makes_no_sense(client, seen):
    sheet = opened(rows=[{"entries": {"Bob": 6}}])
    sent(client, sheet, seen=seen, **{"p2-short": "5"})
    assert row_of(sheet) == {"entries": {"Bob": 6}}


def test_earlier_entry_can_be_entered_again(client):
    sheet = opened(rows=[{"entries": {"Bob": 6}}])
    first = Event.objects.get(kind="entered")
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 7}})
    again = filled(page_of(client, sheet, **{"from": str(first.pk)}))
    assert again["p2-short"] == "6"
    client.post(at(sheet, "game", 1), again)
    assert row_of(sheet) == {"entries": {"Bob": 6}}


@pytest.mark.parametrize("other", ["", "nonsense", "0c2ff31e-5b57-4b2c-9d2c-93dbd4d4a001"])
def test_entry_that_never_was_shows_the_game_as_it_is(client, other):
    sheet = opened(rows=[{"entries": {"Bob": 6}}])
    assert filled(page_of(client, sheet, **{"from": other}))["p2-short"] == "6"


def test_closed_form_keeps_what_comes_in_aside_and_says_so(client):
    sheet = opened(rows=[{"entries": {"Bob": 6}}])
    lifecycle.close(sheet=sheet)
    assert "This form is closed" in page_of(client, sheet).content.decode()
    sent(client, sheet, **{"p2-short": "5"})
    assert row_of(sheet) == {"entries": {"Bob": 6}}


def test_browser_that_opened_the_sheet_is_known_by_a_name_of_its_own(client):
    sheet = opened()
    client.get(at(sheet))
    sent(client, sheet, **{"p2-short": "5"})
    assert len(Event.objects.get(kind="entered").device) == 22


# Who may


@pytest.mark.parametrize("number", [0, 11, 999])
def test_game_that_the_form_does_not_have_is_not_found(client, number):
    assert page_of(client, opened(), number).status_code == 404


def test_old_link_writes_nothing(client):
    sheet = opened()
    fields, path = filled(page_of(client, sheet)) | {"p2-short": "5"}, at(sheet, "game", 1)
    lifecycle.renew_link(sheet=sheet)
    assert client.post(path, fields).status_code == 404
    assert not Row.objects.exists()


def test_entering_takes_its_token():
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(at(opened(), "game", 1), {"p2-short": "5"}).status_code == 403


def test_link_is_found_again_after_saving(client):
    sheet = opened()
    assert sent(client, sheet, **{"p2-short": "5"})["Location"] == links.build_path(sheet)


def test_nothing_entered_is_said_and_nothing_is_written(client):
    sheet = opened()
    response = sent(client, sheet)
    assert response.status_code == 200
    assert "Nothing was entered" in response.content.decode()
    assert not Row.objects.exists()


def test_game_is_emptied_once_and_twice_sent_is_no_matter(client):
    sheet = opened("jokeren", [PLAYED["jokeren"][0]])
    page = filled(page_of(client, sheet))
    hidden = {key: page[key] for key in ("event", "seen", "csrfmiddlewaretoken") if key in page}
    for _ in range(2):
        response = client.post(at(sheet, "game", 1), hidden, headers=ENGLISH)
        assert response.get("Location") == at(sheet)
    assert row_of(sheet) == {}


EQUAL = {
    "entries": {
        "Ans": {"meld": 600, "out": True},
        "Bob": {"meld": 640, "hand": 10},
        "Cor": {"meld": 0, "hand": 30},
    }
}


def test_in_a_play_off_the_others_are_away_from_the_start(client):
    sheet = opened("jolly", [EQUAL])
    page = page_of(client, sheet, 2)
    assert "Equal on top: Ans, Bob play on" in page.content.decode()
    assert {key: filled(page)[key] for key in ("p1-is", "p2-is", "p3-is")} == {
        "p1-is": "left",
        "p2-is": "left",
        "p3-is": "away",
    }
    assert "Nothing was entered" in sent(client, sheet, 2).content.decode()


@pytest.mark.parametrize("game", ["jokeren", "jolly"])
def test_who_left_need_not_be_entered_and_alone_is_no_entry(client, game):
    sheet = opened(game)
    lifecycle.leave(sheet=sheet, player="Cor", since=1)
    page = client.get(at(sheet, "game", 1), headers=ENGLISH).content.decode()
    assert re.search(r'name="p3-is" value="away"[^>]*checked', page)
    page = client.post(at(sheet, "game", 1), {"p3-is": "away", "seen": "0"}, headers=ENGLISH)
    assert "73</strong>" in page.content.decode()
    assert sheet.rows.count() == 0


def test_who_sat_out_the_game_before_is_crossed_out_until_they_play_again(client):
    sheet = opened(rows=[{"entries": {"Ans": "-", "Bob": 5, "Cor": "x"}}])
    page = page_of(client, sheet, 2)
    assert (filled(page)["p3-is"], filled(page).get("p2-is")) == ("away", "left")
    assert sent(client, sheet, 2, **OUT, **{"p2-short": "4"})["Location"] == at(sheet)
    assert row_of(sheet, 2) == {"entries": {"Ans": "-", "Bob": 4, "Cor": "x"}}


def test_who_came_late_is_not_crossed_out_in_the_game_they_came_for(client):
    sheet = opened(rows=[{"entries": {"Ans": "-", "Bob": 5, "Cor": 3}}])
    lifecycle.add(sheet=sheet, name="Dik", since=2)
    assert filled(page_of(client, sheet, 2)).get("p4-is") != "away"


# A form that was agreed with

AGREED = [{"entries": {"Ans": "-", "Bob": 5}}, {"entries": {"Ans": 3, "Bob": "-"}}]
LAPSES = "Once this is saved, that has to be agreed anew."


def agreed():
    sheet = opened(rows=AGREED, names=["Ans", "Bob"], options={"games": 2})
    lifecycle.approve(sheet=sheet, player="Bob", read=sync.build_sheet_state(sheet)["digest"])
    return sheet


def text_of(page):
    return re.sub(r"<[^>]+>|\s+", " ", page.content.decode())


def test_change_of_what_was_agreed_with_is_told_before_it_is_saved(client):
    sheet = agreed()
    response = sent(client, sheet, 2, **{"p1-short": "8"})
    assert (response.status_code, row_of(sheet, 2)) == (200, AGREED[1])
    text = " ".join(text_of(response).split())
    assert f"Bob agreed . {LAPSES}".replace(" .", ".") in text.replace(" .", ".")
    assert "Game 2, Ans: 3 → 8 Total, Ans: 3 → 8 Now won by Bob, no longer by Ans" in text
    other = client.post(at(sheet, "game", 2), filled(response) | {"p1-short": "4"}, headers=ENGLISH)
    assert "Game 2, Ans: 3 → 4" in text_of(other)
    assert row_of(sheet, 2) == AGREED[1]
    saved = client.post(at(sheet, "game", 2), filled(other), headers=ENGLISH)
    assert saved["Location"] == at(sheet)
    assert row_of(sheet, 2)["entries"]["Ans"] == 4
    assert sent(client, sheet, 2, **{"p1-short": "5"}).status_code == 302


def test_what_is_refused_on_an_agreed_form_is_told_first(client):
    response = sent(client, agreed(), 2, **{"p1-short": "-"})
    text = response.content.decode()
    assert (LAPSES in text, 'class="problem"' in text) == (False, True)


# Who begins


BY_LOT = ["rummikub-international", "rummikub-american"]


@pytest.mark.parametrize("game", BY_LOT)
def test_who_begins_is_asked_where_lots_say_it_and_nobody_wrote_it_down(client, game):
    sheet = opened(game)
    assert "Ans begins" not in page_of(client, sheet).content.decode()
    form = client.get(at(sheet), headers=ENGLISH).content.decode().split("for-scripts")[0]
    assert "Ans begins" not in form
    assert sent(client, sheet, starter="Cor")["Location"] == at(sheet)
    assert sync.build_sheet_state(sheet)["data"]["first_starter"] == "Cor"
    page = page_of(client, sheet).content.decode()
    assert "Cor begins" in page
    assert 'name="starter"' not in page
    assert 'name="starter"' not in page_of(client, sheet, 2).content.decode()


def test_who_begins_counts_for_the_game_it_is_sent_with(client):
    sheet = opened("rummikub-international")
    typed = {"row-end": "closed", "p3-is": "out", "p3-type": "40"}
    page = sent(client, sheet, starter="Cor", **typed).content.decode()
    assert "can&#x27;t have hand 40" in page
    assert '<option value="Cor" selected>' in page
    assert "first_starter" not in sync.build_sheet_state(sheet)["data"], "nothing of it was kept"
    assert sent(client, sheet, starter="Bob", **typed).status_code == 302
    assert sync.build_sheet_state(sheet)["data"]["first_starter"] == "Bob"
    assert row_of(sheet)["end"] == "closed"


def test_who_does_not_sit_there_can_not_begin(client):
    page = sent(client, opened("rummikub-international"), starter="Zoë").content.decode()
    assert "08</strong>" in page


@pytest.mark.parametrize("game", ["jokeren", "rummikub", "rummy"])
def test_who_begins_is_not_asked_where_the_rules_say_it(client, game):
    sheet = opened(game)
    page = page_of(client, sheet).content.decode()
    assert 'name="starter"' not in page
    assert "Ans begins" in page or "Cor begins" in page


def test_what_an_open_verdict_may_come_to_stands_with_its_question(client):
    entries = {"Ans": "-", "Bob": 29, "Cor": {"points": 41, "jokers": 1}}
    sheet = opened("amerikaans-jokeren", [{"entries": entries}])
    assert "51 or 61: could Cor have come out?" in page_of(client, sheet).content.decode()
    assert "51/\u200b61" in client.get(at(sheet), headers=ENGLISH).content.decode()
