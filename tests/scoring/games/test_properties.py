import copy
import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.utils import translation
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.games import GAMES, find
from scoring.games.core.game import Game
from scoring.games.sheet import score
from scoring.toolkit.translation import translate
from tests.by_day import by_chance
from tests.scoring.games.random_sheets import PAIRS, random_sheet

Json = dict[str, Any]

KEYS = tuple(game.key for game in GAMES)
DASH_SYSTEMS = [key for key in KEYS if key.startswith(("jokeren", "amerikaans"))]
NOT_KNOWN: Json = {
    "vijfhonderd": {"bid": "7H"},
    "klaverjassen": {"roem_13": 20},
    "hartenjagen": {"entries": {"Ans": 3}},
}
ZERO_SUM = ["rummikub", "rummikub-american"]
NOT_ALWAYS_RIGHT = {"rummikub-international", "boerenbridge", "hartenjagen"}
BY_WHO_STARTS = {"first_turn", "dealt", "type"}  # hands 39 and 40

few = settings(max_examples=by_chance(2, 20), deadline=None, database=None)
quick = settings(max_examples=by_chance(6, 80), deadline=None, database=None)
every_key = pytest.mark.parametrize("key", KEYS)


def sheets(key: str, options: Json | None = None, **how: bool) -> st.SearchStrategy[Json]:
    def make(seed: int) -> Json:
        how_ = {"clean": True, **how}
        sheet: Json = random_sheet(Random(seed), key, options or {}, **how_)
        return sheet

    return st.integers(0, 10**9).map(make)


def system(key: str) -> type[Game]:
    game = find(key)
    assert game is not None
    return game


def scored(result: Json) -> list[Json]:
    return [row for row in result["rows"] if "scores" in row]


@every_key
@quick
@given(data=st.data())
def test_every_whole_row_scores_or_is_void_or_wrong(key: str, data: st.DataObject) -> None:
    result = score(data.draw(sheets(key, whole=True)))
    wrong = {problem["game"] for problem in result["problems"] if problem["severity"] == "error"}
    assert not wrong or key in NOT_ALWAYS_RIGHT
    for row in result["rows"]:
        assert ("scores" in row) + ("void" in row) + (row["game"] in wrong) == 1


# What holds for the figures of every sheet of a game; some options are settled otherwise


def totals_are_the_sum_of_the_rows(sheet: Json, result: Json) -> None:
    sums = dict.fromkeys(sheet["players"], 0)
    for row in result["rows"]:
        for name, points in row.get("scores", {}).items():
            sums[name] += points
        assert row.get("running") == (sums if "scores" in row or "void" in row else None)
    assert result["totals"] == sums


def a_subtotal_is_the_running_total_after_that_game(sheet: Json, result: Json) -> None:
    after = sheet["options"]["subtotal_after"]
    running = [row["running"] for row in result["rows"][:after] if "running" in row]
    told = [{"after": after, "totals": running[-1]}] if len(running) == after else []
    assert result["subtotals"] == told


def points_left_only_add_up(sheet: Json, result: Json) -> None:
    for before, after in pairwise(row["running"] for row in scored(result)):
        assert all(before[name] <= after[name] for name in before)


def one_has_the_dash(sheet: Json, result: Json) -> None:
    assert sum(result["dashes"].values()) == len(scored(result))
    for row in scored(result):
        assert list(row["scores"].values()).count(0) == 1


def every_game_adds_up_to_nothing(sheet: Json, result: Json) -> None:
    assert all(sum(row["scores"].values()) == 0 for row in scored(result))


def each_pays_each_other_the_difference(sheet: Json, result: Json) -> None:
    nets, totals = result["settlement"], result["totals"]
    assert sum(nets.values()) == 0
    for name in totals:
        assert nets[name] == sum(totals[name] - other for other in totals.values())


