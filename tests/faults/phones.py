"""Phones as the site sees them: each entry has an id, stays in the outbox until it is answered, and
is sent again after a reply that was lost. They know nothing of Django.
"""

import http.client
import json
import threading
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from random import Random
from typing import Any

from tests.servers import PATIENCE

Json = dict[str, Any]
Answer = tuple[str, int | None]

LINK = 4  # characters of the chain for each event
PLAYERS = ("Ans", "Bob", "Cor")
UNWELL = (["C210"], ["C211"], ["C212"], ["C213"])


class Phone(threading.Thread):
    def __init__(
        self,
        port: int,
        sheet: str,
        key: str,
        seed: str,
        *,
        does: str = "enter choose choose approve penalize",
        players: Sequence[str] = PLAYERS,
    ) -> None:
        super().__init__(daemon=True)
        self.port, self.sheet, self.key, self.name = port, sheet, key, seed
        self.chance = Random(seed)
        self.does, self.players = does.split(), players
        self.state: Json = {"sequence": 0, "chain": "", "seen": {}, "conflicts": []}
        self.outbox: list[Json] = []
        self.made: dict[str, Json] = {}
        self.answered: dict[str, Answer] = {}
        self.unsure: set[str] = set()  # sent with a letter that nobody saw the reply of
        self.letters: Counter[str] = Counter()
        self.wrong: list[str] = []  # what the phone itself found
        self.goes_home = threading.Event()  # nothing new; what is here is still sent
        self.gives_up = threading.Event()

    def run(self) -> None:
        while not self.gives_up.is_set():
            last = self.goes_home.is_set()
            if not last:
                self.write()
            well = self.exchange()
            if last and well and not self.outbox:
                return
            time.sleep(self.chance.uniform(0.002, 0.05) if well else 0.1)

    # Writing

    def write(self) -> None:
        if self.chance.random() < 0.2:
            return
        entry = getattr(self, f"_{self.chance.choice(self.does)}")()
        if entry:
            entry = {"id": str(uuid.UUID(int=self.chance.getrandbits(128))), **entry}
            self.made[entry["id"]] = entry
            self.outbox.append(entry)

    def _enter(self) -> Json:
        game, out = self.chance.randint(1, 4), self.chance.choice(self.players)
        cells = {name: "-" if name == out else self.chance.randint(1, 13) for name in self.players}
        own = [mail["id"] for mail in self.outbox if mail.get("game") == game]
        seen = own[-1] if own else self.state["seen"].get(str(game), 0)
        return {"do": "enter", "game": game, "row": {"entries": cells}, "seen": seen}

    def _choose(self) -> Json | None:
        if not self.state["conflicts"]:
            return None
        versions = self.chance.choice(self.state["conflicts"])["versions"]
        event = self.chance.choice(versions)["event"]
        return {"do": "choose", "event": event, "seen": self.state["sequence"]}

    def _approve(self) -> Json | None:
        if self.state["conflicts"] or len(self.state["seen"]) < 4:
            return None
        return {"do": "approve", "player": "Bob", "digest": self.state["digest"]}

    def _penalize(self) -> Json | None:
        if self.chance.random() < 0.9:
            return None
        words = {"reason": "late", "signed": "Els"}
        return {"do": "penalty", "player": "Cor", "points": self.chance.randint(1, 50), **words}

    # Sending

    def exchange(self) -> bool:
        before = [entry for entry in self.answered if self.answered[entry][0] != "refused"]
        again = self.chance.sample(before, 1) if before and self.chance.random() < 0.1 else []
        letter = [*self.outbox[:20], *(self.made[id] for id in again)]
        read = self.chance.random() > 0.1  # else as when the connection goes just then
        reply = self.ask("POST", "/sync/", letter, read=read)
        self.letters["sent"] += 1
        self.letters["with something answered before"] += len(again)
        self.letters["whose reply was not read"] += not read
        self.letters["whose reply never came"] += read and reply is None
        if reply is None:
            self.unsure |= {entry["id"] for entry in letter}
        else:
            self.hear(reply)
        return reply is not None

    def ask(self, method: str, path: str, letter: list[Json], *, read: bool = True) -> Json | None:
        body = json.dumps({"version": 1, "device": self.name, "entries": letter})
        headers = {"Streepje-Link": self.key, "Content-Type": "application/json"}
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, body, headers)
            if not read:
                return None
            reply = line.getresponse()
            content = reply.read()
        except TimeoutError:
            self.wrong.append(f"{self.name}: no answer within {PATIENCE} seconds")
            return None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            line.close()
        if reply.status == 503:  # right only where the database can't, and it says why
            self.letters["answered that nothing can be kept"] += 1
            if [problem["code"] for problem in json.loads(content)["problems"]] not in UNWELL:
                self.wrong.append(f"{self.name}: {content[:200]!r}")
            return None
        if reply.status != 200:
            self.wrong.append(f"{self.name}: {reply.status} {content[:200]!r}")
            return None
        said: Json = json.loads(content)
        return said

    def hear(self, reply: Json) -> None:
        self.compare(self.state["chain"], reply["sheet"]["chain"])
        for given in reply["answers"]:
            answer = (given["as"], given["sequence"])
            before = self.answered.setdefault(given["id"], answer)
            if before != answer:
                self.wrong.append(f"{self.name}: {given['id']} was {before}, is {answer}")
        self.outbox = [entry for id, entry in self.made.items() if id not in self.answered]
        self.state = reply["sheet"]

    def compare(self, known: str, chain: str) -> None:
        """What was answered after the site's history parted from the one known is sent again."""
        if chain.startswith(known):
            return
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(known, chain, strict=False))
        common = len([*alike]) // LINK
        for id, (_, sequence) in [*self.answered.items()]:
            if (sequence or 0) > common:
                del self.answered[id]
        self.letters["that told of another history"] += 1

    def read_sheet(self) -> None:
        reply = self.ask("GET", "/sync/?since=0", [])
        if reply is None:
            self.wrong.append(f"{self.name}: can't look")
        else:
            self.hear(reply)
