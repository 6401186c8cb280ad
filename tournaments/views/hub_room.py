"""The part of the night's page with the overview of all tables. Its pieces of HTML are cached,
because a script fetches it again and again while the night is being played.
"""

from collections.abc import Sequence
from datetime import time
from functools import lru_cache
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scoring.toolkit.csrf import make_token_field
from tournaments.backup import copies
from tournaments.club.reglementen import build_game
from tournaments.forms.nights import ClockForm, CutForm
from tournaments.models import Night, NightLogEntry, Round
from tournaments.nights.pages import hub, table, tables_overview
from tournaments.nights.pages.clock import draw_clock
from tournaments.nights.pages.tables_overview import OverviewInput, Room, TableState
from tournaments.nights.pages.who_needs_help import Ask, list_asks
from tournaments.nights.round_clock import read_clock
from tournaments.views.base import read_id

State = Night.State


def build_room(
    request: HttpRequest, words: dict[str, Any], requested: int, form: CutForm | None
) -> dict[str, Any]:
    night, club = words["night"], words["club"]
    others = list_all_tables(night, words["rounds"])
    numbers = {laid.number: laid for laid in words["rounds"]}
    current = tables_overview.find_current_round(others) if others else next(iter(numbers))
    shown = numbers.get(requested, numbers[current])
    seen = tables_overview.read_overview(shown, club)
    drawn = build_room_words(seen, words | {"shown": shown}, others)
    if words["changes"]:
        tables = tuple((pk, number) for pk, number, *_ in seen.tables)
        usual = build_game(night.season.reglement).games
        clock: ClockForm | None = words["clock_form"]
        forms = RoundForms(
            club.slug,
            night.pk,
            shown.number,
            render_fields(clock) if clock else _clock_fields(_began(shown), get_language()),
            bool(clock and clock.errors),
            render_fields(form) if form else _empty(shown, usual, tables, get_language()),
            bool(form and form.errors),
            get_language(),
        )
        drawn["forms"] = SafeString(make_token_field(request).join(_draw_forms(forms)))
        drawn["cut"] = _cut(request, shown)
    return drawn


class RoundForms(NamedTuple):
    """Everything on which the two forms about the shown round depend, except the CSRF token. One
    form sets the round's clock, the other limits its games. This tuple is the key by which the HTML
    of the forms is cached.
    """

    slug: str
    pk: int
    number: int
    clock: SafeString  # fields that set its clock
    clock_open: bool
    cut: SafeString  # fields that limit its games
    cut_open: bool
    language: str | None


@lru_cache(maxsize=200)
def _draw_forms(forms: RoundForms) -> list[str]:
    """Return the HTML of the forms that set the shown round's clock and limit its games. It is in
    two pieces, and the CSRF token belongs between them.
    """
    html = render_to_string("tournaments/nights/_hub_forms.html", {"forms": forms})
    return html.split("<!--token-->")


def _began(shown: Round) -> time | None:
    return timezone.localtime(shown.began).time() if shown.began else None


def list_all_tables(night: Night, rounds: Sequence[Round]) -> list[tables_overview.NightTable]:
    """Return the tables of all rounds. If there is only one round, return an empty list, because
    the overview on the page already shows its tables.
    """
    return tables_overview.list_tables(night) if len(rounds) > 1 else []


def build_room_words(
    seen: OverviewInput, words: dict[str, Any], others: Sequence[tables_overview.NightTable]
) -> dict[str, Any]:
    """Return the template values for the part of the page that a script fetches again and again
    during a night: the overview of the tables, and what to do next.

    - `seen` has what was read from the database about the tables of the shown round.
    - `words` has the template values of the whole page.
    - `others` has the tables of all rounds, but is empty if there is only one round.
    """
    night, shown, club = words["night"], words["shown"], words["club"].slug
    organises, changes, language = words["organises"], words["changes"], get_language()
    room, counts = tables_overview.build_overview(seen), hub.count_people(night)
    asks = list_asks(night, shown, room, organises)
    following = hub.find_next(night, shown, room, words["rounds"])
    begins = hub.may_begin(shown, room, changes=changes)
    main = hub.find_main(night, asks, following, room)
    if begins and not main and _is_unplayed_now(shown, room, others):
        main = "begin"
    count = len(words["rounds"])
    steps = hub.list_steps(
        night, counts, count, shown.number, organises=organises, all_in=changes and main == "end"
    )
    missing = None
    if organises:
        laid = [(table.round, table.how) for table in others]
        laid = laid or [(shown.number, place.how) for place in room.places]
        missing = tuple(hub.list_missing(night, laid, room.waiting, count, counts))
    work = _work(_gather_work(words, room, asks, following, main))
    tables = (_table(place, club, changes, language) for place in room.places)
    return {
        "shown": shown,
        "counts": counts,
        "steps": render_steps(tuple(steps), language),
        "begins": begins,
        "main": main,
        "ending": _ending(club, night.pk, night.state, main, missing, language),
        "work": SafeString("".join(tables).join(work)),
        "clock": draw_clock(read_clock(night, shown)),
    }


