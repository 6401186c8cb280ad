from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit.problems import user_error
from tournaments import access, problems
from tournaments.accounts import rights
from tournaments.forms.changes import FORMS, ChangeForm
from tournaments.models import Club, NightLogEntry, Table
from tournaments.nights import changes_at_tables
from tournaments.nights.pages import table
from tournaments.nights.pages.night_of_sheet import warn_in_words
from tournaments.nights.pages.table import AtTable
from tournaments.views.base import get_actor, page_of, read_id, run_verb, try_verb

VERBS: dict[str, Callable[..., NightLogEntry]] = {
    "come": changes_at_tables.join_table,
    "leave": changes_at_tables.leave,
    "replace": changes_at_tables.replace,
    "swap": changes_at_tables.swap,
    "scribe": changes_at_tables.hand_over,
    "void": changes_at_tables.void,
    "split": changes_at_tables.split,
    "join": changes_at_tables.merge_tables,
    "games": lambda *, table, **said: changes_at_tables.shorten(
        round_=table.round, table=table, **said
    ),
}


@page_of(rights.ORGANISER, access.table_or_404)
def table_page(request: HttpRequest, club: Club, chosen: Table) -> HttpResponse:
    if "undo" in request.POST:
        return _undo(request, club, chosen)
    at = table.build_table(chosen)
    forms = _forms(request, at)
    sent = next((form for form in forms if form.is_bound), None)
    if sent and sent.from_next and read_id(request.POST.get("next")) != at.next:
        sent.add_problems(user_error(problems.MOVED_ON, number=max(1, at.next - 1)).problems)
    elif sent:
        verb = partial(VERBS[sent.do], table=chosen)
        if run_verb(sent, verb, by=get_actor(request)):
            return redirect(request.path)
    return _page(request, club, at, forms)


def _forms(request: HttpRequest, at: AtTable) -> list[ChangeForm]:
    """A form that was sent is there in any case, to show why its change is refused."""
    state = at.table.round.night.state
    do = request.POST.get("do")
    offered = [
        form for form in FORMS if form.do == do or (state in form.states and form.is_possible(at))
    ]
    free = table.list_free_people(at) if offered else []
    named = {do: {"member": request.GET.get(do, "")} for do in ("come", "leave")}  # at the door
    return [
        form(at, free, request.POST if form.do == do else None, named.get(form.do))
        for form in offered
    ]


def _undo(request: HttpRequest, club: Club, this_table: Table) -> HttpResponse:
    at, pk = table.build_table(this_table), read_id(request.POST["undo"])
    if pk in [line.entry for line in at.lines]:
        entry = NightLogEntry.objects.get(pk=pk)
        if refusals := try_verb(changes_at_tables.undo, entry=entry, by=get_actor(request)):
            return _page(request, club, at, _forms(request, at), refusals=refusals)
    return redirect(request.path)


def _page(
    request: HttpRequest, club: Club, at: AtTable, forms: list[ChangeForm], **more: Any
) -> HttpResponse:
    words = {
        "club": club,
        "night": at.table.round.night,
        "at": at,
        "changes": forms,
        "form": next((form for form in forms if form.is_bound), None),
        "warning": warn_in_words(at.table.round.night.season),
        "asked": next((do for do in ("come", "leave", "swap", "games") if do in request.GET), ""),
    }
    status = 409 if more else 200
    return render(request, "tournaments/nights/table.html", words | more, status=status)
