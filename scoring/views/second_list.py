import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import games
from scoring.browser import recent_sheets, sync
from scoring.forms.second_list import SecondListForm
from scoring.pages.entry_columns import build_columns
from scoring.sheets import second_list
from scoring.sheets.sheet_under_lock import PREFETCH, SheetNow
from scoring.toolkit.figures import format_points
from scoring.toolkit.numbered_forms import problem_in_words, read_number
from scoring.toolkit.problems import UserError
from scoring.views.base import read_sender, sheet_or_404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key, *PREFETCH)
    now = SheetNow(sheet)
    if not second_list.has_second_list(now):
        raise Http404
    state = sync.build_state(now)
    game, players = games.build_sheet_game(state["data"]), state["data"]["players"]
    typed = request.POST if request.POST.get("do") == "enter" else None
    form, refusals = SecondListForm(game, players, typed), []
    if request.method == "POST":
        how = read_sender(request)
        try:
            if typed is None:
                is_second = request.POST.get("do") == "second"
                seen = read_number(request.POST.get("seen", ""))
                known = seen if isinstance(seen, int) else None
                second_list.settle(sheet=sheet, second=is_second, seen=known, **how)
            else:
                second_list.record_second(sheet=sheet, row=form.read_row(), **how)
            return redirect("scoring:second", key)
        except UserError as refused:
            refusals = [problem_in_words(problem) for problem in refused.problems]
    compared = second_list.compare_lists(now)
    labels = {(column.player, column.key): column for column in build_columns(game, players)}
    first, other = now.rows.get(second_list.ROUND), now.replay.second
    page = {
        "key": key,
        "state": state,
        "form": form,
        "refusals": refusals,
        "id": uuid.uuid4(),
        "seen": second_list.find_revision(now),
        "is_in": other is not None,
        "again": "again" in request.GET or typed is not None,
        "differ": any(figure.differs for figure in compared or ()),
        "figures": [
            (
                labels[figure.player, figure.key],
                [_shown(value) for value in (figure.first, figure.second)],
                figure.differs,
            )
            for figure in compared or ()
        ],
        "device": recent_sheets.read_device(request),
        "lists": [version.event for version in (first, other) if version],
    }
    return render(request, "scoring/second.html", page)


def _shown(value: second_list.Value) -> str:
    return format_points(value) if isinstance(value, int | float) else value or ""
