from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from scoring.sheets import links
from tournaments.draw import record
from tournaments.draw.engine import known_nights, partners, table_sizes
from tournaments.draw.engine.assessment import find_unmet
from tournaments.draw.engine.request import (
    BAG,
    FINALS,
    GROUPS,
    HAND,
    LOTS,
    MIX,
    MOVE,
    SCORE,
    STANDING,
    STONES,
    WINNERS,
    Constraint,
    Request,
    Rounds,
)
from tournaments.members import couples, members
from tournaments.models import DrawRecord, Member, Night, Round, TableSeat
from tournaments.names import NameDetail
from tournaments.nights.draw_request import list_scribe_seats
from tournaments.nights.draw_wishes import FIXED, in_words
from tournaments.nights.pages.room import pick


class Laid(NamedTuple):
    number: int
    key: str  # the link key of its sheet
    names: list[str]


class Seating(NamedTuple):
    number: int  # of the round
    tables: list[Laid]
    people: list[tuple[str, int]]  # name and table, sorted as names are looked up
    out: list[str]


class DrawnRound(NamedTuple):
    number: int
    words: str  # how many they are
    again: list[str]


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


def build_seating(night: Night) -> list[Seating]:
    """The last round first."""
    rounds = night.rounds.select_related("draw_record").prefetch_related(
        "tables__sheet__seats", "seats__member", "seats__table"
    )
    drawn = list(rounds.order_by("-number"))
    out = {
        round.draw_record.people[number]
        for round in drawn
        for numbers in round.draw_record.record["sitting_out"]
        for number in numbers
    }
    names = couples.load_names(night.season, out, NameDetail.FULL)
    first: dict[int, int] = {}
    for round in reversed(drawn):
        first.setdefault(round.draw_record_id, round.number)
    pens = list_scribe_seats(night.rounds.all())
    members.label_people(seat.member for round in drawn for seat in round.seats.all())
    return [
        Seating(
            round.number,
            _tables(round, pens),
            [(seat.member.label.listed, seat.table.number) for seat in _here(round)],
            _list_sitting_out(round, round.number - first[round.draw_record_id], names),
        )
        for round in drawn
    ]


def choose_seating(night: Night, seatings: Sequence[Seating], requested: int) -> Seating | None:
    """By default, that of the round being played."""
    by_number = {seating.number: seating for seating in seatings}
    return by_number.get(pick(night, by_number, requested))


def _tables(round_: Round, pens: set[int]) -> list[Laid]:
    """The scribe comes first: one in `pens`, to whom it was handed over, or the first seat."""
    here = {seated.seat_id: seated.member for seated in _here(round_)}
    laid = []
    for table in round_.tables.all():
        seats = [seat for seat in table.sheet.seats.all() if seat.pk in here]
        first = next((place for place, seat in enumerate(seats) if seat.pk in pens), 0)
        names = [here[seat.pk].label.full for seat in (*seats[first:], *seats[:first])]
        if names:
            laid.append(Laid(table.number, links.make_key(table.sheet), names))
    return laid


def _here(round_: Round) -> list[TableSeat]:
    here = (seat for seat in round_.seats.all() if seat.until is None)
    return sorted(here, key=lambda seat: (seat.member.label.order, seat.member_id))


