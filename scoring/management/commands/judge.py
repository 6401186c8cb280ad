from typing import Any

from scoring.games import judge
from scoring.management.json_command import JsonCommand


class Command(JsonCommand[dict[str, Any]]):
    help = (
        "Ask the arbiter about a meld, a hand, a trick or whether a side is nat, or a list of such"
        " questions, written as JSON."
    )
    what = "file with a question"
    answer = staticmethod(judge.answer)
    build_refusal = staticmethod(judge.build_refusal)

    def is_failed(self, answer: dict[str, Any]) -> bool:
        return bool(answer["problems"])
