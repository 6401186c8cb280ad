import pytest
from django.utils import translation

from tests.tournaments.evenings import club_with, evening, people
from tests.tournaments.files.exports.test_lists import as_book, as_text
from tests.tournaments.files.exports.test_workbooks import two_nights
from tournaments.files.exports import season_lists
from tournaments.members import members
from tournaments.names import NameDetail
from tournaments.standings.pages.player_season import read_player


@pytest.fixture(autouse=True)
def english(client):
    client.cookies["streepje_language"] = "en"
    with translation.override("en"):
        yield


def test_own_nights_are_a_list_with_the_place_after_each():
    season = two_nights()
    first, *_others, late = members.list_members(season.club)
    found = read_player(late, 0, NameDetail.FULL)
    made = season_lists.list_nights(found, yours=True)
    assert made.heads[3:] == ("Place after each night", "Remarks")
    last, missed = made.rows
    assert (last[1], missed[1]) == tuple(night.points for night in found.nights)
    assert (last[3], missed[3]) == (found.place, None)
    assert missed[2::2] == (0, "not there, the worst score of that night")
    found = read_player(first, 0, NameDetail.FULL)
    made = season_lists.list_nights(found, yours=False)
    assert made.heads[3:5] == ("Round 1", "Round 2")
    last, before = (list(night.rounds) for night in found.nights)
    assert [list(row[3:5]) for row in made.rows] == [[*last, None], before]


def test_records_have_a_line_for_each_who_holds_one_or_for_how_many_do(client):
    season = club_with()
    client.force_login(season.club.roles.get().user)
    assert as_text(client, "/de-hoop/records/?as=csv") == [["What", "Score", "Name", "Day"]]
    evening(season, people(season, 8))
    _heads, *rows = as_text(client, f"/de-hoop/records/?season={season.pk}&as=csv")
    dashes = [row for row in rows if row[0] == "Jokeren: Most dashes on a night"]
    assert [(row[1], row[3]) for row in dashes] == [("10", "2026-09-03")] * 2
    came = [row for row in rows if row[0] == "Nights: Most nights played"]
    assert [row[1:] for row in came] == [["1", "shared by 8", ""]]
    book = as_book(client, "/de-hoop/records/?as=xlsx")
    assert [row[1] for row in book[1:]] == [int(row[1]) for row in rows]
