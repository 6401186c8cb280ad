from typing import Any

from django.utils import translation

from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

Json = dict[str, Any]


def english(value: Any) -> Any:
    with translation.override("en"):
        return translate(value) if isinstance(value, Text) else value


def filled_in(message: Text) -> Json:
    what = message.params.get("what")
    if isinstance(what, Text) and message.msgid.endswith("%(what)s"):  # the game and the player
        message = what
    return {name: english(value) for name, value in message.params.items()}
