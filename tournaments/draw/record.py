import hmac
import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from scoring.toolkit.problems import Json, user_error
from tournaments.draw import Cost, Draw, assess_typed, draw
from tournaments.draw.engine import problems, table_sizes
from tournaments.draw.engine.effort import LONGEST, RATE
from tournaments.draw.engine.request import (
    ALGORITHMS,
    METHODS,
    MOST_DRAWN,
    MOST_PLAYERS,
    TYPED,
    Request,
    Rounds,
    Wish,
)
from tournaments.draw.json_input import Reader

INPUT = (
    "players", "rounds", "sizes", "method", "five", "history", "standing", "divisions",
    "constraints", "earlier", "kept", "duties", "effort",
)  # fmt: skip
DRAWN = ("rounds", "sitting_out", "repeats", "lower_bound")  # in which another draw may differ
KEYS = ("algorithm", "seed", "input", *DRAWN, "costs")


def digest_seed(seed: str) -> str:
    """Shown when check-in closes, and the seed after the draw: nobody can replace it in between."""
    return sha256(seed.encode()).hexdigest()


def build_record(drawn: Draw, request: Request, costs: Iterable[Cost] = ()) -> Json:
    return {
        "algorithm": drawn.algorithm,
        "seed": drawn.seed,
        "input": _write_request(request),
        "rounds": convert_to_lists(drawn.rounds),
        "sitting_out": convert_to_lists(drawn.sitting_out),
        "repeats": drawn.assessment.repeats,
        "lower_bound": drawn.assessment.lower_bound,
        "costs": [[*cost.constraint, cost.with_it - cost.without] for cost in costs],
    }


def _write_request(request: Request) -> Json:
    written: Json = convert_to_lists(asdict(request))
    written["sizes"] = written.pop("kind")
    written["kept"] = [
        {str(number): table for number, table in kept.items()} for kept in written["kept"]
    ]
    by_kind: Json = {kind: [] for kind in Wish} | {Wish.FIXED_TABLE: {}}
    for kind, player, other in request.constraints:
        if kind == Wish.FIXED_TABLE:
            by_kind[kind][str(player)] = other
        else:
            by_kind[kind].append([player, other])
    return {**written, "constraints": by_kind}


def convert_to_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: convert_to_lists(part) for key, part in value.items()}
    return [convert_to_lists(part) for part in value] if isinstance(value, tuple | list) else value


def make_public(record: Json, salt: str) -> Json:
    """Replace constraints by a hash with this secret salt, and leave out what they cost."""
    request_data = record["input"]
    if not any(request_data["constraints"].values()):
        return record
    hidden = {"digest": digest_constraints(request_data["constraints"], salt)}
    return {**record, "input": {**request_data, "constraints": hidden}, "costs": []}


def digest_constraints(given_constraints: Json, salt: str) -> str:
    """Without a salt anybody could try the few constraints that are possible."""
    text = json.dumps(given_constraints, sort_keys=True, separators=(",", ":"))
    return hmac.new(salt.encode(), text.encode(), sha256).hexdigest()


def read(value: Any, file: str) -> tuple[Request, str, str]:
    reader = Reader(file, 0)
    record = reader.read_object(value, KEYS)
    request_data = reader.read_object(record.get("input"), INPUT)
    hidden = request_data.get("constraints")
    if isinstance(hidden, dict) and "digest" in hidden:
        raise user_error(problems.HIDDEN, file=file)
    seed, algorithm = record.get("seed"), record.get("algorithm")
    for text in (seed, algorithm):
        if not isinstance(text, str):
            raise reader.make_error(text, right='"…"')
    return read_request(request_data, file), str(seed), str(algorithm)


def read_request(request_data: Json, file: str) -> Request:
    reader = Reader(file, 0)
    players = reader.read_whole_number(request_data.get("players"), 0, MOST_PLAYERS)
    rounds = reader.read_whole_number(request_data.get("rounds"), 1, MOST_DRAWN)
    kind = reader.read_word(request_data.get("sizes", table_sizes.KINDS[0]), table_sizes.KINDS)
    five = reader.read_word(request_data.get("five", table_sizes.FIVE[0]), table_sizes.FIVE)
    tables = len(table_sizes.compute_sizes(players, kind, five).tables)
    reader = Reader(file, players)
    standing, divisions = request_data.get("standing", []), request_data.get("divisions", [])
    return Request(
        players,
        rounds,
        kind,
        reader.read_word(request_data.get("method", METHODS[0]), (*METHODS, *TYPED)),
        five,
        history=reader.read_history(request_data.get("history", [])),
        standing=reader.read_standing(standing) if standing else (),
        divisions=reader.read_divisions(divisions) if divisions else (),
        constraints=reader.read_constraints(request_data.get("constraints", {}), tables),
        earlier=reader.read_earlier(request_data.get("earlier", [])),
        kept=reader.read_kept_rounds(request_data.get("kept", []), tables, rounds),
        duties=reader.read_duties(request_data.get("duties", {})),
        effort=reader.read_whole_number(request_data.get("effort"), 1, LONGEST * RATE),
    )


def read_rounds(made: Json) -> Rounds:
    """Of a record that this program wrote itself."""
    return tuple(tuple(map(tuple, tables)) for tables in made["rounds"])


def repeat_draw(record: Json, file: str) -> tuple[Draw, bool]:
    """Return the new draw, and whether it differs. A typed seating is only assessed again. A lower
    bound that is better proven since is no difference.
    """
    original, seed, algorithm = read(record, file)
    if original.method in TYPED:
        rounds = Reader(file, original.players).read_earlier(record.get("rounds"))
        again = assess_typed(rounds, original)
    else:
        if algorithm not in ALGORITHMS:
            raise user_error(problems.NO_ALGORITHM, given=algorithm)
        again = draw(original, seed, algorithm)
    same = {key: build_record(again, original)[key] for key in DRAWN}
    proven = record.get("lower_bound")
    if type(proven) is int and 0 <= proven < same["lower_bound"]:
        same["lower_bound"] = proven
    return again, any(record.get(key) != value for key, value in same.items())
