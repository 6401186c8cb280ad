from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.rows import ABSENT
from scoring.models import Sheet


def leaving_in_words(sheet: Sheet) -> str:
    """Tell an organiser what leaving early costs; "" for a sheet without a club."""
    if not sheet.arranged:
        return ""
    warn: Callable[[Sheet], str] = import_string(settings.WARN_OF_LEAVING)
    return warn(sheet)


def list_not_whole(data: SheetData, result: Outcome) -> list[str]:
    """Return who misses a game and so has no place; outside a play-off one keeps it."""
    placed = {player for group in result["ranking"] if group["rank"] for player in group["players"]}
    away = {
        name
        for game in data["games"]
        for name, cell in (game.get("entries") or {}).items()
        if cell == ABSENT
    }
    return [name for name in data["players"] if name in away - placed]
