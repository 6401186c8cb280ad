"""Whole evenings of a game that the club settled itself, through the pages, under its own name."""

import re
import uuid

import pytest

from scoring.sheets import links
from tests import printed
from tests.tournaments.evenings import club_with, people, tonight
from tournaments.models import Night, Reglement, Season, Table, User

RULES = "/de-hoop/rules/new/?game=punten"


@pytest.fixture
def organiser(client):
    season = club_with(rounds=1)
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    return client, season


def settle(client, season, name, **rules):
    """Set up the game by its form, and play the season by it."""
    page = client.get(RULES).content.decode()
    form = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', page))
    sent = {**form, "name": name, "approval": "one"} | {f"rule_{k}": v for k, v in rules.items()}
    answer = client.post(RULES, sent)
    assert answer.status_code == 302, answer.content.decode()
    Season.objects.filter(pk=season.pk).update(reglement=Reglement.objects.get(name=name))


def begin(client, season, count):
    night = tonight(Season.objects.get(pk=season.pk))
    path = f"/de-hoop/nights/{night.pk}/"
    for member in people(season, count):
        client.post(f"{path}door/", {"in": member.pk})
    client.post(f"{path}state/", {"to": "playing"})
    client.post(f"{path}draw/", {"rounds": 1, "method": "mix"})
    return path


def write(client, table, *games):
    """Send these games as a phone does, each by the points of the seats."""
    names = [seat.name for seat in table.sheet.seats.all()]
    entries = [
        {
            "id": str(uuid.uuid4()),
            "do": "enter",
            "game": number,
            "row": {"entries": dict(zip(names, points, strict=False))},
            "seen": 0,
        }
        for number, points in enumerate(games, 1)
    ]
    key = links.make_key(table.sheet)
    body = {"version": 1, "device": "d-1", "entries": entries}
    reply = client.post("/sync/", body, "application/json", headers={"Streepje-Link": key}).json()
    return [problem["code"] for answer in reply["answers"] for problem in answer["problems"]]


def test_wiezen_comes_to_nought_and_counts_halves(organiser):
    client, season = organiser
    settle(client, season, "Wiezen", control="0", halves="True", games="2")
    path = begin(client, season, 8)
    first, second = Table.objects.all()
    assert write(client, first, (2, 2, -2, -1)) == ["P41"]
    assert write(client, first, (2.5, 2, -2, -2.5), (1, -1, 0, 0)) == []
    assert write(client, second, (15, -5, -5, -5), (0.5, -0.5, 0, 0)) == []
    form = client.get(links.build_path(first.sheet)).content.decode()
    assert re.search(r"<h2>[^\n]*<small>Wiezen</small></h2>", form)
    assert "2½" in form
    assert "Own game" not in re.sub("(?s)<script.*?</script>", "", form)
    client.post(f"{path}closing/", {"reason": "klaar"})
    page = client.get(f"{path}result/").content.decode()
    rows = re.findall("(?s)<tr.*?</tr>", page)
    firsts = [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows[1:4]]
    assert [re.findall(r"[−\d.]+", row)[2] for row in firsts] == ["15.50", "3.50", "1"], firsts
    assert "Wiezen" in page
    assert "<h2>Wiezen</h2>" in client.get("/de-hoop/records/").content.decode()
    said = {"name": "Wiezen", "approval": "one", "rule_lowest_wins": "True", "rule_games": "2"}
    answer = client.post(f"/de-hoop/rules/{Season.objects.get().reglement_id}/change/", said)
    assert "This counts closed nights again" in answer.content.decode()


def test_pairs_share_what_is_written_once(organiser):
    client, season = organiser
    settle(client, season, "Canasta", sides="True", per="round", least="0")
    begin(client, season, 4)
    (table,) = Table.objects.all()
    assert write(client, table, (1250, 340)) == []
    assert client.get(f"/de-hoop/nights/{Night.objects.get().pk}/result/").status_code == 200
    totals = [seat.total for seat in table.sheet.seats.all()]
    assert totals == [1250, 340, 1250, 340]


def test_printed_form_has_the_clubs_own_name(organiser):
    client, season = organiser
    settle(client, season, "Rikken bij De Hoop", games="4")
    begin(client, season, 4)
    path = f"/de-hoop/nights/{Night.objects.get().pk}/print/"
    for what in ("empty", "forms"):
        page = printed.read(client.get(f"{path}{what}.pdf", {"count": 1}).content)[0]
        assert "Rikken bij De Hoop" in page.said
        assert "Own game" not in page.said
