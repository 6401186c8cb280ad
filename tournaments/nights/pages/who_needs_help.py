"""The tables and people that need a helper now, on the night's page for helpers and organisers."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import connection
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from scoring.sheets import links
from tournaments.members import members
from tournaments.models import Night, Round, Table
from tournaments.names import NameDetail
from tournaments.nights import chairs as table_seats
from tournaments.nights import closing
from tournaments.nights.pages import door
from tournaments.nights.pages.tables_overview import Room, TableState

State = Night.State

# Who is in without a table, and who went out at the door and still has one (with its number). The
# first NOT IN says no more than the second, which knows of merged members; it is quicker, and
# leaves hardly anybody for the second.
AT_NO_TABLE_OR_OUT = """
    SELECT DISTINCT COALESCE(m.merged_into_id, m.id), 0
    FROM tournaments_attendance a JOIN tournaments_member m ON m.id = a.member_id
    WHERE a.night_id = %s AND a.present AND a.member_id NOT IN (
        SELECT x.member_id FROM tournaments_tableseat x
        WHERE x.round_id = %s AND x.until IS NULL AND x.member_id IS NOT NULL)
    AND COALESCE(m.merged_into_id, m.id) NOT IN (
        SELECT COALESCE(s.merged_into_id, s.id)
        FROM tournaments_tableseat x JOIN tournaments_member s ON s.id = x.member_id
        WHERE x.round_id = %s AND x.until IS NULL)
    UNION ALL
    SELECT COALESCE(m.merged_into_id, m.id), t.number
    FROM tournaments_tableseat x JOIN tournaments_member m ON m.id = x.member_id
        JOIN tournaments_table t ON t.id = x.table_id
        JOIN tournaments_attendance a ON a.member_id = m.id AND a.night_id = %s
    WHERE x.round_id = %s AND x.until IS NULL AND NOT a.present
