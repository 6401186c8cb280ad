import uuid
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import games
from scoring.browser import recent_sheets, sync
from scoring.forms.game_options import read_figure
from scoring.games.core.game import Game
from scoring.games.sheet.rows import ABSENT
from scoring.pages.entry_columns import Column, build_columns
from scoring.pages.grid import AND
from scoring.sheets import second_list
from scoring.sheets.events import Sender
from scoring.sheets.sheet_under_lock import PREFETCH, SheetNow
from scoring.toolkit.figures import format_points
from scoring.toolkit.numbered_forms import problem_in_words, read_number, read_sent_id
from scoring.toolkit.problems import UserError
from scoring.views.base import sheet_or_404


class SecondListForm(forms.Form):
    """The figures of each player or side; what can't be read is left to be refused by the game."""

    def __init__(self, game: Game, players: list[str], data: Any = None) -> None:
        super().__init__(data)
        self.columns = build_columns(game, players)
        for column in self.columns:
            mode = "decimal" if column.halves else "text" if column.low < 0 else "numeric"
            attrs = {"inputmode": mode, "class": "figure", "autocomplete": "off", "maxlength": 40}
            widget = forms.TextInput(attrs=attrs)
            self.fields[column.name] = forms.Field(
                label=column.label, required=False, widget=widget
            )

    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        fields: dict[str, list[forms.BoundField]] = {}
        for column in self.columns:
            names = AND.join([column.player or "", *column.partners])
            fields.setdefault(names, []).append(self[column.name])
        return list(fields.items())

    def read_row(self) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for column in self.columns:
            value = _read(column, self.data.get(column.name, ""))
            player = column.player or ""
            if value is not None and column.key:
                entries.setdefault(player, {})[column.key] = value
            elif value is not None:
                entries[player] = value
        return {"entries": entries}


def _read(column: Column, typed: str) -> Any:
    text = typed.strip()
    if not text:
        return None
    if any(value == ABSENT for _word, value in column.words) and text.casefold() == ABSENT:
        return ABSENT
    digits = text.replace("\N{MINUS SIGN}", "-").removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        return -int(digits) if text[0] != digits[0] else int(digits)
    number = read_figure(text)
    return text if number is None else number


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key, *PREFETCH)
    now = SheetNow(sheet, sheet.seats.all(), sheet.events.all())
    if not second_list.has_second_list(now):
        raise Http404
    state = sync.build_state(now)
    game, players = games.build_sheet_game(state["data"]), state["data"]["players"]
    typed = request.POST if request.POST.get("do") == "enter" else None
    form, refusals = SecondListForm(game, players, typed), []
    if request.method == "POST":
        how: Sender = {
            "event": read_sent_id(request.POST.get("id")),
            "device": recent_sheets.read_device(request),
        }
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
