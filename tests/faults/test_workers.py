import http.client
import json
import uuid
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from tests.servers import wait
from tests.threads import do_at_once
from tests.tournaments.views.forms import read_forms

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
    return do_at_once(line.finish for line in lines)


class Table:
    def __init__(self, site) -> None:
        self.site = site
        ((_, key),) = site.open(1).items()
        self.headers = {"Streepje-Link": key, "Content-Type": "application/json"}
        site.start()

    def save_at_once(self, entries: list[dict]) -> list[dict]:
        letters = [{"version": 1, "device": "phone", "entries": [entry]} for entry in entries]
        bodies = [json.dumps(letter).encode() for letter in letters]
        came = post_at_once(self.site.port, "/sync/", self.headers, bodies)
        assert Counter(reply.status for reply in came) == {200: len(entries)}
        return [json.loads(reply.body) for reply in came]


@pytest.fixture
def table(site):
    return Table(site(workers=4))


def test_of_eight_values_one_counts_and_seven_are_shown_beside_it(table):
    for game in range(1, ROUNDS + 1):
        rows = [{"entries": {"Ans": "-", "Bob": bob, "Cor": 1}} for bob in range(1, PHONES + 1)]
        entry = {"do": "enter", "game": game, "seen": 0}
        came = table.save_at_once([entry | {"id": str(uuid.uuid4()), "row": row} for row in rows])
        told = Counter(said["answers"][0]["as"] for said in came)
        assert told == {"kept": 1, "aside": PHONES - 1}
        last = max((said["sheet"] for said in came), key=lambda sheet: sheet["sequence"])
        (conflict,) = [conflict for conflict in last["conflicts"] if conflict["game"] == game]
        shown = [version["row"]["entries"]["Bob"] for version in conflict["versions"]]
        assert sorted(shown) == [*range(1, PHONES + 1)]
        assert conflict["versions"][0]["row"] == last["data"]["games"][game - 1]
    assert len(table.site.database.events()) == 1 + ROUNDS * PHONES
    assert table.site.verify() == []


# A new form, of which there is no sheet yet to hold: nothing but the unique id stands in the way


@pytest.mark.wide
def test_new_form_sent_eight_times_is_one_sheet(site):
    site = site(workers=4, slow=True)
    site.start()
    for _ in range(2):
        line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
        line.request("GET", "/sheets/new/?game=jokeren")
        page = line.getresponse()
        cookie = page.headers["Set-Cookie"].split(";")[0]
        (form,) = [form for form in read_forms(page.read().decode()) if "event" in form]
        line.close()
        body = urlencode(form | {"name_1": "Ans", "name_2": "Bob", "scribe": "1"}).encode()
        how = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        came = post_at_once(site.port, "/sheets/new/?game=jokeren", how, [body] * PHONES)
        assert Counter(reply.status for reply in came) == {302: PHONES}
    opened = Counter(event for event, _, _, kind in site.database.events() if kind == "opened")
    assert [*opened.values()] == [1, 1]
