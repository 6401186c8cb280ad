"""A back-up in the browser: of the whole site, so for who owns every club of it."""

import logging

from django.conf import settings
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters

from tournaments import access, machines, problems
from tournaments.backup import schedule
from tournaments.backup.archive import Damaged
from tournaments.forms.own_account import ProvingForm
from tournaments.problems import user_error
from tournaments.views.base import account, address, page, posted

log = logging.getLogger(__name__)


@sensitive_post_parameters("current")
@page
def back_up(request: HttpRequest) -> HttpResponseBase:
    """The password once more: a laptop may lie open in the hall, and this is all there is."""
    access.site_admin_or_403(request)
    form = ProvingForm(account(request), address(request), posted(request))
    if form.is_valid():
        try:
            made = schedule.make()
            machines.report(last_back_up=schedule.last())
            return FileResponse(made.open("rb"), as_attachment=True, filename=made.name)
        except (OSError, Damaged) as error:
            log.error("A back-up failed: %s", error)
            form.take(user_error(problems.NO_BACK_UP).problems)
    last = schedule.last_of_all()
    words = {"form": form, "last": last, "missing": schedule.missing(last)}
    return render(
        request, "tournaments/files/backup.html", {**words, "by_itself": settings.BACKS_UP}
    )
