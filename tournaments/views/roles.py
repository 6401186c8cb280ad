"""Who takes what part in a club: a page of its owners."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.refused import Refused
from scoring.views import files
from scoring.views.sharing import reachable
from tournaments import access, links
from tournaments.forms.roles import InviteForm, RoleForm
from tournaments.models import Invitation, Role
from tournaments.people import accounts, roles
from tournaments.views.base import account, done, page, posted, told
from tournaments.writing import lists


@page
def people(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.owner(request, slug)
    form = InviteForm(posted(request))
    if made := done(form, roles.invite, club=club):
        return redirect("tournaments:invitation", club.slug, made.pk)
    kinds = [kind.value for kind in access.RANKS]
    taken = list(club.roles.select_related("user").order_by("user__name", "pk"))
    taken.sort(key=lambda role: kinds.index(role.kind))
    invited = club.invitations.all()
    if files.asked(request):
        return files.answer(request, lists.people(taken, invited), club)
    words = {"club": club, "form": form, "roles": taken, "invitations": invited}
    return render(request, "tournaments/people.html", words)


@page
def invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.owner(request, slug)
    one = access.of_club(Invitation, club, pk)
    if request.method == "POST":
        roles.revoke(invitation=one)
        return redirect("tournaments:people", club.slug)
    path = reverse("tournaments:join", args=[links.key(one)])
    words = {"club": club, "invitation": one, "address": reachable(request, path)}
    return render(request, "tournaments/invitation.html", words | {"works": roles.works(one)})


@page
def role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.owner(request, slug)
    one = access.of_club(Role, club, pk)
    form = RoleForm(posted(request), initial={"kind": one.kind})
    if done(form, roles.change, role=one):
        return redirect("tournaments:people", club.slug)
    return render(request, "tournaments/role.html", {"club": club, "role": one, "form": form})


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.owner(request, slug)
    one = access.of_club(Role, club, pk)
    try:
        roles.leave(role=one)
    except Refused as refused:
        form = RoleForm(initial={"kind": one.kind})
        words = {"club": club, "role": one, "form": form, "refusals": told(refused)}
        return render(request, "tournaments/role.html", words, status=409)
    if one.user_id == account(request).pk:
        return redirect(club)
    return redirect("tournaments:people", club.slug)


@require_POST
@login_required
def link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.owner(request, slug)
    one = access.of_club(Role, club, pk)
    words: dict[str, Any] = {"club": club, "role": one}
    words["form"] = RoleForm(initial={"kind": one.kind})
    try:
        made = accounts.make_link(user=one.user, by=account(request))
    except Refused as refused:
        words["refusals"] = told(refused)
        return render(request, "tournaments/role.html", words, status=409)
    path = reverse("tournaments:back", args=[links.key(made)])
    words["address"] = reachable(request, path)
    return render(request, "tournaments/role.html", words)


@page
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.member(request, slug)
    words: dict[str, Any] = {"club": club}
    if request.method == "POST":
        try:
            roles.leave(role=access.of_user(club, account(request)))
            return redirect("front")
        except Refused as refused:
            words["refusals"] = told(refused)
    return render(request, "tournaments/leave.html", words)
