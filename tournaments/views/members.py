from copy import copy
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from scoring.toolkit import downloads
from tournaments import access, links
from tournaments.accounts import rights
from tournaments.club import first_steps
from tournaments.files.exports import lists
from tournaments.forms.members import HouseholdForm, MemberForm, MergeForm, PairForm
from tournaments.members import delete_unplayed, erasure, households, members, past_imports
from tournaments.members.pages.members_table import MembersTable
from tournaments.models import Club, Member
from tournaments.names import clean_search, split_search
from tournaments.standings.change_effects import Effects, count_member
from tournaments.standings.pages.player_season import list_seasons
from tournaments.views import effects_to_confirm
from tournaments.views.base import (
    page_of,
    pressed,
    read_id,
    read_page,
    read_posted,
    run_verb,
    show_link,
)
from tournaments.views.sort_and_page import sort_table, turn_table


def _fetch_member(club: Club, pk: int) -> Member:
    person: Member = access.get_in_club(Member, club, pk, erased=None)
    members.label_people([person])
    return person


@page_of(rights.HELPER, way=read_page)
def members_page(request: HttpRequest, club: Club) -> HttpResponse:
    archived = "archived" in request.GET
    rows = members.list_members(club).filter(archived__isnull=not archived)
    sought = clean_search(request.GET.get("q", ""))
    for word in split_search(sought):
        rows = rows.filter(search_text__contains=word)
    organises = access.organises(request)
    if downloads.is_file_wanted(request):
        title = gettext("Archived members") if archived else gettext("Members")
        table = sort_table(MembersTable(club, rows), request)
        without = () if organises else lists.FOR_ORGANISERS
        return downloads.list_response(request, lists.list_table(title, table, without), club)
    context = {
        "club": club,
        "table": turn_table(MembersTable(club, rows, organises), request),
        "sought": sought,
        "archived": archived,
        "organises": organises,
        "imports": past_imports.open_imports(club) if organises else [],
        "go_on": first_steps.go_on(club, 1) if organises and "added" in request.GET else "",
    }
    return render(request, "tournaments/members/members.html", context)


@page_of(rights.ORGANISER)
def add(request: HttpRequest, club: Club) -> HttpResponse:
    form = MemberForm(read_posted(request))
    if member := run_verb(form, members.add, club=club):
        _say_saved(request, member)
        return redirect(request.path)
    context = {"club": club, "form": form, "households": households.list_households(club)}
    return render(request, "tournaments/members/member.html", context)


@page_of(rights.ORGANISER, _fetch_member)
def member(request: HttpRequest, club: Club, person: Member) -> HttpResponse:
    form = MemberForm(read_posted(request), member=person)
    recounts = effects_to_confirm.list_effects_to_confirm(form, partial(_count_again, person))
    if not recounts and run_verb(form, members.change, member=person) is not None:
        return _to_list(request, person)
    path = reverse("tournaments:own", args=[links.make_key(person)])
    context = {"club": club, "member": person, "form": form, "pairs": members.list_pairs(person)}
    context |= {"recounts": recounts, "households": households.list_households(club)}
    context["household"] = households.list_others(person)
    context |= show_link(request, path, gettext("Code that opens the personal page"))
    context["seasons"] = list_seasons(person)
    return render(request, "tournaments/members/member.html", context)


@page_of(rights.ORGANISER, _fetch_member, way=pressed)
def archive(request: HttpRequest, club: Club, person: Member) -> HttpResponse:
    if request.POST.get("do") == "restore":
        return _to_list(request, members.restore(member=person))
    members.archive(member=person)
    return redirect("tournaments:member", club.slug, person.pk)  # where it can be undone


@page_of(rights.ORGANISER, _fetch_member)
def merge(request: HttpRequest, club: Club, person: Member) -> HttpResponse:
    if request.POST.get("do") == "undo":
        return _to_list(request, members.unmerge(double=person))
    if person.merged_into_id:  # the page where the merge can be undone
        return redirect("tournaments:member", club.slug, person.merged_into_id)
    form = MergeForm(club, person, read_posted(request))
    if keep := run_verb(form, members.merge, double=person):
        return _to_list(request, keep)
    return render(
        request, "tournaments/members/merge.html", {"club": club, "member": person, "form": form}
    )


@page_of(rights.ORGANISER, _fetch_member)
def pairs(request: HttpRequest, club: Club, person: Member) -> HttpResponse:
    if gone := read_id(request.POST.get("remove")):
        members.unpair(pair=get_object_or_404(members.find_pairs([person.main_id]), pk=gone))
        return redirect(request.path)
    form = PairForm(club, person, read_posted(request))
    if run_verb(form, members.pair, member=person):
        return redirect(request.path)
    context = {"club": club, "member": person, "form": form, "pairs": members.list_pairs(person)}
    return render(request, "tournaments/members/pairs.html", context)


@page_of(rights.ORGANISER)
def families(request: HttpRequest, club: Club) -> HttpResponse:
    if gone := read_id(request.POST.get("remove")):
        households.keep_apart(club=club, people=[_fetch_member(club, gone).pk], household="")
        return redirect(request.path)
    form = HouseholdForm(club, read_posted(request))
    if run_verb(form, households.keep_apart, club=club) is not None:
        return redirect(request.path)
    context = {"club": club, "form": form, "households": households.list_households(club)}
    return render(request, "tournaments/members/families.html", context)


@page_of(rights.ORGANISER, _fetch_member, way=pressed)
def renew(request: HttpRequest, club: Club, person: Member) -> HttpResponse:
    members.renew_link(member=person)
    return redirect("tournaments:member", club.slug, person.pk)


@page_of(rights.ORGANISER, _fetch_member)
def erase(request: HttpRequest, club: Club, person: Member) -> HttpResponse:
    unplayed = not delete_unplayed.find_played(club, [person.pk])
    if request.method == "POST" and unplayed and request.POST.get("do") == "delete":
        delete_unplayed.delete_unplayed(club=club, people=[person.pk])
        messages.success(request, gettext("The member is deleted."))
        return redirect("tournaments:members", club.slug)
    if request.method == "POST":
        erasure.erase(member=person)
        messages.success(request, gettext("Name and contact are erased."))
        return redirect("tournaments:members", club.slug)
    context = {"club": club, "member": person, "unplayed": unplayed}
    return render(request, "tournaments/members/erase.html", context)


def _count_again(member: Member, **said: Any) -> Effects:
    """Only `guest` and `joined` have an effect on standings."""
    changed = copy(member)
    for field in ("guest", "joined"):
        setattr(changed, field, said.get(field, getattr(member, field)))
    same = (changed.guest, changed.joined) == (member.guest, member.joined)
    return [] if same else count_member(changed)


def _to_list(request: HttpRequest, member: Member) -> HttpResponse:
    _say_saved(request, member)
    address = reverse("tournaments:members", args=[member.club.slug])
    return redirect(f"{address}{'?archived' if member.archived else ''}")


def _say_saved(request: HttpRequest, member: Member) -> None:
    (labelled,) = members.label_people([member])
    messages.success(request, gettext("Saved: %(saved)s.") % {"saved": labelled})
