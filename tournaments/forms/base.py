from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.safestring import SafeString

from scoring.toolkit import numbered_forms
from scoring.toolkit.numbered_forms import problem_in_words
from scoring.toolkit.problems import Problem, ProblemCode
from scoring.toolkit.texts import Text

# The numbers of errors that Django's forms find, keyed by Django's code. Where the message is about
# one field, the key is that field and the code. docs/problems.md lists the numbers.
NUMBERS = {
    "name required": "C01",
    "max_length": "C02",
    "name unique": "C03",
    "reserved": "C04",
    "slug invalid": "C05",
    "slug unique": "C150",
    "password_too_short": "C06",
    "password_too_common": "C07",
    "password_entirely_numeric": "C08",
    "password_own_word": "C215",
    "wrong_code": "C09",
    "invalid_login": "C10",
    "login invalid": "C11",
    "owner_name required": "C12",
    "login required": "C13",
    "login unique": "C14",
    "password required": "C15",
    "code required": "C16",
    "username required": "C17",
    "null_characters_not_allowed": "C18",
    "email invalid": "C35",
    "invalid_choice": "C36",
    "table invalid": "C25",
    "first invalid": "C47",
    "first required": "C47",
    "last invalid": "C47",
    "last required": "C47",
    "day invalid": "C47",
    "day required": "C47",
    "starts invalid": "C201",
    "began invalid": "C201",
    "reglement required": "C44",
    "invalid": "C51",
    "min_value": "C51",
    "max_value": "C51",
    "signed_off required": "C55",
    "no_show required": "C55",
    "before_joining required": "C55",
    "file required": "C110",
    "file invalid": "C110",
    "file missing": "C110",
    "file max_length": "C110",
    "file empty": "C112",
    "required": "C37",
    "too_often": "C38",
    "current required": "C19",
    "wrong_password": "C70",
    "who required": "C71",
    "same_address": "C73",
    "no_mail": "C74",
}


class Numbered(numbered_forms.NumberedForm):
    numbers = NUMBERS
    places: Mapping[ProblemCode, str] = {}  # fields for what a verb refuses

    def asks_password(self) -> bool:
        """A page never shows a password filled in, so after an error it must be typed again."""
        return any(isinstance(field.widget, forms.PasswordInput) for field in self.fields.values())

    def add_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            words = problem["message"]
            assert isinstance(words, Text), "a verb's refusals are not translated yet"
            placed = {check.code: field for check, field in self.places.items()}
            field = placed.get(problem["code"], words.params.get("field"))
            known = isinstance(field, str) and field in self.fields
            self.refuse(str(field) if known else None, *problem_in_words(problem))

    def is_refused(self, check: ProblemCode, field: str = NON_FIELD_ERRORS) -> bool:
        return check.code in dict(self.list_refusals(field))


class Changing(Numbered):
    """Sends its initial values along, so that fields the user did not change are not saved:
    somebody else may have changed them meanwhile.
    """

    def opened_with(self) -> Iterator[SafeString]:
        """Of a sent form, only what came back: other values at the opening are not known."""
        for name in self.fields:
            if not self.is_bound or self[name].html_initial_name in self.data:
                yield self[name].as_hidden(only_initial=True)

    def keep_touched(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if self.is_touched(name)}

    def is_touched(self, name: str) -> bool:
        bound = self[name]
        if bound.html_initial_name not in self.data:
            return True
        try:
            was = bound.field.to_python(self.data[bound.html_initial_name])
        except forms.ValidationError:
            return True
        return bound.field.has_changed(was, bound.data)
