"""Who takes what part in a club."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.members import OneLine
from tournaments.forms.numbered import Numbered
from tournaments.models import Role


def _kind(label: Any, initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=Role.Kind, initial=initial, widget=forms.RadioSelect
    )


class InviteForm(Numbered, forms.Form):
    places = {"C20": "name", "C229": "kind"}

    name = OneLine(_("For whom"), _("So that you know later whom you gave the link."))
    kind = _kind(_("As"), Role.Kind.HELPER)

    def __init__(self, data: Any, *, kinds: Sequence[Role.Kind]) -> None:
        super().__init__(data)
        self.fields["kind"].choices = [(one.value, one.label) for one in kinds]  # type: ignore[attr-defined]


class RoleForm(Numbered, forms.Form):
    places = {"C41": "kind"}

    kind = _kind(_("Part in this club"), Role.Kind.MEMBER)
