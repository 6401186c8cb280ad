from scoring.games import sheet
from scoring.games.sheet.data import Outcome
from scoring.management.json_command import JsonCommand


class Command(JsonCommand[Outcome]):
    help = "Score a sheet, or a list of sheets, written as JSON; no database is used."
    what = "file with a sheet"
    answer = staticmethod(sheet.score)
    build_refusal = staticmethod(sheet.build_refusal)

    def is_failed(self, answer: Outcome) -> bool:
        return not answer["valid"]
