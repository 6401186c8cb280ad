import socket
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.config import program
from clubsite.maintenance import health
from scoring.models import Sheet
from scoring.sheets import progress
from tournaments import access, machines
from tournaments.accounts import mail_queue
from tournaments.backup import after_night, copies
from tournaments.models import Night

MOST = 20  # nights shown


class Waiting(NamedTuple):
    """A night with entries that are still to be settled."""

    night: Night
    conflicts: int
    late: int


@never_cache
@require_safe
@login_required
def upkeep(request: HttpRequest) -> HttpResponse:
    access.site_admin_or_403(request)
    words = {**read_state(), "waiting": [*islice(list_waiting(), MOST)]}
    return render(request, "clubsite/upkeep.html", words)


def read_state() -> dict[str, Any]:
    others = machines.list_others()
    last = after_night.find_last_of_all(others)
    return {
        "version": program.find_version(),
        "kind": connection.vendor,
        "size": measure_database(),
        "free": health.count_free_bytes(),
        "wrong": health.list_failures(),
        "last": last,
        "missing": after_night.find_missing(last),
        "by_itself": settings.BACKS_UP,
        "copies": copies.read_state(),
        "place": copies.find_place(),
        "letters": mail_queue.count_waiting() if settings.MAIL else None,
        "others": others,
        "here": socket.gethostname(),
        "last_here": after_night.find_last(),
    }


def measure_database() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    path = Path(connection.settings_dict["NAME"])
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def list_waiting() -> Iterator[Waiting]:
    """Latest night first. Sheets are scored in batches, only as far as the caller reads."""
    sheets = progress.select_conflicting(Sheet.objects.filter(table__round__isnull=False))
    on: defaultdict[int, list[int]] = defaultdict(list)  # sheets keyed by night
    for sheet, evening in sheets.values_list("pk", "table__round__night"):
        on[evening].append(sheet)
    every = Night.objects.filter(pk__in=on).select_related("season__club").order_by("-day", "-pk")
    rest = iter(every)
    while some := list(islice(rest, MOST)):
        pks = [sheet for night in some for sheet in on[night.pk]]
        states_by_sheet = progress.load_progress(
            progress.load_last_digests(Sheet.objects.filter(pk__in=pks))
        )
        for night in some:
            states = [states_by_sheet[sheet] for sheet in on[night.pk]]
            conflicts, late = (
                sum(state.conflicts for state in states),
                sum(state.late for state in states),
            )
            if conflicts or late:
                yield Waiting(night, conflicts, late)
