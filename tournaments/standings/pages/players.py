from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData

from tournaments.members import couples
from tournaments.models import Club, Season
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings import season_history


@dataclass(frozen=True)
class Listed:
    id: int
    name: str
    place: int | None
    division: int | None
    earlier: bool  # played in other seasons alone

    @property
    def sought(self) -> str:
        return fold(self.name)


def read_players(
    club: Club, asked: int, names: NameDetail
) -> tuple[Sequence[Season], Season | None, Sequence[Listed]]:
    """First who played in the season `asked`, or the latest, then all others with a name."""
    seasons = season_history.list_seasons_played(club)
    if not seasons:
        return [], None, []
    chosen = next((season for season in seasons if season.pk == asked), seasons[0])
    others = [season for season in seasons if season != chosen]
    key, version = f"players:{chosen.pk}:{names.name}", season_history.find_version(club, seasons)
    people = season_history.keep_current(key, version, lambda: _read([chosen, *others], names))
    return seasons, chosen, people


def _read(seasons: Sequence[Season], names: NameDetail) -> list[Listed]:
    listed: dict[int, Listed] = {}
    for season, history in zip(seasons, season_history.load_histories(seasons), strict=True):
        earlier = season != seasons[0]
        came = {player for facts in history.inputs.facts.values() for player in facts.came}
        came &= {person.id for person in history.inputs.people}
        places = {
            row.player: (row.rank, division.number)
            for division in history.standing
            for row in division.rows
            if not earlier
        }
        shown = couples.load_names(season, came - listed.keys(), names)
        listed |= {
            pk: Listed(pk, name, *places.get(pk, (None, None)), earlier=earlier)
            for pk, name in shown.items()
            if name != NOBODY
        }
    return sorted(listed.values(), key=lambda row: (row.earlier, row.sought, row.id))


class PlacelessLast(TableListData):  # type: ignore[misc]  # it has no types
    def order_by(self, aliases: Sequence[str]) -> None:
        super().order_by(aliases)
        if "place" in aliases[0]:
            self.data.sort(key=lambda player: player.place is None)


class PlayersTable(tables.Table):  # type: ignore[misc]
    name = tables.Column(verbose_name=_("Name"), order_by=("sought", "id"))
    place = tables.Column(verbose_name=_("Place"), order_by=("division", "place", "sought"))
    division = tables.Column(verbose_name=_("Division"), orderable=False)

    class Meta:
        default = ""
        order_by = ("name",)

    def __init__(self, players: Iterable[Listed]) -> None:
        super().__init__(PlacelessLast(list(players)))
