"""Draws that are asked of every Python, with the standard library alone."""

import json
import sys
from hashlib import sha256

from tournaments.draw import draw
from tournaments.draw.engine.request import Constraint, Duties, Request

WANTED = (
    Constraint("apart", 0, 1),
    Constraint("apart", 4, 9),
    Constraint("together", 2, 3),
    Constraint("together", 5, 6),
    Constraint("fixed_table", 7, 2),
)
HISTORY = tuple((a, b, (a * b) % 4) for b in range(22) for a in range(b) if a * b % 4)
DUTIES = Duties(
    small=tuple(n % 3 / 4 for n in range(22)),
    sat_out=tuple(n % 2 / 1 for n in range(22)),
    scribe=tuple(n % 5 / 3 for n in range(22)),
    likes=tuple(n % 3 > 0 for n in range(22)),
)
HALF = Duties(
    scribe=tuple(n * 7 % 34 / 34 for n in range(34)), likes=tuple(n % 2 == 0 for n in range(34))
)

ASKED = {
    "design": Request(60, 10),
    "base round": Request(27, 9),
    "kept night": Request(17, 6),
    "lots": Request(30, 3, method="lots"),
    "lots and constraints": Request(30, 3, method="lots", constraints=WANTED),
    "pairs": Request(9, 5, "2"),
    "fours": Request(18, 4, "4", effort=9_000),
    "season": Request(22, 3, history=HISTORY, duties=DUTIES, effort=20_000),
    "alone at the pen": Request(34, 4, history=HISTORY, duties=HALF, effort=2_000),
    "tight season": Request(22, 6, history=HISTORY, duties=DUTIES, effort=20_000),
    "pairs in a season": Request(22, 12, "2", history=HISTORY, duties=DUTIES, effort=20_000),
    "constraints": Request(22, 4, constraints=WANTED, effort=20_000),
    "apart": Request(20, 5, constraints=(Constraint("apart", 0, 1),), effort=20_000),
    "standing": Request(22, 3, method="standing", standing=tuple(range(22, 0, -1)), effort=9_000),
    "earlier": Request(14, 2, earlier=(((0, 1, 2, 3), (4, 5, 6, 7)),), effort=9_000),
    "more rounds than are known": Request(33, 14, effort=9_000),
}


def digest(request):
    rounds = draw(request, "always the same").rounds
    return sha256(json.dumps(rounds).encode()).hexdigest()[:16]


def digests():
    return {name: digest(request) for name, request in ASKED.items()}


def main():
    sys.stdout.write(json.dumps(digests()))
