"""The night's page for helpers and organisers: the steps of the evening, what comes next, and what
is missing before the night can end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db import connection
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from scoring.sheets.progress import Progress
from tournaments.models import Night, Round
from tournaments.nights import closing, money
from tournaments.nights.pages.tables_overview import Room, TableState
from tournaments.nights.pages.who_needs_help import Ask

State = Night.State
DRAW = "draw"  # a step between two states
ORDER: tuple[str, ...] = (State.SIGN_UP, State.CHECK_IN, DRAW, State.PLAYING, State.CLOSING)

# Raw SQL, since everybody who follows a room runs these queries again and again.
ROUNDS = "SELECT * FROM tournaments_round WHERE night_id = %s ORDER BY number"
COUNTS = """
    SELECT COUNT(DISTINCT CASE WHEN a.said = 'on' THEN COALESCE(m.merged_into_id, m.id) END),
        COUNT(DISTINCT CASE WHEN a.present THEN COALESCE(m.merged_into_id, m.id) END),
        COUNT(DISTINCT CASE WHEN a.present AND NOT a.paid AND NOT m.guest
            THEN COALESCE(m.merged_into_id, m.id) END),
        COUNT(DISTINCT CASE WHEN a.present AND NOT a.paid AND m.guest
            THEN COALESCE(m.merged_into_id, m.id) END),
        (SELECT COUNT(*) FROM tournaments_drawrecord d WHERE d.night_id = %s)
    FROM tournaments_attendance a JOIN tournaments_member m ON m.id = a.member_id
    WHERE a.night_id = %s
