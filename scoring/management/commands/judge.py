from typing import Any

from scoring.games import judge
from scoring.management.json_command import JsonCommand
from scoring.toolkit.problems import ProblemCode


class Command(JsonCommand[dict[str, Any]]):
    help = (
        "Ask the arbiter about a meld, a hand, a trick or whether a side is nat, or a list of such"
        " questions, written as JSON."
    )
    what = "file with a question"

    def answer(self, item: object) -> dict[str, Any]:
        return judge.answer(item)

    def build_refusal(self, check: ProblemCode, /, **params: object) -> dict[str, Any]:
        return judge.build_refusal(check, **params)

    def is_failed(self, answer: dict[str, Any]) -> bool:
        return bool(answer["problems"])
