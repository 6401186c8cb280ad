from tournaments.draw import draw
from tournaments.draw.engine.request import Constraint, Request
from tournaments.management.commands.draw import build_answer


def ask(players, rounds, seed="seed", **more):
    request = Request(players, rounds, **more)
    return build_answer(draw(request, seed), request.kind)


def constraints(given):
    pairs = [
        Constraint(kind, *pair) for kind in ("apart", "together") for pair in given.get(kind, [])
    ]
    return (
        *pairs,
        *(Constraint("fixed_table", int(a), t) for a, t in given.get("fixed_table", {}).items()),
    )
