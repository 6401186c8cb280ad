"""The benchmark suite runs, says whether goals are met, and fails on a miss."""

import json
import socket
import threading
from contextlib import nullcontext
from io import StringIO

import pytest
from django.core.management import call_command

from clubsite import bench
from clubsite.bench import linked_files, logins, pages, people, rules
from clubsite.bench.hall import Crowded, lacking
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
        "night-halfway",
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
        "first-start",
        "second-start",
        "log-ins",
        "hall",
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


@pytest.mark.wide
@pytest.mark.django_db
def test_saving_is_measured_in_a_database_of_its_own():
    out = StringIO()
    call_command("bench", only="save-queries", json=True, stdout=out)
    (figure,) = json.loads(out.getvalue())
    assert 5 < figure["value"] <= 12
    assert Sheet.objects.count() == 0


@pytest.mark.wide
@pytest.mark.django_db
def test_what_is_saved_is_the_tenth_game_of_a_sheet_with_many_corrections():
    with pages.own_database():
        sheet = pages.a_sheet_of_nine()
        pages.ask(pages.saving(sheet))
        assert (sheet.rows.count(), sheet.events.count()) == (10, 29)


# A full hall


def missed(save=1.0, page=1.0, longest=1.0, failed=0):
    """Which goals a hall misses that comes to this."""
    figures = Crowded(save, page, longest, failed).figures("hall", "start, SQLite")
    return [figure.name for figure in figures if not figure.met]


def test_hall_has_a_goal_for_all_that_it_measures():
    assert missed(save=20, page=20, longest=5) == []
    assert missed(save=20.1) == ["hall-save"]
    assert missed(page=20.1) == ["hall-page"]
    assert missed(longest=5.1) == ["hall-longest"]
    assert missed(failed=1) == ["hall-failed"]


def test_what_a_hall_can_not_be_measured_with_is_told(monkeypatch, tmp_path):
    monkeypatch.setitem(lacking.__globals__, "PROGRAMS", tmp_path)
    assert "PostgreSQL's programs are not here (apt-get install postgresql)" in [*lacking()]


@pytest.mark.parametrize(("complete", "misses"), [("1", ["hall-not-measured"]), ("", [])])
def test_hall_that_can_not_be_measured_is_a_miss_where_all_has_to_be_there(
    monkeypatch, tmp_path, capsys, complete, misses
):
    monkeypatch.setenv("STREEPJE_COMPLETE", complete)
    there = {
        "PROGRAMS": tmp_path,
        "sqlite_site": nullcontext,
        "best": lambda _there: Crowded(save=1, page=1, longest=1, failed=0),
    }
    for word, instead in there.items():
        monkeypatch.setitem(lacking.__globals__, word, instead)
    assert [figure.name for figure in bench.hall("hall") if not figure.met] == misses
    assert "!!! NOT MEASURED" in capsys.readouterr().err


@pytest.mark.parametrize(("ratios", "value"), [([1.5], 1.5), ([3, 1.5], 1.5), ([3, 4, 5], 3)])
def test_guessing_is_measured_again_where_the_machine_was_busy(monkeypatch, ratios, value):
    left = iter(ratios)
    monkeypatch.setattr(logins, "started", nullcontext)
    monkeypatch.setattr(logins, "_median_seconds", lambda _port: 0.1)
    monkeypatch.setattr(logins, "_times_alone", lambda _port: next(left))
    assert logins.log_ins("log-ins").value == value
    assert [*left] == []


def one_answer_a_connection(door, count):
    """The site ends each connection behind its answer without a word of that."""
    for _ in range(count):
        line, _ = door.accept()
        line.recv(9999)
        line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        line.close()


def test_phone_asks_once_more_where_its_connection_was_ended_meanwhile():
    with socket.create_server(("127.0.0.1", 0)) as door:
        serving = threading.Thread(target=one_answer_a_connection, args=[door, 2])
        serving.start()
        line = people.KeptConnection(door.getsockname()[1])
        statuses = [line.ask("GET", "/", {})[0].status for _ in range(2)]
        serving.join()
    assert statuses == [200, 200]
    with pytest.raises(ConnectionRefusedError):  # and no third time
        line.ask("GET", "/", {})
    line.close()


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
    assert linked_files.reached("/s/", SITE.__getitem__) == SITE


@pytest.mark.parametrize("address", ["https://cdn.example/a.js", "//cdn.example/a.js"])
def test_page_that_fetches_elsewhere_is_refused(address):
    with pytest.raises(linked_files.Elsewhere):
        linked_files.reached("/", lambda _: f'<script src="{address}"></script>'.encode())


@pytest.mark.wide
@pytest.mark.django_db
def test_weight_counts_every_part_of_a_page_of_every_system():
    with pages.own_database():
        sheet = pages.a_full_sheet(rules.games.GAMES[0])
        page = pages.links.build_path(sheet)
        parts = linked_files.reached(page, pages.fetch)
    kinds = {address.rpartition(".")[2] for address in parts if address != page}
    assert kinds == {"css", "js", "svg"}
    assert len(parts[page]) > 10_000
