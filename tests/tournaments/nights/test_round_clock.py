from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from tests.tournaments.evenings import THURSDAY, club_with, drawn, people, playing, refused
from tournaments.club import clubs
from tournaments.models import Round
from tournaments.nights import closing, nights
from tournaments.nights.round_clock import Clock, begin_round, find_nearest, read_clock, tell_clock


def at(hour, minute=0, day=THURSDAY):
    return timezone.make_aware(datetime.combine(day, time(hour, minute)))


@pytest.fixture
def it_is(monkeypatch):
    def say(now):
        monkeypatch.setattr(timezone, "now", lambda: now)

    say(at(19, 10))
    return say


def test_first_round_drawn_begins_at_once_and_those_drawn_ahead_when_somebody_says_so(it_is):
    night = playing(season := club_with(), people(season, 8), rounds=2)
    first, second = Round.objects.all()
    assert (first.began, second.began) == (at(19, 10), None)
    it_is(at(20, 5))
    begin_round(round_=second, by="user 1")
    assert read_clock(Round.objects.last()) == Clock(2, at(20, 5), 0)
    body = night.log_entries.last().body
    assert body == {"round": 2, "was": None, "to": at(20, 5).isoformat()}


def test_round_drawn_early_begins_when_the_night_starts(it_is):
    season = club_with()
    clubs.introduce(club=season.club, starts=time(19, 30), venue="")
    night = playing(season, people(season, 8), rounds=1)
    assert Round.objects.get().began == at(19, 30)
    drawn(night, 1)  # while the first is being played
    assert Round.objects.last().began is None


def test_clock_runs_only_while_the_night_is_played(it_is):
    night = playing(season := club_with(), people(season, 8), rounds=1)
    closing.close(night=night, reason="late")
    closing.reopen(night=night, reason="wrong")
    round_ = Round.objects.get()
    assert read_clock(round_) is None
    assert refused(begin_round, round_=round_) == ["C56"]
    nights.set_state(night=night, to="playing")
    gone = Round(pk=0, night=night)
    assert refused(begin_round, round_=gone) == ["C153"]


@pytest.mark.parametrize(
    ("now", "typed", "found"),
    [
        (at(20, 5), time(19, 50), at(19, 50)),
        (at(20, 5), time(20, 10), at(20, 10)),  # it is to begin in a moment
        (at(0, 20), time(23, 50), at(23, 50) - timedelta(days=1)),
        (at(23, 50), time(0, 5), at(0, 5) + timedelta(days=1)),
    ],
)
def test_time_that_is_typed_is_the_nearest(it_is, now, typed, found):
    it_is(now)
    assert find_nearest(typed) == found


@pytest.mark.parametrize(
    ("minutes", "meant", "words"),
    [(-4.5, 60, "begint om 19:10, over 5 min"), (0, 0, "0 min"), (38.9, 0, "38 min"),
     (38, 60, "nog 22 min"),
     (59.9, 60, "nog 1 min"), (60, 60, "0 min over tijd"), (65, 60, "5 min over tijd")],
)  # fmt: skip
def test_clock_in_words(it_is, minutes, meant, words):
    it_is(at(19, 10) + timedelta(minutes=minutes))
    clock = tell_clock(Clock(1, at(19, 10), meant))
    assert clock.words == words
    assert clock.is_over == ("over tijd" in words)


def test_beyond_an_hour_the_time_of_day_is_told(it_is):
    clock = Clock(1, at(19, 30), 30)
    it_is(at(2, 17))
    assert tell_clock(clock).words == "begint om 19:30"
    it_is(at(18, 30))
    assert tell_clock(clock).words == "begint om 19:30, over 60 min"
    it_is(at(21, 5))
    late = tell_clock(clock)
    assert (late.words, late.since) == ("de tijd was om 20:00 voorbij", "")