def _list_sitting_out(round_: Round, place: int, names: dict[int, str]) -> list[str]:
    """Who played all the same is left out. `place` is the round's position in its draw."""
    draw_record, played = round_.draw_record, {seated.member_id for seated in round_.seats.all()}
    out = {draw_record.people[number] for number in draw_record.record["sitting_out"][place]}
    return sorted(names[pk] for pk in out - played)


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
    rounds = tuple(tuple(map(tuple, tables)) for tables in drawn["rounds"])
    names = [str(people[pk]) for pk in draw_record.people]
    return Report(
        draw_record,
        number,
        how_in_words(draw_request),
        *repeats_in_words(draw_request, drawn),
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
        lines = [
            gettext("%(name)s and %(other)s (table %(table)s)")
            % {"name": names[player], "other": names[other], "table": table}
            for (player, other), table in again
        ]
        words = ngettext("%(count)s repeat", "%(count)s repeats", len(again))
        words = words % {"count": len(again)} if again else gettext("no repeats")
        yield DrawnRound(number, words, lines)


def _pairs(tables: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield each pair of players at one table, the lower number first, with the table's number."""
    for number, table in enumerate(tables, 1):
        for player, other in combinations(sorted(table), 2):
            yield (player, other), number


def repeats_in_words(request: Request, made: record.Json) -> tuple[str, str]:
    """Return how many pairs meet again on this night, and how few could."""
    count = made["repeats"]
    words = ngettext("%(count)s repeat", "%(count)s repeats", count) % {"count": count}
    return words, _least(request, count, made["lower_bound"])


def partners_in_words(request: Request, made: record.Json) -> str:
    """Empty for games without partners."""
    if request.kind != table_sizes.FOURS:
        return ""
    rounds = tuple(tuple(map(tuple, tables)) for tables in made["rounds"])
    count, bound = (
        partners.count_repeats_tonight(rounds, request),
        partners.lower_bound(rounds, request),
    )
    words = ngettext(
        "The same partner again: %(count)s time", "The same partner again: %(count)s times", count
    )
    least = gettext("fewer is impossible")
    if count > bound:
        least = gettext("the proven minimum is %(count)s") % {"count": bound}
    return f"{words % {'count': count}}; {least}."


def how_in_words(request: Request) -> str:
    words = {
        MIX: gettext("as few repeats as can be"),
        LOTS: gettext("by lot alone"),
        BAG: gettext("lots from the bag"),
        HAND: gettext("by hand"),
        STANDING: gettext("by the standing before this night"),
        MOVE: gettext("one stays, the other moves a table on"),
        SCORE: gettext("by tonight's score"),
        GROUPS: gettext("by tonight's score, 1-3-5-7 and 2-4-6-8"),
        WINNERS: gettext("winners a table up, losers a table down"),
        STONES: gettext("numbers drawn at the door"),
    }
    if request.method in FINALS:
        count = FINALS[request.method]
        return gettext("a final of the best %(count)s") % {"count": count}
    if request.method == STANDING and request.earlier:
        return gettext("by the standing, with this night so far")
    return words[request.method]


def explain_places(request: Request) -> str:
    """Return how places became tables; "" if they did not."""
    words = {
        SCORE: gettext("The best of tonight sit at the first table, the next ones at the second."),
        GROUPS: gettext(
            "Of each two tables, by tonight's places, 1, 3, 5 and 7 sit at one and 2, 4, 6 and 8 at"
            " the other."
        ),
        WINNERS: gettext(
            "Of each table of the last round the better half went one table up, the other half one"
            " down; at the first and the last table they stayed."
        ),
    } | dict.fromkeys(
        FINALS,
        gettext(
            "The best of tonight play the final at the first tables, and their places among"
            " themselves come from it alone. The others sit by their places, too."
        ),
    )
    if request.method not in words:
        return ""
    return words[request.method] + " " + gettext("Equal places went by lot.")


def _least(request: Request, repeats: int, bound: int) -> str:
    """It is proven that no draw has fewer than `bound`; the best known may have more."""
    if repeats <= bound:
        return gettext("fewer is impossible")
    settled = request.earlier or any(request.kept) or request.divisions
    best = (
        None
        if settled
        else known_nights.find_fewest_repeats(request.players, request.rounds, request.kind)
    )
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
    if lost.kind == FIXED:
        words = gettext("%(name)s could not be kept at table %(table)s")
        return words % {"name": names[lost.player], "table": lost.other}
    words = gettext("%(name)s and %(other)s could not be kept together")
    if lost.kind == "apart":
        words = gettext("%(name)s and %(other)s could not be kept apart")
    return words % {"name": names[lost.player], "other": names[lost.other]}
