from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Label, NumberedErrors, Sent, number_message
from tournaments import problems
from tournaments.draw.engine.request import HAND
from tournaments.forms.base import Numbered
from tournaments.forms.fields import make_number_field
from tournaments.forms.members import NOBODY
from tournaments.members.members import sort_by_name
from tournaments.models import Member
from tournaments.nights.lots import Bag
from tournaments.problems import NO_STONE, SAME_STONE

NOTHING = [("", "–")]


def name_table(number: int) -> str:
    return gettext("Table %(number)s") % {"number": number}


def make_choice_field(label: Label, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


class PlaceForm(Numbered, forms.Form):
    """`anyway` lets a table get more players than the night's tables usually have."""

    anyway = forms.BooleanField(label=_("At this table all the same"), required=False)

    def asks_anyway(self) -> bool:
        full = self.is_refused(problems.FULL_TABLE)
        return self.bag.grows and (full or bool(self["anyway"].value()))

    def __init__(self, bag: Bag, data: Sent = None) -> None:
        super().__init__(data)
        self.bag = bag


class LotForm(PlaceForm):
    member = forms.TypedChoiceField(label=_("Who"), widget=forms.RadioSelect)
    member.error_messages["required"] = NOBODY
    table = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, bag: Bag, data: Sent = None) -> None:
        super().__init__(bag, data)
        people = {str(member.pk): member for member in bag.waiting}
        self.fields["member"].choices = [(pk, str(member)) for pk, member in people.items()]
        self.fields["member"].coerce = people.__getitem__


class StonesForm(Numbered, forms.Form):
    """What each person drew at the door; empty for who sits out."""

    def __init__(self, bag: Bag, data: Sent = None) -> None:
        super().__init__(data)
        seated = [member for table in bag.tables for member in table.people]
        self.people = sort_by_name([*bag.waiting, *seated])
        self.count = sum(table.size for table in bag.tables)
        for member in self.people:
            self.fields[f"stone{member.pk}"] = make_number_field(str(member))

    def rows(self) -> list[tuple[forms.BoundField, NumberedErrors]]:
        names = [f"stone{member.pk}" for member in self.people]
        return [(self[name], self.list_refusals(name)) for name in names]

    def clean(self) -> dict[str, Any]:
        given = {member: self.cleaned_data.get(f"stone{member.pk}") for member in self.people}
        numbers = {member.pk: number for member, number in given.items() if number is not None}
        for member, number in given.items():
            if number is None:
                continue
            same = [str(other) for other, theirs in given.items() if theirs == number]
            if not 1 <= number <= self.count:
                refusal = number_message(NO_STONE, count=self.count)
            elif len(same) > 1:
                refusal = number_message(SAME_STONE, names=", ".join(same))
            else:
                continue
            self.refuse(f"stone{member.pk}", *refusal)
        return {"numbers": numbers}


class SeatsForm(PlaceForm):
    def __init__(self, bag: Bag, method: str, data: Sent = None) -> None:
        super().__init__(bag, data)
        sitting = {
            member: (table.number, seat)
            for table in bag.tables
            for seat, member in enumerate(table.people, 1)
        }
        self.people = sort_by_name([*sitting, *bag.waiting])
        tables = [(str(table.number), name_table(table.number)) for table in bag.tables]
        most = max((max(table.size, bag.highest) for table in bag.tables), default=0)
        seats = [(str(seat), str(seat)) for seat in range(1, most + 1)]
        for member in self.people:
            table, seat = sitting.get(member, ("", ""))
            self.fields[f"table{member.pk}"] = make_choice_field(str(member), [*NOTHING, *tables])
            self.initial[f"table{member.pk}"] = str(table)
            if method == HAND:
                self.fields[f"seat{member.pk}"] = make_choice_field(
                    gettext("Seat of %(name)s") % {"name": member}, [*NOTHING, *seats]
                )
                self.initial[f"seat{member.pk}"] = str(seat)

    def rows(self) -> list[tuple[Member, list[forms.BoundField]]]:
        names = [(member, [f"table{member.pk}", f"seat{member.pk}"]) for member in self.people]
        return [
            (member, [self[name] for name in fields if name in self.fields])
            for member, fields in names
        ]

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        seats = {
            pk: (int(values[f"table{pk}"]), int(values.get(f"seat{pk}") or 99))
            for pk in (member.pk for member in self.people)
            if values.get(f"table{pk}")
        }
        return {"anyway": values.get("anyway", False), "seats": seats}
