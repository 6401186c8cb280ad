"""What is played: the rules of a club."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.house import HouseForm
from scoring.forms.numbered import Refusals
from scoring.games.base import Game
from scoring.games.text import Text
from scoring.models import Sheet
from scoring.words import render
from tournaments.forms.members import OneLine
from tournaments.forms.numbered import Numbered
from tournaments.models import Reglement
from tournaments.models.season import LONGEST_NAME


class ReglementForm(Numbered, HouseForm):
    places = {"C20": "name", "C45": "name"}

    name = OneLine(_("Name"), _("As you call it in the club."), LONGEST_NAME, _("Give it a name."))
    approval = forms.ChoiceField(
        label=_("At the end, who says that a form is right?"),
        choices=[
            (Sheet.Approval.ONE, _("one of the other players")),
            (Sheet.Approval.ALL, _("all the other players")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(
        self, system: type[Game], data: Any = None, reglement: Reglement | None = None
    ) -> None:
        initial = {"name": render(Text(system.name)), "approval": Sheet.Approval.ONE}
        if reglement:
            initial = {"name": reglement.name, "approval": reglement.approval}
        super().__init__(system, data, reglement.options if reglement else {}, initial=initial)
        self.numbers = {**self.numbers, "name required": "C46"}

    def name_refusals(self) -> Refusals:
        return self.refusals("name")

    def approval_refusals(self) -> Refusals:
        return self.refusals("approval")

    def clean(self) -> dict[str, Any]:
        said = {key: self.cleaned_data.get(key) for key in ("name", "approval")}
        return said | {"options": self.options()}
