from datetime import date
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from tests.tournaments.evenings import club_with, refused
from tournaments.club import clubs, reglementen, season_texts, seasons
from tournaments.forms.fields import PlacesField
from tournaments.forms.seasons import SeasonForm
from tournaments.models import Reglement, Season
from tournaments.standings.rules.ties_and_prizes import award_prizes

DAYS = {"first": date(2026, 9, 3), "last": date(2027, 5, 27), "rounds": 3}
MISSED = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
PLACES = {"counting": "places", "place_points": [4, 2, 1, 0.5]}
FURTHER = {"name": "Points", "counted": None, "least": 0, "prizes": []}


@pytest.fixture
def club(club):
    for game in ("jokeren", "jolly", "rummy"):
        reglementen.make(club=club, game=game, name=game, options={}, approval="one")
    return club


def plan(club, game="jokeren", **more):
    said = {"name": "2026", "reglement": club.reglementen.get(game=game)} | DAYS | MISSED
    return seasons.plan(club=club, **said | more)


def test_two_who_change_it_at_once_both_have_their_way(club):
    made = plan(club, season_prizes=[1])
    assert refused(plan, club) == ["C48"]
    season, other = Season.objects.get(), Season.objects.get()
    as_read = {"name": "2026", "rounds": 3, "season_prizes": [1]}
    seasons.change(season=season, **as_read | {"rounds": 2})
    seasons.change(season=other, **as_read | {"season_prizes": []}, counting="average")
    assert (other.rounds, other.season_prizes) == (2, [])
    made.refresh_from_db()
    assert (made.name, made.rounds, made.season_prizes) == ("2026", 2, [])
    assert made.counting == "average"


def test_what_two_say_together_is_checked(club):
    plan(club)
    season, other = Season.objects.get(), Season.objects.get()
    seasons.change(season=season, counting="average", signed_off="skip")
    assert refused(seasons.change, season=other, counting="best", counted=2) == ["C52"]
    assert (other.counting, Season.objects.get().counting) == ("sum", "average")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": ""}, "C20"),
        ({"name": "a\u202eb"}, "C20"),
        ({"last": date(2026, 9, 2)}, "C49"),
        ({"rounds": 0}, "C50"),
        ({"rounds": 11}, "C50"),
        ({"least_nights": 100}, "C50"),
        ({"minutes": 601}, "C50"),
        ({"bonus": -1, "counting": "places", "place_points": [4, 2]}, "C50"),
        ({"counting": "best"}, "C50"),
        ({"counting": "drop", "counted": 0}, "C50"),
        ({"counting": "places"}, "C54"),
        ({"no_show": "fixed"}, "C50"),
        ({"no_show": "fixed", "no_show_points": [0]}, "C50"),
        ({"signed_off": "own", "signed_off_points": [0]}, "C50"),
        ({"season_prizes": [0]}, "C53"),
        ({"night_prizes": ["first"]}, "C53"),
    ],
)
def test_what_makes_no_season_is_refused(club, said, code):
    assert refused(plan, club, **said) == [code]
    assert not Season.objects.exists()


def test_rules_are_the_clubs_own(club):
    owner = {"owner_name": "Els", "login": "els", "password": "drie losse woorden"}
    other = clubs.create_club_with_owner(name="Other", slug="other", **owner)[0]
    rules = reglementen.make(club=other, game="jolly", name="x", options={}, approval="one")
    assert refused(plan, club, reglement=rules) == ["C44"]


@pytest.mark.parametrize("kind", ["signed_off", "no_show", "before_joining"])
@pytest.mark.parametrize(
    ("counting", "possible"),
    [
        ({"counting": "sum"}, False),
        ({"counting": "drop", "counted": 2}, False),
        ({"counting": "best", "counted": 10}, False),
        ({"counting": "best", "counted": 10, "least_nights": 10}, True),
        ({"counting": "average"}, True),
        (PLACES, True),
        (PLACES | {"further": [FURTHER | {"counting": "sum"}]}, False),
        (PLACES | {"further": [FURTHER | {"counting": "average"}]}, True),
    ],
)
def test_staying_away_never_wins_where_the_lowest_does(club, kind, counting, possible):
    said = counting | {kind: "skip"}
    if possible:
        plan(club, **said)
    else:
        assert refused(plan, club, **said) == ["C52"]
    season = plan(club, "jolly", name="highest wins", **said)
    rules = reglementen.make(club=club, game="punten", name="Own", options={}, approval="one")
    seasons.change(season=season, reglement=rules)
    own = {"name": "Own", "options": {"lowest_wins": True}, "approval": "one"}
    if not possible:
        assert refused(reglementen.change, reglement=rules, **own) == ["C52"]


def test_match_points_are_good_to_have(club):
    assert plan(club, "rummy", signed_off="skip").signed_off == "skip"


