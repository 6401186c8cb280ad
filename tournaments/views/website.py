"""What a club can show of this site on its own website, and the page that explains how."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scoring.toolkit.addresses import reachable
from tournaments import access, links
from tournaments.accounts import rights
from tournaments.club import clubs
from tournaments.club.season_texts import name_standing
from tournaments.forms.clubs import WebsiteForm
from tournaments.models import Club, Night
from tournaments.publishing.website_content import (
    PublicClub,
    read_public_club,
    write_atom,
    write_json,
)
from tournaments.views.base import get_actor, page_of, read_posted, run_verb

FRAMES = {
    "web-nights": _("The next evenings"),
    "web-standing": _("Standing"),
    "web-result": _("Last result"),
}
FEEDS = {
    "web-json": ("application/json", write_json),
    "web-atom": ("application/atom+xml; charset=utf-8", write_atom),
}
FEED_WORDS = {
    "web-json": _("As JSON, for whoever builds a page of their own"),
    "web-atom": _("Results as a feed (Atom)"),
}
HEADS, ROW = 110, 37  # pixels of a frame around its rows, and of a row


class Outside(NamedTuple):
    """A club as visitors of another website see it, with what makes the addresses of links."""

    club: Club
    address: str
    night_address: Callable[[Night], str]


@xframe_options_exempt
@require_safe
def shown(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    club = access.viewer_or_404(request, slug).club
    address = reachable(request, club.get_absolute_url())
    outside = Outside(club, address, lambda night: reachable(request, night.get_absolute_url()))
    return _show(request, outside, what)


@xframe_options_exempt
@require_safe
def shown_by_link(request: HttpRequest, key: str, what: str) -> HttpResponseBase:
    """The link is part of the address, because in a frame the browser sends no cookies of this
    site.
    """
    club = access.club_by_link_or_404(key)
    # All links lead to the secret one: without its cookie the club's pages answer with 404.
    address = reachable(request, reverse("tournaments:club-by-link", args=[key]))
    return _show(request, Outside(club, address, lambda night: address), what)


def _show(request: HttpRequest, outside: Outside, what: str) -> HttpResponseBase:
    show = _frame if what in FRAMES else _feed
    return show(request, outside, what)


def _frame(request: HttpRequest, outside: Outside, what: str) -> HttpResponseBase:
    with _language(request):
        public = read_public_club(outside.club, most=1)
        key = _find_key(public, request.GET.get("of", ""))
        words = {
            "title": _name_frame(public, what, key),
            "boards": public.others[key] if key else public.boards,
            "what": what,
            "public": public,
            "club": outside.club,
            "result": public.results[0] if public.results else None,
            "address": outside.address,
        }
        text = render_to_string("tournaments/publishing/frame.html", words)
    answer = _unless_same(request, text, "text/html; charset=utf-8")
    request.META[access.FRAMED_BY] = outside.club.framed_by
    return answer


def _find_key(public: PublicClub, asked: str) -> str:
    """`asked` is the key of a standing beside the season's own; "p" is the last period."""
    if asked == "p":
        asked = next((key for key in reversed(public.others) if key.startswith("p")), "")
    if asked and asked not in public.others:
        raise Http404
    return asked


def _name_frame(public: PublicClub, what: str, key: str) -> str:
    assert public.season or not key, "only a season has more standings"
    return name_standing(public.season, key) if key and public.season else str(FRAMES[what])


def _feed(request: HttpRequest, outside: Outside, what: str) -> HttpResponseBase:
    kind, write = FEEDS[what]
    with _language(request):
        text = write(read_public_club(outside.club), outside.address, outside.night_address)
    answer = _unless_same(request, text, kind)
    origin = request.headers.get("Origin", "")
    patch_vary_headers(answer, ["Origin"])
    if origin in outside.club.framed_by.split():
        answer["Access-Control-Allow-Origin"] = origin
    return answer


def _language(request: HttpRequest) -> translation.override:
    """The preferences of the browser are ignored: the website around the frame has one language."""
    wanted = request.GET.get("language", "")
    known = dict(settings.LANGUAGES)
    return translation.override(wanted if wanted in known else settings.LANGUAGE_CODE)


def _unless_same(request: HttpRequest, text: str, kind: str) -> HttpResponseBase:
    """Browsers and feed readers ask each time, so that a withdrawn name disappears everywhere."""
    etag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(text, content_type=kind)
    answer["ETag"], answer["Cache-Control"] = etag, "private, no-cache"
    return answer


# The organiser's page


class PasteLine(NamedTuple):
    title: str
    html: SafeString
    address: str


@page_of(rights.ORGANISER)
def website(request: HttpRequest, club: Club) -> HttpResponse:
    now = {"framed_by": club.framed_by.replace(" ", "\n")}
    form = WebsiteForm(read_posted(request), initial=now)
    if run_verb(form, clubs.set_website, club=club, by=get_actor(request)):
        return redirect("tournaments:website", club.slug)
    context: dict[str, Any] = {"club": club, "form": form}
    if club.visible_to != Club.Visibility.MEMBERS:
        context |= {"lines": _lines(request, club), "by_http": not request.is_secure()}
        context["feeds"] = [
            (about, _address(request, club, what)) for what, about in FEED_WORDS.items()
        ]
    return render(request, "tournaments/club/website.html", context)


def _lines(request: HttpRequest, club: Club) -> list[PasteLine]:
    public = read_public_club(club, most=1)
    further = [key for key in public.others if key.startswith("f")]
    periods = ["p"] if len(further) < len(public.others) else []
    return [_line(request, club, public, what) for what in FRAMES] + [
        _line(request, club, public, "web-standing", key) for key in [*periods, *further]
    ]


def _line(
    request: HttpRequest, club: Club, public: PublicClub, what: str, key: str = ""
) -> PasteLine:
    address = f"{_address(request, club, what)}?language={get_language()}"
    name, boards = _name_frame(public, what, ""), public.boards
    if key:
        address, found = f"{address}&of={key}", _find_key(public, key)
        boards = public.others[found]
        name = gettext("The latest period") if key == "p" else _name_frame(public, what, found)
    rows = {
        "web-nights": len(public.coming),
        "web-standing": sum(len(board.rows) + 2 for board in boards),
        "web-result": len(public.results[0].rows) + 3 if public.results else 1,
    }
    title = f"{name} · {club.name}"
    html = format_html(
        '<iframe src="{}" title="{}" width="100%" height="{}" style="border:0"></iframe>',
        *(address, title, HEADS + ROW * max(rows[what], 5)),
    )
    return PasteLine(name, html, address)


def _address(request: HttpRequest, club: Club, what: str) -> str:
    if club.visible_to == Club.Visibility.LINK:
        return reachable(
            request, reverse(f"tournaments:{what}-by-link", args=[links.make_key(club)])
        )
    return reachable(request, reverse(f"tournaments:{what}", args=[club.slug]))
