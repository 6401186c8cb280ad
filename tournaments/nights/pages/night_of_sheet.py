"""What the pages of a sheet tell about the night to which it belongs."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from scoring.models import Sheet
from scoring.pages.night_table import NextTable, Pile, PileTable
from scoring.sheets.links import build_path
from scoring.sheets.progress import Progress
from tournaments import access, links
from tournaments.club import season_texts
from tournaments.members import link_cookie
from tournaments.models import Season, Table, TableSeat
from tournaments.nights.pages import tables_overview


def name_table(sheet: Sheet) -> str:
    where = Table.objects.filter(sheet=sheet).values_list("number", "round__number").first()
    return name_place(*where) if where else ""


def name_place(table: int, round: int) -> str:
    return gettext("Table %(number)s · round %(round)s") % {"number": table, "round": round}


def _find_table(sheet: Sheet) -> Table | None:
    where = ("round__night__season__club", "round__night__season__reglement")
    return Table.objects.filter(sheet=sheet).select_related(*where).first()


def find_way_back(request: HttpRequest, sheet: Sheet) -> tuple[str, str] | None:
    table = _find_table(sheet)
    if table is None:
        return None
    night, club = table.round.night, table.round.night.season.club
    if not access.find_role(club, request):
        member = link_cookie.find_member(club, link_cookie.read_keys(request))
        if member:
            return gettext("To your own page"), reverse(
                "tournaments:own", args=[links.make_key(member)]
            )
        if club.visible_to != club.Visibility.OPEN:
            return None
    return gettext("To this night"), night.get_absolute_url()


def find_next_tables(request: HttpRequest, sheet: Sheet) -> list[NextTable]:
    table = _find_table(sheet)
    if table is None:
        return []
    night, number = table.round.night, table.round.number + 1
    following = TableSeat.objects.filter(round__night=night, round__number=number, until=None)
    seats = {seat.member_id: seat for seat in following.select_related("table__sheet")}
    here = table.seats.filter(until=None).select_related("seat").order_by("seat__position")
    if not seats or night.state != night.State.PLAYING:
        return []
    own = access.list_own_members(request, access.find_viewer(request, night.season.club.slug))
    mine = next((seat for seat in here if seat.member_id in {member.pk for member in own}), None)
    if mine is None:
        return [
            NextTable(_place_in_words(seat.seat.name, number, seats.get(seat.member_id)))
            for seat in here
        ]
    to = seats.get(mine.member_id)
    words = _place_in_words(gettext("you"), number, to)
    return [NextTable(words, build_path(to.table.sheet) if to else "")]


def _place_in_words(name: str, round: int, seat: TableSeat | None) -> str:
    if seat is None:
        return gettext("Round %(round)s: %(name)s no table") % {"round": round, "name": name}
    words = gettext("Round %(round)s: %(name)s table %(number)s")
    return words % {"round": round, "name": name, "number": seat.table.number}


def find_correction(request: HttpRequest, sheet: Sheet) -> str:
    table = _find_table(sheet)
    if table is None:
        return ""
    night, club = table.round.night, table.round.night.season.club
    if not access.has_rights(access.find_role(club, request), access.ORGANISER):
        return ""
    return f"{reverse('tournaments:closing', args=[club.slug, night.pk])}?table={table.pk}"


def find_pile(request: HttpRequest, sheet: Sheet) -> Pile | None:
    table = _find_table(sheet)
    if table is None:
        return None
    night, club = table.round.night, table.round.night.season.club
    if not access.has_rights(access.find_role(club, request), access.HELPER):
        return None
    room = tables_overview.read_room(table.round)
    tables = [
        PileTable(place.number, place.key, say_what_is_left(place.how), place.table == table)
        for place in room.places
    ]
    address = reverse("tournaments:room", args=[club.slug, night.pk])
    return Pile(f"{address}?round={table.round.number}", room.count_in, tables)


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


def warn_of_leaving(sheet: Sheet) -> str:
    """Empty: the sheet belongs to no night."""
    seasons = Season.objects.filter(nights__rounds__tables__sheet=sheet)
    season = seasons.select_related("reglement").first()
    return warn_in_words(season) if season else ""


def warn_in_words(season: Season) -> str:
    words = gettext(
        "A player who does not play every game has not played this round to its end. In the season"
        " the whole round then counts for them as: %(counts)s. What is written here does not count"
        " there."
    )
    return words % {"counts": season_texts.missed_round_in_words(season)}
