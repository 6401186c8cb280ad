"""A form whose refusals have numbers, so that they can be asked about."""

import unicodedata
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

NumberedErrors = list[tuple[str, str]]  # number and message


class NumberedForm(forms.BaseForm):
    """Most errors have their number as code; `numbers` has it for those of Django, by field where
    it differs there.
    """

    numbers: Mapping[str, str] = {}

    def lines(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        """Each field with its refusals."""
        for field in self.visible_fields():
            yield field, self.refusals(field.name)

    def whole(self) -> NumberedErrors:
        """What is wrong with no field in particular."""
        return self.refusals(NON_FIELD_ERRORS)

    def refusals(self, field: str) -> NumberedErrors:
        found = self.errors.get_json_data().get(field, [])
        return [(self._number(field, one["code"]), one["message"]) for one in found]

    def refuse(self, field: str | None, number: str, message: str) -> None:
        self.add_error(field, ValidationError(message, code=number))

    def take(self, problems: Iterable[Mapping[str, Any]]) -> None:
        """What a verb refused."""
        for problem in problems:
            self.refuse(None, *problem_words(problem))

    def _number(self, field: str, code: str) -> str:
        return self.numbers.get(f"{field} {code}") or self.numbers.get(code, code)


def numbered_message(letter: str, check: ProblemCode, **params: Any) -> tuple[str, str]:
    """A check's number and its message, as a form shows them."""
    return f"{letter}{check.number:02d}", _sentence(translate(Text(check.text, **params)))


def problem_words(problem: Mapping[str, Any]) -> tuple[str, str]:
    """Its number and message; beside what it is about it need not name game and player again."""
    text = problem["message"]
    placed = problem["game"] is not None or problem["player"] is not None
    if placed and isinstance(text, Text):
        text = text.params.get("what", text)
    return problem["code"], _sentence(translate(text))


def _sentence(words: str) -> str:
    """Messages are written to stand behind a name; alone they begin with a capital."""
    return words[:1].upper() + words[1:]


def normalize(text: str) -> str:
    """As it would be written by hand: one form of each character, no spaces around."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def sent_id(typed: object) -> uuid.UUID:
    """The id that the page gave to what is sent, so that sending twice does no harm."""
    try:
        return uuid.UUID(str(typed))
    except ValueError:
        return uuid.uuid4()
