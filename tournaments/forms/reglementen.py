from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.forms.game_options import HouseForm
from scoring.games.core.game import Game
from scoring.games.core.options import TOTALS
from scoring.games.presets import Preset
from scoring.games.punten import ROUND
from scoring.models import Sheet
from scoring.sheets.second_list import ONLY_TOTALS
from scoring.toolkit.numbered_forms import Sent
from tournaments import problems
from tournaments.forms.base import Changing
from tournaments.forms.fields import OneLine
from tournaments.models import Reglement
from tournaments.models.season import LONGEST_NAME


class ReglementForm(Changing, HouseForm):
    places = {problems.WRONG_NAME: "name", problems.SAME_REGLEMENT: "name"}

    name = OneLine(_("Name"), _("As you call it in the club."), LONGEST_NAME, _("Give it a name."))
    approval = forms.ChoiceField(
        label=_("At the end, who says that a form is right?"),
        choices=[
            (Sheet.Approval.ONE, _("one of the other players")),
            (Sheet.Approval.ALL, _("all the other players")),
            (Sheet.Approval.TWO, _("nobody: both sides keep a list, and these have to be equal")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        system: type[Game],
        data: Sent = None,
        reglement: Reglement | None = None,
        preset: Preset | None = None,
    ) -> None:
        self.preset = preset
        begun = reglement or preset
        name = reglement.name if reglement else gettext((preset or system).name)
        approval = reglement.approval if reglement else Sheet.Approval.ONE
        initial = {"name": name, "approval": approval}
        super().__init__(system, data, begun.options if begun else {}, initial=initial)
        self.reglement = reglement

    def clean(self) -> dict[str, Any]:
        values = {key: self.cleaned_data.get(key) for key in ("name", "approval")}
        rules = [("rule_entry", TOTALS), ("rule_per", ROUND)]
        totals = any(self.cleaned_data.get(rule) == value for rule, value in rules)
        if values["approval"] == Sheet.Approval.TWO and not totals:
            words, code = gettext(ONLY_TOTALS.text), f"S{ONLY_TOTALS.number}"
            self.add_error("approval", forms.ValidationError(words, code))
        if not self.reglement:
            return values | {"options": self.options()}
        kept = {key: getattr(self.reglement, key) for key in values if not self.is_touched(key)}
        touched = {rule.key for name, rule in self.rules.items() if self.is_touched(name)}
        now, said = self.reglement.options, self.options()
        options = {key: value for key, value in now.items() if key not in touched}
        options |= {key: value for key, value in said.items() if key in touched}
        return values | kept | {"options": options}
