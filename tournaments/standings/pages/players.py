from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData

from tournaments.members import couples, members
from tournaments.models import Club, Season
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings import season_history

Place = tuple[int | None, int | None]  # and division


@dataclass(frozen=True)
class Listed:
    player: int
    name: str
    place: int | None
    division: int | None
    aside: bool  # has no place, and is no member now
    hidden: str = ""  # the name of who looks, which others don't see

    @property
    def sought(self) -> str:
        return fold(f"{self.name} {self.hidden}").strip()


def read_players(
    club: Club, asked: int, detail: NameDetail, own: Collection[int] = ()
) -> tuple[Sequence[Season], Season | None, Sequence[Listed]]:
    """All members, and who else ever played, with their places in the season `asked`, or the
    latest; without who shows no name, but for who looks.
    """
    seasons = season_history.list_seasons_played(club)
    if not seasons:
        return [], None, []
    chosen = next((season for season in seasons if season.pk == asked), seasons[0])
    called = members.load_names(own, NameDetail.FELLOW)
    full = members.load_names(own, NameDetail.FULL)
    listed = [
        replace(row, name=called[row.player], hidden=full[row.player])
        if row.name == NOBODY
        else row
        for row in _read(club, seasons, chosen, detail)
        if row.name != NOBODY or row.player in called
    ]
    return seasons, chosen, listed


@season_history.keep_until(lambda club: club.results_version)
def _read(
    club: Club, seasons: Sequence[Season], chosen: Season, detail: NameDetail
) -> list[Listed]:
    places = _list_places(seasons, chosen)
    who = members.list_members(club).filter(guest=False, archived=None)
    now = set(who.values_list("pk", flat=True))
    everybody = now | places.keys()
    listed = [
        Listed(pk, name, *(place := places.get(pk, PLACELESS)), not place[0] and pk not in now)
        for pk, name in members.load_names(everybody, detail).items()
    ]
    return sorted(listed, key=lambda row: (row.sought, row.player))


PLACELESS = (None, None)


def _list_places(seasons: Sequence[Season], chosen: Season) -> dict[int, Place]:
    """Of everybody who came in any season; both of a couple have its place."""
    places: dict[int, Place] = {}
    for season, history in season_history.load_histories(seasons).items():
        came = history.came & {person.id for person in history.inputs.people}
        rows = {
            row.player: (row.rank, part.number)
            for part in history.standing
            for row in part.rows
            if season == chosen
        }
        firsts = couples.stand_ins(season)
        for pk in couples.include_partners(season, came):
            places[pk] = rows.get(firsts.get(pk, pk)) or places.get(pk, PLACELESS)
    return places


class PlacelessLast(TableListData):  # type: ignore[misc]  # it has no types
    def order_by(self, aliases: Sequence[str]) -> None:
        super().order_by(aliases)
        if "place" in aliases[0]:
            self.data.sort(key=lambda player: player.place is None)


class PlayersTable(tables.Table):  # type: ignore[misc]
    name = tables.Column(verbose_name=_("Name"), order_by=("sought", "player"))
    place = tables.Column(verbose_name=_("Place"), order_by=("division", "place", "sought"))
    division = tables.Column(verbose_name=_("Division"), orderable=False)

    class Meta:
        default = ""
        order_by = ("name",)

    def __init__(self, players: Iterable[Listed]) -> None:
        super().__init__(PlacelessLast(list(players)))
