from scoring.games import sheet
from scoring.games.sheet.data import Outcome
from scoring.management.json_command import JsonCommand
from scoring.toolkit.problems import ProblemCode


class Command(JsonCommand[Outcome]):
    help = "Score a sheet, or a list of sheets, written as JSON; no database is used."
    what = "file with a sheet"

    def answer(self, item: object) -> Outcome:
        return sheet.score(item)

    def build_refusal(self, check: ProblemCode, /, **params: object) -> Outcome:
        return sheet.build_refusal(check, **params)

    def is_failed(self, answer: Outcome) -> bool:
        return not answer["valid"]
