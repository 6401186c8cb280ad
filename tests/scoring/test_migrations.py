import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.models import Sheet
from tournaments.club import first_club

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(name):
    executor = MigrationExecutor(connection)
    executor.migrate([("scoring", name)])
    return executor.loader.project_state([("scoring", name)]).apps


@pytest.fixture
def before_events():
    yield migrate("0001_initial")
    call_command("migrate", verbosity=0)


def test_demo_from_before_the_events_is_filled_again(before_events):
    sheet = before_events.get_model("scoring", "Sheet").objects.create(
        game="jokeren", game_version=1
    )
    for place, name in enumerate(["Ans", "Bob"], 1):
        before_events.get_model("scoring", "Seat").objects.create(
            sheet=sheet, position=place, name=name
        )
    row = before_events.get_model("scoring", "Row")
    row.objects.create(sheet=sheet, number=1, data={"entries": {"Ans": "-", "Bob": 5}})
    call_command("migrate", verbosity=0)
    assert first_club.is_empty()
    call_command("demo", clubs=0, verbosity=0)
    assert Sheet.objects.count() == 12
    call_command("verify")
