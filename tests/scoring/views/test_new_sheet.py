import re

import pytest
from django.test import Client

from scoring import games
from scoring.forms.game_options import CONTRACTS, read_figure
from scoring.games.core.meld_options import parse_contract
from scoring.models import Sheet
from scoring.sheets import lifecycle, links, verify
from scoring.views.base import hash_origin
from tests.scoring.views.table import ENGLISH, beside, filled

NEW = "/sheets/new/"
JOKEREN = f"{NEW}?game=jokeren"


def typed(client, path=JOKEREN, **changes):
    """The form as it comes, with these fields filled in."""
    return filled(client.get(path)) | {"name_1": "Ans", "name_2": "Bob"} | changes


def sent(client, path=JOKEREN, **changes):
    return client.post(path, typed(client, path, **changes), headers=ENGLISH)


def test_every_game_can_be_chosen(client):
    page = client.get(f"{NEW}?game=ganzenbord").content.decode()
    assert re.findall(r'href="\?game=([\w-]+)"', page) == [system.key for system in games.GAMES]


def test_preset_fills_the_house_rules_of_a_loose_form(client):
    sent(client, f"{NEW}?game=amerikaans-jokeren&preset=card-values")
    assert Sheet.objects.get().options["first_meld"] == 40


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_new_sheet_of_every_game_without_house_rules(client, system):
    path = f"{NEW}?game={system.key}"
    seats = {f"name_{place}": f"Speler {place}" for place in range(1, system.seats[1] + 1)}
    answer = sent(client, path, **seats)
    sheet = Sheet.objects.get()
    assert answer["Location"] == links.build_path(sheet)
    assert [seat.name for seat in sheet.seats.all()] == list(seats.values())
    assert (sheet.game, sheet.options, sheet.approval) == (system.key, {}, "one")
    assert sheet.loose
    assert len(sheet.origin) == 32


AMERIKAANS = f"{NEW}?game=amerikaans-jokeren"


def test_loose_sheet_is_asked_which_round_it_is_where_the_contract_goes_with_it(client):
    page = client.get(AMERIKAANS, headers=ENGLISH).content.decode()
    assert "Which round of the night is this?" in page
    assert "Which round of the night is this?" not in client.get(JOKEREN).content.decode()
    sent(client, AMERIKAANS, rule_contract_by="round", round="10")
    sheet = Sheet.objects.get()
    assert (sheet.round, lifecycle.build_data(sheet)["round"]) == (10, 10)
    page = client.get(links.build_path(sheet), headers=ENGLISH).content.decode()
    assert page.count("set of 4") >= 7
    rules = client.get(f"{links.build_path(sheet)}rules/", headers=ENGLISH).content.decode()
    assert '<li aria-current="true">set of 4' in rules
    assert "after the last the list begins again" in rules
    assert verify.run().problems == []


def test_round_is_of_no_matter_where_the_contract_goes_with_the_game(client):
    sent(client, AMERIKAANS, round="10")
    sheet = Sheet.objects.get()
    assert sheet.round is None
    assert "round" not in lifecycle.build_data(sheet)
    for number in ("0", "51", "twee"):
        page = sent(client, AMERIKAANS, rule_contract_by="round", round=number).content.decode()
        assert "1 to 50" in page and Sheet.objects.count() == 1


def test_what_is_set_otherwise_is_kept(client):
    rules = {"rule_games": "8", "rule_tie_break": "dashes", "rule_contracts_2": "S4"}
    sent(client, scribe="2", approval="all", **rules)
    sheet = Sheet.objects.get()
    assert sheet.options == {"games": 8, "tie_break": "dashes", "contracts": ["", "S4"]}
    assert sheet.approval == "all"
    assert [seat.name for seat in sheet.seats.all() if seat.is_scribe] == ["Bob"]


@pytest.mark.parametrize(
    ("game", "rules", "options"),
    [
        ("jolly", {"rule_target": "300", "rule_games": ""}, {"target": 300}),
        ("rummy", {"rule_draw_points": "1,5"}, {"draw_points": 1.5}),
        ("rummy", {"rule_joker_value": "30"}, {"joker_value": 30}),
        (
            "jokeren-vijf",
            {"rule_contracts_5": "none"},
            {"contracts": ["M3", "S4", "R3+R4", "R4+R5"]},
        ),
        ("rummikub", {"rule_games": "6"}, {"games": 6}),
        (
            "vijfhonderd",
            {"rule_defenders_stop_at": "480", "name_3": "Cor", "name_4": "Dik"},
            {"defenders_stop_at": 480},
        ),
    ],
)
def test_house_rules_of_all_kinds(client, game, rules, options):
    sent(client, f"{NEW}?game={game}", **rules)
    assert Sheet.objects.get().options == options


