from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.toolkit import downloads
from scoring.toolkit.problems import UserError
from tournaments import access, links
from tournaments.accounts import (
    accounts,
    invite_rights,
    mail,
    mail_queue,
    passkeys,
    roles,
    second_step,
    step_duty,
)
from tournaments.files.exports import lists
from tournaments.forms.accounts import InviteForm, RoleForm
from tournaments.models import Club, Invitation, LogInLink, Role
from tournaments.views.base import (
    get_account,
    get_address,
    list_numbered_errors,
    page,
    read_id,
    read_posted,
    run_verb,
    show_link,
)

MOST = 20  # entries of the log that are shown


@page
def people(request: HttpRequest, slug: str) -> HttpResponse:
    club, ours = access.role_or_403(access.ORGANISER, request, slug)
    form = InviteForm(
        read_posted(request),
        kinds=invite_rights.list_invitable_roles(ours),
        initial=_meant(request, club),
    )
    who = {"by": get_account(request), "address": get_address(request)}
    if invitation := run_verb(form, roles.invite, club=club, **who):
        mail.wake()
        return redirect("tournaments:invitation", club.slug, invitation.pk)
    kinds = [kind.value for kind in access.RANKS]
    taken = list(club.roles.select_related("user").order_by("user__name", "pk"))
    taken.sort(key=lambda role: kinds.index(role.kind))
    invited = club.invitations.annotate(lost=mail_queue.IS_LOST)
    if downloads.is_file_wanted(request):
        return downloads.list_response(request, lists.list_people(taken, invited), club)
    words = {"club": club, "form": form, "roles": taken, "invitations": invited}
    words |= {
        "gives": invite_rights.list_invitable_roles(ours),
        "handed": _with_roles(_handed(club), taken),
    }
    words["owner"] = access.has_rights(ours, access.OWNER)
    words["passkeys"] = passkeys.is_installed()
    words["without"] = step_duty.list_without_step(club) if words["owner"] else None
    words["record"] = club.access_log.select_related("user", "by")[:MOST]
    return render(request, "tournaments/accounts/roles.html", words)


def _meant(request: HttpRequest, club: Club) -> dict[str, str]:
    """From a member's page, the form begins with that member's name and address."""
    wanted = read_id(request.GET.get("for", ""))
    member = club.members.filter(pk=wanted).first() if wanted else None
    return {"name": str(member), "email": member.email} if member else {}


def _with_roles(handed: Iterable[LogInLink], taken: Iterable[Role]) -> list[tuple[int, LogInLink]]:
    """Keep links whose users have a role in this club, each with the id of the role."""
    ids = {role.user_id: role.pk for role in taken}
    return [(ids[link.user_id], link) for link in handed if link.user_id in ids]


def _handed(club: Club) -> QuerySet[LogInLink]:
    return club.issued_links.filter(expires__gt=timezone.now()).select_related("user", "by")


@page
def invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, ours = access.role_or_403(access.ORGANISER, request, slug)
    invited = access.get_in_club(Invitation, club, pk)
    if invited.kind not in invite_rights.list_invitable_roles(ours):
        raise PermissionDenied
    if request.method == "POST":
        roles.revoke(invitation=invited, by=get_account(request))
        return redirect("tournaments:people", club.slug)
    path = reverse("tournaments:join", args=[links.make_key(invited)])
    words = {"club": club, "invitation": invited, "works": roles.can_be_accepted(invited)}
    words |= show_link(request, path, gettext("Code that opens the invitation"))
    words["letter"] = mail_queue.find_invitation(invited) if settings.MAIL else None
    return render(request, "tournaments/accounts/invitation.html", words)


@page
def role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    role = access.get_in_club(Role, club, pk)
    if request.method == "POST":
        access.owner_or_403(request, slug)
        form = RoleForm(request.POST)
        if run_verb(form, roles.change, role=role):
            return redirect("tournaments:people", club.slug)
        return _role(request, role, form=form)
    return _role(request, role)


def _role(request: HttpRequest, role: Role, status: int = 200, **more: Any) -> HttpResponse:
    words = {"club": role.club, "role": role, "form": RoleForm(initial={"kind": role.kind})}
    words["owner"] = access.has_rights(access.find_role(role.club, request), access.OWNER)
    words["own"] = role.user_id == get_account(request).pk
    words["second"] = second_step.is_on(role.user) if words["owner"] else None
    words["resets"] = second_step.may_reset(get_account(request), role)
    words["handed"] = _handed(role.club).filter(user=role.user_id).first()
    return render(request, "tournaments/accounts/role.html", words | more, status=status)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.owner_or_403(request, slug)
    role = access.get_in_club(Role, club, pk)
    try:
        roles.leave(role=role)
    except UserError as refused:
        return _role(request, role, status=409, refusals=list_numbered_errors(refused))
    if role.user_id == get_account(request).pk:
        return redirect(club)
    return redirect("tournaments:people", club.slug)


@page
def link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Only the organiser who made the link may see it: the log says that nobody else could have
    used it.
    """
    club = access.organiser_or_403(request, slug)
    role = access.get_in_club(Role, club, pk)
    handed = _handed(club).filter(user=role.user_id).first()
    if request.method == "POST":
        return _hand_over(request, role, handed)
    if handed is None:
        return redirect("tournaments:role", club.slug, role.pk)
    words: dict[str, Any] = {"club": club, "role": role, "link": handed}
    if handed.by == get_account(request) and accounts.is_valid(handed):
        path = reverse("tournaments:back", args=[links.make_key(handed)])
        words |= show_link(request, path, gettext("Code that logs in"))
    return render(request, "tournaments/accounts/role_link.html", words)


def _hand_over(request: HttpRequest, role: Role, handed: LogInLink | None) -> HttpResponse:
    by = get_account(request)
    if request.POST.get("do") == "withdraw":
        if handed:
            accounts.withdraw(link=handed, by=by)
        return redirect("tournaments:people", role.club.slug)
    try:
        accounts.create_login_link(role=role, by=by)
    except UserError as refused:
        return _role(request, role, status=409, refusals=list_numbered_errors(refused))
    return redirect("tournaments:role-link", role.club.slug, role.pk)


@page
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    club, role = access.role_or_403(access.MEMBER, request, slug)
    words: dict[str, Any] = {"club": club}
    if request.method == "POST":
        try:
            roles.leave(role=role)
            return redirect("front")
        except UserError as refused:
            words["refusals"] = list_numbered_errors(refused)
    return render(request, "tournaments/accounts/leave.html", words)
