from collections.abc import Callable
from functools import wraps
from textwrap import wrap
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters

from scoring.toolkit.addresses import draw_svg
from tournaments.accounts import (
    mail,
    one_time_codes,
    passkeys,
    rights,
    second_step,
    step_duty,
    step_session,
)
from tournaments.forms.second_step import AppForm, PasskeyForm, ProveForm, SecondStepForm
from tournaments.models import Club, Role, User
from tournaments.views.base import (
    View,
    get_account,
    get_ip,
    page,
    page_of,
    pressed,
    read_id,
    read_posted,
    run_verb,
    try_verb,
)
from tournaments.views.link_login import check_next
from tournaments.views.log_in import build_step_words, find_place, prepare_second_step


def proved(view: Callable[..., HttpResponse]) -> View:
    """Who did not prove lately who they are does so first; what was sent is opened anew."""

    @page
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if step_session.has_proved(request.session, get_account(request)):
            return view(request, *args, **kwargs)
        again = "?again" if request.method == "POST" else ""
        then = quote(request.path + again if again else request.get_full_path())
        return redirect(f"{reverse('tournaments:second-step-prove')}?next={then}")

    return guarded


@page
def own(request: HttpRequest) -> HttpResponse:
    user, here = get_account(request), find_place(request)
    due = step_duty.list_due_roles(user)
    context = {
        "ways": second_step.load_ways(user),
        "due": due,
        "later": due and all(step_duty.is_playing(role.club) for role in due),
        "next": check_next(request.GET.get("next", "")),
        "used_paper": request.GET.get("used") == "paper",
        "installed": passkeys.is_installed(),
        "works": passkeys.can_work_at(here),
        "here": here,
    }
    return render(request, "tournaments/accounts/second_step.html", context)


@sensitive_post_parameters("current", "step", "passkey")
@page
def prove(request: HttpRequest) -> HttpResponse:
    user = get_account(request)
    on = second_step.is_on(user)
    given = prepare_second_step(request, user) if on else None
    form = ProveForm(user, get_ip(request), read_posted(request), expected=given)
    if form.is_valid() or not form.fields:
        if form.fields:  # who proved nothing keeps the term of the log-in
            request.session.cycle_key()
        step_session.prove(request.session, user)
        return redirect(check_next(request.GET.get("next", "")) or "tournaments:second-step")
    context = {"form": form} | (build_step_words(request, user) if on else {})
    return render(request, "tournaments/accounts/second_step_prove.html", context)


@sensitive_post_parameters("code")
@proved
def app(request: HttpRequest) -> HttpResponse:
    user = get_account(request)
    if second_step.load_ways(user).app:
        return redirect("tournaments:second-step")
    nonce = step_session.find_new_app(request.session)
    form = AppForm(read_posted(request))
    codes = run_verb(form, second_step.add_app, user=user, nonce=nonce)
    if codes is not None:
        request.session.pop(step_session.NEW_APP, None)
        said = gettext("From now on the app is your second step, too.")
        return _added(request, user, codes, said)
    secret = second_step.compute_app_secret(user, nonce)
    clubs = [role.club.name for role in user.roles.select_related("club")[:2]]
    site = " ".join(["Streepje", *(clubs if len(clubs) == 1 else [])]).replace(":", " ")
    opens = one_time_codes.build_app_address(secret, login=user.login, site=site)
    context = {"form": form, "secret": " ".join(wrap(secret, 4)), "opens": opens}
    context["code"] = draw_svg(opens, gettext("Code for the app"))
    return render(request, "tournaments/accounts/second_step_app.html", context)


@sensitive_post_parameters("answer")
@proved
def passkey(request: HttpRequest) -> HttpResponse:
    user, here = get_account(request), find_place(request)
    if not (passkeys.is_installed() and passkeys.can_work_at(here)):
        return redirect("tournaments:second-step")
    form = PasskeyForm(read_posted(request), initial={"name": gettext("My phone")})
    challenge = step_session.take_challenge(request.session) if form.is_bound else ""
    codes = run_verb(form, passkeys.add, user=user, place=here, challenge=challenge)
    if codes is not None:
        said = gettext("From now on this phone or computer is your second step, too.")
        return _added(request, user, codes, said)
    challenge = step_session.give_challenge(request.session)
    context = {"form": form, "passkey": passkeys.build_add_options(user, here, challenge)}
    return render(request, "tournaments/accounts/second_step_passkey.html", context)


def _added(request: HttpRequest, user: User, codes: list[str], said: str) -> HttpResponse:
    """Only this session stays logged in. New codes for paper are shown now, and never again."""
    update_session_auth_hash(request, user)
    mail.wake()
    if codes:
        return _paper(request, codes, first=True)
    messages.success(request, said)
    return redirect("tournaments:second-step")


def _paper(request: HttpRequest, codes: list[str], *, first: bool = False) -> HttpResponse:
    context = {"codes": codes, "first": first, "next": check_next(request.GET.get("next", ""))}
    return render(request, "tournaments/accounts/second_step_paper.html", context)


@proved
def paper(request: HttpRequest) -> HttpResponse:
    user = get_account(request)
    ways = second_step.load_ways(user)
    if not ways.on:
        return redirect("tournaments:second-step")
    if request.method == "POST":
        return _paper(request, second_step.renew_paper_codes(user=user))
    return render(request, "tournaments/accounts/second_step_renew.html", {"ways": ways})


@sensitive_post_parameters("step", "passkey")
@proved
def remove(request: HttpRequest, what: str) -> HttpResponse:
    user = get_account(request)
    ways = second_step.load_ways(user)
    app = ways.app if what == "app" else None
    chosen = next((key for key in ways.passkeys if key.pk == read_id(what)), app)
    if chosen is None:
        raise Http404
    form = SecondStepForm(read_posted(request), expected=prepare_second_step(request, user))
    if form.is_valid():
        second_step.remove(way=chosen, by=user)
        mail.wake()
        said = gettext("The second step is off: your password is enough.")
        if second_step.is_on(user):
            said = gettext("It is taken off your list.")
        messages.success(request, said)
        return redirect("tournaments:second-step")
    last = len(ways.passkeys) + bool(ways.app) == 1
    context = {"form": form, "chosen": chosen, "last": last} | build_step_words(request, user)
    return render(request, "tournaments/accounts/second_step_remove.html", context)


# Of a club


@page_of(rights.OWNER, way=pressed)
def ask(request: HttpRequest, club: Club) -> HttpResponse:
    step_duty.ask(club=club, asks="asks" in request.POST, by=get_account(request))
    return redirect("tournaments:people", club.slug)


@sensitive_post_parameters("current", "step", "passkey")
@page_of(rights.OWNER, Role)
def reset(request: HttpRequest, club: Club, role: Role) -> HttpResponse:
    """An owner switches off the second step of somebody who lost both the phone and the codes on
    paper.
    """
    by = get_account(request)
    on = second_step.is_on(by)
    given = prepare_second_step(request, by) if on else None
    form = ProveForm(by, get_ip(request), read_posted(request), expected=given)
    context: dict[str, Any] = {"club": club, "role": role, "form": form}
    if request.method == "POST" and (form.is_valid() or not form.fields):
        context["refusals"] = try_verb(second_step.reset, role=role, by=by)
        if not context["refusals"]:
            mail.wake()
            return redirect("tournaments:role", club.slug, role.pk)
    context |= build_step_words(request, by) if on else {}
    return render(request, "tournaments/accounts/second_step_reset.html", context)
