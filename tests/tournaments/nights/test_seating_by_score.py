"""Later rounds by what was played tonight, a final with scores afresh, and numbers from a bag."""

import pytest

from tests.tournaments.evenings import drawn, finish, gathered, people, play, playing, refused
from tournaments.club import reglementen, seasons
from tournaments.models import Season
from tournaments.nights import closing, draw_rounds, lots
from tournaments.standings import calculate
from tournaments.views import draw_check

pytestmark = pytest.mark.usefixtures("at_the_laptop")

EIGHT = 8


def play_round(night, number, *, worse=()):
    """At table n everybody but the first has 10 n points; at tables of `worse` 100 more."""
    for table in night.rounds.get(number=number).tables.order_by("number"):
        other = table.number + 10 * (table.number in worse)
        finish(table, other=other)


def seats(night, number):
    tables = night.rounds.get(number=number).tables.order_by("number")
    return [set(table.seats.values_list("member", flat=True)) for table in tables]


def evening_after_one_round(season, count=EIGHT):
    """At each table one has 0 points, the others at table n all have 10 n."""
    night = playing(season, people(season, count))
    drawn(night, 1)
    play_round(night, 1)
    return night


def by(night, method):
    return draw_rounds.draw_rounds(night=night, rounds=1, method=method)


def test_second_round_is_seated_by_the_first(season):
    night = evening_after_one_round(season)
    first = seats(night, 1)[0]
    made = by(night, "score")
    best = seats(night, 2)[0]
    winners = {pk for pk, place in calculate.number_places_tonight(night).items() if place == 1}
    assert winners <= best
    assert len(best & first) == 3  # of table 1, its winner and two of those with 10 points
    assert draw_check.is_same_again(made)


def test_winners_go_a_table_up(season):
    night = evening_after_one_round(season, 12)
    before = seats(night, 1)
    by(night, "winners")
    after = seats(night, 2)
    assert len(after[0] & before[0]) == len(after[0] & before[1]) == 2
    assert len(after[2] & before[2]) == len(after[2] & before[1]) == 2


def test_the_final_alone_decides_the_first_places(season):
    night = evening_after_one_round(season)
    by(night, "final4")
    finalists = seats(night, 2)[0]
    play_round(night, 2, worse={1})  # they now have far more points, and the lowest wins
    seasons.change(season=Season.objects.get(), rounds=2)
    closing.close(night=night, reason="done")
    night.refresh_from_db()
    division = calculate.compute_night_standing(night)
    assert {row.player for row in division.rows[:4]} == finalists
    assert [row.rank for row in division.rows[:4]] == [1, 2, 2, 2]
    assert division.rows[4].rank == 5
    assert division.rows[4].points < division.rows[3].points
    assert division.final == 2


def test_nothing_is_seated_by_a_score_that_nobody_has(season):
    night = playing(season, people(season, EIGHT))
    assert refused(by, night, "score") == ["C330"]
    assert refused(by, night, "final4") == ["C330"]


def test_guests_and_latecomers_are_seated_too(season, client):
    night = evening_after_one_round(season)
    client.post(f"/{season.club.slug}/nights/{night.pk}/door/", {"first": "Gast"})
    by(night, "score")
    assert sum(map(len, seats(night, 2))) == EIGHT + 1


def draw_page(night):
    return f"/{night.season.club.slug}/nights/{night.pk}/draw/"


def test_draw_page_offers_scores_once_there_are_some_and_begins_as_the_season_says(season, client):
    seasons.change(season=season, seating="winners")
    night = playing(season, people(season, EIGHT))
    form = client.get(draw_page(night)).context["form"]
    assert (form["method"].value(), form["rounds"].value()) == ("mix", 1)
    assert "winners" not in dict(form.fields["method"].choices)
    drawn(night, 1)
    play_round(night, 1)
    form = client.get(draw_page(night)).context["form"]
    assert form["method"].value() == "winners"
    answer = client.post(draw_page(night), {"method": "winners", "rounds": "2"})
    assert answer.status_code == 302
    assert night.rounds.count() == 2  # one at a time
    page = client.get(f"/{season.club.slug}/nights/{night.pk}/draws/2/").content.decode()
    assert "went one table up" in page


@pytest.mark.parametrize(("count", "offered"), [(6, False), (7, True), (9, True)])
def test_final_that_leaves_too_few_at_a_table_is_not_offered(client, season, count, offered):
    rules = {"club": season.club, "game": "boerenbridge", "name": "Bridge", "options": {}}
    seasons.change(season=season, reglement=reglementen.make(**rules, approval="one"))
    night = playing(season, people(season, count), rounds=1)
    ways = client.get(draw_page(night)).context["form"].fields["method"].choices
    assert ("final4" in dict(ways)) == offered


def test_numbers_from_the_bag_are_table_and_seat(season, client):
    seasons.change(season=season, seating="stones")
    who, night = gathered(season, 7)
    assert "draw/stones/" in client.get(draw_page(night)).content.decode()
    stones = f"{draw_page(night)}stones/"
    numbers = [5, 1, 7, 2, 6, 3, 4]
    given = {f"stone{member.pk}": str(number) for member, number in zip(who, numbers, strict=True)}
    same = given | {f"stone{who[0].pk}": "1", f"stone{who[2].pk}": "9"}
    page = client.post(stones, same).content.decode()
    assert "C332" in page
    assert "C331" in page
    assert 'value="9"' in page
    assert client.post(stones, given).url == night.get_absolute_url()
    made = night.draw_records.get()
    seated = [made.people[player] for table in made.record["rounds"][0] for player in table]
    assert seated == [who[numbers.index(number)].pk for number in range(1, 8)]
    assert made.record["input"]["method"] == "stones"
    assert lots.list_seats((4, 3))[4] == (2, 1)


def test_a_final_in_play_is_led_by_who_leads_in_it(season):
    night = evening_after_one_round(season)
    made = by(night, "final4")
    final, other = night.rounds.get(number=2).tables.order_by("number")
    play(other, 1, 2, other=1)  # and still plays
    play(final, *range(1, 11), other=11)
    rows = calculate.compute_night_standing(night).rows
    best = [made.people[player] for player in made.record["rounds"][0][0]]
    assert rows[0].player == best[0]
    assert {row.player for row in rows[:4]} == {*best}
