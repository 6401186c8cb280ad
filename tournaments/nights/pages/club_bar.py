"""The bar above every page of a club: links to its pages, and the night that is going on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from tournaments import links
from tournaments.access import VIEWED, Viewed
from tournaments.accounts import rights
from tournaments.accounts.rights import HELPER, ORGANISER
from tournaments.members import members
from tournaments.models import Night
from tournaments.nights.pages.room import NightTable, find_current_round, read_tables

# The tab of each address, by the beginning of its name; the first that fits.
TABS = {
    **dict.fromkeys(("standing", "ties"), "standing"),
    "season-nights": "nights",
    **dict.fromkeys(("season-new", "season-change", "season-earlier"), "settings"),
    **dict.fromkeys(("divisions", "couples"), "settings"),
    **dict.fromkeys(("season", "record"), "seasons"),
    **dict.fromkeys(("player", "compare"), "players"),
    **dict.fromkeys(("member", "letters"), "members"),
    "own": "own",
    "reglement": "rules",
    "club": "",
    **dict.fromkeys(("people", "role", "visitors", "website"), "settings"),
    **dict.fromkeys(("logo", "usual", "export", "invitation"), "settings"),
    **dict.fromkeys(("night", "room", "door", "draw", "round", "table", "money"), "nights"),
    **dict.fromkeys(("closing", "codes", "print", "open-evening", "answer"), "nights"),
}


@dataclass(frozen=True)
class Mark:
    """The progress of a night that is going on."""

    night: int
    state: str
    round: int  # the one being played; 0: none is drawn
    count_in: int  # tables of the round that approved their sheet
    count_of: int


@dataclass(frozen=True)
class Bar:
    name: str
    slug: str
    tab: str  # the one the page belongs to
    mark: Mark | None
    live: str  # where this viewer follows the night, or runs it; of several, where they stand
    nights: int  # that are going on
    standing: str  # the address of the latest one
    has_logo: bool
    helps: bool
    organises: bool
    own_page: str  # of a viewer who came by a personal link
    own_name: str
    back: str  # where a visitor returns after logging in

    @property
    def seasons_class(self) -> str:
        """On a phone there is room for one tab of a viewer's own."""
        return "wide-only" if self.helps or self.own_page else ""

    @property
    def is_in_more(self) -> bool:
        """The page is one that a phone has under *More*."""
        seasons = {"seasons"} if self.seasons_class else set()
        return self.tab in {"rules", "settings"} | seasons


def build_bar(request: HttpRequest) -> Bar | None:
    """Return None if the page belongs to no club or if this viewer may not see the club."""
    viewed: Viewed | None = request.META.get(VIEWED)
    if viewed is None:
        return None
    club, role = viewed.club, viewed.role
    bar = viewed.bar
    mark = next(iter(read_marks(bar.nights).values()), None)
    helps = rights.has_rights(role, HELPER)
    name, ids = ("standing", [bar.season]) if bar.season else ("seasons", [])
    shows_result = mark and mark.round and not helps
    live = "nights" if len(bar.nights) > 1 else "night-result" if shows_result else "night"
    at = [club.slug] if len(bar.nights) > 1 or not mark else [club.slug, mark.night]
    match = request.resolver_match
    page = (match.url_name if match else "") or ""
    ours = request.path.startswith(club.get_absolute_url())
    own_key = [links.make_key(viewed.member)] if viewed.member else []
    return Bar(
        name=club.name,
        slug=club.slug,
        tab=next((tab for start, tab in TABS.items() if page.startswith(start)), ""),
        mark=mark,
        live=reverse(f"tournaments:{live}", args=at) if mark else "",
        nights=len(bar.nights),
        standing=reverse(f"tournaments:{name}", args=[club.slug, *ids]),
        has_logo=bar.has_logo,
        helps=helps,
        organises=rights.has_rights(role, ORGANISER),
        own_page=reverse("tournaments:own", args=own_key) if own_key else "",
        own_name=members.name_in_hall(viewed.member) if viewed.member else "",
        # Nothing leads back to a secret link, or to where a form was sent.
        back=request.get_full_path() if ours and request.method == "GET" else "",
    )


def read_marks(nights: Mapping[int, str]) -> dict[int, Mark]:
    """The nights are given by their ids, with their states."""
    tables = read_tables([pk for pk, state in nights.items() if state == Night.State.PLAYING])
    return {pk: make_mark(pk, state, tables.get(pk, [])) for pk, state in nights.items()}


def make_mark(night: int, state: str, tables: Sequence[NightTable]) -> Mark:
    """A round of which a table is not in yet goes before the one that has begun meanwhile."""
    left = [table.round for table in tables if not table.how.approved]
    now = min(left, default=find_current_round(tables))
    here = [table.how.approved for table in tables if table.round == now]
    return Mark(night, state, now, sum(here), len(here))
