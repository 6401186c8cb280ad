"""Who does not play all games of a sheet, and what that means for them beyond it."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from scoring.games.sheet.rows import ABSENT
from scoring.models import Sheet

Json = dict[str, Any]


def warning(sheet: Sheet) -> str:
    """What whoever arranged the sheet has to say of it; empty for any other."""
    if not sheet.arranged:
        return ""
    warn: Callable[[Sheet], str] = import_string(settings.WARN_OF_LEAVING)
    return warn(sheet)


def not_whole(data: Json, result: Json) -> list[str]:
    """Who does not play some game. In a play-off the others have their places."""
    placed = {one for group in result["ranking"] if group["rank"] for one in group["players"]}
    away = {
        name
        for game in data["games"]
        for name, cell in (game.get("entries") or {}).items()
        if cell == ABSENT
    }
    return [name for name in data["players"] if name in away - placed]
