"""The list of a club's players, with everybody's place in the latest season."""

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

    @property
    def sought(self) -> str:
        return fold(self.name)


def list_players(club: Club, seen: NameDetail) -> tuple[Season | None, list[Listed]]:
    """Return the latest season with a closed night, and its players, sorted by name. Players with
    hidden names are left out.
    """
    seasons = season_history.list_seasons_played(club)
    if not seasons:
        return None, []
    history = season_history.load_history(seasons[0])
    came = {player for facts in history.inputs.facts.values() for player in facts.came}
    places = {
        row.player: (row.rank, division.number)
        for division in history.standing
        for row in division.rows
    }
    names = couples.load_names(
        seasons[0], came & {person.id for person in history.inputs.people}, seen
    )
    listed = [
        Listed(pk, name, *places.get(pk, (None, None)))
        for pk, name in names.items()
        if name != NOBODY
    ]
    return seasons[0], sorted(listed, key=lambda line: (line.sought, line.id))
