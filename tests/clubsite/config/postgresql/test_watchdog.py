import socket

import psycopg
import pytest

from clubsite.config.databases import limit_statements
from clubsite.config.postgresql import base
from clubsite.config.postgresql.base import WatchedConnection, is_answering


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
    with (
        limit_statements(0.3),
        pytest.raises(psycopg.OperationalError, match="no answer"),
    ):
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
