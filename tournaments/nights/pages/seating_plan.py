from collections.abc import Collection, Sequence
from typing import NamedTuple

from scoring.sheets import links
from tournaments.members import couples, members
from tournaments.models import Night, Round, TableSeat
from tournaments.names import NameDetail, fold
from tournaments.nights.pages.room import pick
from tournaments.nights.what_draw_knows import list_scribe_seats


class Laid(NamedTuple):
    number: int
    key: str  # the link key of its sheet
    names: list[str]


class Seating(NamedTuple):
    number: int  # of the round
    tables: list[Laid]
    people: list[tuple[str, int]]  # name and table, sorted as names are looked up
    out: list[str]


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
    mains = members.load_main_ids(out)
    names = couples.load_names(night.season, {*mains.values()}, NameDetail.FULL)
    called = {pk: (keep, names[keep]) for pk, keep in mains.items()}
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
            _list_sitting_out(round, round.number - first[round.draw_record_id], called),
        )
        for round in drawn
    ]


def choose_seating(night: Night, seatings: Sequence[Seating], requested: int) -> Seating | None:
    """By default, that of the round being played."""
    by_number = {seating.number: seating for seating in seatings}
    return by_number.get(pick(night, by_number, requested))


def _tables(round_: Round, pens: Collection[int]) -> list[Laid]:
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


def _list_sitting_out(round_: Round, place: int, called: dict[int, tuple[int, str]]) -> list[str]:
    """Who played all the same is left out. `place` is the round's position in its draw."""
    made = round_.draw_record
    played = {seated.member.main_id for seated in round_.seats.all()}
    out = dict(called[made.people[number]] for number in made.record["sitting_out"][place])
    return sorted((out[pk] for pk in out.keys() - played), key=fold)
