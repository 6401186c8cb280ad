"""What the pages of a sheet tell about the night to which it belongs."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from scoring.models import Sheet
from scoring.pages.no_night import NextTable, NoNight, Pile, PileTable
from scoring.sheets.links import build_path
from scoring.sheets.progress import Progress
from tournaments import access, links
from tournaments.accounts import rights
from tournaments.club import season_texts
from tournaments.members import link_cookie
from tournaments.models import Season, Table, TableSeat
from tournaments.nights.pages.room import read_room


def find_night(sheet: Sheet) -> NoNight:
    where = ("round__night__season__club", "round__night__season__reglement")
    table = Table.objects.filter(sheet=sheet).select_related(*where).first()
    return NightOfSheet(sheet, table) if table else NoNight()


def name_place(table: int, round: int) -> str:
    return gettext("Table %(number)s · round %(round)s") % {"number": table, "round": round}


class NightOfSheet(NoNight):
    def __init__(self, sheet: Sheet, table: Table) -> None:
        self.sheet, self.seated = sheet, table
        self.night, self.club = table.round.night, table.round.night.season.club
        self.table = name_place(table.number, table.round.number)

    def find_way_back(self, request: HttpRequest) -> tuple[str, str] | None:
        if not rights.find_role(self.club, request):
            member = link_cookie.find_member(self.club, link_cookie.read_keys(request))
            if member:
                own = reverse("tournaments:own", args=[links.make_key(member)])
                return gettext("To your own page"), own
            if self.club.visible_to != self.club.Visibility.OPEN:
                return None
        return gettext("To this night"), self.night.get_absolute_url()

    def list_next_tables(self, request: HttpRequest) -> list[NextTable]:
        night, number = self.night, self.seated.round.number + 1
        following = TableSeat.objects.filter(round__night=night, round__number=number, until=None)
        seats = {seat.member_id: seat for seat in following.select_related("table__sheet")}
        if not seats or night.state != night.State.PLAYING:
            return []
        sitting = self.seated.seats.filter(until=None)
        here = sitting.select_related("seat").order_by("seat__position")
        ids = access.list_own_ids(request, access.find_viewer(request, self.club.slug))
        mine = next((seat for seat in here if seat.member_id in ids), None)
        heading = gettext("Round %(number)s") % {"number": number}
        if mine is None:
            placed = [_place_in_words(seat.seat.name, seats.get(seat.member_id)) for seat in here]
            return [NextTable(words) for words in (f"{heading}:", *placed)]
        to = seats.get(mine.member_id)
        words = f"{heading}: {_place_in_words(gettext('you'), to)}"
        return [NextTable(words, build_path(to.table.sheet) if to else "")]

    def find_correction(self, request: HttpRequest) -> str:
        role = rights.find_role(self.club, request)
        if not (self.sheet.closed and rights.has_rights(role, rights.CLOSES)):
            return ""
        closing = reverse("tournaments:closing", args=[self.club.slug, self.night.pk])
        return f"{closing}?table={self.seated.pk}#correct"

    def find_pile(self, request: HttpRequest) -> Pile | None:
        if not rights.has_rights(rights.find_role(self.club, request), rights.HELPER):
            return None
        room = read_room(self.seated.round)
        tables = [
            PileTable(
                place.number, place.key, say_what_is_left(place.how), place.table == self.seated
            )
            for place in room.places
        ]
        at = [self.club.slug, self.night.pk]
        room_of, door = (reverse(f"tournaments:{page}", args=at) for page in ("room", "door"))
        number, rounds = self.seated.round.number, self.night.season.rounds
        door = door if number < rounds and self.night.state == self.night.State.PLAYING else ""
        return Pile(f"{room_of}?round={number}", room.count_in, tables, door)

    def warn_of_leaving(self) -> str:
        return warn_in_words(self.night.season)


def _place_in_words(name: str, seat: TableSeat | None) -> str:
    if seat is None:
        return gettext("%(name)s no table") % {"name": name}
    return gettext("%(name)s table %(number)s") % {"name": name, "number": seat.table.number}


def say_what_is_left(how: Progress) -> str:
    """Empty: nothing is left to do with the table's sheet."""
    if how.settled or how.closed:
        return ""
    if how.conflicts:
        return gettext("written twice")
    if how.wrong:
        return gettext("not right yet")
    if how.complete:
        return gettext("approved?")
    if how.played:
        return gettext("game %(played)s") % {"played": how.played}
    return gettext("empty")


def warn_in_words(season: Season) -> str:
    words = gettext(
        "A player who does not play every game has not played this round to its end. In the season"
        " the whole round then counts for them as: %(counts)s."
    )
    return words % {"counts": season_texts.missed_round_in_words(season)}
