"""The form for the QR codes that a phone without a connection shows: it takes their content as a
text file or as pasted text.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.browser.handover_codes import MOST_TEXT, NO_PART, Part, read_text
from scoring.toolkit.numbered_forms import number_message, problem_in_words
from scoring.toolkit.problems import Problem, UserError
from tournaments.forms.base import Numbered


class LightForm(Numbered, forms.Form):
    file = forms.FileField(
        label=_("The text file of the phone"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or what stands in it"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )
    parts: list[Part]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file = cleaned.get("file")
        if file and file.size > MOST_TEXT:
            self.refuse("file", *number_message("S", NO_PART))
            return cleaned
        text = file.read().decode("ascii", "replace") if file else cleaned.get("text", "")
        try:
            self.parts = read_text(text)
        except UserError as refused:
            self.add_problems(refused.problems)
        return cleaned

    def add_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.refuse("file", *problem_in_words(problem))