"""

Played = tuple[int, Progress]  # the number of a round, and how far a table of it is


class Counts(NamedTuple):
    signed_up: int
    present: int
    unpaid_members: int
    unpaid_guests: int
    draws: int  # also those that were taken back


class Step(NamedTuple):
    """A step of the evening, such as check-in or the draw, with its state in words."""

    name: str
    words: str
    at: str  # "done", "here" or "todo"
    address: str  # empty: there is no page for it now


class Next(NamedTuple):
    """The round after the one shown on the night's page: whether it is drawn and begun, and how
    many tables of the shown round are not done yet.
    """

    number: int
    drawn: bool
    begun: bool  # its clock runs
    missing: int  # tables of the shown round that are not in


class Missing(NamedTuple):
    """Something that should be there before the night is closed (`what`). The night can be closed
    without it, too, and `counts` says how it counts then.
    """

    what: str
    counts: str
    weighs: bool = True  # it changes what the night counts


def read_rounds(night: Night) -> list[Round]:
    rounds = list(Round.objects.raw(ROUNDS, [night.pk]))
    for round_ in rounds:
        round_.night = night
    return rounds


def count_people(night: Night) -> Counts:
    with connection.cursor() as cursor:
        cursor.execute(COUNTS, [night.pk, night.pk])
        return Counts(*cursor.fetchone())


# Steps


def list_steps(
    night: Night, counts: Counts, rounds: int, shown: int, *, organises: bool, all_in: bool = False
) -> list[Step]:
    """Return the steps of the evening, such as check-in and the draw, as the night's page shows
    them. `counts` has the numbers of people who signed up and are present. `rounds` is the number
    of rounds drawn, and `shown` the number of the round on the page. Some steps have links only if
    the user is an organiser (`organises`). `all_in` is true if the next thing to do is to close the
    night, and this user may do it.
    """

    here = _step_now(night, rounds)
    words: dict[str, str] = {
        State.SIGN_UP: _signed_up(night, counts),
        State.CHECK_IN: gettext("%(count)s inside") % {"count": counts.present},
        DRAW: gettext("%(count)s of %(all)s rounds")
        % {"count": rounds, "all": night.season.rounds},
        State.PLAYING: gettext("round %(number)s of %(all)s")
        % {"number": shown, "all": night.season.rounds},
        State.CLOSING: gettext("closed") if here == len(ORDER) else gettext("to do"),
    }
    names: dict[str, str] = {
        State.SIGN_UP: gettext("Signing up"),
        State.CHECK_IN: gettext("Door"),
        DRAW: gettext("Draw"),
        State.PLAYING: gettext("Play"),
        State.CLOSING: gettext("Close"),
    }
    addresses = _addresses(night.season.club.slug, night.pk, organises)
    reached = here + all_in
    if reached != here:
        addresses = addresses | {State.CLOSING: "#end"}
    return [
        Step(
            names[step],
            words[step] if number <= reached else gettext("later"),
            "done" if number < here else "here" if number == here else "todo",
            addresses.get(step, "") if number <= reached else "",
        )
        for number, step in enumerate(ORDER)
    ]


@lru_cache(maxsize=500)
def _addresses(slug: str, night: int, organises: bool) -> dict[str, str]:
    """Return the address of the page for each step of the evening, such as check-in or the draw,
    keyed by step. Steps that have no page for this user are left out. `organises` tells whether the
    user is an organiser, for whom more steps have a page. `slug` is the club's, and `night` the id
    of the night.
    """

    def to(name: str) -> str:
        return reverse(f"tournaments:{name}", args=[slug, night])

    addresses: dict[str, str] = {State.CHECK_IN: to("door"), State.PLAYING: f"{to('night')}#room"}
    if organises:
        addresses |= {DRAW: to("draw"), State.CLOSING: to("closing")}
    return addresses


def _step_now(night: Night, rounds: int) -> int:
    """Return at which step of the evening the night is, as an index in ORDER, the list of all
    steps. Return the length of ORDER for a closed night.
    """
    if night.state == State.CLOSED:
        return len(ORDER)
    if night.state == State.PLAYING and not rounds:
        return ORDER.index(DRAW)
    return ORDER.index(State.SIGN_UP if night.state == State.PLANNED else night.state)


def _signed_up(night: Night, counts: Counts) -> str:
    if night.state == State.PLANNED:
        return gettext("not open yet")
    words = ngettext("%(count)s signed up", "%(count)s signed up", counts.signed_up)
    return words % {"count": counts.signed_up}


# What comes next, and the end


def find_main(night: Night, asks: Sequence[Ask], following: Next | None, room: Room) -> str:
    """Return which part of the night's page gets the main button: "ask" (a table or person needs
    help), "next" (the next round) or "end" (closing the night). Return "" if there is nothing to do
    but wait for tables. `room` is the overview of the round's tables.
    """
    if night.state == State.CLOSING:
        return "end"
    if asks and asks[0].button:
        return "ask"
    if room.count_in < len(room.places):
        return ""
    return "next" if following else "end"


def may_begin(shown: Round, room: Room, *, changes: bool) -> bool:
    """Return whether this user can start the clock of the shown round. Three conditions must hold:
    the user may change the night (`changes`), the clock does not run yet, and at least one table
    has not approved its sheet. `room` is the overview of the round's tables.

    A draw starts only the clock of its first round. Users start the clocks of its later rounds.
    """
    return changes and shown.began is None and room.count_in < len(room.places)


def find_next(night: Night, shown: Round, room: Room, rounds: Sequence[Round]) -> Next | None:
    """Return the round after the shown one. Return None if the shown one is the last, or if nothing
    is being played. `room` is the overview of the tables of the shown round.
    """
    if night.state != State.PLAYING or shown.number >= night.season.rounds:
        return None
    missing = len(room.places) - room.count_in
    drawn = next((round_ for round_ in rounds if round_.number == shown.number + 1), None)
    begun = bool(drawn and drawn.began)
    return Next(shown.number + 1, drawn=drawn is not None, begun=begun, missing=missing)


def list_missing(
    night: Night,
    tables: Sequence[Played],
    waiting: Iterable[TableState],
    rounds: int,
    counts: Counts,
) -> list[Missing]:
    """Return what is missing before the night can end, such as an unfinished table or an unpaid
    fee. `tables` has the tables of all rounds. `waiting` has the tables that need somebody's
    decision. `rounds` is the number of rounds drawn, and `counts` tells how many people have not
    paid.
    """
    missing = list(_tables_missing(tables))
    for number in closing.list_undrawn_rounds(night, rounds):
        what = gettext("Round %(number)s is not drawn.") % {"number": number}
        missing.append(Missing(what, gettext("It counts for nobody.")))
    for place in waiting:
        what = gettext("Table %(number)s: choose what counts.") % {"number": place.number}
        missing.append(Missing(what, gettext("Else the first line counts.")))
    return [*missing, *_unpaid(night, counts)]


def _unpaid(night: Night, counts: Counts) -> Iterator[Missing]:
    fees = money.find_fees(night)
    unpaid = counts.unpaid_members * bool(fees.member) + counts.unpaid_guests * bool(fees.guest)
    if unpaid:
        words = ngettext(
            "%(count)s person has not paid.", "%(count)s people have not paid.", unpaid
        )
        more = gettext("It stays open, to be paid at a next night.")
        yield Missing(words % {"count": unpaid}, more, weighs=False)


def _tables_missing(tables: Sequence[Played]) -> Iterator[Missing]:
    laid = Counter(number for number, _how in tables)
    unplayed = Counter(number for number, how in tables if not how.over)
    unapproved = Counter(number for number, how in tables if how.over and not how.approved)
    for number in sorted(laid):
        if count := unplayed[number]:
            words = ngettext(
                "%(count)s table of round %(number)s is not in.",
                "%(count)s tables of round %(number)s are not in.",
                count,
            )
            counts = gettext("It counts as a round missed for who sits there.")
            if count == laid[number]:
                counts = gettext("It counts for nobody.")
            yield Missing(words % {"count": count, "number": number}, counts)
        if count := unapproved[number]:
            words = ngettext(
                "%(count)s table of round %(number)s is not approved.",
                "%(count)s tables of round %(number)s are not approved.",
                count,
            )
            counts = gettext("It counts as it stands.")
            yield Missing(words % {"count": count, "number": number}, counts)
