import socket
import threading

import psycopg
import pytest

from clubsite.config.databases import limit_statements
from clubsite.config.postgresql import base
from clubsite.config.postgresql.base import Reach, WatchedConnection, is_answering, put_first
from tests.clubsite.config.postgresql.dummy import DummyServer
from tests.servers import free_port


@pytest.fixture
def connection(server, monkeypatch):
    monkeypatch.setattr(base, "SILENCE", 0.1)
    monkeypatch.setattr(base, "ANSWER", 0.1)
    made = WatchedConnection.connect(
        **server.how, autocommit=True, cursor_factory=psycopg.ClientCursor
    )
    yield made
    made.close()


def test_statement_is_given_up_once_the_server_answers_nobody(server, connection):
    connection.execute("")
    server.well.clear()
    with pytest.raises(psycopg.OperationalError, match="no answer"):
        connection.execute("")
    assert connection.closed


def test_statement_that_takes_long_goes_on_while_the_server_answers(server, connection):
    server.takes = 0.7
    connection.execute("")
    assert not connection.closed


def test_statement_in_a_request_has_an_end_though_the_server_answers(server, connection):
    server.takes = 60
    with limit_statements(0.3), pytest.raises(psycopg.OperationalError, match="no answer"):
        connection.execute("")
    assert connection.closed


def test_server_answers_or_not(server, tmp_path):
    assert is_answering("127.0.0.1", server.port)
    server.close()
    assert not is_answering("127.0.0.1", server.port)


def test_server_is_asked_by_its_socket_as_well(tmp_path, monkeypatch):
    monkeypatch.setattr(base, "ANSWER", 0.1)
    assert not is_answering(str(tmp_path), 5432)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / ".s.PGSQL.5432"))
        door.listen()
        assert not is_answering(str(tmp_path), 5432)
        door.settimeout(1)
        line, _ = door.accept()
        with line:
            assert line.recv(100) == base.SSL_REQUEST


# Several servers


@pytest.fixture
def reach():
    made, door = [], Reach()

    def connect(**given):
        made.append(door.connect(given))
        return made[-1]

    yield connect
    for connection in made:
        connection.close()


def test_while_nobody_answers_one_thread_tries_and_the_others_are_told_so(server, reach):
    with pytest.raises(psycopg.OperationalError):
        reach(**server.how | {"port": free_port()})
    server.well.clear()
    trying = threading.Thread(target=reach, kwargs=server.how | {"connect_timeout": 60})
    trying.start()
    with pytest.raises(psycopg.OperationalError, match="another thread is trying"):
        while trying.is_alive():
            reach(**server.how | {"connect_timeout": 2})
    server.well.set()
    trying.join()
    assert not reach(**server.how).closed


def test_server_that_does_not_encrypt_though_it_must_is_told_of_with_what_to_write(server, reach):
    with pytest.raises(psycopg.OperationalError, match=r"ssl = on .* \?sslmode=disable") as refused:
        reach(**server.how | {"sslmode": "require"})
    assert "\n" not in str(refused.value)


def test_server_that_answers_is_found_behind_one_that_hangs_and_asked_first_from_then_on(
    server, reach
):
    hangs = DummyServer()
    hangs.well.clear()
    both = {"host": "127.0.0.1,127.0.0.1", "port": f"{hangs.port},{server.port}"}
    first = reach(**server.how | both | {"connect_timeout": 2})
    assert first.info.port == server.port
    hangs.well.set()  # by now it would answer
    again = reach(**server.how | both)
    assert again.info.port == server.port
    hangs.close()


@pytest.mark.parametrize(
    ("hosts", "ports", "last", "expected"),
    [
        ("a,b,c", "1,2,3", ("b", "2"), ("b,a,c", "2,1,3")),
        ("a,b", "5433", ("b", "5433"), ("b,a", "5433,5433")),
        ("a,b", "", ("b", "5432"), ("b,a", "5432,5432")),
        ("a,b", ",5433", ("a", "5432"), ("a,b", "5432,5433")),
        ("a,b", "1,2", ("c", "3"), ("a,b", "1,2")),
        ("a", "", ("a", "5432"), ("a", "")),
    ],
)
def test_server_that_answered_last_comes_first(hosts, ports, last, expected):
    found = put_first(last, {"host": hosts, "port": ports, "user": "ans"})
    assert (found["host"], found["port"], found["user"]) == (*expected, "ans")
