import json
import socket
import threading
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubsite.config import program
from scoring.models import Sheet
from tests import bench
from tests.bench import people


def run(**options):
    out = StringIO()
    call_command("bench", stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize(("value", "goal", "met"), [(3, 3, True), (3.1, 3, False), (9, None, True)])
def test_a_figure_meets_its_goal_at_most(value, goal, met):
    assert bench.Figure("x", "what", value, goal).met is met


def test_json_lists_the_figure_with_its_goal(monkeypatch):
    quick = [bench.Figure("quick", "nothing", 1.0, 2)]
    monkeypatch.setattr(bench, "BENCHES", {"quick": lambda: quick})
    assert json.loads(run(json=True)) == [
        {"name": "quick", "what": "nothing", "value": 1.0, "goal": 2, "met": True}
    ]


def test_a_miss_exits_with_1_and_says_so(monkeypatch):
    slow = [bench.Figure("slow", "nothing", 3.0, 2)]
    monkeypatch.setattr(bench, "BENCHES", {"slow": lambda: slow})
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("bench", stdout=out)
    assert stop.value.code == 1
    assert out.getvalue() == "slow: 3.00  (at most 2)  nothing  MISSED\n"


def test_unknown_benchmark_is_told_the_names_of_all():
    with pytest.raises(CommandError, match=r"bare-view, pages, save, .*, hall\."):
        run(only="everything")


def test_installed_program_says_where_the_benchmarks_are(monkeypatch):
    monkeypatch.setattr(program, "IS_PACKAGE", True)
    with pytest.raises(CommandError, match="Haal de broncode op"):
        run()


@pytest.mark.wide
@pytest.mark.django_db
def test_saving_is_measured_in_a_database_of_its_own():
    saved, beside_bare = json.loads(run(only="save", json=True))
    assert saved["name"] == "save"
    assert beside_bare["value"] > 1
    assert Sheet.objects.count() == 0


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
