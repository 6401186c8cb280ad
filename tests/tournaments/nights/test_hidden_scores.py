"""A season may hide the scores of a round in play from all but who organises."""

import pytest

from tests.tournaments.evenings import club_with, people, play_by_seat, playing
from tournaments import links
from tournaments.club import clubs, seasons
from tournaments.models import Table, User
from tournaments.names import NameDetail
from tournaments.nights.pages import hall, result, result_cards, shown_scores
from tournaments.nights.pages.room import list_tables


@pytest.fixture
def night():
    """Round one is in; of round two only the first table."""
    season = club_with(running_hidden=True)
    clubs.set_visibility(club=season.club, visible_to="open")
    night = playing(season, people(season, 8), rounds=2)
    play_by_seat(*Table.objects.filter(round__number=1))
    play_by_seat(Table.objects.get(round__number=2, number=1))
    return night


def rounds_shown(night, names):
    return {len(row.rounds) for row in result.read_result(night, names).rows}


def test_others_see_whole_rounds_and_organisers_all(night):
    assert rounds_shown(night, NameDetail.FELLOW) == {1}
    assert 2 in rounds_shown(night, NameDetail.FULL)
    found = result.read_result(night, NameDetail.PUBLIC)
    assert found.has_hidden
    assert [card.people for card in found.cards if card.round == 2] == [(), ()]
    assert result_cards.read_games(night, NameDetail.PUBLIC, 2) == {}
    assert not result.read_result(night, NameDetail.FULL).has_hidden
    assert len(list(result_cards.list_sheets(night, NameDetail.PUBLIC))) == 2
    assert len(list(result_cards.list_sheets(night, NameDetail.FULL))) == 4


def test_all_is_shown_once_the_round_is_in(night):
    play_by_seat(Table.objects.get(round__number=2, number=2))
    assert rounds_shown(night, NameDetail.PUBLIC) == {2}
    assert not result.read_result(night, NameDetail.PUBLIC).has_hidden


def test_nothing_is_shown_of_a_first_round(night):
    stands = list_tables(night)
    assert shown_scores.find_last_shown(night, stands, NameDetail.PUBLIC) == 1
    assert shown_scores.find_last_shown(night, [], NameDetail.PUBLIC) == 0


def test_without_the_choice_everybody_sees_all(night):
    seasons.change(season=night.season, running_hidden=False)
    night.refresh_from_db()
    assert 2 in rounds_shown(night, NameDetail.PUBLIC)


def columns(client, path):
    return "Round 2" in client.get(f"{path}?as=csv").content.decode().splitlines()[0]


def test_pages_hide_it(client, night):
    path = f"/de-hoop/nights/{night.pk}/result/"
    hall_path = f"/hall/{links.make_key(night)}/?show=night"

    def seen():
        return [b'title="Round 2"' in client.get(path).content, columns(client, path)]

    client.cookies["streepje_language"] = "en"
    client.force_login(User.objects.get())
    organiser = seen()
    client.logout()
    client.cookies["streepje_language"] = "en"
    visitor = seen()
    assert (organiser, visitor) == ([True, True], [False, False])
    page = client.get(path).content.decode()
    assert "Scores of the round in play come here when all its tables are in." in page
    totals = {score.points for part in hall._parts(night, hall.View.NIGHT) for score in part.scores}
    assert totals == {"0", "10", "20", "30"}
    assert client.get(hall_path).status_code == 200
    assert client.get("/de-hoop/").status_code == 200
    assert client.get(f"{path[:-1]}.pdf").status_code == 200
