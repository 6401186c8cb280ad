import errno
import json
import sqlite3
import uuid
from contextlib import closing, contextmanager

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import (
    InterfaceError,
    InternalError,
    OperationalError,
    close_old_connections,
    connection,
)
from django.test import Client

from clubsite.middleware import outage
from scoring.models import Sheet
from scoring.sheets import lifecycle, links, verify
from tests.faults.database import FULL_DISK
from tests.scoring.views.table import at
from tests.servers import database_url
from tests.tournaments.views.forms import read_forms
from tournaments.problems import DATABASE_AWAY, DISK_FULL, READ_ONLY, WRITES_LONG


@pytest.fixture
def sheet(transactional_db):
    return lifecycle.open(game="jokeren", names=["Ans", "Bob"], options={"games": 2})


@contextmanager
def full_disk():
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(FULL_DISK)
        else:
            cursor.execute("VACUUM")  # what tests before left free would still be room
            cursor.execute("PRAGMA max_page_count = 1")  # no lower than what it has
        yield
        if connection.vendor == "postgresql":
            cursor.execute("DROP FUNCTION tests_full CASCADE")
        else:
            cursor.execute("PRAGMA max_page_count = 4294967294")


@contextmanager
def somebody_who_writes_for_long(table="scoring_sheet"):
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 1" if postgresql else "PRAGMA busy_timeout = 1")
    with closing(another_connection()) as other:
        other.execute("BEGIN" if postgresql else "BEGIN IMMEDIATE")
        if postgresql:
            other.execute(f"LOCK TABLE {table}")
        yield
        other.execute("ROLLBACK")


def another_connection():
    if connection.vendor == "postgresql":
        url = database_url().replace("postgres://", "postgresql://")
        return psycopg.connect(url, autocommit=True)
    return sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)


@contextmanager
def read_only():
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1" if sqlite else ONLY_READS)
    yield
    if sqlite:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 0")


JSON = "application/json"
ONLY_READS = "SET default_transaction_read_only = on"
FAILURES = pytest.mark.parametrize(
    ("failing", "code"),
    [(full_disk, "C210"), (somebody_who_writes_for_long, "C211")],
    ids=["full disk", "locked"],
)


def send_entries(sheet, entries):
    body = {"version": 1, "device": "d-1", "entries": entries}
    answer = Client().post(
        "/sync/", json.dumps(body), JSON,
        headers={"Streepje-Link": links.make_key(sheet), "Accept-Language": "en"},
    )  # fmt: skip
    return answer.status_code, answer.json()


def much(number):
    """Entries, for which there is no room in the pages that a file has."""
    cells = {"entries": {"Ans": "-", "Bob": number % 13 + 1}}
    ids = [str(uuid.UUID(int=number * 100 + figure)) for figure in range(100)]
    return [{"id": id, "do": "enter", "game": 1, "row": cells, "seen": 0} for id in ids]


@FAILURES
def test_phone_hears_why_and_what_was_answered_before_is_there(sheet, failing, code):
    status, first = send_entries(sheet, much(1))
    assert status == 200
    with failing():
        status, reply = send_entries(sheet, much(2))
        assert (status, [problem["code"] for problem in reply["problems"]]) == (503, [code])
        assert (reply["answers"], reply["sheet"]) == ([], None)
    status, second = send_entries(sheet, much(2)[:1] + much(1)[:1])
    assert status == 200
    numbers = [answer["sequence"] for answer in second["answers"]]
    assert numbers == [102, first["answers"][0]["sequence"]]
    assert verify.run().problems == []


def test_server_that_only_reads_is_told_and_left_for_the_one_that_took_over(sheet):
    assert send_entries(sheet, much(1))[0] == 200
    with read_only():
        status, reply = send_entries(sheet, much(2))
        code = "C210" if connection.vendor == "sqlite" else "C213"
        assert (status, [problem["code"] for problem in reply["problems"]]) == (503, [code])
    close_old_connections()  # as every request ends and begins
    assert send_entries(sheet, much(2))[0] == 200