def test_contracts_of_every_game_can_be_chosen():
    usual = {code for game in games.GAMES for code in game({}).contracts}
    assert usual <= set(CONTRACTS)
    assert all(parse_contract(code) is not None for code in CONTRACTS)


def test_names_are_tidied_and_empty_places_closed_up(client):
    sent(client, name_1="  Ans   de Wit ", name_2="", name_3="Rene\u0301", scribe="3")
    seats = Sheet.objects.get().seats.all()
    marked = [(seat.name, seat.is_scribe) for seat in seats]
    assert marked == [("Ans de Wit", False), ("Ren\u00e9", True)]


REFUSED = [
    ({"name_2": ""}, "name_2", "J05"),
    ({"name_1": "", "name_2": ""}, "name_1", "J05"),
    ({"name_2": "Ans", "name_1": " Ans"}, "name_2", "J07"),
    *(({"name_2": name}, "name_2", "J07") for name in ("Ans", "ans", "ANS")),
    *(({"name_2": name}, "name_2", "J06") for name in ("A" * 61, "A\u202eb", "A\x00b")),
    *(
        ({"rule_games": games}, "rule_games", "J04")
        for games in ("51", "0", "-3", "1.5", "\u0663", "tien")
    ),
    ({"rule_tie_break": "coin"}, "rule_tie_break", "J04"),
    ({"rule_contracts_1": "S5"}, "rule_contracts_1", "J04"),
]


def test_refusal_stands_beside_its_field_and_keeps_what_was_typed(client):
    form = typed(client, rule_hand_max="15")
    for changes, field, number in REFUSED:
        page = client.post(JOKEREN, form | changes, headers=ENGLISH)
        assert page.status_code == 200
        assert beside(page, field) == [number], changes
        assert 'role="alert"' in page.content.decode()
        kept = filled(page)
        assert kept["rule_hand_max"] == "15"
        for name, value in changes.items():
            assert kept[name] == value or name.startswith(("rule_tie", "rule_contracts"))
        assert not Sheet.objects.exists()


def test_changed_house_rule_is_seen_after_a_refusal(client):
    assert '<details class="more" open>' in sent(client, name_2="", rule_games="8").content.decode()
    assert '<details class="more">' in sent(client, name_2="").content.decode()


def test_scribe_who_does_not_sit_there_is_refused(client):
    page = sent(client, scribe="4")
    assert 'data-number="J08"' in page.content.decode()
    assert filled(page)["scribe"] == "4"


def test_refusal_names_what_would_be_right(client):
    page = sent(client, rule_games="60", name_2="ans").content.decode()
    assert "60 is not possible here: enter 1 to 50." in page
    assert "wo players are called Ans + ans: give each a name of their own." in page


def test_partners_are_named(client):
    page = client.get(f"{NEW}?game=vijfhonderd", headers=ENGLISH).content.decode()
    assert "Seats 1 and 3 play together, against 2 and 4." in page
    page = client.get(f"{NEW}?game=hartenjagen", headers=ENGLISH).content.decode()
    assert "play together" not in page


def test_sent_again_with_other_names_is_refused_once(client):
    fields = typed(client)
    client.post(JOKEREN, fields)
    page = client.post(JOKEREN, fields | {"name_2": "Cor"})
    assert 'data-number="S60"' in page.content.decode()
    again = filled(page)
    assert again["name_2"] == "Cor"
    assert client.post(JOKEREN, again).status_code == 302
    assert Sheet.objects.count() == 2


def test_very_many_sheets_from_one_address_are_refused(client, monkeypatch):
    monkeypatch.setattr(lifecycle, "MOST_A_DAY", 1)
    sent(client)
    page = sent(client, name_2="Cor")
    assert 'data-number="S71"' in page.content.decode()
    assert filled(page)["name_2"] == "Cor"
    other = Client(REMOTE_ADDR="10.0.0.9")
    assert sent(other).status_code == 302


def test_names_alone_are_enough_with_the_token_of_the_page(client):
    names = {"name_1": "Ans", "name_2": "Bob"}
    assert Client(enforce_csrf_checks=True).post(JOKEREN, names).status_code == 403
    assert client.post(JOKEREN, names).status_code == 302
    assert Sheet.objects.get().options == {}


