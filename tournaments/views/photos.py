"""The page on which organisers send photos of filled-in score sheets to be read, and the photos
themselves.
"""

from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.toolkit.problems import UserError
from tournaments import access, problems
from tournaments.club import clubs
from tournaments.forms.clubs import HandwritingForm
from tournaments.locks import GOING_ON
from tournaments.models import FormPhoto, Night, Table
from tournaments.nights import handwriting
from tournaments.photo import keeping, pictures, reading
from tournaments.photo.pages.pictures import (
    SentFile,
    describe_file,
    describe_refusal,
    list_pictures,
    list_tables,
)
from tournaments.problems import user_error
from tournaments.views.base import (
    View,
    get_account,
    list_numbered_errors,
    page,
    read_id,
    read_posted,
    run_verb,
)

MOST_FILES = 20


def switched_on(view: View) -> View:
    """Decorate a view so that it responds with 404 if this site does not read score sheets from
    photos.
    """

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **more: Any) -> HttpResponseBase:
        if not settings.PHOTO:
            raise Http404
        return view(request, *args, **more)

    return respond


@switched_on
@page
def photos(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    night = access.night_or_404(club, pk)
    if "delete" in request.POST:
        keeping.delete_photo(night=night, photo=read_id(request.POST["delete"]))
        return redirect(request.path)
    words: dict[str, Any] = {"club": club, "night": night, "tables": list_tables(night)}
    if request.method == "POST":
        try:
            words["sent"] = _read_files(request, night)
        except UserError as refused:
            words["refusals"] = list_numbered_errors(refused)
    if "part" in request.GET:
        status = HTTPStatus.SERVICE_UNAVAILABLE if _is_busy(words) else HTTPStatus.OK
        return render(request, "tournaments/nights/_photos_sent.html", words, status=status)
    words |= {
        "lines": list_pictures(night),
        "goes_on": night.state in GOING_ON,
        "installed": reading.is_installed(),
        "most": MOST_FILES,
    }
    return render(request, "tournaments/nights/photos.html", words)


@switched_on
@page
def handwriting_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and handle the form that sets whether the handwriting on photographed score sheets is
    kept, to train the program that reads them. Show how much is kept, and delete it all if the
    organiser wants that.
    """
    club = access.organiser_or_403(request, slug)
    if "delete" in request.POST:
        handwriting.delete_handwriting(club=club)
        return redirect(request.path)
    form = HandwritingForm(read_posted(request), initial={"kept": club.keeps_handwriting})
    if run_verb(form, clubs.set_keeps_handwriting, club=club):
        return redirect(request.path)
    kept = club.handwriting.values_list("texts", flat=True)
    words = {"club": club, "form": form, "forms": len(kept), "cells": sum(map(len, kept))}
    return render(request, "tournaments/club/handwriting.html", words)


def _read_files(request: HttpRequest, night: Night) -> list[SentFile]:
    files = request.FILES.getlist("file")
    if not files:
        raise user_error(problems.NO_FILE)
    if len(files) > MOST_FILES:
        raise user_error(problems.MANY_FILES, most=MOST_FILES)
    chosen = None
    if given := request.POST.get("table"):
        chosen = get_object_or_404(Table, round__night=night, pk=read_id(given))
    return [_read_file(request, night, file, chosen) for file in files]


def _read_file(
    request: HttpRequest, night: Night, file: "UploadedFile[bytes]", chosen: Table | None
) -> SentFile:
    name = file.name or ""
    try:
        if (file.size or 0) > pictures.MOST_BYTES:
            raise user_error(problems.PHOTO_LARGE)
        taken = pictures.store_pages(
            night=night,
            content=file.read(),
            by=get_account(request),
            table=chosen,
            page=read_id(request.POST.get("page", 0)),
        )
    except UserError as refused:
        return describe_refusal(name, refused.problems)
    return describe_file(name, taken)


def _is_busy(words: dict[str, Any]) -> bool:
    """Return whether a file that the user sent was not read because the server is busy reading
    other photos. The script on the page then sends that file again. `words` has the template values
    of the page, with the result for each sent file.
    """
    busy = f"C{problems.PHOTOS_BUSY.number}"
    pages = [page for file in words.get("sent", []) for page in file.pages]
    return any(code == busy for page in pages for code, _message in page.refusals)


@switched_on
@never_cache
@require_safe
@login_required
def picture(request: HttpRequest, slug: str, pk: int, photo: int) -> HttpResponse:
    night = access.night_or_404(access.organiser_or_403(request, slug), pk)
    stored = get_object_or_404(FormPhoto, table__round__night=night, pk=photo)
    response = HttpResponse(bytes(stored.picture), content_type="image/jpeg")
    response["Cache-Control"] = "no-store, private"
    return response