@FAILURES
def test_what_was_typed_without_a_script_is_sent_again_by_a_button(sheet, failing, code):
    client, path = Client(headers={"accept-language": "en"}), at(sheet, "manage")
    with failing():
        fill_up(client, path, sheet)
        answer = client.post(path, {"do": "games", "games": "3"})
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, outage.SOON)
    assert f'data-number="{code}"' in page and f'action="{path}"' in page
    [kept] = [form for form in read_forms(page) if "do" in form]
    assert client.post(path, kept)["Location"] == at(sheet)
    assert lifecycle.build_data(Sheet.objects.get(pk=sheet.pk))["options"]["games"] == 3


def fill_up(client, path, sheet):
    """What room is left in the pages that a file has, for so small a change too."""
    number = 1000
    while send_entries(sheet, much(number)[:1])[0] == 200:
        number += 1
    while client.post(path, {"do": "games", "games": str(4 + number % 2)}).status_code != 503:
        number += 1


@pytest.mark.parametrize(
    ("error", "cause", "check"),
    [
        (OperationalError, {"sqlite_errorname": "SQLITE_IOERR_WRITE"}, DISK_FULL),
        (OperationalError, {"sqlstate": "53100"}, DISK_FULL),
        (OperationalError, {"sqlite_errorname": "SQLITE_BUSY_SNAPSHOT"}, WRITES_LONG),
        (OperationalError, {"sqlstate": "57P01"}, DATABASE_AWAY),
        (OperationalError, {"sqlstate": None}, DATABASE_AWAY),
        (InterfaceError, {}, DATABASE_AWAY),
        (InternalError, {"sqlstate": "25006"}, READ_ONLY),
        (InternalError, {"sqlstate": "25P03"}, DATABASE_AWAY),
        (InternalError, {"sqlstate": "XX000"}, None),  # a fault in PostgreSQL, or what we asked it
        (OperationalError, {"sqlite_errorname": "SQLITE_ERROR"}, None),  # wrong SQL: a bug
        (ValueError, {}, None),
    ],
)
def test_what_the_database_says_is_told_apart(error, cause, check):
    raised = error("said")
    raised.__cause__ = type("Cause", (Exception,), cause)()
    assert outage.find_outage(raised) == check


def test_full_disk_beside_the_database_is_told_as_well(rf):
    assert outage.find_outage(OSError(errno.ENOSPC, "No space left")) == DISK_FULL
    assert outage.find_outage(OSError(errno.EACCES, "Permission denied")) is None


def test_what_fails_before_or_after_a_page_is_told_as_well(rf):
    try:
        raise OperationalError("away")
    except OperationalError:
        assert outage.explain_error(rf.get("/")).status_code == 503


def test_file_is_not_said_to_be_still_there(rf):
    sent = {"column": "first", "file": SimpleUploadedFile("people.csv", b"Ans")}
    page = outage.answer(rf.post("/boom/members/file/", sent), OperationalError("away"))
    assert b'name="column"' not in page.content
    assert b'href="/boom/members/file/"' in page.content


@pytest.mark.parametrize(
    ("accept", "kind"), [(JSON, JSON), ("*/*", "text/html"), ("text/html,*/*", "text/html")]
)
def test_who_asked_for_json_is_told_in_json(rf, accept, kind):
    answer = outage.answer(rf.get("/games/", headers={"accept": accept}), OperationalError("away"))
    assert answer["Content-Type"].split(";")[0] == kind
    assert (answer.status_code, answer["Retry-After"]) == (503, outage.SOON)


def test_password_goes_into_no_page(rf):
    typed = {"username": "ans", "password": "drie woorden", "next": "/"}
    page = outage.answer(rf.post("/login/", typed), OperationalError("away")).content.decode()
    assert 'name="username" value="ans"' in page
    assert "drie woorden" not in page
