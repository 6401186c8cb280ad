"""The program's standings against the second calculation, over random seasons.

STREEPJE_SHEETS is the number of seasons (200; the nightly run takes 10000), STREEPJE_SEED another series of
them. On a difference the season is printed as JSON.
"""

import json
import os
import random
from fractions import Fraction
from itertools import groupby

import pytest

from tests.second.seasons import random_season
from tests.second.standings import standing
from tournaments.standings import rules

SEASONS = int(os.environ.get("STREEPJE_SHEETS", "200"))
SEED = os.environ.get("STREEPJE_SEED", "")


# --- the same season, as the program takes it


def terms(given):
    said = {key: value for key, value in given.items() if key != "prizes"}
    said["place_points"] = tuple(
        Fraction(str(place_point)) for place_point in given["place_points"]
    )
    for key in ("signed_off", "no_show"):
        said[key] = rules.Missed(*given[key])
    return rules.SeasonRules(**said, season_prizes=tuple(given["prizes"]))


def night(given):
    if "brought" in given:
        return brought(given)
    rounds = [
        rules.PlayedRound(
            tuple(share for seat in round_["seats"] for share in shares(seat)),
            frozenset(round_["out"]),
        )
        for round_ in given["rounds"]
    ]
    return rules.PlayedNight(given["number"], tuple(rounds), frozenset(given["off"]))


def brought(given):
    """As the program reads a night that came from a file."""
    made = [
        rules.PlayerRound(
            who, Fraction(points), dashes=dashes, table=table, counts=True, rounds=given["worth"]
        )
        for table, (who, points, dashes) in enumerate(given["brought"], 1)
    ]
    return rules.PlayedNight(given["number"], (rules.PlayedRound(tuple(made)),), frozenset())


def shares(seat):
    """A share for every stretch of games that one player played."""
    games, stopped = seat["games"], seat["stopped"]
    if seat["waiting"] is not None:
        yield rules.PlayerRound(seat["waiting"], 0, unfinished=True)
    for (player, whose), numbers in stretches(games):
        mine = [games[number - 1] for number in numbers]
        yield rules.PlayerRound(
            player,
            sum(row[2] for row in mine),
            seat=None if player == whose else whose,
            dashes=sum(row[4] for row in mine),
            games=tuple(row[3] for row in mine),
            left=sum(row[5] for row in mine),
            places=tuple(seat["places"]),
            since=numbers[0],
            until=None if numbers[-1] == len(games) else numbers[-1],
            unfinished=stopped,
            fill_in=player == seat.get("fills_in"),
        )


def stretches(games):
    for who, group in groupby(enumerate(games, 1), key=lambda numbered: numbered[1][:2]):
        if who[0] is not None:
            yield who, [number for number, _game in group]


# --- the comparison


def first_answer(season):
    divisions = rules.rank_season(
        terms(season["terms"]),
        [rules.Person(**person) for person in season["people"]],
        [night(evening) for evening in season["nights"]],
    )
    return [
        {
            "division": table.number,
            "rows": {row.player: row_of(row) for row in table.rows},
            "prizes": [(prize.place, sorted(prize.players)) for prize in table.prizes],
            "up": move_of(table.up),
            "down": move_of(table.down),
        }
        for table in divisions
    ]


def row_of(row):
    tallies = [(tally.night, tally.points, tally.dropped) for tally in row.tallies]
    dashes = row.dashes, row.untold
    return row.rank, row.points, row.nights, dashes, tallies, row.was


def move_of(move):
    return sorted(move.sure), sorted(move.tied), move.open


def test_standings_agree():
    for number in range(SEASONS):
        season = json.loads(json.dumps(random_season(random.Random(f"{SEED}season {number}"))))
        assert first_answer(season) == standing(season), json.dumps(season)


def test_fill_ins_that_count_otherwise_are_noticed(monkeypatch):
    """As rounds of their own, or never."""
    made = rules.PlayerRound
    seasons = [random_season(random.Random(f"season {number}")) for number in range(400)]
    with monkeypatch.context() as patch:
        patch.setattr(rules, "PlayerRound", lambda *a, **more: made(*a, **more | {"fill_in": 0}))
        assert any(first_answer(season) != standing(season) for season in seasons)
    for season in seasons:
        season["terms"]["fill_ins"] = not season["terms"]["fill_ins"]
    turned = [first_answer(season) for season in seasons]
    for season in seasons:
        season["terms"]["fill_ins"] = not season["terms"]["fill_ins"]
    assert turned != [standing(season) for season in seasons]


@pytest.mark.parametrize("said", ["counts", "rounds"])
def test_a_night_from_before_that_counts_otherwise_is_noticed(said, monkeypatch):
    """As any other night, or as one round."""
    usual = rules.PlayerRound._field_defaults[said]
    made = rules.PlayerRound
    monkeypatch.setattr(
        rules, "PlayerRound", lambda *given, **more: made(*given, **more | {said: usual})
    )
    seasons = (random_season(random.Random(f"season {number}")) for number in range(400))
    assert any(first_answer(season) != standing(season) for season in seasons)
