"""Errors of forms have a code, such as C19, by which people can ask about them."""

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.text import capfirst

from scoring.toolkit.problems import Problem, ProblemCode
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

NumberedErrors = list[tuple[str, str]]  # number and message
if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Label = str | _StrPromise  # also one that is translated when it is shown
else:
    Label = str | Promise
Sent = QueryDict | None  # the data of a form; None: nothing was sent


class NumberedForm(forms.BaseForm):
    """`numbers`: what stands instead of a Django error's code."""

    numbers: Mapping[str, str] = {}

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        for field in self.visible_fields():
            yield field, self.list_refusals(field.name)

    def form_errors(self) -> NumberedErrors:
        return self.list_refusals(NON_FIELD_ERRORS)

    @property
    def refusals(self) -> dict[str, NumberedErrors]:
        return {name: self.list_refusals(name) for name in self.fields}

    def list_refusals(self, field: str) -> NumberedErrors:
        errors = self.errors.get_json_data().get(field, [])
        return [
            (self.numbers.get(error["code"], error["code"]), error["message"]) for error in errors
        ]

    def refuse(self, field: str | None, number: str, message: str) -> None:
        self.add_error(field, ValidationError(message, code=number))

    def add_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.refuse(None, *problem_in_words(problem))


def number_message(check: ProblemCode, /, **params: object) -> tuple[str, str]:
    return check.code, capfirst(translate(Text(check.text, **params)))


def problem_in_words(problem: Problem) -> tuple[str, str]:
    """Without the game and the player, beside which the page shows it."""
    text = problem["message"]
    placed = problem["game"] is not None or problem["player"] is not None
    if placed and isinstance(text, Text) and isinstance(what := text.params.get("what"), Text):
        text = what
    return problem["code"], capfirst(translate(text))


def read_number(typed: str) -> Any:
    """Return the text as an int if it has only the digits 0 to 9; else return it unchanged."""
    return int(typed) if re.fullmatch(r"[0-9]{1,6}", typed) else typed


def read_sent_id(typed: object) -> uuid.UUID:
    """The id in a form, by which a form sent twice is saved once."""
    try:
        return uuid.UUID(str(typed))
    except ValueError:
        return uuid.uuid4()