@pytest.mark.parametrize(
    ("given", "read"),
    [("7", 7), ("0", 0), ("0,5", 0.5), ("1.50", 1.5), ("2.0", 2), ("\u0667", None), ("½", None),
     ("1e3", None), ("+1", None), ("12345", None), ("0.25", None)],
)  # fmt: skip
def test_figures_are_read_strictly(given, read):
    assert read_figure(given) == read


@pytest.mark.parametrize(
    ("first", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("", "", True),
    ],
)
def test_one_connection_is_one_origin(rf, first, other, same):
    origins = {hash_origin(rf.get("/", REMOTE_ADDR=address)) for address in (first, other)}
    assert (len(origins) == 1) == same


def test_contracts_of_rounds_are_called_so(client):
    """Both names are there, and the page shows one of them: see tests/browser/."""
    page = client.get(AMERIKAANS, headers=ENGLISH).content.decode()
    both = '<span class="by-game">{}</span><span class="by-round">{}</span>'
    assert both.format("Contract of each game", "Contract of each round") in page
    for place in range(1, 8):
        assert f"{both.format(f'Game {place}', f'Round {place}')}</label>" in page
    page = client.get(f"{NEW}?game=jokeren-potjes", headers=ENGLISH).content.decode()
    assert "Game 6</label>" in page and "by-round" not in page


INTERNATIONAL = f"{NEW}?game=rummikub-international"


@pytest.mark.parametrize(
    ("path", "key", "question", "said"),
    [
        (
            INTERNATIONAL,
            "first_starter",
            "Who begins the first game?",
            ("Bob begins", "Bob starts the first game;"),
        ),
        (
            JOKEREN,
            "first_dealer",
            "Who deals the first game?",
            ("Bob deals · Ans begins", "Bob deals the first game;"),
        ),
    ],
)
def test_who_has_the_first_turn_may_be_said(client, path, key, question, said):
    page = client.get(path, headers=ENGLISH).content.decode()
    assert re.findall(r"Who \w+ the first game\?", page) == [question]
    sent(client, path, starter="2")
    sheet = Sheet.objects.get()
    assert lifecycle.build_data(sheet)[key] == "Bob"
    for page, words in zip(("", "rules/"), said, strict=True):
        found = client.get(links.build_path(sheet) + page, headers=ENGLISH).content.decode()
        assert words in found
    assert verify.run().problems == []


def test_same_players_go_on_with_a_new_form(client):
    four = {f"name_{place}": name for place, name in enumerate(["Ans", "Bob", "Cor", "Dik"], 1)}
    sent(client, **four, scribe="3", approval="all", rule_games="4")
    sheet = Sheet.objects.get()
    again = f"?game=jokeren&amp;same={links.make_key(sheet)}"
    page = client.get(links.build_path(sheet), headers=ENGLISH).content.decode()
    assert f'id="again" hidden><a class="button" href="{NEW}{again}"' in page
    form = filled(client.get(f"{JOKEREN}&same={links.make_key(sheet)}"))
    assert form.items() >= (four | {"scribe": "3", "approval": "all", "rule_games": "4"}).items()
    games = client.get(f"{NEW}?same={links.make_key(sheet)}").content.decode()
    assert f'href="?game=jolly&amp;same={links.make_key(sheet)}"' in games
    two = filled(client.get(f"{NEW}?game=rummy&same={links.make_key(sheet)}"))
    assert [name for name in two if name.startswith("name_")] == ["name_1", "name_2"]
    assert two["name_2"] == "Bob"


def test_names_that_this_browser_played_with_are_suggested(client):
    assert "<datalist" not in client.get(JOKEREN).content.decode()
    for others in (["Ans", "Bob"], ["Cor", "Ans"]):
        client.get(links.build_path(lifecycle.open(game="jokeren", names=others, loose=True)))
    page = client.get(JOKEREN).content.decode()
    known = re.search(r'<datalist id="known">(.*?)</datalist>', page)
    assert known and re.findall('value="(.*?)"', known[1]) == ["Cor", "Ans", "Bob"]
    assert "<datalist" not in Client().get(JOKEREN).content.decode()


def test_nobody_begins_from_an_empty_seat(client):
    page = sent(client, INTERNATIONAL, starter="4", name_4="").content.decode()
    assert "Choose somebody who plays to begin." in page
    assert not Sheet.objects.exists()


@pytest.mark.parametrize(("game", "is_open"), [("punten", True), ("jolly", False)])
def test_rules_of_an_own_game_stand_open(client, game, is_open):
    page = client.get(f"/sheets/new/?game={game}").content.decode()
    rules = page.split("</fieldset>")[1]
    assert bool(re.match(r'\s*<details class="more"\s+open>', rules)) == is_open
