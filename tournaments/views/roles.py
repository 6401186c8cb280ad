from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from tournaments import access, links
from tournaments.accounts import (
    invitations,
    login_links,
    mail,
    mail_queue,
    passkeys,
    rights,
    roles,
    second_step,
    step_duty,
)
from tournaments.forms.accounts import InviteForm, RoleForm
from tournaments.models import Club, Invitation, LogInLink, Role
from tournaments.names import fold
from tournaments.views.base import (
    get_account,
    get_ip,
    page_of,
    pressed,
    read_id,
    read_posted,
    run_verb,
    show_link,
    try_verb,
)

MOST = 20  # entries of the log that are shown


@page_of(rights.ORGANISER)
def people(request: HttpRequest, club: Club) -> HttpResponse:
    ours = access.get_own_role(request)
    form = InviteForm(
        read_posted(request), kinds=rights.list_invitable_roles(ours), initial=_meant(request, club)
    )
    who = {"by": get_account(request), "ip": get_ip(request)}
    if invitation := run_verb(form, invitations.invite, club=club, **who):
        mail.wake()
        return redirect("tournaments:invitation", club.slug, invitation.pk)
    kinds = [kind.value for kind in rights.RANKS]
    taken = sorted(
        club.roles.select_related("user"),
        key=lambda role: (kinds.index(role.kind), fold(role.user.name), role.pk),
    )
    invited = club.invitations.annotate(lost=mail_queue.IS_LOST)
    context = {"club": club, "form": form, "roles": taken, "invitations": invited}
    context["gives"] = rights.list_invitable_roles(ours)
    ids = {role.user_id: role.pk for role in taken}
    handed = (link for link in _handed(club) if link.user_id in ids)  # of who has a role here
    context["handed"] = [(ids[link.user_id], link) for link in handed]
    context["owner"] = rights.has_rights(ours, rights.OWNER)
    context["passkeys"] = passkeys.is_installed()
    context["without"] = step_duty.list_without_step(club) if context["owner"] else None
    context["record"] = club.access_log.select_related("user", "by")[:MOST]
    return render(request, "tournaments/accounts/roles.html", context)


def _meant(request: HttpRequest, club: Club) -> dict[str, str]:
    """From a member's page, the form begins with that member's name and address."""
    wanted = read_id(request.GET.get("for", ""))
    member = club.members.filter(pk=wanted).first() if wanted else None
    return {"name": str(member), "email": member.email} if member else {}


def _handed(club: Club) -> QuerySet[LogInLink]:
    return club.issued_links.filter(expires__gt=timezone.now()).select_related("user", "by")


@page_of(rights.ORGANISER, Invitation)
def invitation(request: HttpRequest, club: Club, invited: Invitation) -> HttpResponse:
    if invited.kind not in rights.list_invitable_roles(access.get_own_role(request)):
        raise PermissionDenied
    if request.method == "POST":
        invitations.revoke(invitation=invited, by=get_account(request))
        return redirect("tournaments:people", club.slug)
    path = reverse("tournaments:join", args=[links.make_key(invited)])
    context = {"club": club, "invitation": invited, "works": invitations.can_be_accepted(invited)}
    context |= show_link(request, path, gettext("Code that opens the invitation"))
    context["letter"] = mail_queue.find_invitation(invited) if settings.MAIL else None
    return render(request, "tournaments/accounts/invitation.html", context)


@page_of(rights.ORGANISER, Role)
def role(request: HttpRequest, club: Club, role: Role) -> HttpResponse:
    if request.method == "POST":
        access.role_or_403(rights.OWNER, request, club.slug)
        form = RoleForm(request.POST)
        if run_verb(form, roles.change, role=role):
            return redirect("tournaments:people", club.slug)
        return _role(request, role, form=form)
    return _role(request, role)


def _role(request: HttpRequest, role: Role, status: int = 200, **more: Any) -> HttpResponse:
    context = {"club": role.club, "role": role, "form": RoleForm(initial={"kind": role.kind})}
    context["owner"] = rights.has_rights(access.get_own_role(request), rights.OWNER)
    context["own"] = role.user_id == get_account(request).pk
    context["linkless"] = try_verb(
        login_links.refuse_login_link, role=role, by=get_account(request)
    )
    context["second"] = second_step.is_on(role.user) if context["owner"] else None
    context["resets"] = second_step.may_reset(get_account(request), role)
    context["handed"] = _handed(role.club).filter(user=role.user_id).first()
    return render(request, "tournaments/accounts/role.html", context | more, status=status)


@page_of(rights.OWNER, Role, way=pressed)
def remove(request: HttpRequest, club: Club, role: Role) -> HttpResponse:
    if refusals := try_verb(roles.leave, role=role):
        return _role(request, role, status=409, refusals=refusals)
    if role.user_id == get_account(request).pk:
        return redirect(club)
    return redirect("tournaments:people", club.slug)


@page_of(rights.ORGANISER, Role)
def link(request: HttpRequest, club: Club, role: Role) -> HttpResponse:
    """Only the organiser who made the link may see it: the log says that nobody else could have
    used it.
    """
    handed = _handed(club).filter(user=role.user_id).first()
    if request.method == "POST":
        by = get_account(request)
        if request.POST.get("do") == "withdraw":
            if handed:
                login_links.withdraw(link=handed, by=by)
            return redirect("tournaments:people", club.slug)
        if refusals := try_verb(login_links.create_login_link, role=role, by=by):
            return _role(request, role, status=409, refusals=refusals)
        return redirect("tournaments:role-link", club.slug, role.pk)
    if handed is None:
        return redirect("tournaments:role", club.slug, role.pk)
    context: dict[str, Any] = {"club": club, "role": role, "link": handed}
    if handed.by == get_account(request) and login_links.is_valid(handed):
        path = reverse("tournaments:back", args=[links.make_key(handed)])
        context |= show_link(request, path, gettext("Code that logs in"))
    return render(request, "tournaments/accounts/role_link.html", context)


@page_of(rights.MEMBER)
def leave(request: HttpRequest, club: Club) -> HttpResponse:
    context: dict[str, Any] = {"club": club}
    if request.method == "POST":
        context["refusals"] = try_verb(roles.leave, role=access.get_own_role(request))
        if not context["refusals"]:
            return redirect("front")
    return render(request, "tournaments/accounts/leave.html", context)
