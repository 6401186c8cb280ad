"""Forms for the divisions of a season."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, Sent
from tournaments.draw.engine.request import make_division_key
from tournaments.forms.base import Numbered
from tournaments.models import Member, Night, Season
from tournaments.names import fold, normalize

Row = tuple[Member, forms.BoundField, bool, NumberedErrors]


class Moved(NamedTuple):
    """The division of each member (by id) after many members were moved at once. `unknown` has the
    typed names that belong to no member, or to several.
    """

    divisions: dict[int, int]
    unknown: list[str]


def move(season: Season, people: Collection[Member], typed: QueryDict) -> Moved:
    """Return the divisions as the form shows them after many members were moved at once. `typed` is
    the form as sent. Members who are ticked in it, or whose names were typed in it, get the
    division of the pressed button.

    Nothing is saved. A name that several members have counts as unknown.
    """
    numbers = {str(number) for number in range(1, season.divisions + 1)}
    divisions = {
        member.pk: int(number)
        for member in people
        if (number := typed.get(_name(member), "")) in numbers
    }
    by_name: dict[str, list[int]] = {}
    for member in people:
        label = member.label
        for name in {label.full, label.listed, label.name.full, label.name.listed}:
            by_name.setdefault(fold(name), []).append(member.pk)
    lines = [line for line in map(normalize, typed.get("names", "").splitlines()) if line]
    known = {line: by_name.get(fold(line), []) for line in lines}
    moved = set(typed.getlist("ticked"))
    moved |= {str(same[0]) for same in known.values() if len(same) == 1}
    for member in people:
        if str(member.pk) in moved:
            divisions.pop(member.pk, None)
            if (to := typed.get("to", "")) in numbers:
                divisions[member.pk] = int(to)
    return Moved(divisions, [line for line, same in known.items() if len(same) != 1])


class DivisionsForm(Numbered, forms.Form):
    """The form that sets each member's division in a season. The members in `tied` share the place
    at the border of two divisions, so an organiser must decide about them.
    """

    def __init__(
        self,
        season: Season,
        people: Collection[Member],
        divisions: Mapping[int, int],
        tied: Collection[int] = (),
        data: Sent = None,
    ) -> None:
        super().__init__(data)
        self.season, self.people, self.tied = season, people, tied
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
                widget=forms.HiddenInput,
                coerce=int,
                empty_value=None,
                required=False,
                initial=divisions.get(member.pk),
            )

    def parts(self) -> list[tuple[int, list[Row]]]:
        """Return the members of each division, beginning with the first division. Members without a
        division come last, with the number 0.
        """
        rows: dict[int, list[Row]] = {}
        for member in self.people:
            name = _name(member)
            row = member, self[name], member.pk in self.tied, self.list_refusals(name)
            rows.setdefault(self._division(member), []).append(row)
        return sorted(rows.items(), key=lambda part: make_division_key(part[0]))

    def _division(self, member: Member) -> int:
        number = str(self[_name(member)].value() or "")
        return int(number) if number.isdecimal() else 0

    def buttons(self) -> range:
        return range(1, self.season.divisions + 1)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {"divisions": {member.pk: values.get(_name(member)) for member in self.people}}


def _name(member: Member) -> str:
    return f"division-{member.pk}"


class BeforeForm(forms.Form):
    """A form in which the user chooses the season whose standing decides which divisions are
    proposed. It offers the seasons before the one that gets the divisions. It also offers that
    season itself, if one of its nights is closed and its divisions have no members yet.
    """

    before: Any = forms.ModelChoiceField(None, label=_("Go by the standing of"), empty_label=None)

    def __init__(self, season: Season, data: Sent = None) -> None:
        super().__init__(data)
        which = Q(first__lt=season.first)
        if not season.division_members.exists():
            which |= Q(pk=season.pk, nights__state=Night.State.CLOSED)
        others = Season.objects.filter(which, club=season.club_id).distinct()
        self.fields["before"].queryset = others  # type: ignore[attr-defined]