def _is_unplayed_now(
    shown: Round, room: Room, others: Sequence[tables_overview.NightTable]
) -> bool:
    """Return whether the shown round is the current one and nothing was played in it yet. `room`
    has the tables of that round. `others` has the tables of all rounds, or none if there is only
    one round.
    """
    is_now = not others or tables_overview.find_current_round(others) == shown.number
    return is_now and not any(place.how.played for place in room.places)


def _gather_work(
    words: dict[str, Any],
    room: Room,
    asks: Sequence[Ask],
    following: hub.Next | None,
    main: str,
) -> "Work":
    night, organises = words["night"], words["organises"]
    return Work(
        words["club"].slug,
        night.pk,
        night.state,
        organises,
        words["changes"],
        room.count_in,
        len(room.places),
        room.first_open,
        tuple(asks),
        following,
        main,
        copies.read_state().troubles,
        get_language(),
    )


class Work(NamedTuple):
    """The values that determine the part of the night's page with the overview of the tables and
    the next step. They are the key by which the HTML of that part is cached. The tables in the
    overview are cached separately, so they are not among these values.
    """

    slug: str
    pk: int
    state: str
    organises: bool
    changes: bool
    count_in: int
    count_of: int
    open: TableState | None  # the first table that is not in
    asks: tuple[Ask, ...]
    next: hub.Next | None
    main: str
    troubles: tuple[copies.Trouble, ...]
    language: str | None

    @property
    def tally(self) -> SafeString:
        """Return as HTML a dash for each table. The dash is dotted as long as the table's sheet is
        not approved.
        """
        dashes = "<li></li>" * self.count_in
        dashes += '<li class="open"></li>' * (self.count_of - self.count_in)
        return mark_safe(dashes)  # noqa: S308  of our own


@lru_cache(maxsize=500)
def _work(work: Work) -> list[str]:
    """Return the HTML of the part with the overview of the tables and the next step, in two pieces.
    The tables belong between them.
    """
    html = render_to_string("tournaments/nights/_hub_work.html", {"work": work})
    return html.split("<!--tables-->")


@lru_cache(maxsize=500)
def render_steps(steps: tuple[hub.Step, ...], _language: str | None) -> SafeString:
    """Return the HTML that lists the steps of the evening, such as check-in and the draw. It is
    cached for everybody who follows the overview of the tables.
    """
    return render_to_string("tournaments/nights/_hub_steps.html", {"steps": steps})


@lru_cache(maxsize=500)
def _ending(
    slug: str,
    pk: int,
    state: str,
    main: str,
    missing: tuple[hub.Missing, ...] | None,
    _language: str | None,
) -> SafeString:
    """Return the HTML of the part of the night's page in which an organiser ends the night. It is
    empty if the night is closed.

    - `state` is the state of the night.
    - `main` is "end" if ending the night gets the page's main button.
    - `missing` lists what is not done yet. It is None for helpers, who cannot end a night, and then
      the HTML is empty, too.

    The HTML is cached for everybody who follows the overview of the tables.
    """
    if missing is None or state == State.CLOSED:
        return SafeString()
    words = {"slug": slug, "pk": pk, "state": state, "main": main, "missing": missing}
    words["weighs"] = any(line.weighs for line in missing)
    return render_to_string("tournaments/nights/_hub_end.html", words)


@lru_cache(maxsize=1000)
def _table(place: TableState, club: str, changes: bool, _language: str | None) -> SafeString:
    """Return the HTML of one table in the overview. With `changes`, it has a link to the page that
    changes the table. The HTML is cached for all users until something at that table changes.
    """
    words = {"place": place, "club": club, "changes": changes}
    return render_to_string("tournaments/nights/_place.html", words)


@lru_cache(maxsize=100)
def _empty(
    shown: Round, _usual: int | None, tables: tuple[tuple[int, int], ...], _language: str | None
) -> SafeString:
    """Return the HTML of the empty form with which an organiser limits the shown round to fewer
    games. `tables` has the id and the number of each table.

    The form is cached, because it is the same for all users. The function does not use `_usual`
    (the usual number of games) and `_language`. They only make the cache keep a form of its own for
    each of their values.
    """
    return render_fields(CutForm(shown, tables))


@lru_cache(maxsize=100)
def _clock_fields(began: time | None, _language: str | None) -> SafeString:
    """Return the HTML of the form that sets a round's clock, before anything was typed in it.
    `began` is when the clock was started, if it was; the form shows that time. The HTML is cached,
    because it is the same for all users.
    """
    return render_fields(ClockForm(initial={"began": began}))


def render_fields(form: CutForm | ClockForm) -> SafeString:
    return render_to_string("tournaments/nights/_fields.html", {"form": form})


def _cut(request: HttpRequest, shown: Round) -> str:
    """Return a sentence about the limit of games that the user has just set on this page for the
    round or for one table. Return "" if they set none.
    """
    if requested := read_id(request.GET.get("cut")):
        for entry in shown.night.log_entries.filter(kind=NightLogEntry.Kind.CUT, pk=requested):
            return table.in_words(entry, {})
    return ""