def test_what_has_no_meaning_is_not_kept(club):
    made = plan(club, counted=3, bonus=2, place_points=[4], no_show_points=[5])
    assert (made.counted, made.bonus, made.place_points, made.no_show_points) == (None, 0, [], [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"rounds": 0},
        {"last": date(2020, 1, 1)},
        {"counting": "best"},
        {"counting": "sum", "counted": 3},
        {"counting": "most"},
        {"no_show": ""},
        {"before_joining": ""},
        {"tie_break": "name"},
        {"five": "four"},
    ],
)
def test_the_database_refuses_what_makes_no_sense(club, wrong):
    made = plan(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.filter(pk=made.pk).update(**wrong)


def test_terms_say_what_was_chosen(club):
    missed = {"signed_off": "own", "signed_off_points": [60], "no_show": "fixed"}
    best = {"counting": "best", "counted": 10, "least_nights": 12}
    made = plan(club, **missed, **best, no_show_points=[99], night_prizes=[1, 18, "last"])
    with translation.override("en"):
        said = {term.label: term.words for term in season_texts.describe_season(made)}
    assert said["The standing"] == "the best 10 nights"
    own = "the player's own average, at most 60"
    assert said["For a night missed, signed off in time"] == own
    assert said["For a night missed, not signed off in time"] == "99 points"
    assert said["A place in the standing"] == "after 12 nights"
    assert said["Prizes of a night"] == "1, 18, last"
    assert "Prizes of the season" not in said


@pytest.mark.parametrize(
    ("game", "words"),
    [("jokeren", "the smaller worst game first"), ("jolly", "the greater best game first")],
)
def test_terms_say_which_game_decides(club, game, words):
    made = plan(club, tie_break="best_game")
    made.reglement.game = game
    with translation.override("en"):
        said = {term.label: term.words for term in season_texts.describe_season(made)}
    assert said["When totals are equal"] == words


@pytest.mark.parametrize(
    ("typed", "read", "words"),
    [
        ("1-4, every 4, last", [1, 2, 3, 4, "/4", "last"], "1, 2, 3, 4, every 4, last"),
        ("1 per 4 players, last", ["1/4", "last"], "1 per 4 players, last"),
        ("per 4", ["1/4"], "1 per 4 players"),
        ("/3", ["/3"], "every 3"),
        ("2–3", [2, 3], "2, 3"),
    ],
)
def test_prizes_down_the_list_are_typed_and_said(typed, read, words):
    with translation.override("en"):
        assert PlacesField(required=False).clean(typed) == read
        assert season_texts.places_in_words(read) == words


def test_prizes_down_the_list_are_typed_in_dutch_and_german():
    for language, typed in (("nl", "1, elke 4, laatste"), ("de", "1, jeder 4., letzter")):
        with translation.override(language):
            assert PlacesField(required=False).clean(typed) == [1, "/4", "last"]
            fifth = season_texts.places_in_words(["1/5"])
            assert PlacesField(required=False).clean(fifth) == ["1/5"]


@pytest.mark.parametrize(("count", "places"), [(1, 1), (4, 1), (5, 2), (36, 9)])
def test_one_prize_for_each_four_players(count, places):
    rows = [SimpleNamespace(rank=place, player=place) for place in range(1, count + 1)]
    assert [prize.place for prize in award_prizes(rows, ["1/4"])] == [*range(1, places + 1)]


@pytest.mark.parametrize("prizes", [["/0"], ["4/"], ["/"], ["1/0"], ["2/4"], [0], ["every 4"]])
def test_prizes_that_are_none_are_refused(prizes):
    assert not all(map(seasons.is_prize, prizes))


def test_values_for_rounds_are_told_and_bounded():
    season = club_with("vijfhonderd", missed_round=0, sitting_out="fixed", sit_out=1600)
    with translation.override("en"):
        terms = dict(season_texts.describe_season(season))
        assert season_texts.missed_round_in_words(season) == "0 points"
    assert terms["For a round missed"] == "0 points"
    assert terms["For a round without a table"] == (
        "1600 points, once a night; then the own average round"
    )
    places = {"counting": "places", "place_points": [1]}
    assert seasons.change(season=season, **places).sit_out is None


def test_no_round_counts_nothing_where_the_lowest_wins():
    assert refused(club_with, sitting_out="fixed", sit_out=0) == ["C50"]


def test_every_option_is_asked_somewhere_in_the_form():
    club_with("klaverjassen")
    form = SeasonForm(Reglement.objects.all())
    shown = {field.name for field, _refusals in form.row()}
    shown |= {field.name for fold in form.folds() for field, _refusals in fold.fields}
    for question in form.questions():
        shown |= {question.field.name, *(field.name for field, _refusals in question.more)}
    of_other_games = {"sizes", "five"}  # here four sit at each table
    assert {option.name for option in Season.list_options()} - shown == of_other_games
