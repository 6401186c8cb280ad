import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring import games, sheets
from scoring.games.sheet import score
from scoring.models import Event, Seat, Sheet

pytestmark = pytest.mark.django_db


def demo(**options) -> str:
    said = StringIO()
    call_command("demo", stdout=said, **options)
    return said.getvalue()


def contents() -> list[dict]:
    return [sheets.as_data(sheet) for sheet in Sheet.objects.order_by("pk")]


def test_demo_shows_every_game_system_finished_and_half_way():
    said = demo()
    made = contents()
    assert len(made) == 12
    assert said.splitlines()[-1] == "12 wedstrijdformulieren gemaakt (seed streepje)."
    assert {one["game"] for one in made} == {game.key for game in games.GAMES}
    results = [score(one) for one in made]
    assert all(one["valid"] for one in results)
    assert {one["finished"] for one in results} == {True, False}


def erase_all() -> None:
    for sheet in Sheet.objects.all():
        sheets.erase(sheet=sheet)


def test_same_seed_same_demo():
    demo(seed="7")
    first = contents()
    erase_all()
    demo(seed="7")
    assert contents() == first
    erase_all()
    demo(seed="8")
    assert contents() != first


@pytest.mark.parametrize("seed", [str(n) for n in range(12)])
def test_any_seed_deals_what_can_be(seed):
    demo(seed=seed)
    assert all(score(one)["valid"] for one in contents())


def test_demo_stands_on_events_that_name_nobody():
    demo()
    said = StringIO()
    call_command("verify", stdout=said)
    assert json.loads(said.getvalue()) == {
        "sheets": 12,
        "events": Event.objects.count(),
        "problems": [],
    }
    bodies = " ".join(Event.objects.values_list("body", flat=True))
    assert [name for name in Seat.objects.values_list("name", flat=True) if name in bodies] == []


def test_demo_refuses_a_database_with_anything_in_it():
    sheets.open(game="jokeren", names=["Ans", "Bob"])
    with pytest.raises(CommandError, match="lege database"):
        demo()
    assert Sheet.objects.count() == 1
