import logging
import socket
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import BigIntegerField, Func, Value
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
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
from scoring.toolkit.numbered_forms import Sent
from tournaments import access, machines
from tournaments.accounts import mail_queue
from tournaments.backup import after_night, copies
from tournaments.backup.second_place import REFUSALS, choose_place, find_place
from tournaments.forms.fields import make_choice_field
from tournaments.forms.own_account import ProvingForm
from tournaments.models import Night, User
from tournaments.problems import PLACE_OURS
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
        "waiting": [*islice(list_waiting(), MOST)],
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
        digests = progress.load_last_digests(Sheet.objects.filter(pk__in=pks))
        states_by_sheet = progress.load_progress(digests)
        for night in some:
            states = [states_by_sheet[sheet] for sheet in on[night.pk]]
            conflicts = sum(state.conflicts for state in states)
            late = sum(state.late for state in states)
            if conflicts or late:
                yield Waiting(night, conflicts, late)


OTHER, NONE = "other", "none"


class SecondPlaceForm(ProvingForm):
    places = dict.fromkeys((*REFUSALS.values(), PLACE_OURS), "folder")

    place = make_choice_field(_("Where should a second copy go?"), ())
    folder = forms.CharField(
        label=_("Another folder"),
        help_text=_(
            "The full name of a stick, of a folder on another computer, or of a folder that is "
            "copied elsewhere by itself."
        ),
        max_length=400,
        required=False,
    )

    field_order = ("place", "folder", "current")

    def __init__(self, user: User, ip: str, drives: list[Path], data: Sent = None) -> None:
        first = str(drives[0]) if drives else OTHER
        super().__init__(user, ip, data, initial={"place": first})
        stick = gettext("Stick %(name)s")
        sticks = [(str(drive), stick % {"name": drive.name or drive}) for drive in drives]
        more = [(OTHER, _("Another folder")), (NONE, _("Nowhere else"))]
        self.fields["place"].choices = [*sticks, *more]

    def clean(self) -> dict[str, Any]:
        place = self.cleaned_data.get("place", NONE)
        typed = str(self.cleaned_data.get("folder", ""))
        return {"named": typed or "." if place == OTHER else "" if place == NONE else place}


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
