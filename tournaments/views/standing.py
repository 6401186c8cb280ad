"""The standing of a season, for who takes part in the club."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.views import files
from scoring.writing.lists import Listing
from tournaments import access, board, drawn, history, members, tables
from tournaments.board_lines import Columns
from tournaments.history import History
from tournaments.models import Season
from tournaments.names import fold, tidy
from tournaments.views import following
from tournaments.views.base import account, number
from tournaments.writing import standing as written


@require_safe
def standing(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    return following.kept(following.nothing_new(request) or _standing(request, slug, pk))


@login_required
def _standing(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    club, role = access.at_least(access.MEMBER, request, slug)
    full = access.has(role, access.ORGANISER)
    one = access.season(club, pk)
    if files.asked(request):
        return files.answer(request, _listing(request, one, full), club, one)

    def make() -> HttpResponse:
        words = _words(request, one, full)
        own = tuple(who.pk for who in members.of_account(club, account(request)))
        words["charts"] = _charts(one, words["found"], words["sought"], own)
        return render(request, "tournaments/standing.html", words)

    return following.answered(request, club, role, make)


class Sought(NamedTuple):
    """Which lines, in what order: as the address says."""

    request: HttpRequest

    @property
    def typed(self) -> str:
        return tidy(self.request.GET.get("q", ""))

    @property
    def words(self) -> list[str]:
        return fold(self.typed).split()

    @property
    def division(self) -> int:
        return number(self.request.GET.get("division"))

    @property
    def sort(self) -> str:
        return self.request.GET.get("sort", "")

    @property
    def kept(self) -> str:
        """Of the address, when another order is asked for."""
        said = {"q": self.typed, "division": str(self.division or "")}
        return "".join(f"{urlencode({name: value})}&" for name, value in said.items() if value)

    def here(self, found: board.Standing) -> Sequence[board.Board]:
        return [one for one in found.boards if self.division in (0, one.number)] or found.boards

    def boards(self, found: board.Standing) -> list[board.Board]:
        return [one.found(self.words) for one in self.here(found)]

    def shown(self, found: board.Standing) -> list[tuple[int | None, tables.Standing]]:
        return [(one.number, self._table(one, found.columns)) for one in self.boards(found)]

    def _table(self, one: board.Board, columns: Columns) -> tables.Standing:
        made = tables.Standing(one.lines, columns.without, one.body)
        tables.in_order(made, self.request)
        return made


def _listing(request: HttpRequest, one: Season, full: bool) -> Listing:
    found = board.of(one, full=full)
    lines = [(each, table.data) for each, table in Sought(request).shown(found)]
    return written.listing(one, found.columns, lines)


def _words(request: HttpRequest, one: Season, full: bool) -> dict[str, Any]:
    found, sought = board.of(one, full=full), Sought(request)
    return {
        "club": one.club,
        "season": one,
        "found": found,
        "boards": sought.shown(found),
        "sought": sought,
        "organises": full,
    }


CHART = "tournaments/_chart.html"
MOST_KEPT = 100
Key = tuple[int, str | None, int | None, tuple[tuple[int, str], ...], tuple[int, ...]]
# By the standing they are of, which is kept beside them: they stay when others are renamed.
_drawn: dict[Key, tuple[object, SafeString]] = {}


def _charts(
    season: Season, found: board.Standing, sought: Sought, own: tuple[int, ...]
) -> list[SafeString]:
    """Of the divisions that are shown; none of names that were searched."""
    went = history.of(season)
    return [_chart(went, one, own) for one in ([] if sought.words else sought.here(found))]


def _chart(went: History, one: board.Board, own: tuple[int, ...]) -> SafeString:
    lead = drawn.lead(one, own)
    who = tuple((line.row.player, line.name) for line in lead)
    key = (id(went.standing), get_language(), one.number, who, own)
    if key not in _drawn:
        if len(_drawn) >= MOST_KEPT:
            _drawn.clear()
        chart = drawn.leaders(went, lead, one.number, own)
        words = {"one": chart, "division": one.number}
        html = render_to_string(CHART, words) if chart else SafeString()
        _drawn[key] = went.standing, html
    return _drawn[key][1]
