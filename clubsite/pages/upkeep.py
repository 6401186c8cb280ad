import logging
import socket
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import BigIntegerField, Func, Value
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from clubsite.config import program
from clubsite.context import may_open_to_network
from clubsite.maintenance import health
from scoring.models import Sheet
from scoring.sheets import progress
from scoring.toolkit import operating_system
from scoring.toolkit.addresses import draw_code, reachable
from tournaments import access, machines
from tournaments.accounts import mail_queue
from tournaments.backup import after_night, copies
from tournaments.backup.second_place import choose_place, find_place
from tournaments.forms.second_place import SecondPlaceForm
from tournaments.models import Night, User
from tournaments.views.base import get_account, get_ip, page, read_posted, run_verb

MOST = 20  # nights shown


class Waiting(NamedTuple):
    night: Night
    conflicts: int
    late: int


@never_cache
@require_safe
@login_required
def upkeep(request: HttpRequest) -> HttpResponse:
    access.site_admin_or_403(request)
    others = machines.list_others()
    last = after_night.find_last_of_all(others)
    context = {
        "version": program.find_version(),
        "kind": connection.vendor,
        "size": measure_database(),
        "free": health.count_free_bytes(),
        "wrong": health.list_failures(),
        "last": last,
        "missing": after_night.find_missing(last),
        "by_itself": settings.BACKS_UP,
        "copies": copies.read_state(),
        "place": find_place(),
        "letters": mail_queue.count_waiting() if settings.MAIL else None,
        "others": others,
        "here": socket.gethostname(),
        "last_here": after_night.find_last(),
        "waiting": list_waiting(),
    }
    return render(request, "clubsite/upkeep.html", context)


def measure_database() -> int:
    if connection.vendor == "postgresql":
        name = Value(connection.settings_dict["NAME"])
        size = Func(name, function="pg_database_size", output_field=BigIntegerField())
        return int(User.objects.values_list(size, flat=True)[0])  # of any row
    path = Path(connection.settings_dict["NAME"])
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def list_waiting() -> list[Waiting]:
    """Latest night first."""
    sheets = progress.select_conflicting(Sheet.objects.filter(table__round__isnull=False))
    night_of = dict(sheets.values_list("pk", "table__round__night"))
    digests = progress.load_last_digests(Sheet.objects.filter(pk__in=night_of))
    on = defaultdict(list)
    for sheet, state in progress.load_progress(digests).items():
        on[night_of[sheet]].append((state.conflicts, state.late))
    nights = Night.objects.filter(pk__in=on).select_related("season__club").order_by("-day", "-pk")
    waiting = [Waiting(night, *map(sum, zip(*on[night.pk], strict=True))) for night in nights]
    return [night for night in waiting if night.conflicts or night.late][:MOST]


@sensitive_post_parameters("current")
@page
def second_place(request: HttpRequest) -> HttpResponse:
    """Asks for the password again: who can read that place can read the whole site."""
    access.site_admin_or_403(request)
    drives, posted = operating_system.list_drives(), read_posted(request)
    form = SecondPlaceForm(get_account(request), get_ip(request), drives, posted)
    if not settings.SECOND_PLACE and run_verb(form, choose_place):
        return redirect("upkeep")
    context = {"form": form, "place": find_place(), "fixed": settings.SECOND_PLACE}
    return render(request, "clubsite/second_place.html", context)


logger = logging.getLogger(__name__)


@require_POST
@login_required
def open_to_network(request: HttpRequest) -> HttpResponse:
    if settings.OPEN_TO_NETWORK is None:
        raise Http404
    if not may_open_to_network(request):
        raise PermissionDenied
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, None):
        back = "/"
    try:
        opened = settings.OPEN_TO_NETWORK()
    except OSError as error:
        logger.warning("not open to the network: %s", error)
        opened = False
    context: dict[str, Any] = {"next": back, "next_page": back}  # this address takes no GET
    if not opened:
        return render(request, "clubsite/no_network.html", context, status=409)
    address = reachable(request, "/")
    code = draw_code(address, gettext("Code that opens the site"))
    context |= {"address": address, "code": code}
    return render(request, "clubsite/network_open.html", context)
