from typing import Any

from django.utils import translation

from scoring.games.sheet import score
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

Json = dict[str, Any]

FOUR = ("Ans", "Bob", "Cor", "Dik")


def english(value: Any) -> Any:
    with translation.override("en"):
        return translate(value) if isinstance(value, Text) else value


def sheet(key: str, *games: Any, players: Any = FOUR, **head: Any) -> Json:
    return score({"game": key, "players": list(players), "games": list(games), **head})


def row(**entries: Any) -> Json:
    return {"entries": entries}


def list_problems(answer: Json) -> list[tuple[str, Any, Any, Json]]:
    return [
        (problem["code"], problem["game"], problem["player"], filled_in(problem["message"]))
        for problem in answer["problems"]
    ]


def filled_in(message: Text) -> Json:
    what = message.params.get("what")
    if isinstance(what, Text) and message.msgid.endswith("%(what)s"):  # the game and the player
        message = what
    return {name: english(value) for name, value in message.params.items()}


def explained(answer: Json, number: int = 1) -> Json:
    return {name: english(text) for name, text in answer["rows"][number - 1]["explain"].items()}
