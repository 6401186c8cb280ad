"""De Daele: who signs off in time gets 5000; who does not gets nothing, and that always counts."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from scoring.sheets import lifecycle
from tests.tournaments.evenings import let_in, shut
from tests.tournaments.standings.test_calculate import rank
from tests.tournaments.views.forms import as_it_stands
from tournaments import links
from tournaments.club import reglementen
from tournaments.members import members
from tournaments.models import Attendance, Season, Table
from tournaments.nights import draw_rounds, nights

DAELE = {"signed_off": "fixed", "signed_off_points": "5000", "sign_off_hours": "3"}
DAELE |= {"no_show": "fixed", "no_show_points": "0", "no_show_always": "on"}
DAELE |= {"counting": "best", "counted": "2", "before_joining": "absent", "rounds": "1"}


@pytest.fixture
def season(client, club):
    club.starts = "20:00"
    club.save()
    rules = {"club": club, "options": {"games": 2}, "approval": "one"}
    reglementen.make(game="klaverjassen", name="Amsterdams", **rules)
    stands = as_it_stands(client.get("/de-hoop/seasons/new/"))
    days = {"first": "2026-01-01", "last": "2030-01-01"}
    assert client.post("/de-hoop/seasons/new/", stands | days | DAELE).status_code == 302
    return Season.objects.get()


def plan_night(season, days):
    (night,) = nights.plan(season=season, days=[timezone.localdate() + timedelta(days)])
    return nights.set_state(night=night, to="sign-up")


def play(night, who):
    let_in(night, who)
    nights.set_state(night=night, to="playing")
    draw_rounds.draw_rounds(night=night, rounds=1, method="mix")
    for table in Table.objects.filter(round__night=night):
        for number in (1, 2):
            lifecycle.record(sheet=table.sheet, number=number, row={"points_13": 92})
    shut(night)


def sign_off(client, night, member):
    path = f"/m/{links.make_key(member)}/"
    assert client.post(path, {"night": night.pk, "said": "off"}).status_code == 302
    return client.get(path).content.decode(), night.attendances.get(member=member).said


def test_season_says_so(client, season):
    page = client.get(season.get_absolute_url()).content.decode()
    assert "0 points, and it always counts" in page
    assert "until 3 hours before the night begins" in page
    again = as_it_stands(client.get(f"{season.get_absolute_url()}change/"))
    assert DAELE.items() <= again.items()


def test_member_reads_until_when_and_what_it_costs(client, season):
    ans = members.add(club=season.club, first="Ans")
    night = plan_night(season, 30)
    page = client.get(f"/m/{links.make_key(ans)}/").content.decode()
    end = date_format(night.day, "WEEKDAY_AND_MONTH_FORMAT")
    assert f"{end} at 17:00. After that it counts as: 0 points, and it always counts." in page
    assert "17:00. After that" in client.get(night.get_absolute_url()).content.decode()
    page, said = sign_off(client, night, ans)
    assert ("You signed off in time." in page, said) == (True, "off")


def test_who_signs_off_too_late_has_not_signed_off_unless_the_club_says_so(client, season):
    who = members.add_many(club=season.club, text="Ans\nBob\nCor\nDik\nEls\nFia\nGer\nHub")
    four, (els, fia) = who[:4], who[4:6]
    play(nights.set_state(night=plan_night(season, -7), to="check-in"), who)
    night = plan_night(season, -1)
    Attendance.objects.create(night=night, member=four[0], said="off")
    assert sign_off(client, night, four[0])[1] == "off"  # said in time, and once more
    for member in (els, fia):
        page, said = sign_off(client, night, member)
        assert ("You signed off too late: it counts as 0 points" in page, said) == (True, "late")
    nights.set_state(night=night, to="check-in")
    door = f"{night.get_absolute_url()}door/"
    assert client.get(door).content.decode().count("signed off too late") == 2
    client.post(door, {"off": fia.pk})
    play(night, four)
    missed = {pk: row.tallies[1] for pk, row in rank(season).items()}
    assert (missed[els.pk].points, missed[els.pk].always) == (0, True)
    assert (missed[fia.pk].points, missed[fia.pk].always) == (5000, False)
    page = client.get(f"{season.get_absolute_url()}standing/").content.decode()
    assert "not there, a fixed number of points, always counts" in page
