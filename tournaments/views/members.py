"""The pages of a club's members."""

from copy import copy
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.toolkit import downloads
from scoring.views.share import code_of, reachable
from tournaments import access, links
from tournaments import lists as tables
from tournaments.club import first_steps
from tournaments.files.exports import lists
from tournaments.files.imports import pasted
from tournaments.forms.members import (
    HouseholdForm,
    ListForm,
    MemberForm,
    MergeForm,
    PairForm,
    Pasted,
    PastedColumns,
)
from tournaments.members import delete_unplayed, households, imports, members, privacy
from tournaments.models import Club, Member
from tournaments.names import fold, normalize
from tournaments.standings.pages import member_results
from tournaments.standings.recount import Effects, count_member
from tournaments.views import recount
from tournaments.views.base import actor, done, number, page, posted


@never_cache
@require_safe
@login_required
def everybody(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.helper(request, slug)
    archived = "archived" in request.GET
    found = members.list_members(club).filter(archived__isnull=not archived)
    sought = normalize(request.GET.get("q", ""))
    for word in fold(sought).split():
        found = found.filter(search_text__contains=word)
    organises = access.has(access.role_in(club, request), access.ORGANISER)
    if downloads.wants_file(request):
        title = gettext("Archived members") if archived else gettext("Members")
        table = tables.in_order(tables.Members(club, found), request)
        without = () if organises else lists.FOR_ORGANISERS
        return downloads.list_response(request, lists.list_table(title, table, without), club)
    words = {
        "club": club,
        "table": tables.turned(tables.Members(club, found, organises), request),
        "sought": sought,
        "archived": archived,
        "saved": _saved(request, club),
        "added": number(request.GET.get("added")),
        "changed": number(request.GET.get("changed")),
        "organises": organises,
        "imports": imports.open_imports(club) if organises else [],
    }
    return render(request, "tournaments/members/members.html", words)


@page
def add(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser(request, slug)
    form = MemberForm(posted(request))
    if member := done(form, members.add, club=club):
        return redirect(f"{request.path}?saved={member.pk}")
    words = {"club": club, "form": form, "saved": _saved(request, club)}
    words["households"] = households.list_names(club)
    return render(request, "tournaments/members/member.html", words)


@page
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    person = _fetch_member(club, pk)
    form = MemberForm(posted(request), member=person)
    recounts = recount.effects_to_confirm(form, partial(_count_again, person))
    if not recounts and done(form, members.change, member=person) is not None:
        return _to_list(club, person)
    path = reverse("tournaments:own", args=[links.key(person)])
    words = {"club": club, "member": person, "form": form, "pairs": members.list_pairs(person)}
    words |= {"recounts": recounts, "households": households.list_names(club)}
    words["household"] = households.list_others(person)
    opens = reachable(request, path)
    code = code_of(opens, gettext("Code that opens the personal page"))
    words |= {"address": opens, "code": code, "seasons": member_results.list_seasons(person)}
    return render(request, "tournaments/members/member.html", words)


@page
def add_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what adding a pasted list of members would do; after that is confirmed, add them."""
    club = access.organiser(request, slug)
    form = ListForm(posted(request))
    if columns := pasted.read(request.POST.get("text", ""), _named(request)):
        if request.POST.get("do") == "bring":
            name = gettext("Pasted list")
            draft = pasted.save_draft(club=club, pasted=columns, name=name)
            return redirect("tournaments:member-file-look", club.slug, draft.pk)
        words = {"club": club, "form": form, "pasted": PastedColumns(columns)}
        return render(request, "tournaments/members/member_list.html", words)
    read = done(form, members.preview_list, club=club)
    adds = request.POST.get("do") == "add"
    added = done(form, members.add_many, club=club, by=actor(request)) if adds else None
    if added is not None:
        return redirect(
            first_steps.go_on(club, 1) or reverse("tournaments:members", args=[club.slug])
        )
    words = {"club": club, "form": form, "read": read and Pasted(read)}
    return render(request, "tournaments/members/member_list.html", words)


def _named(request: HttpRequest) -> dict[int, str]:
    """Return the fields that the user chose for columns, keyed by column. It is empty when the list
    is shown for the first time.
    """
    if request.POST.get("do") not in ("columns", "bring"):
        return {}
    prefix = "column-"
    items = request.POST.items()
    return {
        number(key[len(prefix) :]): str(field) for key, field in items if key.startswith(prefix)
    }


@require_POST
@login_required
def archive(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    person = _fetch_member(club, pk)
    verb = members.restore if request.POST.get("do") == "restore" else members.archive
    return _to_list(club, verb(member=person))


@page
def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    person = _fetch_member(club, pk)
    if request.POST.get("do") == "undo":
        return _to_list(club, members.unmerge(double=person))
    if person.merged_into_id:  # the page where the merge can be undone
        return redirect("tournaments:member", club.slug, person.merged_into_id)
    form = MergeForm(club, person, posted(request))
    if keep := done(form, members.merge, double=person):
        return _to_list(club, keep)
    return render(
        request, "tournaments/members/merge.html", {"club": club, "member": person, "form": form}
    )


@page
def pairs(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    person = _fetch_member(club, pk)
    if gone := number(request.POST.get("remove")):
        members.unpair(pair=access.pair_of(person, gone))
        return redirect(request.path)
    form = PairForm(club, person, posted(request))
    if done(form, members.pair, member=person):
        return redirect(request.path)
    words = {"club": club, "member": person, "form": form, "pairs": members.list_pairs(person)}
    return render(request, "tournaments/members/pairs.html", words)


@page
def families(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's families and groups, whose members every draw keeps apart, with a form to
    make or enlarge one.
    """
    club = access.organiser(request, slug)
    if gone := number(request.POST.get("remove")):
        households.keep_apart(club=club, people=[_fetch_member(club, gone).pk], household="")
        return redirect(request.path)
    form = HouseholdForm(club, posted(request))
    if done(form, households.keep_apart, club=club) is not None:
        return redirect(request.path)
    words = {"club": club, "form": form, "households": households.list_households(club)}
    return render(request, "tournaments/members/families.html", words)


@require_POST
@login_required
def renew(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    privacy.renew_link(member=_fetch_member(club, pk))
    return redirect("tournaments:member", club.slug, pk)


@page
def erase(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    person = _fetch_member(club, pk)
    unplayed = not delete_unplayed.find_played(club, [person.pk])
    if request.method == "POST" and unplayed and request.POST.get("do") == "delete":
        delete_unplayed.delete_unplayed(club=club, people=[person.pk])
        return redirect("tournaments:members", club.slug)
    if request.method == "POST":
        privacy.erase(member=person)
        return redirect("tournaments:members", club.slug)
    words = {"club": club, "member": person, "unplayed": unplayed}
    return render(request, "tournaments/members/erase.html", words)


def _count_again(member: Member, **said: Any) -> Effects:
    """Return how changing this member's data would affect standings. Only the fields `guest` and
    `joined` have an effect.
    """
    changed = copy(member)
    for field in ("guest", "joined"):
        setattr(changed, field, said.get(field, getattr(member, field)))
    same = (changed.guest, changed.joined) == (member.guest, member.joined)
    return [] if same else count_member(changed)


def _fetch_member(club: Club, pk: int) -> Member:
    person: Member = access.get_in_club(Member, club, pk, erased=None)
    members.label_people([person])
    return person


def _to_list(club: Club, member: Member) -> HttpResponse:
    address = reverse("tournaments:members", args=[club.slug])
    archived = "&archived" if member.archived else ""
    return redirect(f"{address}?saved={member.pk}{archived}")


def _saved(request: HttpRequest, club: Club) -> Member | None:
    """Return the member who was just saved on the page before, for a message, or None."""
    pk = number(request.GET.get("saved"))
    found = members.label_people(club.members.filter(pk=pk)) if pk else []
    return found[0] if found else None
