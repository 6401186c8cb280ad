from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Sent
from tournaments.backup.second_place import REFUSALS
from tournaments.forms.fields import make_choice_field
from tournaments.forms.own_account import ProvingForm
from tournaments.models import User
from tournaments.problems import PLACE_OURS

OTHER, NONE = "other", "none"


class SecondPlaceForm(ProvingForm):
    places = dict.fromkeys((*REFUSALS.values(), PLACE_OURS), "folder")

    place = make_choice_field(_("Where should a second copy go?"), ())
    folder = forms.CharField(
        label=_("Another folder"),
        help_text=_(
            "The full name of a stick, of a folder on another computer, or of a folder that is "
            "copied elsewhere by itself."
        ),
        max_length=400,
        required=False,
    )

    field_order = ("place", "folder", "current")

    def __init__(self, user: User, ip: str, drives: list[Path], data: Sent = None) -> None:
        first = str(drives[0]) if drives else OTHER
        super().__init__(user, ip, data, initial={"place": first})
        stick = gettext("Stick %(name)s")
        sticks = [(str(drive), stick % {"name": drive.name or drive}) for drive in drives]
        more = [(OTHER, _("Another folder")), (NONE, _("Nowhere else"))]
        self.fields["place"].choices = [*sticks, *more]

    def clean(self) -> dict[str, Any]:
        place = self.cleaned_data.get("place", NONE)
        typed = str(self.cleaned_data.get("folder", ""))
        return {"named": typed or "." if place == OTHER else "" if place == NONE else place}
