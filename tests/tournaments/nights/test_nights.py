from datetime import date, timedelta

import pytest
from django.utils import translation

from tests.tournaments.evenings import THURSDAY, club_with, refused, tonight
from tournaments import links
from tournaments.club import seasons
from tournaments.members import members
from tournaments.models import Club, Night, Season
from tournaments.models.season import MOST_NIGHTS
from tournaments.nights import nights, signing_up
from tournaments.nights.pages import door


@pytest.fixture
def ans(season):
    return members.add(club=season.club, first="Ans")


@pytest.mark.parametrize(
    ("weeks", "last", "count"),
    [(0, THURSDAY, 1), (1, THURSDAY, 1), (1, date(2026, 9, 24), 4), (2, date(2026, 9, 30), 2)],
)
def test_days_go_on_from_the_first(weeks, last, count):
    days = list(nights.list_days(THURSDAY, last, weeks))
    assert (len(days), days[0]) == (count, THURSDAY)
    assert {day.weekday() for day in days} == {3}


@pytest.mark.parametrize(
    ("first", "every", "days"),
    [
        (date(2026, 9, 11), "month", ["11-09", "09-10", "13-11", "11-12", "08-01"]),
        (date(2026, 9, 1), "month", ["01-09", "06-10", "03-11", "01-12", "05-01"]),
        (date(2026, 9, 30), "month", ["30-09", "28-10", "25-11", "30-12", "27-01"]),
        (date(2026, 9, 24), "last", ["24-09", "29-10", "26-11", "31-12", "28-01"]),
        (date(2026, 9, 3), "last", ["03-09", "29-10", "26-11", "31-12", "28-01"]),
    ],
)
def test_days_go_on_by_the_weekdays_of_a_month(first, every, days):
    planned = list(nights.list_days(first, date(2027, 1, 31), every))
    assert [f"{day:%d-%m}" for day in planned] == days


def test_nights_are_planned_together_or_not_at_all(season):
    nights.plan(season=season, days=[THURSDAY])
    more = [date(2026, 9, 10), THURSDAY]
    assert refused(nights.plan, season=season, days=more) == ["C58"]
    assert refused(nights.plan, season=season, days=[date(2026, 9, 2)]) == ["C57"]
    many = [date.fromordinal(THURSDAY.toordinal() + n) for n in range(1, 100)]
    assert refused(nights.plan, season=season, days=many) == ["C59"]
    assert season.nights.count() == 1


def test_night_that_began_is_neither_moved_nor_called_off(season):
    night = tonight(season)
    assert refused(nights.call_off, night=night) == ["C56"]
    assert refused(nights.move, night=night, day=date(2026, 9, 4)) == ["C56"]
    assert refused(nights.bring_back, night=night) == ["C56"]


def test_night_moves_to_a_free_day_of_its_season(season):
    first, second = nights.plan(season=season, days=[THURSDAY, date(2026, 9, 10)])
    assert refused(nights.move, night=first, day=second.day) == ["C58"]
    assert refused(nights.move, night=first, day=date(2026, 9, 2)) == ["C57"]
    for wrong in ({"first": second.day}, {"last": THURSDAY}):
        assert refused(seasons.change, season=season, **wrong) == ["C57"]
    Season.objects.update(first=second.day)  # one night lies outside
    season.refresh_from_db()
    seasons.change(season=season, last=season.last + timedelta(days=1))
    seasons.change(season=season, first=THURSDAY)
    nights.move(night=first, day=THURSDAY)
    assert not first.log_entries.exists()
    nights.move(night=first, day=date(2026, 9, 17), by="user 1")
    assert [night.pk for night in season.nights.all()] == [second.pk, first.pk]
    entry = first.log_entries.get()
    assert (entry.kind, entry.body, entry.actor) == (
        "moved", {"was": "2026-09-03", "to": "2026-09-17"}, "user 1",
    )  # fmt: skip


def test_night_called_off_comes_back_as_it_was_while_its_day_is_free(season, ans):
    night = tonight(season, "sign-up")
    signing_up.sign(night=night, member=ans, said="on")
    nights.call_off(night=night)
    assert not season.nights.exists()
    assert refused(nights.call_off, night=night) == ["C56"]
    assert refused(nights.set_state, night=night, to="sign-up") == ["C56"]
    (other,) = nights.plan(season=season, days=[THURSDAY])
    assert refused(nights.bring_back, night=night) == ["C58"]
    nights.move(night=other, day=date(2026, 9, 10))
    version = Club.objects.get().results_version
    nights.bring_back(night=night)
    assert Club.objects.get().results_version != version  # pages that name nights are made anew
    night = season.nights.get(day=THURSDAY)
    assert (night.state, signing_up.count_signed_up(night)) == ("sign-up", 1)


def test_night_called_off_does_not_come_back_beside_as_many_as_fit(season):
    night = tonight(season, "planned")
    nights.call_off(night=night)
    days = [date.fromordinal(THURSDAY.toordinal() + n) for n in range(1, MOST_NIGHTS + 1)]
    nights.plan(season=season, days=days)
    assert refused(nights.bring_back, night=night) == ["C59"]


@pytest.mark.parametrize(
    ("was", "to"),
    [("planned", "sign-up"), ("planned", "check-in"), ("sign-up", "planned"),
     ("sign-up", "check-in"), ("check-in", "sign-up")],
)  # fmt: skip
def test_night_goes_from_state_to_state(season, was, to):
    night = tonight(season, was)
    nights.set_state(night=night, to=to, by="user 1")
    entry = night.log_entries.last()
    assert (entry.kind, entry.body, entry.actor) == ("state", {"was": was, "to": to}, "user 1")


@pytest.mark.parametrize("to", ["", "planned", "closed", "closing", "check-in", "dancing"])
def test_night_goes_nowhere_else(season, to):
    assert refused(nights.set_state, night=tonight(season), to=to) == ["C56"]


@pytest.mark.parametrize(
    ("game", "present", "words"),
    [
        ("jokeren", 34, "7 tables of 4, 2 of 3"),
        ("jokeren", 4, "1 table of 4"),
        ("jokeren", 5, "1 table of 3, 1 of 2"),
        ("jokeren", 1, "too few for a table"),
        ("rummy", 7, "3 tables of 2, 1 sits out"),
        ("vijfhonderd", 18, "4 tables of 4, 2 sit out"),
        ("vijfhonderd", 3, "too few for a table"),
        ("sit-out", 5, "1 table of 4, 1 sits out"),
    ],
)
def test_tables_follow_the_game(game, present, words):
    night = tonight(club_with(five=game) if game == "sit-out" else club_with(game))
    with translation.override("en"):
        assert door.tables_in_words(night, present) == words


def test_new_link_to_the_hall_ends_the_old_one(season):
    night = tonight(season)
    old = links.make_key(night)
    nights.renew_link(night=night, by="user 1")
    night.refresh_from_db()
    assert links.find(Night, old) is None
    assert links.find(Night, links.make_key(night)) == night
    assert (night.log_entries.last().kind, night.log_entries.last().actor) == ("link", "user 1")
