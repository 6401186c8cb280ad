import re
from datetime import timedelta

import pytest

from tests import printed
from tests.tournaments.evenings import THURSDAY, by_seat, evening, people, playing, refused
from tests.tournaments.views.forms import as_it_stands
from tournaments.club import seasons
from tournaments.forms.fields import NightPrizesField, PlacesField, PointsField
from tournaments.models import Night
from tournaments.nights import nights
from tournaments.standings import calculate

pytestmark = pytest.mark.usefixtures("at_the_laptop")


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("1-4, 8, 12, …", [1, 2, 3, 4, 8, 12, "/4"]),
        ("4, 8 ...", [4, 8, "/4"]),
        ("most pits, 1, Most Roem", ["most:pit", 1, "most:roem"]),
    ],
)
def test_places_are_typed_as_clubs_write_them(typed, places):
    assert PlacesField(required=False).clean(typed) == places


@pytest.mark.parametrize("typed", ["4-1", "8, 12, …", "…", "1, 1 …", "most aces"])
def test_places_that_mean_nothing_are_refused(typed):
    with pytest.raises(Exception, match="laatste"):
        PlacesField(required=False).clean(typed)


@pytest.mark.parametrize("typed", ["4; 2½; 1; ½", "4, 2,5, 1, 0,5", "4 2.5 1 ½"])
def test_points_of_places_have_halves_behind_a_figure_as_well(typed):
    assert PointsField().clean(typed) == [4, 2.5, 1, 0.5]


def test_own_prizes_of_a_night_are_none_with_a_dash():
    field = NightPrizesField(required=False)
    assert [field.clean(typed) for typed in ("", "–", "1, last")] == [None, [], [1, "last"]]
    assert [field.prepare_value(value) for value in (None, [], [1])] == [None, "–", "1"]


def won(night):
    night.refresh_from_db()
    return [prize.place for prize in calculate.compute_night_standing(night).prizes]


def test_prizes_are_only_on_the_nights_that_are_chosen(client, season):
    seasons.change(season=season, night_prizes=[])
    page = f"/de-hoop/seasons/{season.pk}/nights/"
    sent = {"first": str(THURSDAY), "weeks": "0", "count": "1", "prizes": "1, 3, last"}
    client.post(page, sent)
    assert season.nights.get().prizes == [1, 3, "last"]
    who = people(season, 4)
    other = evening(season, who, THURSDAY + timedelta(7))
    assert (won(other), refused(nights.plan, season=season, days=[THURSDAY], prizes=["x"])) == (
        [], ["C53"])  # fmt: skip
    Night.objects.filter(pk=other.pk).update(prizes=[1, 2])
    assert won(other) == [1, 2]


def test_change_of_a_night_keeps_what_was_typed_for_its_prizes(client, season):
    night = playing(season)
    page = f"/de-hoop/nights/{night.pk}/move/"
    as_shown = as_it_stands(client.get(page))
    answer = client.post(page, as_shown | {"prizes": "eerste"})
    assert "C53" in answer.content.decode() and 'value="eerste"' in answer.content.decode()
    client.post(page, as_shown | {"prizes": "1 per 4 players"})
    night.refresh_from_db()
    assert night.prizes == ["1/4"]


def test_prizes_are_read_out_from_the_last_one_to_the_first(client, season):
    seasons.change(
        season=season,
        night_prizes=[1, 2, "last"],
        season_prizes=[1],
        period_prizes=[1, 3],
        periods=[1],
    )
    night = evening(season, people(season, 4))
    names = {member.pk: str(member) for member in season.club.members.all()}
    ranked = [names[pk] for pk in by_seat(night)]

    def read(path):
        page = client.get(path).content.decode()
        found = re.findall(r"<li><b>(.*?)</b> <span><strong[^>]*>(.*?)</strong>", page)
        assert client.get(re.search(r'class="main" href="([^"]+)"', page)[1]).content[:4] == b"%PDF"
        return found

    of_season = f"/de-hoop/seasons/{season.pk}/prizes/"
    assert read(f"/de-hoop/nights/{night.pk}/prizes/") == [
        *(("last", ranked[3]), ("2", ranked[1]), ("1", ranked[0]))
    ]
    assert read(of_season) == [("1", ranked[0])]
    assert read(f"{of_season}?of=p1") == [("3", ranked[2]), ("1", ranked[0])]
    playing(season, day=THURSDAY + timedelta(7))
    assert b"No place has a prize yet" in client.get(of_season).content
    (paper,) = printed.read(client.get(f"/de-hoop/seasons/{season.pk}/print/prizes.pdf").content)
    assert "No place has a prize yet" in paper.words


def test_period_that_is_not_whole_has_no_prizes_and_the_form_says_so(client, season):
    best = {"counting": "best", "counted": 2, "by_period": True, "period_best": 1}
    seasons.change(season=season, periods=[2], period_prizes=[1], night_prizes=[], **best)
    who = people(season, 4)
    for week in range(3):
        evening(season, who, THURSDAY + timedelta(7 * week))
    first, second = (calculate.compute_season_standing(season, key=key)[0] for key in ("p1", "p2"))
    assert ([prize.place for prize in first.prizes], second.prizes) == ([1], ())
    form = client.get(f"/de-hoop/seasons/{season.pk}/change/").content.decode()
    for words in ("Planned nights: 3. Whole periods in them: 1.", "has 1 night so far, and no",
                  "The season counts the best 2."):  # fmt: skip
        assert words in form
