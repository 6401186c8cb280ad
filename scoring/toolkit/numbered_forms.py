"""Web forms that show a code, such as C19, with each error, so that people can ask about it."""

import unicodedata
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import QueryDict
from django.utils.functional import Promise

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
    """A web form that shows a code, such as C19, with each error.

    `numbers` gives Django's own errors their codes. A key is Django's name for an error, such as
    "required". For the error of one field only, the field's name and a space come before it, as in
    "name required". Errors that the site's own code adds have their codes already.
    """

    numbers: Mapping[str, str] = {}

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        """Yield each visible field with its errors. Each error has its code, such as C19."""
        for field in self.visible_fields():
            yield field, self.list_refusals(field.name)

    def form_errors(self) -> NumberedErrors:
        """Return the errors that belong to no single field. Each error has its code, such as
        C19.
        """
        return self.list_refusals(NON_FIELD_ERRORS)

    def list_refusals(self, field: str) -> NumberedErrors:
        errors = self.errors.get_json_data().get(field, [])
        return [(self._number(field, error["code"]), error["message"]) for error in errors]

    def refuse(self, field: str | None, number: str, message: str) -> None:
        self.add_error(field, ValidationError(message, code=number))

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Add the problems for which saving was refused, as errors of the whole form."""
        for problem in problems:
            self.refuse(None, *problem_in_words(problem))

    def _number(self, field: str, code: str) -> str:
        return self.numbers.get(f"{field} {code}") or self.numbers.get(code, code)


def number_message(letter: str, check: ProblemCode, /, **params: object) -> tuple[str, str]:
    """Return the code, such as S08, and the message of a problem of this kind. `letter` is the
    letter with which the code begins; it stands for a game system or a part of the site.
    """
    return f"{letter}{check.number:02d}", _sentence(translate(Text(check.text, **params)))


def problem_in_words(problem: Problem) -> tuple[str, str]:
    """Return the code, such as S08, and the message of a problem. The message does not name the
    game and the player, because the page shows it beside them.
    """
    text = problem["message"]
    placed = problem["game"] is not None or problem["player"] is not None
    if placed and isinstance(text, Text) and isinstance(what := text.params.get("what"), Text):
        text = what
    return problem["code"], _sentence(translate(text))


def _sentence(words: str) -> str:
    """Capitalise the first letter of a message. Messages are written to follow the name of a
    player; here they have no name before them.
    """
    return words[:1].upper() + words[1:]


def normalize(text: str) -> str:
    """Return the text in Unicode form NFC, with single spaces and none around it."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def read_sent_id(typed: object) -> uuid.UUID:
    """Return the UUID that the page put in the form, or a new one if there is none. With this id, a
    form that is sent twice is saved once.
    """
    try:
        return uuid.UUID(str(typed))
    except ValueError:
        return uuid.uuid4()
