from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments import problems
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine
from tournaments.members import members
from tournaments.models import Member, Night
from tournaments.names import build_name
from tournaments.nights import at_the_door, entrants


class GuestForm(Numbered, forms.Form):
    places = dict.fromkeys(problems.OF_A_NAME, "first")

    first = OneLine(_("First name"), autocapitalize="words")
    family = OneLine(_("Family name"), autocapitalize="words")
    same = forms.ModelChoiceField(Member.objects.none(), required=False)
    another = forms.BooleanField(label=_("This is somebody else of that name"), required=False)

    def __init__(self, night: Night, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.night = night
        self.fields["same"].queryset = members.list_members(night.season.club)
        halves = entrants.load_tonight(night).halves if night.season.by_couple else ()
        if halves:
            waiting = [(half.partners.couple, str(half.here)) for half in halves]
            self.fields["couple"] = forms.TypedChoiceField(
                label=_("Plays with"),
                choices=[("", _("nobody yet")), *waiting],
                coerce=int,
                empty_value=None,
                required=False,
            )

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        for name in filter(self.fields.__contains__, ("first", "family", "couple")):
            yield self[name], self.list_refusals(name)

    def is_double(self) -> bool:
        return self.is_refused(problems.SAME_NAME, "first")

    def list_namesakes(self) -> list[Member]:
        name = build_name(self["first"].value() or "", self["family"].value() or "")
        return at_the_door.list_namesakes(self.night, name)
