import json
from datetime import date
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from clubsite.demo import make_clubs, nights
from clubsite.demo.make_clubs import DemoPlan
from scoring import games
from scoring.games.sheet import score
from scoring.models import Event, Seat, Sheet
from scoring.sheets import lifecycle
from tests.by_day import by_day
from tournaments import links
from tournaments.members import members
from tournaments.models import Attendance, Club, DrawRecord, Member, Night, User
from tournaments.nights.pages.room import read_room
from tournaments.standings import calculate


def fill(**options) -> str:
    said = StringIO()
    call_command("demo", stdout=said, stderr=StringIO(), **options)
    return said.getvalue()


def test_clubs_are_in_the_middle_of_their_season_and_every_event_holds():
    said = fill(clubs=4, members=16, nights=1)
    for club in Club.objects.all():
        seasons = club.seasons.filter(by_couple=False)
        assert [night.state for night in Night.objects.filter(season__in=seasons)] == [
            *("closed", "playing", "sign-up")
        ]
        assert members.list_members(club).filter(archived=None, guest=False).count() == 16
    kinds = {night.season.reglement.game for night in Night.objects.all()}
    assert kinds == {kind.game for kind in (*make_clubs.KINDS, make_clubs.KLAVERJASSEN)}
    verified = StringIO()
    call_command("verify", stdout=verified)
    counts = {"sheets": Sheet.objects.count(), "events": Event.objects.count()}
    assert json.loads(verified.getvalue()) == counts | {"problems": []}
    bodies = " ".join(Event.objects.values_list("body", flat=True))
    assert [name for name in Seat.objects.values_list("name", flat=True) if name in bodies] == []
    last = Night.objects.filter(state="playing").first().rounds.last()
    how = [place.how for place in read_room(last).places]
    assert [progress.settled for progress in how] == [True, False, False, False]
    assert [progress.conflicts for progress in how] == [0, 1, 0, 0]
    assert [progress.complete for progress in how] == [True, False, True, False]
    assert how[-1].played == 0
    season, other = Club.objects.order_by("pk")[0].seasons.order_by("pk")
    assert (season.reglement.game, season.couples.count()) == ("klaverjassen", 6)
    assert [night.state for night in season.nights.all()] == ["closed", "closed", "planned"]
    (division,) = calculate.compute_season_standing(season)
    assert [len(row.tallies) for row in division.rows] == [2] * 6
    assert other.nights.filter(state="closed").last().day > season.nights.all()[1].day
    own = links.make_key(Club.objects.first().members.order_by("pk")[0])
    assert f"/m/{own}/" in said
    password = said.split("wachtwoord ")[1].split(":")[0]
    assert all(user.check_password(password) for user in User.objects.all())


def contents(seed: str) -> list:
    """What is filled in, without what differs each time: ids, times and secrets."""
    with transaction.atomic():
        make_clubs.fill(DemoPlan(1, 4, 0, seed, date(2026, 11, 21)), print)
        filled = [lifecycle.build_data(sheet) for sheet in Sheet.objects.order_by("pk")]
        people, there = Member.objects.order_by("pk"), Attendance.objects.order_by("pk")
        filled.append(list(people.values_list("search_text", "writes", "table")))
        filled.append(list(there.values_list("member__search_text", "said", "present")))
        filled.append([draw_record.record["rounds"] for draw_record in DrawRecord.objects.all()])
        transaction.set_rollback(True)
    return filled


def test_same_seed_same_demo():
    first = contents("7")
    assert contents("7") == first
    assert contents("8") != first


def test_loose_sheets_show_every_game_system_finished_and_half_way():
    assert "17 wedstrijdformulieren van losse tafels" in fill(clubs=0)
    made = [lifecycle.build_data(sheet) for sheet in Sheet.objects.all()]
    assert {sheet["game"] for sheet in made} == {game.key for game in games.GAMES}
    results = [score(sheet) for sheet in made]
    assert all(result["valid"] for result in results)
    assert {result["finished"] for result in results} == {True, False}


@pytest.mark.parametrize("seed", by_day(range(8), 0, 1))
def test_any_seed_deals_what_can_be(seed):
    made = map(lifecycle.build_data, make_clubs.fill_casual_sheets(Random(seed)))
    assert all(score(sheet)["valid"] for sheet in made)


def test_smallest_club_has_a_night_too(monkeypatch):
    monkeypatch.setattr(make_clubs, "fill_casual_sheets", lambda _chance: [])
    plan = DemoPlan(clubs=4, members=4, nights=0, seed="x", today=date(2026, 7, 31))
    heard = []
    made = make_clubs.fill(plan, heard.append).clubs
    assert [len(club.members) for club in made] == [4, 4, 4, 4]
    assert heard[0] == "De Klaverboer: de avond die bezig is"


def test_no_two_clubs_and_no_two_people_are_called_alike():
    clubs = [make_clubs.name_club(number) for number in range(make_clubs.MOST)]
    people = nights.make_names(len(nights.FIRST) * len(nights.FAMILY), Random(1))
    assert (len({*clubs}), len({*people})) == (len(clubs), len(people))


def test_demo_refuses_a_database_with_anything_in_it():
    lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    with pytest.raises(CommandError, match="lege database"):
        fill()
    assert Sheet.objects.count() == 1
