from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import Numbered
from tournaments.forms.fields import make_choice_field
from tournaments.models import Club


class VisitorsForm(Numbered, forms.Form):
    visible_to = make_choice_field(
        _("Who may see the nights, the standings and the rules?"), Club.Visibility.choices
    )
    indexed = forms.BooleanField(
        label=_("When everybody may: search engines may find them, too"), required=False
    )

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data


class WebsiteForm(Numbered, forms.Form):
    framed_by = forms.CharField(
        label=_("Websites that may show them, one on a line"),
        help_text=_("For example https://www.kaartclub.nl. No other website can."),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
    )
