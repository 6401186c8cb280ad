"""Sharing the link to the result of a night: what the page offers for sharing, and what messengers
show with the link.
"""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scoring.views.share import reachable
from tournaments import access, links
from tournaments.models import Club, Night
from tournaments.nights.pages import preview
from tournaments.nights.pages.preview import Preview
from tournaments.printing import share_picture


class Share(NamedTuple):
    """Everything that a page needs to offer a link for sharing."""

    button: str
    address: str
    who: str  # who can open the link; empty if everybody can
    preview: Preview | None
    picture: str  # the address of the picture; empty if there is none


def share_night(request: HttpRequest, night: Night) -> Share:
    """Return what the page needs to share the result of a night. The result can be shared even
    while the night is being played.
    """
    club, closed = night.season.club, night.state == Night.State.CLOSED
    path, who = reverse("tournaments:night-result", args=[club.slug, night.pk]), _who_can_open(club)
    if night.season.open_evening:
        key, who = links.make_key(night, links.RESULT), ""
        path = reverse("tournaments:result-by-link", args=[key])
    shown = preview.read_preview(night)
    picture = ""
    if shown:
        name = [club.slug, night.pk, translation.get_language(), shown.digest]
        picture = reachable(request, reverse("tournaments:night-picture", args=name))
    return Share(
        button=gettext("Share the result") if closed else gettext("Share the result so far"),
        address=reachable(request, path),
        who=who,
        preview=shown,
        picture=picture,
    )


def share_page(request: HttpRequest, club: Club, path: str, button: str) -> Share:
    return Share(button, reachable(request, path), _who_can_open(club), preview=None, picture="")


def _who_can_open(club: Club) -> str:
    if club.visible_to == Club.Visibility.MEMBERS:
        return gettext("Only members of the club can open it.")
    if club.visible_to == Club.Visibility.LINK:
        return gettext("Only members, and who has the club's link, can open it.")
    return ""


@require_safe
def picture(
    request: HttpRequest, slug: str, pk: int, language: str, digest: str
) -> HttpResponseBase:
    """Return the picture of a night's result.

    Its address contains a digest of everything that the picture shows. For any other digest the
    response is 404. So an old address no longer shows a name that its owner has hidden since.
    """
    club = get_object_or_404(Club, slug=slug)
    night = access.night_or_404(club, pk)
    if not translation.check_for_language(language):
        raise Http404
    with translation.override(language):
        shown = preview.read_preview(night)
        if shown is None or shown.digest != digest:
            raise Http404
        etag = f'"{digest}"'
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            image = share_picture.draw_picture(shown)
            answer = HttpResponse(image, content_type="image/png")
            answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer
