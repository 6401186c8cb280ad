"""Eight phones save one game at the very same moment, through several worker processes."""

import http.client
import json
import threading
import uuid
from collections import Counter

import pytest

PHONES = 8
ROUNDS = 4  # the sheet's games, one after another


class Line:
    """A connection on which all is said but what is to be saved."""

    def __init__(self, port: int, key: str, entry: dict) -> None:
        self.body = json.dumps({"version": 1, "device": "phone", "entries": [entry]}).encode()
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.line.putrequest("POST", "/sync/")
        self.line.putheader("Streepje-Link", key)
        self.line.putheader("Content-Type", "application/json")
        self.line.putheader("Content-Length", str(len(self.body)))
        self.line.endheaders()

    def finish(self) -> tuple[int, str, dict]:
        self.line.send(self.body)
        reply = self.line.getresponse()
        said = json.loads(reply.read())
        self.line.close()
        return reply.status, reply.headers["Faults-Worker"], said


class Table:
    """Of eight phones, on a sheet at a site with several workers."""

    def __init__(self, site) -> None:
        self.site = site
        ((_, self.key),) = site.open(1).items()
        self.workers: set[str] = set()  # who answered
        site.start()

    def at_once(self, entries: list[dict]) -> list[dict]:
        """The answers, all of them well."""
        lines = [Line(self.site.port, self.key, entry) for entry in entries]
        start, came = threading.Barrier(len(lines)), []

        def finish(line):
            start.wait()
            came.append(line.finish())

        threads = [threading.Thread(target=finish, args=[line]) for line in lines]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert Counter(status for status, _, _ in came) == {200: len(entries)}
        self.workers |= {worker for _, worker, _ in came}
        return [said for _, _, said in came]

    def check(self, events: int) -> None:
        assert len(self.site.database.events()) == 1 + events
        assert self.site.verify() == []
        assert len(self.workers) > 1


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
        came = table.at_once([entry(game, bob) for bob in range(1, PHONES + 1)])
        assert outcomes(came) == {"kept": 1, "aside": PHONES - 1}
        (conflict,) = [one for one in last(came)["conflicts"] if one["game"] == game]
        shown = [one["row"]["entries"]["Bob"] for one in conflict["versions"]]
        assert sorted(shown) == [*range(1, PHONES + 1)]
        in_force = last(came)["data"]["games"][game - 1]
        assert conflict["versions"][0]["row"] == in_force
    table.check(events=ROUNDS * PHONES)


def test_eight_equal_values_are_no_conflict(table):
    for game in range(1, ROUNDS + 1):
        came = table.at_once([entry(game, 5) for _ in range(PHONES)])
        assert outcomes(came) == {"kept": PHONES}
        assert last(came)["conflicts"] == []
    table.check(events=ROUNDS * PHONES)


def test_one_entry_sent_eight_times_is_one_event(table):
    for game in range(1, ROUNDS + 1):
        came = table.at_once([entry(game, 5, str(uuid.UUID(int=game)))] * PHONES)
        assert outcomes(came) == {"kept": PHONES}
        assert len({said["answers"][0]["sequence"] for said in came}) == 1
    table.check(events=ROUNDS)
