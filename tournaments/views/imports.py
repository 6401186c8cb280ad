from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from scoring.toolkit.problems import UserError
from scoring.views.base import LARGEST_FILE, takes_up_to
from tournaments import access
from tournaments.accounts import rights
from tournaments.club import first_steps
from tournaments.files.exports import lists
from tournaments.files.imports import guess_columns, members, results
from tournaments.forms.imports import EarlierPreview, FileForm, Preview
from tournaments.forms.members import ListForm, Pasted, PastedColumns
from tournaments.members import delete_unplayed
from tournaments.members import members as add_names
from tournaments.models import Club, MemberImport, Night, Season
from tournaments.views.base import (
    get_actor,
    list_numbered_errors,
    page_of,
    pressed,
    read_id,
    read_posted,
    run_verb,
    try_verb,
)

# Prefixes, in names of fields, of the number of a line and of a column
LINE, COLUMN = "line-", "column-"


@takes_up_to(LARGEST_FILE)
@page_of(rights.ORGANISER)
def bring(request: HttpRequest, club: Club) -> HttpResponse:
    form = FileForm(read_posted(request), request.FILES or None)
    if text := run_verb(form, members.read_file):
        return _show_list(request, club, {"text": text, "file": form.cleaned_data["file"].name})
    return render(request, "tournaments/files/member_import.html", {"club": club, "choosing": form})


@takes_up_to(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)  # ten thousand names can be pasted
@page_of(rights.ORGANISER)
def add_list(request: HttpRequest, club: Club) -> HttpResponse:
    posted = read_posted(request)
    return _show_list(request, club, None if posted is None else posted.dict())


def _show_list(request: HttpRequest, club: Club, posted: dict[str, Any] | None) -> HttpResponse:
    """`posted` has the list's text and, if it is from a file, the file's name."""
    given = posted or {}
    form, do, file = ListForm(posted), given.get("do"), given.get("file", "")
    context: dict[str, Any] = {"club": club, "form": form, "file": file}
    if columns := guess_columns.read(
        given.get("text", ""), _read_numbered(given, COLUMN) if do in ("columns", "bring") else {}
    ):
        form.is_valid()
        context["pasted"] = PastedColumns(columns)
        if do == "bring":
            try:
                name = file or gettext("Pasted list")
                draft = members.save_draft(club=club, listed=columns, name=name)
                return redirect("tournaments:member-file-look", club.slug, draft.pk)
            except UserError as refused:
                form.add_problems(refused.problems)
        return render(request, "tournaments/members/member_list.html", context)
    read = run_verb(form, add_names.preview_list, club=club)
    by = get_actor(request)
    added = run_verb(form, add_names.add_many, club=club, by=by) if do == "add" else None
    if added is not None:
        _say_taken(request, members.Taken(len(added), changed=0))
        partners = add_names.list_partners(form.cleaned_data["text"])
        request.session[add_names.find_partners_key(club)] = partners
        return redirect(
            first_steps.go_on(club, 1) or reverse("tournaments:members", args=[club.slug])
        )
    context["read"] = read and Pasted(read)
    return render(request, "tournaments/members/member_list.html", context)


def _read_numbered(given: Mapping[str, Any], prefix: str) -> dict[int, str]:
    items = given.items()
    return {
        read_id(key[len(prefix) :]): str(value) for key, value in items if key.startswith(prefix)
    }


@page_of(rights.ORGANISER)
def preview(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    kept = access.draft_or_404(club, pk, season=None)
    if kept is None:
        return redirect("tournaments:members", club.slug)
    chosen = _read_numbered(request.POST, LINE)
    context: dict[str, object] = {"club": club}
    if request.method == "POST":
        try:
            seen = request.POST.get("seen", "")
            taken = members.apply(draft=kept, choices=chosen, seen=seen, by=get_actor(request))
        except UserError as refused:
            context["refusals"] = list_numbered_errors(refused)
        else:
            _say_taken(request, taken)
            return redirect(f"{reverse('tournaments:members', args=[club.slug])}?added")
    context["preview"] = Preview(kept, members.preview(kept), chosen)
    return render(request, "tournaments/files/member_import_check.html", context)


def _say_taken(request: HttpRequest, taken: members.Taken) -> None:
    if any(taken):
        words = render_to_string("tournaments/files/_taken.html", {"taken": taken})
        messages.success(request, SafeString(words))


@page_of(rights.ORGANISER, MemberImport)
def take_back(request: HttpRequest, club: Club, made: MemberImport) -> HttpResponse:
    context: dict[str, object] = {"club": club}
    if request.method == "POST":
        context["refusals"] = try_verb(delete_unplayed.take_import_back, member_import=made)
        if not context["refusals"]:
            return redirect("tournaments:members", club.slug)
    context["back"] = delete_unplayed.preview_import(made)
    status = 409 if context.get("refusals") else 200
    return render(request, "tournaments/members/import_back.html", context, status=status)


@require_safe
@login_required
def empty(request: HttpRequest, slug: str) -> HttpResponse:
    club, _role = access.role_or_403(rights.ORGANISER, request, slug)
    return downloads.make_file_response(
        lists.build_member_workbook(), "xlsx", gettext("Members"), club.name
    )


@takes_up_to(LARGEST_FILE)
@page_of(rights.ORGANISER, access.season_or_404)
def bring_results(request: HttpRequest, club: Club, season: Season) -> HttpResponse:
    form = FileForm(read_posted(request), request.FILES or None)
    if kept := run_verb(form, results.save_draft, season=season):
        return redirect("tournaments:season-earlier-look", club.slug, kept.pk)
    context = {"club": club, "season": season, "choosing": form}
    return render(request, "tournaments/files/result_import.html", context)


@page_of(rights.ORGANISER)
def preview_results(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    kept = access.draft_or_404(club, pk, season__isnull=False)
    if kept is None:
        return redirect("tournaments:nights", club.slug)
    chosen = _read_numbered(request.POST, LINE)
    context: dict[str, object] = {"club": club, "season": kept.season}
    if request.method == "POST":
        given = {"kept": kept, "choices": chosen, "seen": request.POST.get("seen", "")}
        context["refusals"] = try_verb(results.apply, **given, by=get_actor(request))
        if not context["refusals"]:
            return redirect("tournaments:standing", club.slug, kept.season_id)
    context["preview"] = EarlierPreview(kept, members.preview(kept), chosen)
    return render(request, "tournaments/files/result_import_check.html", context)


@page_of(rights.ORGANISER, access.night_or_404, way=pressed)
def take_back_results(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    """Results that are already gone are no error."""
    with suppress(UserError):
        results.take_back(night=night, by=get_actor(request))
    return redirect(night)
