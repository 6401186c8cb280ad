"""Getting in by a link: into a club, or back into an account."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.refused import Refused
from tournaments import accounts, links, roles
from tournaments.forms.accounts import AccountForm, BackForm
from tournaments.models import Invitation, LogInLink, User
from tournaments.views.base import View, done, posted, told


def by_link(view: View) -> View:
    """Looking does nothing yet: messengers open what is sent with them."""
    reads = require_http_methods(["GET", "HEAD", "POST"])(view)
    return never_cache(sensitive_post_parameters("password")(reads))


@by_link
def join(request: HttpRequest, key: str) -> HttpResponse:
    invitation = links.find(Invitation, key)
    if invitation is None or not roles.works(invitation):
        return _old(request)
    if isinstance(request.user, User):
        return _accept(request, invitation, request.user)
    form = AccountForm(posted(request), initial={"owner_name": invitation.name})
    if role := done(form, roles.join, invitation=invitation):
        login(request, role.user)
        return redirect(role.club)
    words = {"invitation": invitation, "club": invitation.club, "form": form}
    return render(request, "tournaments/join.html", words)


def _accept(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    words: dict[str, Any] = {"invitation": invitation, "club": invitation.club}
    if request.method == "POST":
        try:
            return redirect(roles.accept(invitation=invitation, user=user).club)
        except Refused as refused:
            words["refusals"] = told(refused)
    return render(request, "tournaments/join.html", words)


@by_link
def back(request: HttpRequest, key: str) -> HttpResponse:
    link = links.find(LogInLink, key)
    if link is None or not accounts.works(link):
        return _old(request)
    form = BackForm(posted(request))
    if user := done(form, accounts.use_link, link=link):
        login(request, user)
        return redirect("front")
    return render(request, "tournaments/back.html", {"whose": link.user, "form": form})


def _old(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/old_link.html", status=404)
