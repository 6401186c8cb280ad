"""`manage.py draw`: draw who sits where, for players who are only numbers. No site or database is
needed.
"""

import json
import secrets
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import translation

from scoring.management.json_command import read_bytes
from scoring.management.program_command import ProgramCommand
from scoring.toolkit.problems import Problem, UserError, make_problem
from scoring.toolkit.translation import translate
from tournaments.draw import Draw, draw, record
from tournaments.draw.engine import problems, table_sizes
from tournaments.draw.engine.effort import USUAL, compute_effort
from tournaments.draw.engine.request import LOTS, MIX, STANDING, Request, Wish
from tournaments.draw.json_input import Reader, parse

FILES = ("history", "constraints", "standing")


class Command(ProgramCommand):
    help = "Draws who sits where, written as JSON; no database is used."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--players", type=int, help="how many players are present; they are numbered from 0")
        add("--rounds", type=int, help="how many rounds to draw")
        words = "how many sit at a table; with two figures, as equal as can be"
        add("--sizes", choices=table_sizes.KINDS, default=table_sizes.KINDS[0], help=words)
        words = "few repeats, lots, or neighbours in the standing"
        add("--method", choices=(MIX, LOTS, STANDING), default=MIX, help=words)
        words = "for five players at tables of three and four"
        add("--five", choices=table_sizes.FIVE, default=table_sizes.FIVE[0], help=words)
        add("--seed", help="the same seed gives the same draw; without it, a fresh one")
        add("--history", metavar="FILE", help="who met before: [[player, player, times], …]")
        add("--constraints", metavar="FILE", help="apart, together, fixed_table")
        add("--standing", metavar="FILE", help="[place of player 0, …]")
        add("--seconds", type=float, default=USUAL, help="how long to search, about")
        add("--again", metavar="FILE", help="repeat the draw of this record")
        languages = [code for code, _name in settings.LANGUAGES]
        add("--lang", choices=languages, default="nl", help="language of the messages")

    def handle(self, **options: Any) -> None:
        with translation.override(options["lang"]):
            try:
                answer = draw_again(options) if options["again"] else draw_first(options)
            except UserError as refused:
                lines = [
                    f"{each['code']}: {translate(each['message'])}" for each in refused.problems
                ]
                raise CommandError("\n".join(lines), returncode=2) from None
        self.stdout.write(json.dumps(answer, ensure_ascii=False))
        if any(problem["severity"] == "error" for problem in answer["problems"]):
            sys.exit(1)


def draw_first(options: dict[str, Any]) -> dict[str, Any]:
    if options["players"] is None or options["rounds"] is None:
        raise CommandError("--players and --rounds, or --again", returncode=2)
    draw_request = read_request(options)
    seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
    return build_answer(draw(draw_request, seed), draw_request.kind)


def draw_again(options: dict[str, Any]) -> dict[str, Any]:
    file = options["again"]
    kept = parse(read_bytes(file), file)
    redrawn, differs = record.repeat_draw(kept, file)
    kind = kept["input"].get("sizes", table_sizes.KINDS[0])
    more = [make_problem(problems.OTHER_DRAW)] if differs else []
    return build_answer(redrawn, kind, more)


def read_request(options: dict[str, Any]) -> Request:
    players, rounds = options["players"], options["rounds"]
    plain = Request(players, rounds, options["sizes"], five=options["five"])
    values: dict[str, Any] = {}
    for key in FILES:
        if options[key] is None:
            continue
        value, reader = parse(read_bytes(options[key]), options[key]), Reader(options[key], players)
        if key == "constraints":
            values[key] = reader.read_constraints(value, len(plain.compute_table_sizes(0).tables))
        else:
            values[key] = getattr(reader, f"read_{key}")(value)
    values["effort"] = compute_effort(options["seconds"])
    return Request(players, rounds, options["sizes"], options["method"], options["five"], **values)


def build_answer(drawn: Draw, kind: str, more: Iterable[Problem] = ()) -> dict[str, Any]:
    assessment = drawn.assessment
    repeats, bound = assessment.partner_repeats, assessment.partner_bound
    partners = {"partner_repeats": repeats, "partner_lower_bound": bound}
    return {
        "seed": drawn.seed,
        "algorithm": drawn.algorithm,
        "rounds": record.convert_to_lists(drawn.rounds),
        "sitting_out": record.convert_to_lists(drawn.sitting_out),
        "repeats": assessment.repeats,
        "max_meetings": assessment.max_meetings,
        "lower_bound": assessment.lower_bound,
        **(partners if kind == table_sizes.FOURS else {}),
        "small_tables": {str(player): times for player, times in assessment.small_tables.items()},
        "unmet": [build_constraint(item) for item in assessment.unmet],
        "problems": [
            {
                "code": each["code"],
                "severity": each["severity"],
                "message": translate(each["message"]),
            }
            for each in (*drawn.problems, *more)
        ],
    }


def build_constraint(constraint: tuple[str, int, int]) -> dict[str, Any]:
    """Return a wish about seats as a JSON object, in the form that the command's file of
    constraints has. `constraint` has the kind of wish and two numbers: two players, or a player and
    the table where that player must sit.
    """
    kind, first, second = constraint
    return {kind: {str(first): second} if kind == Wish.FIXED_TABLE else [first, second]}
