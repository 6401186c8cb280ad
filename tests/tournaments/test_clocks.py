"""Evenings by odd clocks: what was done stays in the order in which it was done."""

from datetime import UTC, date, datetime, timedelta
from itertools import chain, count, islice

import pytest
from django.utils import timezone

from scoring.sheets import lifecycle, verify
from tests.scoring.views.table import at
from tests.tournaments.evenings import club_with, people, playing
from tournaments.models import Night, Table, User
from tournaments.nights import closing
from tournaments.nights.pages import agenda
from tournaments.standings import calculate

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def going(*start, by=MINUTE):
    return (datetime(*start, tzinfo=UTC) + by * number for number in count())


def jumping():
    """An empty battery: in the middle of the evening it is 1970, and a while later 2038."""
    evening, then = going(2026, 10, 24, 20), going(1970, 1, 1)
    return chain(islice(evening, 25), islice(then, 15), going(2038, 1, 19))


CLOCKS = {
    "back and forward": jumping,
    "standing still": lambda: going(2026, 10, 24, 20, by=timedelta(0)),
    "2:00 to 3:00 comes twice": lambda: going(2026, 10, 25, 0, 40),
    "2:00 to 3:00 never comes": lambda: going(2027, 3, 28, 0, 40),
    "past midnight": lambda: going(2026, 10, 24, 21, 50),
}


@pytest.fixture(params=CLOCKS)
def clock(request, monkeypatch):
    moments = CLOCKS[request.param]()
    monkeypatch.setattr(timezone, "now", lambda: next(moments))


@pytest.mark.usefixtures("clock")
def test_night_is_played_and_closed_by_any_clock(client):
    season = club_with()
    night = playing(season, people(season, 4), day=date(2026, 10, 24), rounds=1)
    assert agenda.build_agenda(season.club).now == [night]  # whatever day it is by now
    (table,) = Table.objects.all()
    names = [seat.name for seat in table.sheet.seats.all()]
    for number, left in (*enumerate([5] * 10, 1), (1, 9)):  # the last one corrects the first
        row = {"entries": dict.fromkeys(names, left) | {names[0]: "-"}}
        lifecycle.record(sheet=table.sheet, number=number, row=row)
    for page in (at(table.sheet), at(table.sheet, "history")):
        assert client.get(page).status_code == 200
    client.force_login(User.objects.get())  # after the last jump, which ends a log-in
    assert client.get(night.get_absolute_url()).status_code == 200
    assert closing.close(night=night, reason="late").state == Night.State.CLOSED
    assert verify.run().problems == []
    (division,) = calculate.compute_season_standing(season)
    assert sorted(row.points for row in division.rows) == [0, 54, 54, 54]
    assert agenda.build_agenda(season.club).closed == [night]
