from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.sheets.links import build_path, make_key
from tournaments import access
from tournaments.accounts import mail, rights
from tournaments.backup import after_night
from tournaments.club import season_texts
from tournaments.forms.nights import ReasonForm, ReopenForm
from tournaments.models import Club, Night
from tournaments.names import NameDetail
from tournaments.nights import closing, money
from tournaments.nights.pages import missed_rounds
from tournaments.standings import who_played
from tournaments.views.base import get_actor, page_of, read_id, read_posted, run_verb


@page_of(rights.CLOSES, access.night_or_404)
def closing_page(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    closed = night.state == Night.State.CLOSED
    if closed and night.imported_results.exists():
        return redirect(night)
    verb: Callable[..., Night] = closing.reopen if closed else closing.close
    form = ReasonForm(read_posted(request))
    if closed:
        table = read_id(request.GET.get("table"))
        form = ReopenForm(night, read_posted(request), table)
    if run_verb(form, verb, night=night, by=get_actor(request)):
        if not closed:
            after_night.back_up_after_closing()
            mail.wake()
            return redirect(night)
        table = form.cleaned_data["table"]
        return redirect(build_path(table.sheet) if table else request.path)
    still_open = closing.list_open_tables(night)
    reopened = closing.find_reopened_table(night)
    is_open = night.state in (Night.State.PLAYING, Night.State.CLOSING)
    facts = who_played.load_if_closed(night)
    words = {
        "club": club,
        "night": night,
        "form": form,
        "closed": closed,
        "open": is_open,
        "left": [(left, make_key(left.table.sheet)) for left in still_open],
        "unfinished": {left.table.round_id for left in still_open if not left.how.over},
        "drawn": (drawn := night.rounds.count()),
        "undrawn": closing.list_undrawn_rounds(night, drawn),
        "incomplete": missed_rounds.read_incomplete(night, facts, NameDetail.FULL),
        "away": missed_rounds.list_away(night, NameDetail.FULL, facts) if is_open and drawn else [],
        "owing": money.build_money(night).owing if is_open else [],
        "missed_round": season_texts.missed_round_in_words(night.season),
        "reopened": reopened,
        "reopened_key": make_key(reopened.sheet) if reopened else "",
        "why": night.log_entries.filter(kind="closed").last() if closed else None,
    }
    return render(request, "tournaments/nights/closing.html", words)
