"""The standing of a season, for who takes part in the club."""

from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.views import files
from scoring.writing.lists import Listing
from tournaments import access, board, tables
from tournaments.board_lines import Columns
from tournaments.models import Season
from tournaments.names import fold, tidy
from tournaments.views import following
from tournaments.views.base import number
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
        return render(request, "tournaments/standing.html", _words(request, one, full))

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

    def boards(self, found: board.Standing) -> list[board.Board]:
        here = [one for one in found.boards if self.division in (0, one.number)]
        return [one.found(self.words) for one in here or found.boards]

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
