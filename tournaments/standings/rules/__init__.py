"""Compute standings from what was played. Pure: no database and no words.

`of_season`, `of_night` and `so_far` take the types in `points` and return those in `breakdown`.
"""

from tournaments.standings.rules.breakdown import (
    Division,
    Move,
    NightPoints,
    Prize,
    RoundPoints,
    Row,
    TieDecision,
    rounded,
)
from tournaments.standings.rules.night import ScoredNight, rounds_played, who_came
from tournaments.standings.rules.points import (
    Missed,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.season import of_night, of_season
from tournaments.standings.rules.so_far import so_far
from tournaments.standings.rules.ties_to_settle import Tie, by_lot, settle, ties, unsettled

__all__ = [
    "Division",
    "Missed",
    "Move",
    "NightPoints",
    "Person",
    "PlayedNight",
    "PlayedRound",
    "PlayerRound",
    "Points",
    "Prize",
    "RoundPoints",
    "Row",
    "ScoredNight",
    "SeasonRules",
    "Tie",
    "TieDecision",
    "by_lot",
    "of_night",
    "of_season",
    "rounded",
    "rounds_played",
    "settle",
    "so_far",
    "ties",
    "unsettled",
    "who_came",
]
