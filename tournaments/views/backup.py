import logging
from datetime import datetime

from django.conf import settings
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from scoring.toolkit.problems import user_error
from tournaments import access, machines, problems
from tournaments.backup import after_night
from tournaments.backup.archive import Damaged
from tournaments.forms.own_account import ProvingForm
from tournaments.views.base import get_account, get_ip, page, read_posted

log = logging.getLogger(__name__)


@sensitive_post_parameters("current")
@page
def back_up(request: HttpRequest) -> HttpResponseBase:
    """The password is asked again: a back-up holds everything."""
    access.site_admin_or_403(request)
    form = ProvingForm(get_account(request), get_ip(request), read_posted(request))
    if form.is_valid():
        try:
            path = after_night.make()
            made = after_night.find_last()
            machines.report(last_back_up=made)
            return FileResponse(path.open("rb"), as_attachment=True, filename=name_download(made))
        except (OSError, Damaged) as error:
            log.error("A back-up failed: %s", error)
            form.add_problems(user_error(problems.NO_BACK_UP).problems)
    last = after_night.find_last_of_all()
    context = {"form": form, "last": last, "missing": after_night.find_missing(last)}
    more = {"by_itself": settings.BACKS_UP, "name": name_download(last)}
    return render(request, "tournaments/files/backup.html", context | more)


def name_download(made: datetime | None) -> str:
    """In local time, or of now; the back-ups that the site makes itself have UTC in their names."""
    return f"streepje-{timezone.localtime(made):%Y-%m-%d-%H%M}.backup"
