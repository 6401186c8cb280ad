import pytest

from tests.tournaments.evenings import brought_in, club_with, codes, people, refused
from tournaments.club import seasons
from tournaments.members import members
from tournaments.models import TieRuling
from tournaments.standings import calculate, divisions, settle_ties
from tournaments.standings.rules.ties_and_prizes import draw_by_lot


@pytest.fixture
def season():
    return club_with(season_prizes=[1, "last"], night_prizes=[1])


def came_to(season, *points):
    who = people(season, len(points))
    return brought_in(season, who, points), [member.pk for member in who]


def prizes(divisions):
    return [(prize.place, prize.players, prize.how) for each in divisions for prize in each.prizes]


def test_lot_can_be_drawn_again_by_anybody(season):
    _one, (first, second, third) = came_to(season, 10, 10, 30)
    (tie,) = settle_ties.find_open_ties(season)
    made = settle_ties.settle(season=season, tie=tie.key, how="lot", by="user 1")
    assert made.order == list(draw_by_lot((first, second), made.seed))
    found = prizes(calculate.compute_season_standing(season))
    assert found == [(1, (made.order[0],), "lot"), ("last", (third,), "")]
    assert [
        (row.rank, row.points) for row in calculate.compute_season_standing(season)[0].rows
    ] == [*((1, 10), (1, 10), (3, 30))]
    assert refused(settle_ties.settle, season=season, tie=tie.key, how="lot") == ["C181"]


def test_undoing_leaves_the_tie_as_it_was_and_both_on_record(season):
    _one, (first, second, _third) = came_to(season, 10, 10, 30)
    (tie,) = settle_ties.find_open_ties(season)
    made = settle_ties.settle(season=season, tie=tie.key, how="share", order=[second, first])
    assert prizes(calculate.compute_season_standing(season))[0] == (1, (first, second), "share")
    settle_ties.undo(settlement=made, by="user 1")
    assert prizes(calculate.compute_season_standing(season))[0] == (1, (first, second), "")
    assert refused(settle_ties.undo, settlement=made) == ["C81"]
    settle_ties.settle(season=season, tie=tie.key, how="play-off", order=[second, first])
    assert prizes(calculate.compute_season_standing(season))[0] == (1, (second,), "play-off")
    rulings = [(made.undone is None, made.undone_by) for made in settle_ties.load_rulings(season)]
    assert rulings == [(True, ""), (False, "user 1")]


def test_what_is_not_said_whole_is_refused(season):
    _one, (first, second, third) = came_to(season, 10, 10, 30)
    (tie,) = settle_ties.find_open_ties(season)
    said = {"season": season, "tie": tie.key}
    assert refused(settle_ties.settle, **said, how="dice") == ["C184"]
    assert refused(settle_ties.settle, **said, how="play-off", order=[first]) == ["C183"]
    assert refused(settle_ties.settle, **said, how="play-off", order=[first, third]) == ["C183"]
    assert refused(settle_ties.settle, **said, how="hand", order=[first, second]) == ["C64"]
    assert refused(settle_ties.settle, season=season, tie="0-up-1", how="lot") == ["C180"]
    assert not TieRuling.objects.exists()


def test_place_in_a_division_is_not_shared(season):
    seasons.change(season=season, divisions=2, moving=1, season_prizes=[])
    _one, (first, *ids) = came_to(season, 5, 10, 10)
    divisions.divide(season=season, divisions={first: 1} | dict.fromkeys(ids, 2))
    (tie,) = settle_ties.find_open_ties(season)
    assert refused(settle_ties.settle, season=season, tie=tie.key, how="share") == ["C182"]
    settle_ties.settle(season=season, tie=tie.key, how="hand", order=ids[::-1], reason="langer lid")
    assert calculate.compute_season_standing(season)[1].up.sure == (ids[1],)


def test_merged_member_stays_who_won(season):
    _one, (first, second, _third) = came_to(season, 10, 10, 30)
    (tie,) = settle_ties.find_open_ties(season)
    settle_ties.settle(season=season, tie=tie.key, how="play-off", order=[second, first])
    keep = members.add(club=season.club, first="Zora")
    members.merge(double=season.club.members.get(pk=second), keep=keep)
    assert prizes(calculate.compute_season_standing(season))[0] == (1, (keep.pk,), "play-off")
    assert [find_open_tie.by.how for find_open_tie in settle_ties.find_open_ties(season)] == [
        "play-off"
    ]


def test_prizes_of_a_night_are_settled_on_their_own(client, season, at_the_laptop):
    night, (first, second, _third) = came_to(season, 10, 10, 30)
    page = f"/de-hoop/nights/{night.pk}/result/"
    assert f'href="/de-hoop/nights/{night.pk}/ties/"' in client.get(page).content.decode()
    (tie,) = settle_ties.find_open_ties(season, night)
    settle_ties.settle(
        season=season, night=night, tie=tie.key, how="play-off", order=[second, first]
    )
    assert prizes([calculate.compute_night_standing(night)]) == [(1, (second,), "play-off")]
    assert "<small>by a play-off</small>" in client.get(page).content.decode()
    assert prizes(calculate.compute_season_standing(season))[0] == (1, (first, second), "")


def test_page_settles_and_undoes(client, season, at_the_laptop):
    night, (first, second, _third) = came_to(season, 10, 10, 30)
    page = f"/de-hoop/seasons/{season.pk}/ties/"
    (tie,) = settle_ties.find_open_ties(season)
    said = {"tie": tie.key, f"{tie.key}-how": "hand", f"{tie.key}-place-{first}": "2"}
    assert codes(client.post(page, said)) == ["C183"]
    said |= {f"{tie.key}-place-{second}": "1", f"{tie.key}-reason": "zo afgesproken"}
    assert client.post(page, said).status_code == 302
    standing = f"/de-hoop/seasons/{season.pk}/standing/"
    assert "by the organiser: Speler 01, Speler 00" in client.get(standing).content.decode()
    assert "prize, by the organiser" in client.get(standing).content.decode()
    made = TieRuling.objects.get()
    assert client.post(page, {"undo": made.pk}).status_code == 302
    assert codes(client.post(page, {"undo": made.pk})) == ["C81"]
    assert "1 tie has a prize or a division hanging on it." in client.get(standing).content.decode()
    assert client.post(f"/de-hoop/nights/{night.pk}/ties/", {"undo": made.pk}).status_code == 404
