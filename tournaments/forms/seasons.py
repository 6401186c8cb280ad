"""Forms for the reglementen and seasons of a club."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.models import model_to_dict
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.forms.game_options import HouseForm, figure
from scoring.games.core.game import Game
from scoring.models import Sheet
from scoring.toolkit.numbered_forms import NumberedErrors, numbered_message
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate
from tournaments.club.season_texts import places_in_words
from tournaments.forms.base import Changing
from tournaments.forms.members import OneLine
from tournaments.models import Reglement, Season
from tournaments.models.season import LAST, LONGEST_NAME
from tournaments.problems import LETTER, NO_PLACE_POINTS, NO_PLACES


class ReglementForm(Changing, HouseForm):
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
        initial = {"name": translate(Text(system.name)), "approval": Sheet.Approval.ONE}
        if reglement:
            initial = {"name": reglement.name, "approval": reglement.approval}
        super().__init__(system, data, reglement.options if reglement else {}, initial=initial)
        self.numbers = {**self.numbers, "name required": "C46"}
        self.reglement = reglement

    def name_refusals(self) -> NumberedErrors:
        return self.refusals("name")

    def approval_refusals(self) -> NumberedErrors:
        return self.refusals("approval")

    def clean(self) -> dict[str, Any]:
        values = {key: self.cleaned_data.get(key) for key in ("name", "approval")}
        if not self.reglement:
            return values | {"options": self.options()}
        kept = {key: getattr(self.reglement, key) for key in values if not self.is_touched(key)}
        return values | kept | {"options": self._touched_options(self.reglement.options)}

    def _touched_options(self, now: dict[str, Any]) -> dict[str, Any]:
        touched = {rule.key for name, rule in self.rules.items() if self.is_touched(name)}
        kept = {key: value for key, value in now.items() if key not in touched}
        return kept | {key: value for key, value in self.options().items() if key in touched}


def day(label: Any, **more: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    field = forms.DateField(label=label, widget=widget, **more)
    field.error_messages |= {"invalid": _("Choose a day."), "required": _("Choose a day.")}
    return field


def number(label: Any, help_text: Any = "", **more: Any) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", "class": "figure", "autocomplete": "off"}
    widget = forms.TextInput(attrs=attrs)
    field = forms.IntegerField(
        label=label, help_text=help_text, required=False, widget=widget, **more
    )
    field.error_messages["invalid"] = _("Write a whole number.")
    return field


def one_of(label: Any, choices: Any, initial: Any = None) -> forms.ChoiceField:
    field = forms.ChoiceField(
        label=label, choices=choices, initial=initial, widget=forms.RadioSelect
    )
    field.error_messages["required"] = _("Choose one of these.")
    return field


class PlacesField(forms.Field):
    """A field for the places that win a prize."""

    def to_python(self, value: Any) -> list[int | str]:
        words = [word for word in re.split(r"[,;\s]+", str(value or "")[:200]) if word]
        return [self._place(word) for word in words]

    def _place(self, word: str) -> int | str:
        if word.casefold() in (LAST, gettext("last").casefold()):
            return LAST
        if not re.fullmatch(r"[1-9][0-9]{0,2}", word):
            code, message = numbered_message(LETTER, NO_PLACES)
            raise ValidationError(message, code=code)
        return int(word)

    def prepare_value(self, value: Any) -> Any:
        return places_in_words(value) if isinstance(value, list) else value


class PointsField(forms.Field):
    """A field for the points of each place, starting with the first. Half points are allowed."""

    def to_python(self, value: Any) -> list[float | int]:
        words = [word.strip(",") for word in re.split(r"[;\s]+", str(value or "")[:200])]
        points = [figure(word.replace("½", "0.5")) for word in words if word]
        if None in points:
            code, message = numbered_message(LETTER, NO_PLACE_POINTS)
            raise ValidationError(message, code=code)
        return [figure_read for figure_read in points if figure_read is not None]

    def prepare_value(self, value: Any) -> Any:
        return "; ".join(map(number_format, value)) if isinstance(value, list) else value


class SeasonForm(Changing, forms.Form):
    numbers = Changing.numbers | {"name required": "C46"}
    places = {
        "C20": "name",
        "C44": "reglement",
        "C48": "name",
        "C49": "last",
        "C52": "signed_off",
        "C54": "place_points",
        "C98": "divisions",
    }

    name = OneLine(_("Name"), _("Such as the years it lasts."), LONGEST_NAME, _("Give it a name."))
    reglement: Any = forms.ModelChoiceField(None, label=_("Rules"), empty_label=None)
    reglement.error_messages["required"] = _("Choose what is played.")
    first = day(_("From"))
    last = day(_("Until"))
    rounds = number(_("Rounds a night"), initial=1)
    sizes = one_of(_("How many sit at a table"), Season.Sizes.choices, Season.Sizes.FOUR)
    five = one_of(_("When five people come"), Season.Five.choices, Season.Five.SPLIT)
    counting = one_of(_("The standing"), Season.Counting.choices, Season.Counting.SUM)
    counted = number(
        _("How many nights"), _("How many of the best count, or how many of the worst do not.")
    )
    place_points = PointsField(
        label=_("Points from the first place on"),
        help_text=_("Such as 4; 2; 1; ½. Only where places count."),
        required=False,
    )
    bonus = number(_("Points for being there"), initial=0)
    signed_off = one_of(_("For a night missed, signed off in time"), Season.Absence.choices)
    signed_off_points = number(
        _("How many points"), _("The fixed number; or the most that an average may be.")
    )
    no_show = one_of(_("For a night missed without a word"), Season.Absence.choices)
    no_show_points = number(
        _("How many points"), _("The fixed number; or the most that an average may be.")
    )
    before_joining = one_of(_("Nights before somebody joined"), Season.Joining.choices)
    least_nights = number(_("Nights it takes to have a place"), initial=0)
    tie_break = one_of(_("When totals are equal"), Season.TieBreak.choices, Season.TieBreak.SHARED)
    divisions = number(
        _("Divisions"),
        _("1: all play for the same places. Who plays where is said afterwards."),
        initial=1,
    )
    moving = number(_("How many go up and down at the end"), initial=0)
    guests_ranked = forms.BooleanField(label=_("Guests have a place, too"), required=False)
    for_member = forms.BooleanField(
        label=_("A substitute's games count for whoever is absent"), required=False
    )
    night_prizes = PlacesField(label=_("Prizes of a night"), required=False)
    season_prizes = PlacesField(
        label=_("Prizes of the season"),
        help_text=_("Places with commas between, such as 1, 18, 25, last."),
        required=False,
    )

    PARTS = (
        ("", ("name", "reglement", "first", "last", "rounds", "sizes")),
        (_("When somebody is not there"), (
            "signed_off", "signed_off_points", "no_show", "no_show_points", "before_joining",
        )),
        (_("The standing"), (
            "counting", "counted", "place_points", "bonus", "least_nights", "tie_break",
            "divisions", "moving",
        )),
        (_("Guests, substitutes, prizes"), (
            "five", "guests_ranked", "for_member", "night_prizes", "season_prizes",
        )),
    )  # fmt: skip

    def __init__(
        self, reglementen: QuerySet[Reglement], data: Any = None, season: Season | None = None
    ) -> None:
        super().__init__(data, initial=model_to_dict(season) if season else {})
        self.season = season
        self.fields["reglement"].queryset = reglementen  # type: ignore[attr-defined]

    def parts(self) -> list[tuple[Any, list[tuple[forms.BoundField, NumberedErrors]]]]:
        return [
            (title, [(self[name], self.refusals(name)) for name in names])
            for title, names in self.PARTS
        ]

    def clean(self) -> dict[str, Any]:
        """Return only the fields that the user touched. An empty number becomes its default."""
        for name in ("rounds", "bonus", "least_nights", "divisions", "moving"):
            if self.cleaned_data.get(name) is None:
                self.cleaned_data[name] = self.fields[name].initial
        if not self.season:
            return self.cleaned_data
        return {name: value for name, value in self.cleaned_data.items() if self.is_touched(name)}
