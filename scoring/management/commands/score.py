"""`manage.py score`: score sheets, JSON in and out."""

from typing import Any

from scoring.games import sheet
from scoring.management.json_command import JsonCommand
from scoring.toolkit.problems import ProblemCode


class Command(JsonCommand):
    help = "Score a sheet, or a list of sheets, written as JSON; no database is used."
    what = "file with a sheet"

    def answer(self, item: object) -> dict[str, Any]:
        return sheet.score(item)

    def refused(self, check: ProblemCode, /, **params: object) -> dict[str, Any]:
        return sheet.refused(check, **params)

    def fails(self, answer: dict[str, Any]) -> bool:
        return not answer["valid"]
