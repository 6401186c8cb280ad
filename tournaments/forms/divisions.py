from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, Sent
from tournaments import problems
from tournaments.draw.engine.request import make_division_key
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine, make_choice_field
from tournaments.models import Member, Night, Season, TieRuling
from tournaments.names import fold, normalize
from tournaments.standings.settle_ties import OpenTie

Row = tuple[Member, forms.BoundField, bool, NumberedErrors]


class Moved(NamedTuple):
    """`unknown` has the typed names that belong to no member, or to several."""

    divisions: dict[int, int]
    unknown: list[str]


def move(season: Season, people: Collection[Member], typed: QueryDict) -> Moved:
    """Move who is ticked or typed to the division of the pressed button. Nothing is saved."""
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


def make_numbered_field(label: str, named: Sequence[str], **more: Any) -> forms.TypedChoiceField:
    """Of the number of one of these, from 1, or of none."""
    choices = [("", "–"), *enumerate(named, 1)]
    return forms.TypedChoiceField(
        label=label, choices=choices, coerce=int, empty_value=None, required=False, **more
    )


class DivisionsForm(Numbered, forms.Form):
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
        words = gettext("Division %(number)s")
        named = [words % {"number": number} for number in range(1, season.divisions + 1)]
        for member in people:
            self.fields[_name(member)] = make_numbered_field(
                str(member), named, initial=divisions.get(member.pk), widget=forms.HiddenInput
            )

    def parts(self) -> list[tuple[int, list[Row]]]:
        rows: dict[int, list[Row]] = {}
        for member in self.people:
            name = _name(member)
            row = member, self[name], member.pk in self.tied, self.list_refusals(name)
            number = str(self[name].value() or "")
            rows.setdefault(int(number) if number.isdecimal() else 0, []).append(row)
        return sorted(rows.items(), key=lambda part: make_division_key(part[0]))

    def buttons(self) -> range:
        return range(1, self.season.divisions + 1)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {"divisions": {member.pk: values.get(_name(member)) for member in self.people}}


def _name(member: Member) -> str:
    return f"division-{member.pk}"


class BeforeForm(forms.Form):
    before: Any = forms.ModelChoiceField(None, label=_("Go by the standing of"), empty_label=None)

    def __init__(self, season: Season, period: int, data: Sent = None) -> None:
        super().__init__(data)
        which, closed = Q(first__lt=season.first), Q(pk=season.pk, nights__state=Night.State.CLOSED)
        if period > 1:
            which = closed
            words = gettext("Period %(number)s") % {"number": period - 1}
            self.fields["before"].label_from_instance = lambda _season: words  # type: ignore[attr-defined]
        elif not season.division_members.exists():
            which |= closed
        others = Season.objects.filter(which, club=season.club_id, open_evening=False).distinct()
        self.fields["before"].queryset = others  # type: ignore[attr-defined]


class TieForm(Numbered, forms.Form):
    places = {problems.NO_REASON: "reason", problems.NOT_SHARED: "how", problems.NO_TURNS: "how"}

    how = make_choice_field(_("How is it settled?"), ())
    reason = OneLine(_("Why, or where it was agreed"), longest=200)

    def __init__(self, tie: OpenTie, names: Mapping[int, str], data: Sent = None) -> None:
        ours = data if data and data.get("tie") == tie.key else None
        super().__init__(ours, prefix=tie.key)
        self.open_tie, self.names = tie, names
        shared = tie.tie.what == TieRuling.What.PRIZES
        self.fields["how"].choices = [
            choice for choice in TieRuling.How.choices if shared or choice[0] != TieRuling.How.SHARE
        ]
        self.fields["reason"].required = False
        words = gettext("%(place)s.")
        named = [words % {"place": place} for place in range(1, len(tie.tie.players) + 1)]
        for pk in tie.tie.players:
            self.fields[f"place-{pk}"] = make_numbered_field(names[pk], named)

    def shown(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        for name in ("how", "reason"):
            yield self[name], self.list_refusals(name)

    def order(self) -> list[forms.BoundField]:
        return [self[f"place-{pk}"] for pk in self.open_tie.tie.players]

    def who(self) -> list[str]:
        return [self.names[pk] for pk in self.open_tie.tie.players]

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        by_place = {values.get(f"place-{pk}"): pk for pk in self.open_tie.tie.players}
        order = [by_place[place] for place in sorted(filter(None, by_place))]
        reason = values.get("reason") or ""
        return {
            "tie": self.open_tie.key,
            "how": values.get("how", ""),
            "order": order,
            "reason": reason,
        }
