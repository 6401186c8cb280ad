"""The fields of a club that move to another site, and those left out."""

from collections.abc import Mapping

from django.db.models import Model

from scoring.models import Event, FormerName, Note, Seat, Sheet
from tournaments.models import (
    Attendance,
    Club,
    ClubLogEntry,
    DivisionMember,
    DrawRecord,
    ImportedResult,
    Member,
    Night,
    NightLogEntry,
    Pair,
    Reglement,
    ReservedSeat,
    Round,
    Season,
    Table,
    TableSeat,
    TieRuling,
)

# Fields left out, keyed by model: those derived again, and those that give access.
LEFT_OUT: Mapping[type[Model], tuple[str, ...]] = {
    Club: ("results_version", "link_version"),
    ClubLogEntry: ("club",),
    Member: ("club", "link_version", "sort_key", "search_text"),
    Pair: (),
    Reglement: ("club",),
    Season: ("club",),
    DivisionMember: (),
    TieRuling: (),
    Night: ("next_seed", "link_version"),  # the next draw stays a secret
    Attendance: ("night",),
    ImportedResult: ("night",),
    NightLogEntry: ("night",),
    DrawRecord: ("night",),
    Round: ("night",),
    Table: (),
    TableSeat: (),
    ReservedSeat: ("night",),
    Sheet: ("link_version", "loose", "origin"),
    Seat: ("sheet",),
    FormerName: ("sheet",),
    Note: ("sheet",),
    Event: ("sheet",),
}


def fields(model: type[Model]) -> list[str]:
    """Return the names of the fields that an exported file has for a model."""
    names = (field.name for field in model._meta.concrete_fields)
    return [name for name in names if name not in LEFT_OUT[model]]
