from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import Numbered
from tournaments.forms.members import NOBODY
from tournaments.members import couples
from tournaments.models import Member, Season


class CoupleForm(Numbered, forms.Form):
    first = forms.TypedChoiceField(label=_("Who"), coerce=int)
    second = forms.TypedChoiceField(label=_("Plays with"), coerce=int)

    def __init__(self, season: Season, data: Any = None) -> None:
        super().__init__(data)
        self.people = {member.pk: member for member in couples.list_without_partner(season)}
        choices = [("", "–"), *((pk, str(member)) for pk, member in self.people.items())]
        for name in ("first", "second"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
            self.fields[name].error_messages["required"] = NOBODY

    def clean(self) -> dict[str, Any]:
        return {name: self._member(name) for name in ("first", "second")}

    def _member(self, name: str) -> Member | None:
        return self.people.get(self.cleaned_data.get(name, 0))
