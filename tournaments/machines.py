"""The machines that serve one site, each with its own data folder. Each machine reports its state
to the database, where the others can read it.
"""

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.toolkit import seals
from tournaments.models import Machine

SILENT = timedelta(
    hours=3
)  # without a report for so long a machine counts as gone; each reports hourly
KEPT = timedelta(days=7)


def find_own_place() -> str:
    """Return the id of this machine, which is the same in all of its processes: a hash of its host
    name and its data folder. A site with SQLite has only one machine, and a laptop's host name may
    change; so its id is a hash of the data folder alone.
    """
    host = "" if connection.vendor == "sqlite" else socket.gethostname()
    place = f"{host} {Path(settings.DATA).resolve()}"
    return seals.make("tournaments.machines", place).hex()[:32]


def report(**said: Any) -> None:
    """Save these values about this machine in the database, such as the time of its last back-up.
    Also save the current time, which shows that the machine is alive.
    """
    said |= {"name": socket.gethostname()[:100], "seen": timezone.now()}
    Machine.objects.update_or_create(place=find_own_place(), defaults=said)


def list_others() -> list[Machine]:
    """Return the other machines that serve this site and reported recently."""
    recent = Machine.objects.filter(seen__gte=timezone.now() - SILENT)
    return list(recent.exclude(place=find_own_place()))


def purge_expired() -> int:
    """Delete machines that have not reported for long. Return how many were deleted."""
    return Machine.objects.filter(seen__lt=timezone.now() - KEPT).delete()[0]
