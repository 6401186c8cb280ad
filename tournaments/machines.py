"""The machines that serve one site, each with a data folder of its own: what the one that runs
tells of itself in the database, so that every other can show it.
"""

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import Machine

SILENT = timedelta(hours=3)  # after which it counts as gone: each tells of itself every hour
KEPT = timedelta(days=7)


def own_place() -> str:
    """The same for every process that has this data folder. A laptop may have another name on
    another network, but only one machine has a SQLite.
    """
    host = "" if connection.vendor == "sqlite" else socket.gethostname()
    said = f"{host} {Path(settings.DATA).resolve()}"
    return salted_hmac("tournaments.machines", said, algorithm="sha256").hexdigest()[:32]


def report(**said: Any) -> None:
    """What changed of this machine; that it is there, in any case."""
    said |= {"name": socket.gethostname()[:100], "seen": timezone.now()}
    Machine.objects.update_or_create(place=own_place(), defaults=said)


def others() -> list[Machine]:
    """That told of themselves lately."""
    lately = Machine.objects.filter(seen__gte=timezone.now() - SILENT)
    return list(lately.exclude(place=own_place()))


def purge_expired() -> int:
    """Those that were silent for long; how many."""
    return Machine.objects.filter(seen__lt=timezone.now() - KEPT).delete()[0]
