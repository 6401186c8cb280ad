"""Forms to draw the next round: by the computer, from a bag or by hand."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, numbered_message
from tournaments.draw.engine.request import HAND, LOTS, MIX, STANDING, Constraint
from tournaments.forms.base import Numbered
from tournaments.forms.members import NOBODY
from tournaments.forms.seasons import number, one_of
from tournaments.members import members
from tournaments.models import Member, Night
from tournaments.nights.lots import Bag
from tournaments.nights.wishes import FIXED
from tournaments.problems import LETTER, NO_WISH

METHODS = [
    (MIX, _("as few repeats as can be")),
    (STANDING, _("neighbours in the standing together")),
    (LOTS, _("by lot alone")),
]
LINES, MOST_LINES = 3, 60  # lines for wishes
WISH = ("one", "kind", "other")
KINDS = [("together", _("together with, or at")), ("apart", _("apart from"))]
TABLE = "table "  # prefix that tells a table's number from a member's id
NOTHING = [("", "–")]


def table_name(number: int) -> str:
    return gettext("Table %(number)s") % {"number": number}


class DrawForm(Numbered, forms.Form):
    """A form for a draw by the computer. Wishes on its lines hold for this draw only."""

    rounds = number(_("Rounds to draw now"), _("All at once gives the fewest repeats."))
    method = one_of(_("How"), METHODS, MIX)
    anyway = forms.BooleanField(
        label=_("Draw anyway: wishes that can't be kept are listed"), required=False
    )

    def __init__(
        self,
        night: Night,
        people: Sequence[Member],
        tables: int,
        data: Any = None,
        typed: Any = None,
    ) -> None:
        """Fill the form. What the user typed is shown again from `typed`, with more lines for
        wishes.
        """
        self.left = max(0, night.season.rounds - night.rounds.count())
        initial = typed.dict() if typed else {"rounds": self.left}
        super().__init__(data, initial=initial)
        filled = sum(f"one{line}" in (data or initial) for line in range(MOST_LINES))
        self.count = min(MOST_LINES, max(LINES, filled + LINES * bool(typed)))
        names = [(str(choice.pk), str(choice)) for choice in members.by_name(people)]
        places = [(f"{TABLE}{choice}", table_name(choice)) for choice in range(1, tables + 1)]
        others = [*NOTHING, (_("People"), names), (_("Tables"), places)]
        for line in range(self.count):
            self.fields[f"one{line}"] = _choice(_("Who"), [*NOTHING, *names])
            self.fields[f"kind{line}"] = _choice(_("How"), KINDS)
            self.fields[f"other{line}"] = _choice(_("With whom, or where"), others)

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        for name in ("rounds", "method"):
            yield self[name], self.refusals(name)

    def wishes(self) -> list[tuple[list[forms.BoundField], NumberedErrors]]:
        lines = [[self[f"{name}{line}"] for name in WISH] for line in range(self.count)]
        return [(fields, self.refusals(fields[0].name)) for fields in lines]

    def wishes_are_typed(self) -> bool:
        return any(fields[0].value() or fields[2].value() for fields, _refusals in self.wishes())

    def clean_rounds(self) -> int:
        rounds = self.cleaned_data["rounds"]
        return self.left if rounds is None else rounds

    def clean(self) -> dict[str, Any]:
        values = {name: self.cleaned_data.get(name) for name in ("rounds", "method", "anyway")}
        wishes = [self._wish(line) for line in range(self.count)]
        return values | {"wishes": [wish for wish in wishes if wish]}

    def _wish(self, line: int) -> Constraint | None:
        one, kind, other = (self.cleaned_data.get(f"{name}{line}", "") for name in WISH)
        if not one and not other:
            return None
        table = other.removeprefix(TABLE)
        at_table = table != other
        if not one or not other or one == other or (at_table and kind == "apart"):
            self.refuse(f"one{line}", *numbered_message(LETTER, NO_WISH))
            return None
        return Constraint(FIXED if at_table else kind, int(one), int(table))


def _choice(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


class LotForm(Numbered, forms.Form):
    """A form that puts a member at a table. Each table has a button that sends the table's
    number.
    """

    member = forms.TypedChoiceField(label=_("Who"), widget=forms.RadioSelect)
    member.error_messages["required"] = NOBODY
    table = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, bag: Bag, data: Any = None) -> None:
        super().__init__(data)
        people = {str(member.pk): member for member in bag.waiting}
        self.fields["member"].choices = [(pk, str(member)) for pk, member in people.items()]  # type: ignore[attr-defined]
        self.fields["member"].coerce = people.__getitem__  # type: ignore[attr-defined]

    def member_refusals(self) -> NumberedErrors:
        return self.refusals("member")


class SeatsForm(Numbered, forms.Form):
    """A form that sets everybody's table at once. If seats are set by hand, the form also sets
    everybody's seat.
    """

    def __init__(self, bag: Bag, method: str, data: Any = None) -> None:
        super().__init__(data)
        sitting = {
            member: (table.number, seat)
            for table in bag.tables
            for seat, member in enumerate(table.people, 1)
        }
        people = sorted(
            [*sitting, *bag.waiting], key=lambda member: (bytes(member.sort_key), member.pk)
        )
        tables = [(str(table.number), table_name(table.number)) for table in bag.tables]
        most = max((table.size for table in bag.tables), default=0)
        seats = [(str(seat), str(seat)) for seat in range(1, most + 1)]
        self.people = people
        for member in people:
            table, seat = sitting.get(member, ("", ""))
            self.fields[f"table{member.pk}"] = _choice(str(member), [*NOTHING, *tables])
            self.initial[f"table{member.pk}"] = str(table)
            if method == HAND:
                self.fields[f"seat{member.pk}"] = _choice(
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
        return {
            "seats": {
                member.pk: (
                    int(values[f"table{member.pk}"]),
                    int(values.get(f"seat{member.pk}") or 99),
                )
                for member in self.people
                if values.get(f"table{member.pk}")
            }
        }
