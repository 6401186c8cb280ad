"""What a game counts beside its points, such as pits, reaches the standing and settles ties.

No game of this branch counts any, so an outcome gets them here, in the shape that a game gives:
`{"pit": {"Ans": 2}, …}`.
"""

import pytest

from scoring.games.sheet import score
from scoring.sheets import lifecycle, locked
from tests.tournaments.evenings import club_with, drawn, people, playing, refused
from tournaments.club import reglementen, seasons
from tournaments.models import Table
from tournaments.nights import changes_in_play, closing, nights
from tournaments.standings import calculate, disk_cache, sheet_result
from tournaments.standings.rules import PlayerRound, SeasonRules
from tournaments.standings.rules.breakdown import PLAYED, NightPoints, RoundPoints, Row
from tournaments.standings.rules.night import merged
from tournaments.standings.rules.tie_break import key_of

pytestmark = pytest.mark.django_db


def with_marks(data):
    """Every game is a pit of the first side, and gives the other one 20 roem."""
    found, players = score(data), data["players"]
    games = sum("scores" in row for row in found["rows"])
    pits = {name: games * (place % 2 == 0) for place, name in enumerate(players)}
    roem = {name: 20 * games * (place % 2) for place, name in enumerate(players)}
    return found | {"marks": {"pit": pits, "roem": roem}}


@pytest.fixture
def season(monkeypatch):
    for module in (sheet_result, locked):
        monkeypatch.setattr(module, "score", with_marks)
    return club_with("vijfhonderd", {"games": 3}, rounds=1)


def play(night):
    table = Table.objects.get(round__night=night)
    names = [seat.name for seat in table.sheet.seats.all()]
    for number in (1, 2, 3):
        row = {"bid": "7H", "by": names[0], "tricks": 7}
        enter(table, number, row)
    nights.set_state(night=night, to="closing")
    return closing.close(night=night, reason="klaar")


def enter(table, number, row):
    lifecycle.record(sheet=table.sheet, number=number, row=row)


def shares(night):
    rows = calculate.night_standing(night).rows
    return {row.player: row.tallies[0].slices[0].share for row in rows}


def test_marks_of_a_sheet_reach_the_standing_and_the_disk(season):
    night = playing(season, people(season, 4))
    drawn(night, 1)
    play(night)
    found = sorted(share.marks for share in shares(night).values())
    assert found == [(("pit", 3),)] * 2 + [(("roem", 60),)] * 2
    share = next(iter(shares(night).values()))
    assert disk_cache._share(disk_cache._told(share)) == share


def test_marks_of_who_took_over_are_those_of_their_games(season):
    who = people(season, 5)
    night = playing(season, who[:4])
    drawn(night, 1)
    table = Table.objects.get()
    names = [seat.name for seat in table.sheet.seats.all()]
    enter(table, 1, {"bid": "7H", "by": names[0], "tricks": 7})
    first = table.seats.order_by("seat__position").first().member
    changes_in_play.replace(table=table, member=first, other=who[4])
    names = [seat.name for seat in table.sheet.seats.all()]
    for number in (2, 3):
        enter(table, number, {"bid": "7H", "by": names[0], "tricks": 7})
    rows = calculate.night_standing(night).rows
    marks = {row.player: row.tallies[0].slices[0].share.marks for row in rows}
    assert (marks[first.pk], marks[who[4].pk]) == ((("pit", 1),), (("pit", 2),))


def row(player, **given):
    share = PlayerRound(player, 100, **given)
    night = NightPoints(1, PLAYED, 100, slices=(RoundPoints(PLAYED, 100, share),))
    return Row(player, 100, tallies=(night,))


@pytest.mark.parametrize(
    ("tie_break", "better", "worse"),
    [
        ("pit", (("pit", 2),), (("pit", 1), ("roem", 90))),
        ("roem", (("roem", 40),), (("pit", 3), ("roem", 20))),
        ("nat", (), (("nat", 1),)),
    ],
)
def test_who_stands_higher_by_marks(tie_break, better, worse):
    terms = SeasonRules(lowest_wins=False, tie_break=tie_break)
    assert key_of(row(1, marks=better), terms) < key_of(row(2, marks=worse), terms)


def test_who_stands_higher_by_the_best_round():
    terms = SeasonRules(lowest_wins=False, tie_break="round")
    assert key_of(row(1), terms) < key_of(Row(2, 100), terms)


def test_marks_of_two_seats_add_up():
    parts = [
        PlayerRound(1, 5, until=4, marks=(("pit", 1), ("roem", 20))),
        PlayerRound(1, 5, since=5, marks=(("roem", 50),)),
    ]
    assert merged(parts)[0].marks == (("pit", 1), ("roem", 70))


def test_season_takes_only_what_its_game_counts(season, monkeypatch):
    assert refused(seasons.change, season=season, tie_break="pit") == ["C297"]
    system = reglementen.system_of(season.reglement)
    monkeypatch.setattr(system, "marks", {"pit": "pits"}, raising=False)
    assert seasons.change(season=season, tie_break="pit").tie_break == "pit"
    assert refused(seasons.change, season=season, tie_break="roem") == ["C297"]
