"""A draw to be checked by whoever wants to: what may be seen of it, and drawing it again."""

import json
import shlex
from functools import lru_cache
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from tournaments.draw import ALGORITHMS, record
from tournaments.draw.engine.request import RATE, TYPED, USUAL, Request, effort
from tournaments.draw.json_input import CONSTRAINTS, DUTIES
from tournaments.models import Drawing

REMEMBERED = 500  # draws that were drawn again
FILES = ("history", "standing", "constraints", "earlier", "duties")  # as the command reads them
PARTS = {"constraints": CONSTRAINTS, "duties": DUTIES}


class Checked(NamedTuple):
    seen: record.Json  # the record, as far as who asks may see it
    asked: Request
    private: bool  # it has wishes, which are for organisers only
    hidden: str  # what the public sees instead of them: a digest
    salt: str  # with which they give that digest; for organisers

    @property
    def drawn(self) -> bool:
        """By the computer, so that it can be drawn again."""
        return self.asked.method not in TYPED

    @property
    def seal(self) -> str:
        return record.seed_digest(self.seen["seed"])

    def files(self) -> dict[str, record.Json]:
        """By name: the record, and what the command is given; nothing that is empty."""
        given = {name: self.seen["input"][name] for name in FILES}
        for name, parts in PARTS.items():
            given[name] = {part: given[name][part] for part in parts if given[name].get(part)}
        return {"record": self.seen} | {name: value for name, value in given.items() if value}

    def command(self) -> str:
        """Which draws it again from those files, without a site."""
        asked = self.asked
        words = ["--players", asked.players, "--rounds", asked.rounds, "--sizes", asked.kind]
        words += ["--method", asked.method, "--five", asked.five, "--seed", self.seen["seed"]]
        for name in self.files():
            if name in FILES:
                words += [f"--{name}", f"{name}.json"]
        if asked.effort != effort(USUAL):
            words += ["--seconds", asked.effort / RATE]
        if self.seen["algorithm"] != ALGORITHMS[0].name:
            words += ["--algorithm", self.seen["algorithm"]]
        return f"python3 manage.py draw {shlex.join(map(str, words))}"


def check_draw(drawing: Drawing, *, organises: bool) -> Checked:
    made = drawing.record
    asked = record.request(made["input"], "")
    salt = salted_hmac("tournaments.checking", str(drawing.pk), algorithm="sha256").hexdigest()
    seen = record.public(made, salt)
    private = bool(asked.constraints)
    hidden = seen["input"]["constraints"]["digest"] if private else ""
    return Checked(made if organises else seen, asked, private, hidden, salt if organises else "")


def same_again(drawing: Drawing) -> bool:
    """Whether it comes out seat for seat, drawn again here."""
    return _same(json.dumps(drawing.record, sort_keys=True))


@lru_cache(maxsize=REMEMBERED)
def _same(made: str) -> bool:
    """What was drawn never changes, so whoever presses a hundred times has it drawn once."""
    _again, differs = record.differs(json.loads(made), "")
    return not differs
