"""What a draw achieved, in words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from scoring.toolkit.problems import Json
from tournaments.draw import record
from tournaments.draw.engine import known_nights, partners, table_sizes
from tournaments.draw.engine.assessment import find_unmet
from tournaments.draw.engine.request import STANDING, Constraint, Request, Rounds, Wish
from tournaments.members import couples
from tournaments.models import DrawRecord, Member, Night
from tournaments.nights.draw_methods import METHODS
from tournaments.nights.draw_wishes import in_words


class DrawnRound(NamedTuple):
    number: int
    again: list[tuple[str, str, int]]  # two names and their table


class Report(NamedTuple):
    draw_record: DrawRecord
    number: int  # the draw's number on the night, from 1
    how: str
    repeats: str
    least: str
    partners: str  # the same of partners; empty where nobody has one
    unmet: list[str]  # wishes that could not be kept
    costs: list[str]  # wishes that cost repeats
    rounds: list[DrawnRound]


def list_reports(night: Night) -> list[Report]:
    """Draws that were undone are included."""
    draw_records = list(night.draw_records.all())
    people = Member.objects.in_bulk(
        {pk for draw_record in draw_records for pk in draw_record.people}
    )
    couples.label_entrants(night.season, people.values())
    return [
        _report(draw_record, number, people) for number, draw_record in enumerate(draw_records, 1)
    ]


def _report(draw_record: DrawRecord, number: int, people: Mapping[int, Member]) -> Report:
    drawn = draw_record.record
    draw_request = record.read_request(drawn["input"], "")
    rounds = record.read_rounds(drawn)
    names = [str(people[pk]) for pk in draw_record.people]
    repeats, least = repeats_in_words(draw_request, drawn)
    return Report(
        draw_record,
        number,
        how_in_words(draw_request),
        repeats,
        least,
        partners_in_words(draw_request, drawn),
        [_lost(wish, names) for wish in find_unmet(draw_request.constraints, rounds)],
        [_cost(Constraint(*wish), count, names) for *wish, count in drawn.get("costs", ())],
        list(_drawn_rounds(draw_request.earlier, rounds, names)),
    )


def _drawn_rounds(earlier: Rounds, rounds: Rounds, names: Sequence[str]) -> Iterator[DrawnRound]:
    met = {pair for tables in earlier for pair, _table in _pairs(tables)}
    for number, tables in enumerate(rounds, len(earlier) + 1):
        again = [(pair, table) for pair, table in _pairs(tables) if pair in met]
        met |= {pair for pair, _table in _pairs(tables)}
        yield DrawnRound(number, [(names[one], names[two], table) for (one, two), table in again])


def _pairs(tables: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield each pair of players at one table, the lower number first, with the table's number."""
    for number, table in enumerate(tables, 1):
        for player, other in combinations(sorted(table), 2):
            yield (player, other), number


def repeats_in_words(request: Request, made: Json) -> tuple[str, str]:
    """Return how many pairs meet again on this night, and how few could."""
    count = made["repeats"]
    words = ngettext("%(count)s repeat", "%(count)s repeats", count) % {"count": count}
    return words, _least(request, count, made["lower_bound"])


def partners_in_words(request: Request, made: Json) -> str:
    """Empty for games without partners."""
    if request.kind != table_sizes.FOURS:
        return ""
    rounds = record.read_rounds(made)
    count = partners.count_repeats_tonight(rounds, request)
    bound = partners.lower_bound(rounds, request)
    words = ngettext(
        "The same partner again: %(count)s time", "The same partner again: %(count)s times", count
    )
    least = gettext("fewer is impossible")
    if count > bound:
        least = gettext("the proven minimum is %(count)s") % {"count": bound}
    return f"{words % {'count': count}}; {least}."


def how_in_words(request: Request) -> str:
    if request.method == STANDING and request.earlier:
        return gettext("by the standing, with this night so far")
    method = METHODS[request.method]
    return str(method.done or method.label)


def explain_places(request: Request) -> str:
    """Return how places became tables; "" if they did not."""
    words, lot = METHODS[request.method].places, gettext("Equal places went by lot.")
    return f"{words} {lot}" if words else ""


def _least(request: Request, repeats: int, bound: int) -> str:
    """It is proven that no draw has fewer than `bound`; the best known may have more."""
    if repeats <= bound:
        return gettext("fewer is impossible")
    best = None
    if not (request.earlier or any(request.kept) or request.divisions):
        best = known_nights.find_fewest_repeats(request.players, request.rounds, request.kind)
    if best is not None and best > bound:
        words = gettext("fewer are not known")
        if repeats > best:
            words = gettext("the best known is %(best)s") % {"best": best}
        return words + gettext(", and fewer than %(count)s impossible") % {"count": bound}
    return gettext("the proven minimum is %(count)s") % {"count": bound}


def _cost(wish: Constraint, count: int, names: Sequence[str]) -> str:
    words = ngettext(
        "Keeping %(wish)s cost %(count)s repeat.", "Keeping %(wish)s cost %(count)s repeats.", count
    )
    return words % {"wish": in_words(wish, names), "count": count}


def _lost(lost: Constraint, names: Sequence[str]) -> str:
    if lost.kind == Wish.FIXED_TABLE:
        words = gettext("%(name)s could not be kept at table %(table)s")
        return words % {"name": names[lost.player], "table": lost.other}
    words = gettext("%(name)s and %(other)s could not be kept together")
    if lost.kind == Wish.APART:
        words = gettext("%(name)s and %(other)s could not be kept apart")
    return words % {"name": names[lost.player], "other": names[lost.other]}
