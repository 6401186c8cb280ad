from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.sheets import links as sheet_links
from tests.tournaments import evenings
from tournaments import links
from tournaments.accounts import invitations, login_links
from tournaments.club import reglementen
from tournaments.models import Role, Table, User
from tournaments.nights import nights, signing_up

pytestmark = pytest.mark.django_db
WEEK = timedelta(weeks=1)
PAGES = (
    *("", "nights/", "members/", "players/", "records/", "rules/", "seasons/", "people/"),
    *("nights/{night}/", "nights/{night}/door/", "nights/{night}/codes/", "nights/{night}/money/"),
    *("nights/{night}/closing/", "nights/{night}/result/", "nights/{night}/workbook/"),
    *("nights/{night}/print/forms.pdf", "players/{member}/"),
    *("seasons/{season}/standing/", "seasons/{season}/workbook/"),
    *("seasons/{season}/standing/?of=p1", "members/links.pdf"),
)


def build(size):
    """A club with so many tables on a night, and so many of everything else; its pages."""
    season = evenings.club_with(member_fee=250, periods=[9])
    club, who = season.club, evenings.people(season, 4 * size)
    for week in range(size):
        evenings.evening(season, who, evenings.THURSDAY + week * WEEK)
    night = evenings.playing(season, who, evenings.THURSDAY + 10 * WEEK, rounds=1)
    for table in (tables := Table.objects.filter(round__night=night)):
        evenings.play(table)
    days = [evenings.THURSDAY + (20 + week) * WEEK for week in range(size)]
    for planned in nights.plan(season=season, days=days, sign_up=True):
        signing_up.sign(night=planned, member=who[0], said="on")
    owner, same = User.objects.get(), {"club": club, "approval": "one", "options": {}}
    for number in range(size):
        rules = reglementen.make(game="jolly", name=f"Jolly {number}", **same)
        evenings.one_more_season(season, name=f"Season {number}", reglement=rules)
        invitations.invite(club=club, kind="helper", name=f"Bob {number}", by=owner)
        user = User.objects.create(login=f"cor{number}", name="Cor")
        role = Role.objects.create(user=user, club=club, kind="helper")
        login_links.create_login_link(role=role, by=owner)
    ids = {"night": night.pk, "season": season.pk, "member": who[0].pk}
    own = f"/m/{links.make_key(who[0])}/"
    return {page: f"/de-hoop/{page.format(**ids)}" for page in PAGES} | {
        "hall": f"/hall/{links.make_key(night)}/",
        "own": own,
        "calendar": f"{own}calendar.ics",
        "paper": f"{sheet_links.build_path(tables[0].sheet)}paper/",
    }


def count(size):
    with transaction.atomic():
        pages, client, taken = build(size), Client(), {}
        client.force_login(User.objects.get(login="ans"))
        client.get("/de-hoop/")
        for page, path in pages.items():
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(path)
            assert answer.status_code == 200, page
            taken[page] = len(queries)
        transaction.set_rollback(True)
    return taken


def test_pages_take_as_many_queries_for_a_large_club_as_for_a_small_one():
    small, large = count(1), count(2)
    assert {page: large[page] - small[page] for page in small if large[page] > small[page]} == {}
