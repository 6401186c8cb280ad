from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.safestring import SafeString

from scoring.toolkit import numbered_forms
from scoring.toolkit.numbered_forms import problem_in_words
from scoring.toolkit.problems import Problem, ProblemCode
from scoring.toolkit.texts import Text


class Numbered(numbered_forms.NumberedForm):
    fields: dict[str, Any]  # of many kinds, each with attributes of its own
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
