"""The bar above every page of a club: links to its pages, and the night that is going on."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.toolkit.cache import LRU
from scoring.toolkit.csrf import make_token_field
from tournaments import access, links
from tournaments.access import HELPER, ORGANISER, VIEWED, Viewed
from tournaments.models import Club, Member, Night, User
from tournaments.nights.pages import tables_overview
from tournaments.nights.pages.tables_overview import NightTable

MOST_KEPT = 200
WHO = "<!--who-->"  # in the template of the bar, where it tells who is logged in

# The tab of each address, by the beginning of its name; the first that fits.
TABS = {
    **dict.fromkeys(("standing", "ties"), "standing"),
    "season-nights": "nights",
    "season": "settings",
    "divisions": "settings",
    **dict.fromkeys(("player", "compare"), "players"),
    "record": "records",
    "member": "members",
    "own": "own",
    "reglement": "rules",
    "club": "",
    **dict.fromkeys(("people", "role", "visitors", "website"), "settings"),
    **dict.fromkeys(("logo", "usual", "export", "invitation"), "settings"),
    **dict.fromkeys(("night", "room", "door", "draw", "round", "table", "money"), "nights"),
    **dict.fromkeys(("closing", "codes", "print"), "nights"),
}


class Mark(NamedTuple):
    """The progress of a night that is going on: its state, the round being played, and how many of
    that round's tables have approved their sheet.
    """

    night: int
    state: str
    round: int  # 0: none is drawn
    count_in: int
    count_of: int


class Bar(NamedTuple):
    name: str
    slug: str
    tab: str  # the one the page belongs to
    mark: Mark | None
    live: str  # where this viewer follows the night, or runs it
    standing: str  # the address of the latest one
    has_logo: bool
    helps: bool
    organises: bool
    account: SafeString  # who is logged in, or the link to log in

    @property
    def html(self) -> SafeString:
        parts = _draw_parts(self._replace(account=SafeString()), get_language())
        return SafeString(self.account.join(parts))


# Keyed by the stamp, which changes with every entry of the night.
_known = LRU[str, Mark](MOST_KEPT)


def build_bar(request: HttpRequest) -> Bar | None:
    """Return the bar of the club to which this page belongs. Return None if the page belongs to no
    club or if this viewer may not see the club.
    """
    viewed: Viewed | None = request.META.get(VIEWED)
    if viewed is None:
        return None
    club, role = viewed.club, viewed.role
    night, season, logos = viewed.stamp.split("|")
    mark, helps = read_mark(night), access.has_rights(role, HELPER)
    name, ids = ("standing", [int(season)]) if int(season) else ("seasons", [])
    return Bar(
        name=club.name,
        slug=club.slug,
        tab=_tab(request),
        mark=mark,
        live=_address(club.slug, mark, helps=helps) if mark else "",
        standing=reverse(f"tournaments:{name}", args=[club.slug, *ids]),
        has_logo=logos != "0",
        helps=helps,
        organises=access.has_rights(role, ORGANISER),
        account=_draw_own_page(viewed.member) + _draw_account(request, club),
    )


def _draw_own_page(member: Member | None) -> SafeString:
    """Return the link to the own page of a viewer who came by a personal link."""
    if member is None:
        return SafeString()
    address = reverse("tournaments:own", args=[links.make_key(member)])
    return format_html('<a href="{}">{}</a> ', address, gettext("Your own page"))


def _draw_account(request: HttpRequest, club: Club) -> SafeString:
    """Return the HTML that tells who is logged in, or the link to log in."""
    name = request.user.name if isinstance(request.user, User) else ""
    back = "" if name else _way_back(request, club)
    token = (
        make_token_field(request) if name else ""
    )  # a visitor's page has no form and sets no cookie
    return SafeString(token.join(_account_parts(name, back, get_language())))


def _way_back(request: HttpRequest, club: Club) -> str:
    """Return the address to which the visitor returns after logging in: that of this page. Return
    an empty text if the page was opened by a secret link or by sending a form.
    """
    own_address = request.path.startswith(club.get_absolute_url())
    return request.get_full_path() if own_address and request.method == "GET" else ""


@lru_cache(maxsize=MOST_KEPT)
def _account_parts(name: str, back: str, _language: str | None) -> list[str]:
    """Return the HTML about the logged-in user in two parts. The CSRF token belongs between the
    parts. `back` is the page to which the visitor returns after logging in.
    """
    html = render_to_string("tournaments/_account.html", {"name": name, "back": back})
    return html.split("<!--token-->")


@lru_cache(maxsize=MOST_KEPT)
def _draw_parts(bar: Bar, _language: str | None) -> list[str]:
    """Return the HTML of the bar in two parts; the HTML about the logged-in user belongs between
    them. The parts are cached for all users who see the same bar.
    """
    return render_to_string("tournaments/_bar.html", {"bar": bar}).split(WHO)


def _tab(request: HttpRequest) -> str:
    match = request.resolver_match
    name = (match.url_name if match else "") or ""
    return next((tab for start, tab in TABS.items() if name.startswith(start)), "")


def read_mark(night: str) -> Mark | None:
    """Return the progress of the night that is going on. `night` is the part of `Viewed.stamp`
    about it: a text that starts with the night's id and changes whenever the progress changes. The
    result is cached by this text. Return None if the text is empty, because no night is going on.
    """
    return read_marks([night])[night] if night else None


def read_marks(nights: Sequence[str]) -> dict[str, Mark]:
    """Return the progress of each of these nights, keyed by the texts in `nights`. Each text is the
    part of `Viewed.stamp` about a night: it starts with the night's id and changes whenever the
    progress changes. The number of queries does not depend on the number of nights.
    """
    known = _known.get_many(nights)
    new = {night: _Night(*night.split(" ")[:2]) for night in nights if night not in known}
    tables = tables_overview.read_tables(
        [int(n.pk) for n in new.values() if n.state == Night.State.PLAYING]
    )
    read = {night: _mark(n, tables.get(int(n.pk), [])) for night, n in new.items()}
    _known.put_many(read)
    return known | read


class _Night(NamedTuple):
    pk: str
    state: str


def _mark(night: _Night, tables: Sequence[NightTable]) -> Mark:
    now = tables_overview.find_current_round(tables)
    here = [table.how.approved for table in tables if table.round == now]
    return Mark(int(night.pk), night.state, now, sum(here), len(here))


def _address(slug: str, mark: Mark, *, helps: bool) -> str:
    follows = mark.round and not helps
    return reverse(f"tournaments:night{'-result' if follows else ''}", args=[slug, mark.night])
