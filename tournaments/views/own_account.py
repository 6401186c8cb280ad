from typing import Any

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from scoring.toolkit.problems import UserError
from tournaments.accounts import accounts, mail, mail_queue, second_step, sessions
from tournaments.accounts.sessions import Open
from tournaments.files.exports import personal_data
from tournaments.forms.own_account import (
    EmailForm,
    NameForm,
    PasswordForm,
    ProvingForm,
    SessionForm,
)
from tournaments.members import erasure, members
from tournaments.models import AccessLogEntry, EmailConfirmation, Role, User
from tournaments.names import fold
from tournaments.views.base import get_account, get_ip, page, read_posted, run_verb

BY_LINK = [AccessLogEntry.Kind(kind) for kind in ("joined", "handed", "used", "withdrawn")]
LET_IN = 5  # log entries about this user's invitations and log-in links that are shown


@sensitive_post_parameters("current", "password")
@page
def own(request: HttpRequest) -> HttpResponse:
    user, do = get_account(request), request.POST.get("do", "")
    where = "where" in request.GET or do == "session"  # reads many sessions, so only on request
    sessions_found = sessions.list_sessions(user, request.session.session_key) if where else []
    forms = _forms(request, user, do, sessions_found)
    if said := _do(request, user, do, forms.get(do)):
        messages.success(request, said)
        return redirect("tournaments:account")
    roles = sorted(user.roles.select_related("club"), key=lambda role: fold(role.club.name))
    confirmation = EmailConfirmation.objects.filter(user=user).first()
    context = {
        "forms": forms,
        "form": forms.get(do),
        "asked": confirmation,
        "where": where,
        "here": next((session for session in sessions_found if session.here), None),
        "others": len(sessions_found) > 1,
        "lost": confirmation and mail_queue.has_failed(confirmation),
        "roles": roles,
        "plays": members.list_account_members(user).select_related("club"),
        "let_in": user.access_log.filter(kind__in=BY_LINK).select_related("club", "by")[:LET_IN],
        "keeps": user.is_site_admin,
        "owns": any(role.kind == Role.Kind.OWNER for role in roles),
        "second": second_step.is_on(user),
    }
    return render(request, "tournaments/accounts/account.html", context)


def _forms(request: HttpRequest, user: User, do: str, sessions: list[Open]) -> dict[str, Any]:
    """Only the form named `do` gets the sent data."""
    sent = {do: read_posted(request)}
    proof: dict[str, Any] = {"user": user, "ip": get_ip(request)}
    email = user.email or (user.login if "@" in user.login else "")
    return {
        "name": NameForm(sent.get("name"), initial={"owner_name": user.name}),
        "email": EmailForm(
            data=sent.get("email"), initial={"email": email}, auto_id="email_%s", **proof
        ),
        "password": PasswordForm(data=sent.get("password"), auto_id="password_%s", **proof),
        "session": SessionForm(
            [session for session in sessions if not session.here],
            data=sent.get("session"),
            auto_id="session_%s",
            **proof,
        ),
    }


def _do(request: HttpRequest, user: User, do: str, form: Any) -> str:
    """Return what to say of it, or "" if nothing was done."""
    if do == "name" and run_verb(form, accounts.rename, user=user) is not None:
        return gettext("Your name is saved.")
    if do == "email" and form.is_valid():
        return _address(request, user, form)
    if do == "password" and run_verb(form, accounts.change_password, user=user) is not None:
        update_session_auth_hash(request, user)
        mail.wake()
        return gettext("The new password holds from now on. Other devices are logged out.")
    if do == "session" and form.is_valid():
        sessions.end(user=user, **form.cleaned_data)
        return gettext("There you are logged out.")
    if do == "elsewhere":
        accounts.log_out_elsewhere(user=user)
        update_session_auth_hash(request, user)
        return gettext("All other devices are logged out.")
    return ""


def _address(request: HttpRequest, user: User, form: EmailForm) -> str:
    if not form.cleaned_data["email"]:
        accounts.drop_address(user=user)
        mail.wake()
        return gettext("The site no longer has an e-mail address of yours.")
    if run_verb(form, accounts.ask_address, user=user, ip=get_ip(request)):
        mail.wake()
        return gettext("A letter is on its way: open the link in it.")
    return ""


@require_safe
@page
def data(request: HttpRequest) -> HttpResponse:
    own_data = personal_data.collect_account_data(get_account(request))
    answer = JsonResponse(own_data, json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="streepje.json"'
    return answer


@sensitive_post_parameters("current")
@page
def erase(request: HttpRequest) -> HttpResponse:
    form = ProvingForm(get_account(request), get_ip(request), read_posted(request))
    if form.is_valid():
        try:
            erasure.erase_account(user=get_account(request))
        except UserError as refused:
            form.add_problems(refused.problems)
        else:
            logout(request)
            return redirect("front")
    return render(request, "tournaments/accounts/account_erase.html", {"form": form})
