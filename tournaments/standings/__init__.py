"""Standings: from what was played to who stands where. Pure: it knows no database and no words.

`of_season` and `of_night` take what is in `given` and answer with what is in `shown`.
"""

from tournaments.standings.evening import Evening, rounds_played, who_came
from tournaments.standings.given import Missed, Night, Person, Points, Round, Share, Terms
from tournaments.standings.season import of_night, of_season
from tournaments.standings.shown import Division, Move, Prize, Row, Slice, Tally, rounded

__all__ = [
    "Division",
    "Evening",
    "Missed",
    "Move",
    "Night",
    "Person",
    "Points",
    "Prize",
    "Round",
    "Row",
    "Share",
    "Slice",
    "Tally",
    "Terms",
    "of_night",
    "of_season",
    "rounded",
    "rounds_played",
    "who_came",
]