def every_game_gives_one_match_point(sheet: Json, result: Json) -> None:
    assert sum(result["match_points"].values()) == len(scored(result))


def partners_carry_the_same_figure(sheet: Json, result: Json) -> None:
    for figures in (result["totals"], *(row["scores"] for row in scored(result))):
        first, second, third, fourth = figures.values()
        assert (first, second) == (third, fourth)


def points_make_162_and_roem_what_was_called(sheet: Json, result: Json) -> None:
    revoke = sheet["options"]["revoke"]
    for row in scored(result):
        written = sheet["games"][row["game"] - 1]
        called = (written.get("roem_13") or 0) + (written.get("roem_24") or 0)
        revoked = "revoke" in written
        roem = sum(row["marks"]["roem"].values()) // 2
        assert sum(row["scores"].values()) == 2 * (162 + roem)
        assert roem == called * (not revoked or revoke != "262") + 100 * (
            "pit" in written or (revoked and revoke != "162_roem")
        )
    for mark, figures in result["marks"].items():
        for name, figure in figures.items():
            of_games = (row["marks"].get(mark, {}).get(name, 0) for row in scored(result))
            assert figure == sum(of_games)


def somebody_is_wrong_where_bids_do_not_make_the_cards(sheet: Json, result: Json) -> None:
    for row in scored(result):
        assert min(row["scores"].values()) < 0
        assert all(points < 0 or points >= 10 for points in row["scores"].values())


def a_game_makes_26_or_26_for_all_but_one(sheet: Json, result: Json) -> None:
    for row in scored(result):
        moon = sheet["games"][row["game"] - 1].get("moon")
        assert sum(row["scores"].values()) == (26 * (len(row["scores"]) - 1) if moon else 26)


def everybody_stands_in_the_ranking_once(sheet: Json, result: Json) -> None:
    ranking = result["ranking"]
    assert sorted(name for group in ranking for name in group["players"]) == sheet["players"]
    ranks = [group["rank"] for group in ranking if group["rank"] is not None]
    assert ranks == sorted(set(ranks))
    if ranks and sheet["game"] not in PAIRS:  # there the two sides rank 1 and 2
        sizes = [len(group["players"]) for group in ranking[: len(ranks)]]
        assert ranks == [1 + sum(sizes[:place]) for place in range(len(sizes))]


JOKEREN = ["jokeren", "jokeren-potjes", "jokeren-vijf"]
HOLDS = {
    totals_are_the_sum_of_the_rows: KEYS,
    everybody_stands_in_the_ranking_once: KEYS,
    a_subtotal_is_the_running_total_after_that_game: JOKEREN,
    points_left_only_add_up: [*DASH_SYSTEMS, "rummy"],
    one_has_the_dash: DASH_SYSTEMS,
    every_game_adds_up_to_nothing: ZERO_SUM,
    each_pays_each_other_the_difference: ["rummikub-international"],
    every_game_gives_one_match_point: ["rummy"],
    partners_carry_the_same_figure: PAIRS,
    points_make_162_and_roem_what_was_called: ["klaverjassen"],
    somebody_is_wrong_where_bids_do_not_make_the_cards: ["boerenbridge"],
    a_game_makes_26_or_26_for_all_but_one: ["hartenjagen"],
}
TIE_BREAKS = ["shared", "dashes", "best_game", "last_game"]
SETTLED: dict[str, Json] = {
    **{key: {"subtotal_after": [1, 2, 3, 4, 5]} for key in JOKEREN},
    **{key: {"pool_tie": ["share", "organiser"]} for key in ZERO_SUM},
    "klaverjassen": {"tie": ["nat", "made"], "revoke": ["262_roem", "262", "162_roem"]},
}


@every_key
@quick
@given(data=st.data())
def test_figures_hang_together(key: str, data: st.DataObject) -> None:
    settled = {"tie_break": TIE_BREAKS} | SETTLED.get(key, {})
    options = {name: data.draw(st.sampled_from(of)) for name, of in settled.items()}
    sheet = data.draw(sheets(key, options))
    result = score(sheet)
    for holds, keys in HOLDS.items():
        if key in keys:
            holds(sheet, result)


