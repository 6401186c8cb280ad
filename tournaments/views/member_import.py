"""Import members from a file: choose it, preview it, and apply it. An import can also be undone
later.
"""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.files.exports import blank_workbook
from tournaments.files.imports import members
from tournaments.forms.imports import FileForm, Preview
from tournaments.members import delete_unplayed
from tournaments.models import MemberImport
from tournaments.views.base import (
    get_actor,
    list_numbered_errors,
    page,
    read_id,
    read_posted,
    run_verb,
)

LINE = "line-"  # prefix of a line's number in names of fields


@page
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    form = FileForm(read_posted(request), request.FILES or None)
    if kept := run_verb(form, members.save_draft, club=club):
        return redirect("tournaments:member-file-look", club.slug, kept.pk)
    return render(request, "tournaments/files/member_import.html", {"club": club, "choosing": form})


@page
def preview(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    kept = access.draft_or_404(club, pk, season=None)
    if kept is None:
        return redirect("tournaments:members", club.slug)
    kept.club = club
    chosen = read_choices(request)
    words: dict[str, object] = {"club": club}
    if request.method == "POST":
        try:
            seen = request.POST.get("seen", "")
            taken = members.apply(draft=kept, choices=chosen, seen=seen, by=get_actor(request))
        except UserError as refused:
            words["refusals"] = list_numbered_errors(refused)
        else:
            address = reverse("tournaments:members", args=[club.slug])
            return redirect(f"{address}?added={taken.added}&changed={taken.changed}")
    words["preview"] = Preview(kept, members.preview(kept), chosen)
    return render(request, "tournaments/files/member_import_check.html", words)


@page
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what undoing an import of members would do. Once the user has confirmed that, undo
    it.
    """
    club = access.organiser_or_403(request, slug)
    made = access.get_in_club(MemberImport, club, pk)
    made.club = club
    words: dict[str, object] = {"club": club}
    if request.method == "POST":
        try:
            delete_unplayed.take_import_back(member_import=made)
        except UserError as refused:
            words["refusals"] = list_numbered_errors(refused)
        else:
            return redirect("tournaments:members", club.slug)
    words["back"] = delete_unplayed.preview_import(made)
    status = 409 if "refusals" in words else 200
    return render(request, "tournaments/members/import_back.html", words, status=status)


@require_safe
@login_required
def empty(request: HttpRequest, slug: str) -> HttpResponse:
    """Return an empty Excel workbook with headings, in which a list of members can be typed."""
    club = access.organiser_or_403(request, slug)
    return downloads.make_file_response(
        blank_workbook.build_member_workbook(), "xlsx", gettext("Members"), club.name
    )


def read_choices(request: HttpRequest) -> dict[int, str]:
    """Return what the user chose for each doubtful line of the list, keyed by line number."""
    items = request.POST.items()
    return {read_id(key[len(LINE) :]): str(value) for key, value in items if key.startswith(LINE)}
