"""Forms for the divisions of a season."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments.forms.base import Numbered
from tournaments.models import Member, Season


class DivisionsForm(Numbered, forms.Form):
    """A form that sets each member's division. The members in `tied` have equal places at the
    border of two divisions.
    """

    def __init__(
        self,
        season: Season,
        people: Collection[Member],
        divisions: Mapping[int, int],
        tied: Collection[int] = (),
        data: Any = None,
    ) -> None:
        super().__init__(data)
        self.people, self.tied = people, tied
        numbers = range(1, season.divisions + 1)
        choices = [
            ("", "–"),
            *(
                (division, gettext("Division %(number)s") % {"number": division})
                for division in numbers
            ),
        ]
        for member in people:
            self.fields[_name(member)] = forms.TypedChoiceField(
                label=str(member),
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                initial=divisions.get(member.pk),
            )

    def rows(self) -> Iterator[tuple[Member, forms.BoundField, bool, NumberedErrors]]:
        for member in self.people:
            name = _name(member)
            yield member, self[name], member.pk in self.tied, self.refusals(name)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {"divisions": {member.pk: values.get(_name(member)) for member in self.people}}


def _name(member: Member) -> str:
    return f"division-{member.pk}"


class BeforeForm(forms.Form):
    """A form that chooses an earlier season. The divisions are proposed from its standing."""

    before: Any = forms.ModelChoiceField(None, label=_("Go by the standing of"), empty_label=None)

    def __init__(self, season: Season, data: Any = None) -> None:
        super().__init__(data)
        others = Season.objects.filter(club=season.club_id, first__lt=season.first)
        self.fields["before"].queryset = others  # type: ignore[attr-defined]
