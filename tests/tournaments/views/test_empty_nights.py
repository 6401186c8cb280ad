"""A night that is closed without a round played is a night like others, wherever it is counted."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from tests.by_day import at_night
from tests.tournaments.evenings import THURSDAY, drawn, finish, people, playing
from tournaments.club import seasons
from tournaments.models import Table, UserSession
from tournaments.nights import closing

pytestmark = pytest.mark.usefixtures("at_the_laptop")

SUM, AVERAGE = {}, {"counting": "average", "no_show": "own"}
PLACES = {"counting": "places", "place_points": [4, 3, 2, 1]}
BEST = {"counting": "best", "counted": 1, "divisions": 2}
PAGES = (
    "", "players/", "records/", "records/?as=xlsx", "seasons/{season}/standing/",
    "seasons/{season}/standing/?as=csv", "seasons/{season}/workbook/",
    "seasons/{season}/divisions/", "seasons/{season}/print/standing.pdf",
    "nights/{night}/", "nights/{night}/result/",
    "nights/{night}/result.pdf", "nights/{night}/workbook/",
)  # fmt: skip
OF_A_PLAYER = ("players/{member}/", "players/{member}/?as=pdf")


def close(night):
    return closing.close(night=night, reason="x")


@pytest.mark.parametrize(
    ("said", "played"),
    [(SUM, None), (PLACES, 1), at_night(BEST, 0), at_night(SUM, 1), at_night(AVERAGE, 0)],
)
def test_night_without_a_round_is_on_every_page(client, season, said, played, monkeypatch):
    """`played` is None where there are no members."""
    seasons.change(season=season, **said)
    who = [] if played is None else people(season, 8)
    for week in range(2):
        night = playing(season, who, THURSDAY + timedelta(weeks=week))
        if played and not week:
            drawn(night, 1)
            finish(*Table.objects.all())
        elif played:
            drawn(night, 1)  # and nothing of it is played
        close(night)
    pages_of_player = OF_A_PLAYER[: 1 + played] if who else ()  # no lists of who never played
    ids = {"season": season.pk, "night": night.pk, "member": who[0].pk if who else 0}
    for today in (THURSDAY, date(2028, 1, 1)):  # while the season goes on, and after it
        monkeypatch.setattr(timezone, "localdate", lambda *_when, day=today: day)
        UserSession.objects.update(used=timezone.localdate())  # else unused for too long
        for page in (*PAGES, *pages_of_player):
            answer = client.get(f"/de-hoop/{page.format(**ids)}")
            assert (page, answer.status_code) == (page, 200)
            assert b"".join(answer.streaming_content) if answer.streaming else answer.content
