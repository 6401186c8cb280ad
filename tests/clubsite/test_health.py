import pytest
from django.db import OperationalError, connection

pytestmark = pytest.mark.django_db


def test_healthy_site_says_so_and_is_never_kept(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert "no-store" in answer["Cache-Control"]


def test_database_that_is_away_is_told(client, monkeypatch):
    def gone():
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"database")
