"""Which fields of a club's objects are moved to another site."""

from collections.abc import Mapping

from django.db.models import Model

from scoring.models import Event, FormerName, Note, Seat, Sheet
from tournaments.models import (
    Attendance,
    Club,
    ClubLogEntry,
    Couple,
    DivisionMember,
    DrawRecord,
    ImportedMember,
    ImportedResult,
    Member,
    MemberImport,
    Night,
    NightLogEntry,
    Pair,
    Reglement,
    ReservedSeat,
    Round,
    Season,
    Substitute,
    Table,
    TableSeat,
    TieRuling,
)

# Fields left out, keyed by model: those derived again, and those that give access.
LEFT_OUT: Mapping[type[Model], tuple[str, ...]] = {
    Club: ("results_version", "link_version", "framed_by", "publishes", "asks_second_step"),
    ClubLogEntry: ("club",),
    Member: ("club", "link_version", "sort_key", "search_text"),
    Pair: (),
    MemberImport: ("club", "actor"),
    ImportedMember: (),
    Reglement: ("club",),
    Season: ("club",),
    DivisionMember: (),
    Couple: (),
    TieRuling: (),
    Night: ("next_seed", "link_version"),  # the next draw stays a secret
    Attendance: ("night",),
    Substitute: ("night",),
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

# Fields that some earlier versions do not have. Their values are then those of a new object.
ADDED: Mapping[type[Model], tuple[str, ...]] = {
    Club: ("starts", "venue"),
    Member: ("household", "letters"),
    Season: (
        "fill_ins",
        "member_fee",
        "guest_fee",
        "minutes",
        "by_couple",
        "missed_round",
        "sit_out",
        "sit_out_pits",
    ),
    Night: ("member_fee", "guest_fee", "sizes", "starts", "venue", "minutes", "games"),
    Round: ("began",),
    Attendance: ("amount",),
    TableSeat: ("fill_in", "couple"),
}


def list_fields(model: type[Model]) -> list[str]:
    """Return the names of those fields of a model that a club's exported file contains."""
    names = (field.name for field in model._meta.concrete_fields)
    return [name for name in names if name not in LEFT_OUT[model]]
