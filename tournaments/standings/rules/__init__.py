"""Compute standings from what was played, without a database and without texts."""

from tournaments.standings.rules.breakdown import (
    Division,
    Move,
    NightPoints,
    Prize,
    RoundPoints,
    Row,
    TieDecision,
    round_points,
)
from tournaments.standings.rules.points import (
    Missed,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.rank_night import rank_night, rank_night_so_far
from tournaments.standings.rules.rank_season import rank_season
from tournaments.standings.rules.score_night import ScoredNight, list_rounds_played, list_who_came
from tournaments.standings.rules.ties_and_prizes import (
    Tie,
    draw_by_lot,
    find_ties,
    find_unsettled,
    settle,
)

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
    "draw_by_lot",
    "find_ties",
    "find_unsettled",
    "list_rounds_played",
    "list_who_came",
    "rank_night",
    "rank_night_so_far",
    "rank_season",
    "round_points",
    "settle",
]
