"""The pages behind links that join a club, log in to an account, or confirm an e-mail address."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments import links
from tournaments.accounts import accounts, invitations, login_links, mail, second_step
from tournaments.accounts.lifetimes import LETTER_MINUTES, LETTER_WORKS
from tournaments.forms.accounts import AccountForm, LinkForm
from tournaments.forms.second_step import BackStepForm
from tournaments.models import EmailConfirmation, Invitation, LogInLink, User
from tournaments.views.base import View, get_ip, read_posted, run_verb, try_verb
from tournaments.views.log_in import build_step_words, find_first_page, let_in, prepare_second_step


def by_link(view: View) -> View:
    """Such a view must not change anything on a GET request, because messengers open links to show
    a preview.
    """
    reads = require_http_methods(["GET", "HEAD", "POST"])(view)
    return never_cache(sensitive_post_parameters("password", "step", "passkey")(reads))


@by_link
def join(request: HttpRequest, key: str) -> HttpResponse:
    invitation = links.find(Invitation, key)
    if invitation is None or not invitations.can_be_accepted(invitation):
        return _old(request)
    if isinstance(request.user, User):
        context: dict[str, Any] = {"invitation": invitation, "club": invitation.club}
        if request.method == "POST":
            context["refusals"] = try_verb(
                invitations.accept, invitation=invitation, user=request.user
            )
            if not context["refusals"]:
                return redirect(invitation.club)
        return render(request, "tournaments/accounts/join.html", context)
    form = AccountForm(read_posted(request), initial={"owner_name": invitation.name})
    if role := run_verb(form, invitations.join, invitation=invitation):
        return let_in(request, role.user, resolve_url(role.club))
    context = {"invitation": invitation, "club": invitation.club, "form": form}
    return render(request, "tournaments/accounts/join.html", context)


@by_link
def back(request: HttpRequest, key: str) -> HttpResponse:
    link = links.find(LogInLink, key)
    if link is None or not login_links.is_valid(link):
        return _offer_another(request, link)
    on = second_step.is_on(link.user)
    given = prepare_second_step(request, link.user) if on else None
    form = BackStepForm(read_posted(request), expected=given)
    if user := run_verb(form, login_links.use_link, link=link):
        then = resolve_url(link.then or link.club or find_first_page(user))
        return let_in(request, user, then, used_paper=form.used_paper)
    asked_at = link.expires - LETTER_WORKS if link.email else None
    context = {"whose": link.user, "form": form, "asked": asked_at, "asked_with": link.asked_with}
    context |= build_step_words(request, link.user) if on else {}
    return render(request, "tournaments/accounts/link_login.html", context)


def _offer_another(request: HttpRequest, link: LogInLink | None) -> HttpResponse:
    if link is None or not (settings.MAIL and login_links.may_mail_another(link)):
        return _old(request)
    if "another" not in request.POST:
        context = {"link": link, "minutes": LETTER_MINUTES}
        return render(request, "tournaments/accounts/link_expired.html", context, status=404)
    given = {"ip": get_ip(request), "asked_with": find_browser(request)}
    login_links.mail_another(link=link, **given)
    mail.wake()
    return redirect(f"{reverse('tournaments:link')}?sent")


def find_browser(request: HttpRequest) -> str:
    return name_browser(request.headers.get("User-Agent", ""))


@by_link
def ask(request: HttpRequest) -> HttpResponse:
    """The response does not reveal whether the account exists."""
    form, then = LinkForm(read_posted(request)), check_next(request.GET.get("next", ""))
    back = f"next={quote(then)}" if then else ""
    if settings.MAIL and form.is_valid():
        given = {"ip": get_ip(request), "asked_with": find_browser(request)}
        login_links.mail_links(**form.cleaned_data, **given, then=then)
        mail.wake()
        return redirect(f"{reverse('tournaments:link')}?{'&'.join(filter(None, ['sent', back]))}")
    context = {"form": form, "back": back, "minutes": LETTER_MINUTES}
    return render(request, "tournaments/accounts/link.html", context)


def check_next(then: str) -> str:
    """Return the address if it is a page of this site, otherwise ""."""
    longest = LogInLink._meta.get_field("then").max_length or 0
    is_ours = then.startswith("/") and url_has_allowed_host_and_scheme(then, allowed_hosts=None)
    return then if is_ours and len(then) <= longest else ""


@by_link
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """It works on any device without logging in: the link alone proves that e-mail arrives."""
    confirmation = links.find(EmailConfirmation, key)
    if confirmation is None or not login_links.is_valid(confirmation):
        return _old(request)
    if request.method == "POST":
        if try_verb(accounts.confirm, confirmation=confirmation):
            return _old(request)
        mail.wake()
    return render(request, "tournaments/accounts/confirm.html", {"asked": confirmation})


def _old(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/accounts/link_expired.html", status=404)


# By what a browser says of itself. The first match counts: Edge calls itself Chrome as well, and
# nearly all call themselves Safari.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def name_browser(user_agent: str) -> str:
    """Return the browser and the system that this header names; "" if it names neither. Nothing of
    the header itself is returned, as a visitor can write anything there.
    """
    names = (
        next((name for word, name in known.items() if word in user_agent), "")
        for known in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, names))
