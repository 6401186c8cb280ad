"""The machines that serve one site, each with its own data folder."""

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
    """The same in all processes. A laptop's host name may change, and with SQLite there is only one
    machine, so there the data folder alone counts.
    """
    host = "" if connection.vendor == "sqlite" else socket.gethostname()
    place = f"{host} {Path(settings.DATA).resolve()}"
    return seals.make("tournaments.machines", place).hex()[:32]


def report(**said: Any) -> None:
    said |= {"name": socket.gethostname()[:100], "seen": timezone.now()}
    Machine.objects.update_or_create(place=find_own_place(), defaults=said)


def list_others() -> list[Machine]:
    recent = Machine.objects.filter(seen__gte=timezone.now() - SILENT)
    return list(recent.exclude(place=find_own_place()))


def purge_expired() -> int:
    return Machine.objects.filter(seen__lt=timezone.now() - KEPT).delete()[0]
