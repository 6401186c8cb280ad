"""Forms to plan, shorten, close and reopen a night, and to add guests."""

from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments.club.reglementen import game_of
from tournaments.forms.base import Numbered
from tournaments.forms.members import OneLine
from tournaments.forms.seasons import day, number, one_of
from tournaments.models import Night, Round, Season, Table
from tournaments.nights.nights import days_from

EVERY = [
    ("0", _("this day only")),
    ("1", _("every week")),
    ("2", _("every two weeks")),
    ("4", _("every four weeks")),
]


class PlanForm(Numbered, forms.Form):
    places = dict.fromkeys(("C57", "C58", "C59"), "first")

    first = day(_("First night"))
    weeks = one_of(_("And then"), EVERY, "1")
    last = day(_("Until"), required=False)
    sign_up = forms.BooleanField(label=_("Members can sign up at once"), required=False)

    def __init__(self, season: Season, data: Any = None) -> None:
        super().__init__(data, initial={"last": season.last})
        self.season = season

    def clean(self) -> dict[str, Any]:
        if self.errors:
            return self.cleaned_data
        values = self.cleaned_data
        last = min(values["last"] or self.season.last, self.season.last)
        days = list(days_from(values["first"], last, int(values["weeks"]))) or [values["first"]]
        return {"days": days, "sign_up": values["sign_up"]}


class GuestForm(Numbered, forms.Form):
    """A form that adds a guest who is not a member of the club yet."""

    places = dict.fromkeys(("C20", "C21", "C22", "C23"), "first")

    first = OneLine(_("First name"), autocapitalize="words")
    family = OneLine(_("Family name"), autocapitalize="words")
    another = forms.BooleanField(label=_("This is somebody else of that name"), required=False)

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        """Yield the fields with their errors. The field `another` is shown only if somebody else
        has this name.
        """
        double = any(number == "C23" for number, _message in self.refusals("first"))
        names = ["first", "family", *(["another"] if double else [])]
        for name in names:
            yield self[name], self.refusals(name)


class Among(forms.Select):
    """A select that renders fast, as pages have one for each of a hundred tables. Django's own
    select renders a template for each option.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        options = (
            f'<option value="{key}"{" selected" * (str(key) in chosen)}>{escape(label)}</option>'
            for key, label in self.choices
        )
        own = flatatt(self.build_attrs(self.attrs, {"name": name, **(attrs or {})}))
        return mark_safe(f"<select{own}>{''.join(options)}</select>")  # noqa: S308  escaped above


class CutForm(Numbered, forms.Form):
    games = number(_("Games at a table"), _("Players who have played more games keep them."))
    table = forms.TypedChoiceField(label=_("Where"), required=False, empty_value=None, widget=Among)

    def __init__(self, round_: Round, tables: Iterable[tuple[int, int]], data: Any = None) -> None:
        usual = game_of(round_.night.season.reglement).games
        super().__init__(data, initial={"games": usual})
        field = self.fields["table"]
        field.coerce = lambda pk: round_.tables.get(pk=pk)  # type: ignore[attr-defined]
        words = gettext("Table %(number)s")
        field.choices = [  # type: ignore[attr-defined]
            ("", gettext("at every table of this round")),
            *((pk, words % {"number": number}) for pk, number in tables),
        ]


class ReasonForm(Numbered, forms.Form):
    places = {"C64": "reason", "C66": "reason"}

    reason = OneLine(_("Why?"), longest=200)


class ReopenForm(ReasonForm):
    table = forms.TypedChoiceField(
        label=_("Which form"), required=False, empty_value=None, widget=Among
    )

    field_order = ("table", "reason")

    def __init__(self, night: Night, data: Any = None) -> None:
        super().__init__(data)
        tables = Table.objects.used().filter(round__night=night).select_related("round")
        tables_by_pk = {
            str(table.pk): table for table in tables.order_by("round__number", "number")
        }
        words = gettext("Round %(round)s, table %(table)s")
        field = self.fields["table"]
        field.coerce = tables_by_pk.__getitem__  # type: ignore[attr-defined]
        field.choices = [  # type: ignore[attr-defined]
            ("", gettext("all forms of this night")),
            *(
                (pk, words % {"round": placed.round.number, "table": placed.number})
                for pk, placed in tables_by_pk.items()
            ),
        ]
