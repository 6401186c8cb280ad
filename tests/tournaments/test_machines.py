"""What each machine tells of itself, for all others to show."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tournaments import machines
from tournaments.backup import after_night
from tournaments.models import Machine


@pytest.fixture
def on(settings, tmp_path):
    """`on("a")`: from now on it is machine a that runs."""
    Machine.objects.all().delete()  # a process of a test before may have told of itself

    def change(name):
        settings.DATA, settings.BACKUPS = tmp_path / name, tmp_path / name / "backups"
        settings.BACKUPS.mkdir(parents=True, exist_ok=True)

    return change


def test_each_knows_the_others_for_as_long_as_they_are_heard_of(on):
    for name in ("a", "b"):
        on(name)
        machines.report(version=f"1.{name}")
        machines.report(free=7)
    assert [(other.version, other.free) for other in machines.list_others()] == [("1.a", 7)]
    Machine.objects.update(seen=timezone.now() - machines.SILENT)
    assert (machines.list_others(), machines.purge_expired()) == ([], 0)
    Machine.objects.update(seen=timezone.now() - machines.KEPT)
    assert (machines.purge_expired(), Machine.objects.count()) == (2, 0)


def test_last_back_up_is_that_of_any_machine(on):
    made = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)
    on("a")
    assert after_night.find_last_of_all() is None
    (after_night.settings.BACKUPS / f"streepje-{made:%Y%m%dT%H%M%S}Z.backup").touch()
    machines.report(last_back_up=after_night.find_last())
    on("b")
    assert (after_night.find_last(), after_night.find_last_of_all()) == (None, made)
    Machine.objects.update(seen=timezone.now() - machines.SILENT)
    assert after_night.find_last_of_all() is None
