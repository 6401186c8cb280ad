"""What of a club goes along to another site, field by field, and what stays behind."""

from collections.abc import Mapping

from django.db.models import Model

from scoring.models import Event, FormerName, Note, Seat, Sheet
from tournaments.models import (
    Attendance,
    Brought,
    Club,
    ClubDeed,
    Deed,
    DivisionMember,
    Drawing,
    Lot,
    Member,
    Night,
    Pair,
    Reglement,
    Round,
    Season,
    Settlement,
    Table,
    TableSeat,
)

# By model, what stays behind: what is worked out again, and what lets somebody in.
LEFT_OUT: Mapping[type[Model], tuple[str, ...]] = {
    Club: ("stamp", "generation"),
    ClubDeed: ("club",),
    Member: ("club", "generation", "sort_key", "sought"),
    Pair: (),
    Reglement: ("club",),
    Season: ("club",),
    DivisionMember: (),
    Settlement: (),
    Night: ("drum", "generation"),  # the next draw stays a secret
    Attendance: ("night",),
    Brought: ("night",),
    Deed: ("night",),
    Drawing: ("night",),
    Round: ("night",),
    Table: (),
    TableSeat: (),
    Lot: ("night",),
    Sheet: ("generation", "loose", "origin"),
    Seat: ("sheet",),
    FormerName: ("sheet",),
    Note: ("sheet",),
    Event: ("sheet",),
}
# What an older file has not got, with the first version of the format that has it.
SINCE: Mapping[type[Model], Mapping[str, int]] = {
    Club: {"seen": 2, "indexed": 2, "public_id": 2},
    Seat: {"total": 2, "first_id": 2},
    Member: {"joined": 3},
    Sheet: {"round": 3, "starter": 4},
    Season: {"sizes": 3},
}


def fields(model: type[Model], version: int) -> list[str]:
    """By name, in files of this version."""
    since = SINCE.get(model, {})
    names = (one.name for one in model._meta.concrete_fields)
    return [one for one in names if one not in LEFT_OUT[model] and since.get(one, 1) <= version]
