"""Prepares a stored photo of a paper form for the page on which somebody types that form in."""

import re
from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from scoring.games.sheet.rows import ABSENT, DASH
from scoring.models import Sheet
from scoring.pages.form_photo import FormPhoto as PhotoOfForm
from scoring.pages.form_photo import ReadCell, Strip
from scoring.pages.typed_columns import AWAY, OUT
from tournaments import access
from tournaments.models import FormPhoto
from tournaments.photo.engine.readings import OTHER

SIGNS = {DASH: OUT, ABSENT: AWAY}
PK = re.compile(r"[0-9]{1,18}")


def find_photo(request: HttpRequest, sheet: Sheet) -> PhotoOfForm | None:
    given = request.GET.get("photo", "")
    if not settings.PHOTO or not PK.fullmatch(given):
        return None
    photos = FormPhoto.objects.filter(pk=given, table__sheet=sheet).defer("picture")
    photo = photos.select_related("table__round__night__season__club").first()
    if photo is None:
        return None
    role = access.find_role(photo.table.round.night.season.club, request)
    return _describe_photo(photo, request) if access.has_rights(role, access.ORGANISER) else None


def _describe_photo(photo: FormPhoto, request: HttpRequest) -> PhotoOfForm:
    night = photo.table.round.night
    where = [night.season.club.slug, night.pk]
    width, height = photo.size
    return PhotoOfForm(
        id=photo.pk,
        address=reverse("tournaments:night-photo", args=[*where, photo.pk]),
        every=reverse("tournaments:night-photos", args=where),
        width=width,
        height=height,
        strips={_name_line(name): Strip(*box) for name, box in photo.strips.items()},
        cells=dict(_list_cells(photo)),
        notes=list(_note_others(photo, request)),
    )


def _name_line(name: str) -> str:
    """Translate the stored name of a line of the form into the name that the page for typing uses.
    A game gets its number. The scribe's own sums become, for example, "subtotals-5" or "totals".
    """
    kind, _, game = name.partition(" ")
    names = {"game": game, "subtotal": f"subtotals-{game}", "sum": "totals"}
    return names.get(kind, kind)


def _list_cells(photo: FormPhoto) -> Iterator[tuple[str, ReadCell]]:
    for kind, game, column, text, sure in photo.cells:
        place = f"p{column + 1}"
        if kind == "game":
            name = f"{game}-{place}"
        elif kind == "dashes":
            name = f"0-dashes-{place}"
        else:
            line = f"subtotals-{game}" if f"subtotal {game}" in photo.strips else "totals"
            name = f"0-{line}-{place}"
        known = text != OTHER
        yield name, ReadCell(SIGNS.get(text, text) if known else "", sure, known)


def _note_others(photo: FormPhoto, request: HttpRequest) -> Iterator[str]:
    """Yield a note for each photo of the same page of this form that somebody else sent, with that
    person's name and the time.
    """
    others = photo.table.photos.filter(page=photo.page).exclude(pk=photo.pk)
    for other in others.exclude(by=request.user.pk).select_related("by").defer("picture"):
        yield gettext("%(name)s reads this form as well, from a picture of %(time)s.") % {
            "name": other.by.name if other.by else gettext("Somebody"),
            "time": time_format(timezone.localtime(other.time), "TIME_FORMAT"),
        }
