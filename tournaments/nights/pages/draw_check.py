import json
from hashlib import sha256
from typing import NamedTuple

from django.core.cache import cache

from scoring.toolkit import seals
from tournaments.draw import record
from tournaments.draw.engine.request import ALGORITHMS, TYPED, Request
from tournaments.models import DrawRecord

A_DAY = 24 * 3600


class Checked(NamedTuple):
    seen: record.Json  # the part of the record that this viewer may see
    request: Request
    private: bool  # it has wishes, which only organisers may see
    hidden: str  # the digest that the public sees instead of the wishes
    salt: str  # the salt of that digest; for organisers only

    @property
    def drawn(self) -> bool:
        """Return whether the computer made this draw, and not people by lots or by hand."""
        return self.request.method not in TYPED

    @property
    def repeatable(self) -> bool:
        """Return whether this program still has the version of the algorithm that made the draw."""
        return self.seen["algorithm"] in ALGORITHMS

    @property
    def seal(self) -> str:
        return record.digest_seed(self.seen["seed"])


def check_draw(draw_record: DrawRecord, *, organises: bool) -> Checked:
    full_record = draw_record.record
    draw_request = record.read_request(full_record["input"], "")
    salt = seals.make("tournaments.checking", str(draw_record.pk)).hex()
    seen = record.make_public(full_record, salt)
    private = bool(draw_request.constraints)
    hidden = seen["input"]["constraints"]["digest"] if private else ""
    return Checked(
        full_record if organises else seen, draw_request, private, hidden, salt if organises else ""
    )


def is_same_again(draw_record: DrawRecord) -> bool:
    """Anybody may press this button many times, so the answer is kept."""
    made = json.dumps(draw_record.record, sort_keys=True)
    key = f"repeated-draw-{sha256(made.encode()).hexdigest()}"
    differs = cache.get_or_set(key, lambda: record.repeat_draw(json.loads(made), "")[1], A_DAY)
    return not differs
