"""The fields of a club that move to another site, and those left out."""

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

# Fields left out, keyed by model: those derived again, and those that give access.
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
# Fields that older files lack, with the first version of the format that has them.
SINCE: Mapping[type[Model], Mapping[str, int]] = {
    Club: {"seen": 2, "indexed": 2, "public_id": 2},
    Seat: {"total": 2, "first_id": 2},
    Member: {"joined": 3},
    Sheet: {"round": 3, "starter": 4},
    Season: {"sizes": 3},
}


def fields(model: type[Model], version: int) -> list[str]:
    """Return the names of a model's fields in files of this version."""
    since = SINCE.get(model, {})
    names = (name.name for name in model._meta.concrete_fields)
    return [name for name in names if name not in LEFT_OUT[model] and since.get(name, 1) <= version]
