import http.client
import json
import threading
import uuid
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from tests.faults.processes import wait
from tests.scoring.views.table import Fields

PHONES = 8
ROUNDS = 4  # the sheet's games, one after another


class Reply(NamedTuple):
    status: int
    body: bytes


class Connection:
    """A connection to one worker, on which all is said but what is to be saved."""

    def __init__(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.line.request("GET", "/healthz")
        reply = self.line.getresponse()
        reply.read()
        self.worker = reply.headers["Faults-Worker"]

    def begin(self, path: str, headers: Mapping[str, str], body: bytes) -> None:
        self.body = body
        self.line.putrequest("POST", path)
        for name, value in headers.items():
            self.line.putheader(name, value)
        self.line.putheader("Content-Length", str(len(body)))
        self.line.endheaders()

    def finish(self) -> Reply:
        self.line.send(self.body)
        reply = self.line.getresponse()
        said = Reply(reply.status, reply.read())
        self.line.close()
        return said


def connect(port: int) -> list[Connection]:
    """Eight phones at more than one worker: on a busy machine the same one may accept them all."""
    lines = [Connection(port) for _ in range(PHONES)]

    def are_spread() -> bool:
        if len({line.worker for line in lines}) > 1:
            return True
        lines.pop(0).line.close()
        lines.append(Connection(port))
        return False

    wait(are_spread, "only one worker accepts")
    return lines


def post_at_once(
    port: int, path: str, headers: Mapping[str, str], bodies: list[bytes]
) -> list[Reply]:
    lines = connect(port)
    for line, body in zip(lines, bodies, strict=True):
        line.begin(path, headers, body)
    return finish_at_once(lines)


def finish_at_once(lines: list[Connection]) -> list[Reply]:
    start, came = threading.Barrier(len(lines)), []

    def finish(line):
        start.wait()
        came.append(line.finish())

    threads = [threading.Thread(target=finish, args=[line]) for line in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


class Table:
    """Of eight phones, on a sheet at a site with several workers."""

    def __init__(self, site) -> None:
        self.site = site
        ((_, key),) = site.open(1).items()
        self.headers = {"Streepje-Link": key, "Content-Type": "application/json"}
        site.start()

    def save_at_once(self, entries: list[dict]) -> list[dict]:
        """Return the answers, all of them well."""
        letters = [{"version": 1, "device": "phone", "entries": [entry]} for entry in entries]
        bodies = [json.dumps(letter).encode() for letter in letters]
        came = post_at_once(self.site.port, "/sync/", self.headers, bodies)
        assert Counter(reply.status for reply in came) == {200: len(entries)}
        return [json.loads(reply.body) for reply in came]

    def check(self, events: int) -> None:
        assert len(self.site.database.events()) == 1 + events
        assert self.site.verify() == []


@pytest.fixture
def table(site):
    return Table(site(workers=4))


def entry(game: int, bob: int, id: str = "") -> dict:
    row = {"entries": {"Ans": "-", "Bob": bob, "Cor": 1}}
    return {"id": id or str(uuid.uuid4()), "do": "enter", "game": game, "row": row, "seen": 0}


def outcomes(came: list[dict]) -> Counter[str]:
    return Counter(said["answers"][0]["as"] for said in came)


def last(came: list[dict]) -> dict:
    return max((said["sheet"] for said in came), key=lambda sheet: sheet["sequence"])


def test_of_eight_values_one_counts_and_seven_are_shown_beside_it(table):
    for game in range(1, ROUNDS + 1):
        came = table.save_at_once([entry(game, bob) for bob in range(1, PHONES + 1)])
        assert outcomes(came) == {"kept": 1, "aside": PHONES - 1}
        (conflict,) = [conflict for conflict in last(came)["conflicts"] if conflict["game"] == game]
        shown = [version["row"]["entries"]["Bob"] for version in conflict["versions"]]
        assert sorted(shown) == [*range(1, PHONES + 1)]
        in_force = last(came)["data"]["games"][game - 1]
        assert conflict["versions"][0]["row"] == in_force
    table.check(events=ROUNDS * PHONES)


@pytest.mark.wide
def test_eight_equal_values_are_no_conflict(table):
    for game in range(1, ROUNDS + 1):
        came = table.save_at_once([entry(game, 5) for _ in range(PHONES)])
        assert outcomes(came) == {"kept": PHONES}
        assert last(came)["conflicts"] == []
    table.check(events=ROUNDS * PHONES)


def test_one_entry_sent_eight_times_is_one_event(table):
    for game in range(1, ROUNDS + 1):
        came = table.save_at_once([entry(game, 5, str(uuid.UUID(int=game)))] * PHONES)
        assert outcomes(came) == {"kept": PHONES}
        assert len({said["answers"][0]["sequence"] for said in came}) == 1
    table.check(events=ROUNDS)


# A new form, of which there is no sheet yet to hold: nothing but the unique id stands in the way


def opened_by_eight(site) -> Counter[str]:
    """How many sheets came of each new form that was sent eight times."""
    site.start()
    for _ in range(2):
        line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
        line.request("GET", "/sheets/new/?game=jokeren")
        page = line.getresponse()
        cookie = page.headers["Set-Cookie"].split(";")[0]
        (form,) = [form for form in Fields(page.read().decode()).forms if "event" in form]
        line.close()
        body = urlencode(form | {"name_1": "Ans", "name_2": "Bob", "scribe": "1"}).encode()
        how = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        came = post_at_once(site.port, "/sheets/new/?game=jokeren", how, [body] * PHONES)
        assert Counter(reply.status for reply in came) == {302: PHONES}
    return Counter(event for event, _, _, kind in site.database.events() if kind == "opened")


@pytest.mark.wide
def test_new_form_sent_eight_times_is_one_sheet(site):
    assert [*opened_by_eight(site(workers=4, wrong="slow")).values()] == [1, 1]


@pytest.mark.wide
def test_without_unique_ids_alone_a_new_form_is_several_sheets(site, own_database):
    """A control: what came before is looked up as ever."""
    own_database.drop_unique_ids()
    assert max(opened_by_eight(site(workers=4, wrong="slow")).values()) > 1