# What is not known


@every_key
@quick
@given(data=st.data())
def test_what_is_not_known_is_not_zero(key: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets(key))
    sheet["games"].append(NOT_KNOWN.get(key, {"entries": {"Ans": {}}}))
    before, after = score({**sheet, "games": sheet["games"][:-1]}), score(sheet)
    for part in ("totals", "dashes", "match_points", "ranking", "settlement", "subtotals"):
        assert after[part] == before[part]
    assert before["finished"] or not after["complete"]
    assert all("scores" in row or "running" not in row or "void" in row for row in after["rows"])


# A score depends on the sheet alone


@every_key
@quick
@given(data=st.data())
def test_scoring_changes_nothing_and_remembers_nothing(key: str, data: st.DataObject) -> None:
    sheet, other = data.draw(sheets(key, clean=False)), data.draw(sheets(key))
    kept = copy.deepcopy(sheet)
    result = score(sheet)
    seen = copy.deepcopy(result)
    score(other)
    assert sheet == kept
    assert result == seen == score(copy.deepcopy(kept))


@every_key
@quick
@given(data=st.data())
def test_a_corrected_row_counts_as_entered_right_at_once(key: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets(key))
    assume(sheet["games"])
    right = copy.deepcopy(sheet)
    number = data.draw(st.integers(0, len(sheet["games"]) - 1))
    sheet["games"][number] = (data.draw(sheets(key, clean=False))["games"] or [{}])[0]
    score(sheet)
    sheet["games"][number] = copy.deepcopy(right["games"][number])
    assert score(sheet) == score(right)


@every_key
@quick
@given(data=st.data())
def test_other_seats_give_everybody_the_same_figures(key: str, data: st.DataObject) -> None:
    options = {"pool_tie": "organiser"} if key in ZERO_SUM else {}  # odd points go by turn
    sheet = data.draw(sheets(key, options))
    assume(not BY_WHO_STARTS & {*json.dumps(sheet).split('"')})
    order = data.draw(st.permutations(sheet["players"]))
    if key in PAIRS:  # partners stay partners
        ans, bob, cor, dik = sheet["players"]
        orders = [[cor, dik, ans, bob], [cor, bob, ans, dik]]
        if key == "vijfhonderd":  # where no side has the name of its seats
            orders.append([bob, cor, dik, ans])
        order = data.draw(st.sampled_from(orders))
    assert by_name(score({**sheet, "players": order})) == by_name(score(sheet))


def by_name(result: Json) -> Json:
    seatless = ("complete", "finished", "totals", "dashes", "match_points", "settlement")
    winner = result["winner"]
    return {
        **{part: result[part] for part in seatless},
        "scores": [row.get("scores") for row in result["rows"]],
        "problems": sorted(
            (problem["code"], problem["game"] or 0) for problem in result["problems"]
        ),
        "continue_with": sorted(result["continue_with"]),
        "winner": sorted(winner) if isinstance(winner, list) else winner,
        "ranking": [
            (place["rank"], sorted(place["players"]), place["total"]) for place in result["ranking"]
        ],
    }


# Messages


@every_key
@pytest.mark.parametrize("language", ["nl", "de", "en"])
@few
@given(data=st.data())
def test_every_message_names_the_game_and_the_player(
    key: str, language: str, data: st.DataObject
) -> None:
    result = score(data.draw(sheets(key, clean=False)))
    with translation.override(language):
        for problem in result["problems"]:
            message = translate(problem["message"])
            assert "%(" not in message
            assert problem["code"][0] == system(key).letter
            if problem["game"] is not None:
                assert str(problem["game"]) in message
            if problem["player"] is not None:
                assert problem["player"] in message
