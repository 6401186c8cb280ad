"""What can be done to a sheet. Everything that is written is written here."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from scoring import games
from scoring.games.sheet import score
from scoring.models import Row, Seat, Sheet
from scoring.refused import Refused

Json = dict[str, Any]


@transaction.atomic
def open(
    *, game: str, names: Sequence[str], options: Mapping[str, Any] | None = None, scribe: str = ""
) -> Sheet:
    """A new sheet for these names, seated clockwise; if nobody is named as scribe, seat 1 is."""
    data: Json = {"game": game, "options": dict(options or {}), "players": list(names)}
    data["scribe"] = scribe or names[0] if names else None
    _refuse_errors(data)
    system = games.find(game)
    assert system is not None, "an unknown game was refused"
    sheet = Sheet.objects.create(game=game, options=data["options"], game_version=system.version)
    Seat.objects.bulk_create(
        Seat(sheet=sheet, position=place, name=name, is_scribe=name == data["scribe"])
        for place, name in enumerate(names, 1)
    )
    return sheet


@transaction.atomic
def record(*, sheet: Sheet, number: int, row: Mapping[str, Any]) -> Row:
    """Write one game, or write it anew."""
    sheet = Sheet.objects.select_for_update().get(pk=sheet.pk)
    data = as_data(sheet)
    rows = data["games"]
    rows.extend({} for _ in range(number - len(rows)))
    rows[number - 1] = dict(row)
    _refuse_errors(data, number)
    return Row.objects.update_or_create(sheet=sheet, number=number, defaults={"data": dict(row)})[0]


def as_data(sheet: Sheet) -> Json:
    """The sheet as `scoring.games.sheet.score` takes it; uses what was prefetched."""
    seats, rows = list(sheet.seats.all()), {row.number: row.data for row in sheet.rows.all()}
    return {
        "game": sheet.game,
        "options": sheet.options,
        "players": [seat.name for seat in seats],
        "scribe": next((seat.name for seat in seats if seat.is_scribe), None),
        "games": [rows.get(number, {}) for number in range(1, max(rows, default=0) + 1)],
    }


def _refuse_errors(data: Json, number: int | None = None) -> None:
    """Refuse what is wrong in the head or in this game; other games are not at issue here."""
    errors = [
        problem
        for problem in score(data)["problems"]
        if problem["severity"] == "error" and problem["game"] in (None, number)
    ]
    if errors:
        raise Refused(errors)
