"""The benchmark suite runs, says whether goals are met, and fails on a miss."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from clubsite import bench


def test_every_bench_names_itself():
    assert set(bench.BENCHES) == {
        "score",
        "judge-cards",
        "judge-tiles",
        "bare-view",
        "second-start",
    }


@pytest.mark.parametrize(("value", "goal", "met"), [(3, 3, True), (3.1, 3, False), (9, None, True)])
def test_a_figure_meets_its_goal_at_most(value, goal, met):
    assert bench.Figure("x", "what", value, goal).met is met


def test_json_lists_the_figure_with_its_goal(monkeypatch):
    monkeypatch.setattr(
        bench, "BENCHES", {"quick": lambda name: bench.Figure(name, "nothing", 1.0, 2)}
    )
    out = StringIO()
    call_command("bench", json=True, stdout=out)
    assert json.loads(out.getvalue()) == [
        {"name": "quick", "what": "nothing", "value": 1.0, "goal": 2, "met": True}
    ]


def test_a_miss_exits_with_1_and_says_so(monkeypatch):
    monkeypatch.setattr(
        bench, "BENCHES", {"slow": lambda name: bench.Figure(name, "nothing", 3.0, 2)}
    )
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("bench", stdout=out)
    assert stop.value.code == 1
    assert "MISSED" in out.getvalue()


@pytest.mark.django_db
def test_only_measures_the_one_that_is_named():
    out = StringIO()
    call_command("bench", only="bare-view", json=True, stdout=out)
    (figure,) = json.loads(out.getvalue())
    assert figure["name"] == "bare-view"
    assert figure["value"] > 0


def test_the_sheets_that_are_timed_are_mostly_valid_ones_of_every_system():
    from random import Random

    from scoring import games
    from scoring.games.sheet import score

    for system in games.GAMES:
        valid = [score(bench.a_sheet(system, Random(seed)))["valid"] for seed in range(40)]
        assert 25 < sum(valid) <= 40, system.key
