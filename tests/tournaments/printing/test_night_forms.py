import re

import pytest
from django.test import Client

from scoring.sheets import links
from tests import printed
from tests.tournaments.evenings import THURSDAY, club_with, fill, people, playing
from tournaments.models import Table, User
from tournaments.nights import nights
from tournaments.printing import night_forms


def titles(pdf):
    return [words.split(" · ")[0].removeprefix("Table ") for _depth, words in printed.outline(pdf)]


def fetch_forms(evening, **query):
    client = Client(HTTP_HOST="localhost:8000")
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    return client.get(f"/de-hoop/nights/{evening.pk}/print/forms.pdf", query).content


def test_forms_of_a_night_lie_by_table(season, settings):
    settings.PUBLIC_URL = "http://192.168.1.7:8000"
    night = playing(season, people(season, 8), rounds=2)
    found = fetch_forms(night)
    assert titles(found) == ["1", "1", "2", "2"]
    codes = [code for page in printed.scanned(found) for code in page]
    keys = [re.fullmatch("http://192.168.1.7:8000/s/([^/]{46})/#1.2", code)[1] for code in codes]
    assert len(set(keys)) == 4
    for page, table in zip(
        printed.read(found), Table.objects.order_by("number", "round__number"), strict=True
    ):
        assert {"De Hoop", str(night), str(table.number), str(table.round.number)} <= set(page.said)
        assert {seat.name for seat in table.sheet.seats.all()} <= set(page.said)
        assert page.wrong() == []


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"round": 2}, ["1", "2"]),
        ({"round": 1, "table": 2}, ["2"]),
        ({"round": "x"}, ["1"] * 2 + ["2"] * 2),
    ],
)
def test_one_round_or_one_table_alone(season, query, found):
    night = playing(season, people(season, 8), rounds=2)
    assert titles(fetch_forms(night, **query)) == found


def test_code_leads_nowhere_where_no_phone_would_get(season):
    night = playing(season, people(season, 4), rounds=1)
    [[code]] = printed.scanned(fetch_forms(night))
    assert code == f"Streepje {links.write_id(night.rounds.get().tables.get().sheet)} 1.2"


def test_two_on_a_page(season):
    night = playing(season, people(season, 12), rounds=1)
    *forms, rules = printed.read(fetch_forms(night, size="two"))
    assert len(forms) == 2
    assert rules.said.count("Jokeren: the rules") == 2


def test_what_was_played_stands_on_it(season):
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    fill(table, [(0, 11, 12, 13)])
    assert {"11", "12", "13"} <= set(printed.read(fetch_forms(night))[0].said)


def test_empty_forms_follow_the_rules_of_the_season(season):
    found = printed.read(night_forms.print_empty(playing(season), 3, "a4"))
    assert len(found) == 3
    assert "De Hoop" in found[0].said
    assert "Speler" not in found[0].words


def test_empty_forms_have_as_many_seats_as_the_tables_of_the_night(season):
    night = playing(season)
    nights.save_sizes(night, "5-6")
    (page,) = printed.read(night_forms.print_empty(night, 1, "a4"))
    seats = page.said[page.said.index("scribe") + 1 :]
    assert seats[:5] == ["2", "3", "4", "5", "6"]


@pytest.mark.parametrize(("games", "last"), [(4, "4"), (12, "12")])
def test_empty_forms_have_as_many_games_as_those_of_the_night(season, games, last):
    (night,) = nights.plan(season=season, days=[THURSDAY], games=games)
    (page,) = printed.read(night_forms.print_empty(night, 1, "a4"))
    lines = page.said[page.said.index("begins") + 1 : page.said.index("Total")]
    assert [words for words in lines if not words.startswith("Subtotal")][-3::3] == [last]


def test_closed_hands_lie_once_behind_all_tables():
    season = club_with("rummikub-international")
    night = playing(season, people(season, 8), rounds=2)
    *tables, last = printed.read(fetch_forms(night))
    assert len(tables) == 4
    assert ["Grand Blitz" in page.said for page in (*tables, last)] == [False] * 4 + [True]
    assert [page.wrong() for page in (*tables, last)] == [[]] * 5
