from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Label
from tournaments.forms.base import Numbered
from tournaments.forms.fields import EmailAddress, OneLine
from tournaments.models import Role


def _kind(label: Label, initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=Role.Kind, initial=initial, widget=forms.RadioSelect
    )


class InviteForm(Numbered, forms.Form):
    places = {"C20": "name", "C229": "kind", "C72": "email"}

    name = OneLine(_("For whom"), _("So that you know later whom you gave the link."))
    email = EmailAddress(
        label=_("E-mail address"),
        help_text=_("Left empty, you pass the link on yourself."),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    kind = _kind(_("As"), Role.Kind.HELPER)

    def __init__(self, data: Any, *, kinds: Sequence[Role.Kind], **more: Any) -> None:
        super().__init__(data, **more)
        if not settings.MAIL:
            del self.fields["email"]
        self.fields["kind"].choices = [(kind.value, kind.label) for kind in kinds]  # type: ignore[attr-defined]


class RoleForm(Numbered, forms.Form):
    places = {"C41": "kind"}

    kind = _kind(_("Part in this club"), Role.Kind.MEMBER)