"""


class Ask(NamedTuple):
    """A table or a person that needs a helper now, and what can be done."""

    who: str
    what: str
    more: str
    button: str  # empty: there is nothing to press
    address: str


def list_asks(night: Night, shown: Round, room: Room, organises: bool) -> list[Ask]:
    """Return the tables and people that need a helper now, the most urgent first. On a closed night
    there are none. `room` is the overview of the tables of the round `shown`. `organises` tells
    whether the user is an organiser, who gets links that helpers do not get.
    """
    if night.state == State.CLOSED:
        return []
    begun = any(place.how.played for place in room.places)
    asks = [_conflict(place) for place in room.waiting]
    if table := closing.find_reopened_table(night):
        asks.append(_reopened(table))
    if night.state == State.PLAYING and not _is_over(room):
        asks += _at_the_wrong_place(night, shown, room, organises)
    silent = [place for place in room.places if begun and place.quiet and not place.how.calls]
    return asks + [_silent(place, night, organises) for place in silent]


def _is_over(room: Room) -> bool:
    return all(place.how.complete for place in room.places)


def _table(place: TableState) -> str:
    return gettext("Table %(number)s") % {"number": place.number}


def _conflict(place: TableState) -> Ask:
    sheet = reverse("scoring:sheet", args=[place.key])
    if place.how.conflicts:
        words = ngettext(
            "%(count)s game was written twice, and not alike.",
            "%(count)s games were written twice, and not alike.",
            place.how.conflicts,
        ) % {"count": place.how.conflicts}
        more = gettext("The first line counts until somebody chooses.")
        return Ask(_table(place), words, more, gettext("Choose what counts"), sheet)
    words = gettext("Something on the form can't be right.")
    return Ask(_table(place), words, "", gettext("Look at the form"), sheet)


def _reopened(table: Table) -> Ask:
    place = {"round": table.round.number, "table": table.number}
    words = gettext("Reopened: round %(round)s, table %(table)s.") % place
    sheet = reverse("scoring:sheet", args=[links.make_key(table.sheet)])
    return Ask(
        gettext("Table %(number)s") % {"number": table.number},
        words,
        "",
        gettext("To the form"),
        sheet,
    )


def _silent(place: TableState, night: Night, organises: bool) -> Ask:
    address = reverse("scoring:sheet", args=[place.key])
    if organises:
        address = reverse("tournaments:table", args=[night.season.club.slug, place.table])
    how = place.how
    more = gettext("Not begun.")
    if how.complete:
        more = gettext("All is played, and nobody has approved it.")
    elif how.played:
        more = gettext("After game %(played)s.") % {"played": how.played}
    words = gettext("Nothing heard since %(time)s.") % {"time": place.last}
    return Ask(_table(place), words, more, gettext("Look at the table"), address)


def _at_the_wrong_place(night: Night, shown: Round, room: Room, organises: bool) -> Iterator[Ask]:
    """Yield a request for help for each member who checked out but still sits at a table that
    plays, and for each member who is checked in but has no table in this round. Members who were
    drawn to sit out, or who have a seat in a later round, are left out. `room` is the overview of
    the tables of the round `shown`. `organises` tells whether the user is an organiser; only then
    does the request offer a seat at a table with room, or link to the table that the member should
    leave.
    """
    with connection.cursor() as cursor:
        cursor.execute(AT_NO_TABLE_OR_OUT, [night.pk, shown.pk, shown.pk, night.pk, shown.pk])
        misplaced = cursor.fetchall()
    if not misplaced:
        return
    seated, places = dict(misplaced), {place.number: place for place in room.places}
    waits_for = door.make_wait_finder(night, shown)
    free = _with_room(night, room) if organises else None
    for pk, name in members.load_names(seated, NameDetail.FULL).items():
        if place := places.get(seated[pk]):
            if not place.how.complete:
                yield _still_seated(night, place, name, pk, organises)
        elif (waits := waits_for(pk)) not in ("out", "later"):
            placing = _give_place(night, shown, waits, free, pk)
            yield Ask(name, gettext("Has no table."), *placing)


def _still_seated(night: Night, place: TableState, name: str, member: int, organises: bool) -> Ask:
    words = gettext("Went out at the door, and still sits at table %(number)s.")
    what = words % {"number": place.number}
    if not organises:
        return Ask(name, what, "", "", "")
    table = reverse("tournaments:table", args=[night.season.club.slug, place.table])
    return Ask(name, what, "", gettext("Look at the table"), f"{table}?leave={member}#leave")


def _give_place(
    night: Night, shown: Round, waits: str, free: TableState | None, member: int
) -> tuple[str, str, str]:
    """Return what a helper can do for a member without a table: a sentence, the text of the button
    and the button's address. `waits` is a code for what the member waits for (see
    `door.make_wait_finder`). `free` is a table where one more can sit, if there is one. If that
    table already has the night's usual number of players, the extra seat is offered only to a
    member who would get no other chance to play tonight.
    """
    more = {
        "draw": gettext("Waits for round %(number)s.") % {"number": shown.number + 1},
        "anew": gettext("The draw does not include them."),
    }.get(waits, gettext("All rounds of this night are drawn and begun."))
    club = night.season.club.slug
    full = free and len(free.names) >= table_seats.find_chairs(night).most
    if free and not (full and waits in ("draw", "anew")):
        words = gettext("Table %(number)s has a free seat.")
        if full:
            words = gettext("Every table is full, and table %(number)s can take one more.")
        seat = words % {"number": free.number}
        table = reverse("tournaments:table", args=[club, free.table])
        return f"{seat} {more}", gettext("Give a place"), f"{table}?come={member}#come"
    if waits == "anew":
        again = reverse("tournaments:draw-back", args=[club, night.pk])
        return more, gettext("Redraw the tables that have not begun"), again
    return more, "", ""


def _with_room(night: Night, room: Room) -> TableState | None:
    """Return the table with the fewest people at which one more can sit down, or None. It may
    already have the night's usual number of players, if the game allows more. `room` is the
    overview of the round's tables.
    """
    chairs = table_seats.find_chairs(night)
    free = [
        place
        for place in room.places
        if not chairs.fixed
        and len(place.names) < chairs.highest
        and not (place.how.closed or place.how.complete)
        and not (place.how.games and place.how.played >= place.how.games)
    ]
    return min(free, key=lambda place: (len(place.names), place.how.played), default=None)
