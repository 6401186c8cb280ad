"""The benchmark suite runs, says whether goals are met, and fails on a miss."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from clubsite import bench
from clubsite.bench import pages, reach, rules
from scoring.models import Sheet


def test_every_bench_names_itself():
    assert set(bench.BENCHES) == {
        "score",
        "judge-cards",
        "judge-tiles",
        "bare-view",
        "save-queries",
        "save",
        "page-weight",
        "room",
        "room-played",
        "room-unchanged",
        "room-queries",
        "night",
        "night-played",
        "night-unchanged",
        "standing",
        "standing-changed",
        "standing-unchanged",
        "standing-queries",
        "player",
        "records",
        "draw-design",
        "draw-anneal",
        "draw-bound",
        "draw-season",
        "paper",
        "paper-memory",
        "season-book",
        "season-book-first",
        "second-start",
        "log-ins",
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
        valid = [score(rules.a_sheet(system, Random(seed)))["valid"] for seed in range(40)]
        assert 25 < sum(valid) <= 40, system.key


@pytest.mark.django_db
def test_saving_is_measured_in_a_database_of_its_own():
    out = StringIO()
    call_command("bench", only="save-queries", json=True, stdout=out)
    (figure,) = json.loads(out.getvalue())
    assert 5 < figure["value"] <= 12
    assert Sheet.objects.count() == 0


@pytest.mark.django_db
def test_what_is_saved_is_the_tenth_game_of_a_sheet_with_many_corrections():
    with pages.own_database():
        sheet = pages.a_sheet_of_nine()
        pages.ask(pages.saving(sheet))
        assert (sheet.rows.count(), sheet.events.count()) == (10, 29)


# What a page loads

SITE = {
    "/s/": b'''<link rel="icon" href="/a.svg"><link rel=stylesheet href="/look/a.css">
        <link rel="canonical" href="/never"><a href="/never">x</a><img src="/b.png">
        <script type="module" src="/code/a.js"></script>
        <svg><use href="/c.svg#one"></use><use href="#two"></use></svg>
        <script id="for-scripts" type="application/json">
        {"description": {"twin": "jolly"}, "urls": {"worker": "/sw.js", "judge": "/never"}}
        </script>''',
    "/a.svg": b"", "/b.png": b"", "/c.svg": b"", "/sw.js": b"",
    "/look/a.css": b'@import "b.css"; p { background: url(../d.svg#x) }',
    "/look/b.css": b"svg { fill: url(#here) }", "/d.svg": b"",
    "/code/a.js": b'import { one,\n  two } from "./b.js";\nimport "./c.js"; // from "nowhere"\n'
    b'export { three } from "./d.js"; const e = new URL("../e.svg", import.meta.url);',
    "/code/b.js": b"const game = await import(`./${twin}.js`);",
    "/code/c.js": b'import * as b from "./b.js";', "/code/d.js": b"", "/code/jolly.js": b"",
    "/e.svg": b"",
}  # fmt: skip


def test_page_reaches_all_that_a_browser_fetches_and_nothing_twice():
    assert reach.reached("/s/", SITE.__getitem__) == SITE


@pytest.mark.parametrize("address", ["https://cdn.example/a.js", "//cdn.example/a.js"])
def test_page_that_fetches_elsewhere_is_refused(address):
    with pytest.raises(reach.Elsewhere):
        reach.reached("/", lambda _: f'<script src="{address}"></script>'.encode())


@pytest.mark.django_db
def test_weight_counts_every_part_of_a_page_of_every_system():
    with pages.own_database():
        sheet = pages.a_full_sheet(rules.games.GAMES[0])
        page = pages.links.path(sheet)
        parts = reach.reached(page, pages.fetch)
    kinds = {address.rpartition(".")[2] for address in parts if address != page}
    assert kinds == {"css", "js", "svg"}
    assert len(parts[page]) > 10_000
