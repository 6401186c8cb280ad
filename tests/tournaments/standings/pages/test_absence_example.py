import pytest
from django.utils import translation

from tournaments.club import clubs, reglementen
from tournaments.models import Season
from tournaments.standings.pages.absence_example import build_absence_example

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    owner = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **owner)[0]

    def of_game(game="jokeren", **said):
        rules = reglementen.make(club=club, game=game, name=game, options={}, approval="one")
        return Season(reglement=rules, **said)

    with translation.override("en"):
        yield of_game


def totals(season, question="no_show"):
    return {
        how: answer.total for how, answer in build_absence_example(season).answers[question].items()
    }


def notes(season, question="no_show"):
    return {
        how: answer.note for how, answer in build_absence_example(season).answers[question].items()
    }


def test_each_answer_has_its_total(season):
    jokeren = season()
    example = build_absence_example(jokeren)
    assert (example.low, example.nights) == (True, ("300", "420", "360"))
    found = {"skip": "1080", "fixed": "1580", "worst": "1640", "own": "1440"}
    assert totals(jokeren) == totals(jokeren, "signed_off") == found
    assert notes(jokeren)["worst"] == "560 that night"
    assert [how for how, words in notes(jokeren).items() if "would win" in words] == ["skip"]


def test_fixed_number_and_the_most_of_an_average_are_those_typed(season):
    typed = season(signed_off_points=350, no_show_points=700)
    assert totals(typed, "signed_off")["fixed"] == "1430"
    assert totals(typed, "signed_off")["own"] == "1430"
    assert totals(typed)["fixed"] == "1780"
    assert totals(typed)["own"] == "1440"


def test_night_before_joining_counts_as_one_signed_off(season):
    assert totals(season(), "before_joining") == {"absent": "1340", "skip": "780"}
    signed_off = season("rummikub", signed_off="own")
    assert totals(signed_off, "before_joining") == {"absent": "990", "skip": "660"}


@pytest.mark.parametrize(
    ("said", "skip", "worst"),
    [
        ({"counting": "average"}, ("360", "over 3 nights"), ("410", "560 that night")),
        ({"counting": "best", "counted": 2, "least_nights": 2}, ("660", "over 2 nights"),
            ("660", "that night is left out")),
        ({"counting": "places", "place_points": [4, 2, 1, 0.5]}, ("7", "over 3 nights"),
            ("7.50", "0.50 that night")),
    ],
)  # fmt: skip
def test_counting_of_the_season_is_followed(season, said, skip, worst):
    other = season(**said)
    assert (totals(other)["skip"], notes(other)["skip"]) == skip
    assert (totals(other)["worst"], notes(other)["worst"]) == worst


def test_where_the_highest_wins_nobody_wins_by_staying_away(season):
    jolly = season("jolly")
    assert not build_absence_example(jolly).low
    assert notes(jolly)["skip"] == "over 3 nights"
    assert totals(jolly)["worst"] == "1220"
    assert build_absence_example(season("rummy")).nights == ("6", "4", "5")
