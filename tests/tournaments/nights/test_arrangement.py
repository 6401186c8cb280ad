from datetime import date, time

import pytest

from tests.tournaments.evenings import THURSDAY, playing, refused, tonight
from tournaments.club import clubs, seasons
from tournaments.models import Club, Night
from tournaments.nights import closing, nights
from tournaments.nights.nights import Arrangement, arrange
from tournaments.nights.pages.calendar_feed import find_end


def test_night_says_it_itself_or_else_its_club_and_its_season_do(season):
    night = tonight(season, "planned")
    assert (night.time_and_place, night.begins, night.round_minutes) == ("", None, 0)
    clubs.introduce(club=season.club, starts=time(19, 30), venue=" De  Brink ")
    seasons.change(season=season, minutes=60)
    night = Night.objects.get()
    assert (night.time_and_place, night.round_minutes) == ("om 19:30 uur · De Brink", 60)
    night = arrange(night=night, arrangement=Arrangement(venue="Zaal 2", minutes=0), by="user 1")
    assert (night.time_and_place, night.round_minutes) == ("om 19:30 uur · Zaal\xa02", 0)
    entry = night.log_entries.get()
    assert (entry.kind, entry.actor) == ("arranged", "user 1")
    to = {"starts": None, "venue": "Zaal 2", "minutes": 0, "prizes": None, "most_people": None}
    assert entry.body["to"] == to
    arrange(night=night, arrangement=Arrangement(venue="Zaal 2", minutes=0))
    assert night.log_entries.count() == 1  # nothing changed


def test_night_is_moved_and_told_in_one(season):
    night = tonight(season, "planned")
    arrange(night=night, arrangement=Arrangement(time(14)), day=date(2026, 9, 4))
    night.refresh_from_db()
    assert (night.day.day, night.starts) == (4, time(14))
    other = date(2028, 1, 1)
    said = {"night": night, "arrangement": Arrangement(time(15)), "day": other}
    assert refused(arrange, **said) == ["C57"]
    night.refresh_from_db()
    assert night.starts == time(14)  # all of it or nothing


def test_night_that_began_keeps_its_day_and_a_closed_one_everything(season):
    night = playing(season)
    said = {"night": night, "arrangement": Arrangement(time(20))}
    assert arrange(**said, day=THURSDAY).starts == time(20)
    assert refused(arrange, **said, day=date(2026, 9, 4)) == ["C56"]
    closing.close(night=night)
    assert refused(arrange, **said) == ["C56"]


@pytest.mark.parametrize(("minutes", "hours"), [(0, 3.5), (50, 3), (600, 8)])
def test_calendar_is_told_when_it_ends(season, minutes, hours):
    arrange(night=tonight(season), arrangement=Arrangement(time(19), minutes=minutes))
    night = Night.objects.select_related("season__club").get()
    assert (find_end(night, night.begins) - night.begins).seconds == hours * 3600


@pytest.mark.parametrize("venue", ["x" * 81, "De\u200bBrink"])
def test_place_is_a_line_that_people_can_read(season, venue):
    assert refused(clubs.introduce, club=season.club, starts=None, venue=venue) == ["C20"]
    assert refused(nights.plan, season=season, days=[THURSDAY], venue=venue) == ["C20"]
    said = {"night": tonight(season), "arrangement": Arrangement(venue=venue)}
    assert refused(arrange, **said) == ["C20"]
    assert Club.objects.get().venue == ""
