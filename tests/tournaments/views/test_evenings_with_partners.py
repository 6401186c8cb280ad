"""Whole evenings of a game with partners through the pages: 34 people by themselves, 17 couples."""

import re
from collections import Counter

import pytest

from scoring.sheets import lifecycle
from tests.by_day import by_day
from tests.tournaments.evenings import THURSDAY, club_with, people
from tournaments.members import couples
from tournaments.models import Night, Table, TableSeat, User
from tournaments.standings import calculate

pytestmark = pytest.mark.django_db


def begin(client, season, who):
    """Plan a night, let everybody in and close the door, with the buttons of the pages."""
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    form = {"first": THURSDAY.isoformat(), "weeks": "0", "games": "2"}
    client.post(f"/de-hoop/seasons/{season.pk}/nights/", form)
    night = Night.objects.get()
    path = f"/de-hoop/nights/{night.pk}/"
    client.post(f"{path}state/", {"to": "check-in"})
    for member in who:
        client.post(f"{path}door/", {"in": member.pk})
    client.post(f"{path}state/", {"to": "playing"})
    return night, path


def play_all(count=None):
    for table in Table.objects.select_related("sheet")[:count]:
        names = [seat.name for seat in table.sheet.seats.all()]
        for number in (1, 2):
            row = {"bid": "7H", "by": names[number], "tricks": 6 + table.number % 5}
            lifecycle.record(sheet=table.sheet, number=number, row=row)


def end(client, path):
    client.post(f"{path}closing/", {"reason": "klaar"})
    assert Night.objects.get().state == "closed"


def test_thirty_four_people_play_three_rounds(client):
    season = club_with("vijfhonderd", {"games": 16}, sitting_out="fixed", sit_out=160)
    _night, path = begin(client, season, people(season, 34))
    client.post(f"{path}draw/", {"rounds": 3, "method": "mix"})
    partners, met = Counter(), Counter()
    for table in Table.objects.all():
        sat = list(table.seats.order_by("seat__position").values_list("member", flat=True))
        partners.update([frozenset(sat[::2]), frozenset(sat[1::2])])
        met.update(frozenset((a, b)) for n, a in enumerate(sat) for b in sat[:n])
    assert len(Table.objects.all()) == 24
    assert {max(partners.values()), max(met.values())} == {1}
    page = client.get(f"{path}draw/").content.decode()
    assert "The same partner again: 0 times; fewer is impossible." in page
    play_all()
    end(client, path)
    rows = calculate.compute_season_standing(season)[0].rows
    out = [[part.points for part in row.tallies[0].slices if not part.share] for row in rows]
    assert sorted(map(len, out)) == [0] * 28 + [1] * 6  # each at most once
    assert {points for parts in out for points in parts} == {160}
    page = client.get(f"/de-hoop/seasons/{season.pk}/standing/").content.decode()
    assert "Speler 33" in page


@pytest.mark.parametrize("method", by_day(["mix", "move", "standing"], "move"))
def test_seventeen_couples_play_three_rounds(client, method):
    season = club_with(
        "vijfhonderd", {"games": 16}, by_couple=True, season_prizes=[1, "/4", "last"]
    )
    who = people(season, 34)
    for number in range(0, 34, 2):
        couples.form_couple(season=season, first=who[number], second=who[number + 1])
    _night, path = begin(client, season, who)
    assert (
        "8 tables of two couples, 1 couple sits out" in client.get(f"{path}door/").content.decode()
    )
    for _ in range(3):  # round by round
        client.post(f"{path}draw/", {"rounds": 1, "method": method, "all_the_same": "on"})
    met = Counter()
    for table in Table.objects.all():
        seats = TableSeat.objects.filter(table=table).order_by("seat__position")
        sat = list(seats.values_list("couple", flat=True))
        assert (sat[0], sat[1]) == (sat[2], sat[3])
        met[frozenset(sat)] += 1
    assert (len(met), max(met.values())) == (24, 1)
    play_all(1)
    page = client.get(f"{path}result/").content.decode()
    assert "14 couples are still playing, and come here when their table is finished." in page
    play_all()
    end(client, path)
    rows = calculate.compute_season_standing(season)[0].rows
    assert len(rows) == 17
    for where in (f"{path}result/", f"/de-hoop/seasons/{season.pk}/standing/", f"{path}rounds/"):
        assert client.get(where).status_code == 200
    page = client.get(f"{path}result/").content.decode()
    assert "Speler 00 &amp; Speler 01" in page
    assert re.search(r"17 couples\s+· high wins", page)
    for name in ("seats", "forms", "result", "night-prizes"):
        assert client.get(f"{path}print/{name}.pdf").status_code in (200, 404)
    assert client.get(f"{path}workbook/").status_code == 200
