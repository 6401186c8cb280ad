"""The list of a club's players, with their places in the season that leads."""

from typing import NamedTuple

from tournaments.members import couples
from tournaments.models import Club, Season
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings import season_history


class Listed(NamedTuple):
    id: int
    name: str
    place: int | None
    division: int | None
    earlier: bool = False  # played in other seasons alone

    @property
    def sought(self) -> str:
        return fold(self.name)


def list_players(club: Club, seen: NameDetail) -> tuple[Season | None, list[Listed]]:
    """Return the season of the night going on or the last one closed, and everybody who ever
    played, sorted by name: first who played in that season, with their places, and then the others.
    Players with hidden names are left out.
    """
    seasons = season_history.list_seasons_played(club)
    if not seasons:
        return None, []
    listed: dict[int, Listed] = {}
    for season, history in zip(seasons, season_history.load_histories(seasons), strict=True):
        leads = season == seasons[0]
        came = {player for facts in history.inputs.facts.values() for player in facts.came}
        came &= {person.id for person in history.inputs.people}
        places = {
            row.player: (row.rank, division.number)
            for division in history.standing
            for row in division.rows
            if leads
        }
        names = couples.load_names(season, came - listed.keys(), seen)
        listed |= {
            pk: Listed(pk, name, *places.get(pk, (None, None)), earlier=not leads)
            for pk, name in names.items()
            if name != NOBODY
        }
    return seasons[0], sorted(
        listed.values(), key=lambda line: (line.earlier, line.sought, line.id)
    )
