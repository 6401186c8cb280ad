"""The form in which an organiser settles a tie."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, Sent
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine, make_choice_field
from tournaments.models import TieRuling
from tournaments.standings.settle_ties import OpenTie


class TieForm(Numbered, forms.Form):
    """A form for an organiser's decision on a tie in the standing. A page may show several ties, so
    the names of the fields start with the key of the tie.
    """

    places = {"C64": "reason", "C182": "how", "C183": "how"}

    how = make_choice_field(_("How is it settled?"), ())
    reason = OneLine(_("Why, or where it was agreed"), longest=200)

    def __init__(self, tie: OpenTie, names: Mapping[int, str], data: Sent = None) -> None:
        ours = data if data and data.get("tie") == tie.key else None
        super().__init__(ours, prefix=tie.key)
        self.open_tie, self.names = tie, names
        shared = tie.tie.what == TieRuling.What.PRIZES
        self.fields["how"].choices = [  # type: ignore[attr-defined]
            choice for choice in TieRuling.How.choices if shared or choice[0] != TieRuling.How.SHARE
        ]
        self.fields["reason"].required = False
        numbers = range(1, len(tie.tie.players) + 1)
        for pk in tie.tie.players:
            self.fields[f"place-{pk}"] = forms.TypedChoiceField(
                label=names[pk],
                choices=[
                    ("", "–"),
                    *((place, gettext("%(place)s.") % {"place": place}) for place in numbers),
                ],
                coerce=int,
                empty_value=None,
                required=False,
            )

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
