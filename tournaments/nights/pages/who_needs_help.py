"""The tables and people that need a helper now, on the night's page for helpers and organisers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from scoring.sheets import links
from tournaments.members import members
from tournaments.models import Night, Round, Table
from tournaments.models.member import MAIN
from tournaments.names import NameDetail
from tournaments.nights import closing, entrants, seats_at_table
from tournaments.nights.pages import door
from tournaments.nights.pages.room import Room, RoomTable, read_room

State = Night.State
QUIET = timedelta(minutes=20)  # without a sign of life before a helper goes and looks


@dataclass(frozen=True)
class Ask:
    who: str
    what: str
    more: str = ""
    button: str = ""  # empty: there is nothing to press
    address: str = ""
    table: int = 0  # whose card tells it; 0: it has a card of its own


def list_asks(night: Night, shown: Round, room: Room, organises: bool) -> list[Ask]:
    """The most urgent first."""
    if night.state == State.CLOSED:
        return []
    asks = [_conflict(place) for place in room.waiting]
    if night.state == State.PLAYING:
        asks += _at_the_wrong_place(night, shown, room, organises)
    elif table := closing.find_reopened_table(night):
        where = {"round": table.round.number, "table": table.number}
        words = gettext("Reopened: round %(round)s, table %(table)s.") % where
        form = links.build_path(table.sheet)
        asks.append(Ask(_name(table), words, "", gettext("To the form"), form))
    silent = list_silent(room)
    asks += [_silent(place, night, organises) for place in silent]
    if all(place.how.complete for place in room.places):  # else somebody may just be reading it out
        left = [place for place in room.places if not (place.how.approved or place.how.calls)]
        words = gettext("All is played, and nobody has approved it.")
        asks += [_look(place, words) for place in left if place not in silent]
    return asks


def list_silent(room: Room) -> list[RoomTable]:
    """Nothing came from them for long; before a table's first game only if most have begun."""
    late = timezone.now() - QUIET
    most_began = 2 * sum(place.how.played > 0 for place in room.places) > len(room.places)
    return [
        place
        for place in room.places
        if (place.how.played or most_began)
        and place.how.last < late
        and not (place.how.approved or place.how.closed or place.how.calls)
    ]


def _name(table: Table) -> str:
    return gettext("Table %(number)s") % {"number": table.number}


def _table_page(night: Night, table: Table) -> str:
    return reverse("tournaments:table", args=[night.season.club.slug, table.pk])


def _conflict(place: RoomTable) -> Ask:
    if not place.how.conflicts:
        return _look(place, gettext("Something on the form can't be right."))
    words = ngettext(
        "%(count)s game was written twice, and not alike.",
        "%(count)s games were written twice, and not alike.",
        place.how.conflicts,
    ) % {"count": place.how.conflicts}
    more = gettext("The first line counts until somebody chooses.")
    return replace(_look(place, words), more=more, button=gettext("Choose what counts"))


def _look(place: RoomTable, words: str) -> Ask:
    form = links.build_path(place.table.sheet)
    return Ask(_name(place.table), words, "", gettext("Look at the form"), form, place.table.pk)


def _silent(place: RoomTable, night: Night, organises: bool) -> Ask:
    table, how = place.table, place.how
    address = _table_page(night, table) if organises else links.build_path(table.sheet)
    more = gettext("Not begun.")
    if how.complete:
        more = gettext("All is played, and nobody has approved it.")
    elif how.played:
        more = gettext("After game %(played)s.") % {"played": how.played}
    words = gettext("Nothing heard since %(time)s.") % {"time": place.last}
    return Ask(_name(table), words, more, gettext("Look at the table"), address, table.pk)


def _at_the_wrong_place(night: Night, shown: Round, room: Room, organises: bool) -> Iterator[Ask]:
    """Who went out and still has a seat, and who is here without one; of the round that comes, if
    this one is over.
    """
    if all(place.how.complete for place in room.places):
        if coming := night.rounds.filter(number=shown.number + 1).first():
            yield from _at_the_wrong_place(night, coming, read_room(coming), organises)
        else:
            yield from _without_partner(night, set())
        return
    if organises:
        yield from _too_few(night, room)
    attendances = list(night.attendances.values_list(MAIN, "member", "present"))
    seats = list(shown.seats.filter(until=None).values_list(MAIN, "member", "table"))
    gone = {member for _who, member, present in attendances if not present}
    here = {pk for pk, _member, present in attendances if present}
    still = {pk: table for pk, member, table in seats if member in gone}
    without = here - {pk for pk, _member, _table in seats}
    yield from _without_partner(night, without)
    if not (still or without):
        return
    places = {place.table.pk: place for place in room.places}
    waits_for = door.make_wait_finder(shown)
    free = _with_room(night, room) if organises else None
    tonight = entrants.load_tonight(night) if night.season.by_couple else None
    lone = {member.pk for member in tonight.undrawn} if tonight else set()
    for pk, name in members.load_names([*sorted(without), *still], NameDetail.FULL).items():
        if pk in still:
            place = places.get(still[pk])
            if place and not place.how.complete:
                words = gettext(
                    "Went out at the door, and still sits at table %(number)s in round %(round)s."
                )
                button, address = "", ""
                if organises:
                    button = gettext("Look at the table")
                    address = f"{_table_page(night, place.table)}?leave={pk}"
                where = {"number": place.number, "round": shown.number}
                yield Ask(name, words % where, "", button, address)
        elif pk in lone:  # no draw helps them
            continue
        elif (waits := waits_for(pk)) not in ("out", "later"):
            placing = _give_place(night, shown, waits, free, pk)
            words = gettext("Has no table in round %(number)s.") % {"number": shown.number}
            yield Ask(name, words, *placing)


def _without_partner(night: Night, without: set[int]) -> Iterator[Ask]:
    """Of `without` a table or, as long as a round is still to be drawn, of all who are here."""
    if not night.season.by_couple:
        return
    tonight, undrawn = entrants.load_tonight(night), night.rounds.count() < night.season.rounds
    couples = reverse("tournaments:night-couples", args=[night.season.club.slug, night.pk])
    helps = tonight.alone[1:] or (tonight.halves and tonight.can_stand_in)
    button = gettext("Couples tonight") if helps else ""
    for member in tonight.undrawn:
        if undrawn or member.pk in without:
            yield Ask(str(member), gettext("Has no partner tonight."), "", button, couples)


def _too_few(night: Night, room: Room) -> Iterator[Ask]:
    """A table that people left before it began, where its game asks for more; of two tables one
    may be drawn so small.
    """
    if seats_at_table.find_chairs(night).most < 4 or len(room.places) < 3:
        return
    button, address = gettext("Redraw the tables that have not begun"), _redraw(night)
    for place in room.places:
        if not place.how.played and len(place.names) < 3:
            if any(other.how.played for other in room.places):
                button, address = gettext("Look at the table"), _table_page(night, place.table)
            few = len(place.names)
            words = ngettext(
                "Only %(count)s player is left.", "Only %(count)s players are left.", few
            ) % {"count": few}
            yield Ask(_name(place.table), words, "", button, address, place.table.pk)


def _redraw(night: Night) -> str:
    address = reverse("tournaments:draw-back", args=[night.season.club.slug, night.pk])
    return f"{address}?came=1"


def _give_place(
    night: Night, shown: Round, waits: str, free: RoomTable | None, member: int
) -> tuple[str, str, str]:
    """Sentence, button, address. A full table is only for who would not play tonight otherwise."""
    more = {
        "draw": gettext("Waits for round %(number)s.") % {"number": shown.number + 1},
        "anew": gettext("The draw does not include them."),
    }.get(waits, gettext("All rounds of this night are drawn and begun."))
    full = free and free.taken >= seats_at_table.find_chairs(night).most
    if free and not (full and waits in ("draw", "anew")):
        words = gettext("Table %(number)s has a free seat.")
        if full:
            words = gettext("Every table is full, and table %(number)s can take one more.")
        seat = words % {"number": free.number}
        address = f"{_table_page(night, free.table)}?come={member}"
        return f"{seat} {more}", gettext("Give a place"), address
    if waits == "anew":
        return more, gettext("Redraw the tables that have not begun"), _redraw(night)
    return more, "", ""


def _with_room(night: Night, room: Room) -> RoomTable | None:
    """Return the table with the fewest people at which the game allows one more."""
    limits = seats_at_table.find_chairs(night)
    free = [
        place
        for place in room.places
        if place.taken < limits.highest
        and not (place.how.closed or place.how.complete)
        and not (place.how.games and place.how.played >= place.how.games)
    ]
    return min(free, key=lambda place: (place.taken, place.how.played), default=None)
