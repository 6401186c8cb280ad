from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Label, NumberedErrors, Sent
from tournaments.forms.base import Changing
from tournaments.forms.fields import (
    AmountField,
    OneLine,
    PlacesField,
    PointsField,
    make_choice_field,
    make_day_field,
    make_number_field,
)
from tournaments.models import Reglement, Season
from tournaments.models.season import COUNTED, LONGEST_NAME


@dataclass(frozen=True)
class Fold:
    """A collapsible section, with a summary of what is filled in there."""

    title: Label
    fields: list[tuple[forms.BoundField, NumberedErrors]]
    nothing: Label  # words for a part with nothing but the usual
    summary: str

    @property
    def wrong(self) -> bool:
        return any(refusals for _field, refusals in self.fields)


@dataclass(frozen=True)
class Question:
    """What each answer about absence gives the player of the example."""

    title: Label
    field: forms.BoundField
    refusals: NumberedErrors
    answers: list[tuple[Any, str, Label]]  # the radio button, the total, and why
    points: forms.BoundField | None = None
    points_refusals: NumberedErrors | None = None


class SeasonForm(Changing, forms.Form):
    numbers = Changing.numbers | {"name required": "C46"}
    places = {
        "C20": "name",
        "C44": "reglement",
        "C48": "name",
        "C49": "last",
        "C54": "place_points",
        "C98": "divisions",
        "C290": "by_couple",
        "C291": "by_couple",
        "C297": "tie_break",
    }

    name = OneLine(_("Name"), "", LONGEST_NAME, _("Give it a name."))
    reglement: Any = forms.ModelChoiceField(None, label=_("Rules"), empty_label=None)
    reglement.error_messages["required"] = _("Choose what is played.")
    first = make_day_field(_("From"))
    last = make_day_field(_("Until"))
    rounds = make_number_field(_("Rounds a night"), initial=1)
    signed_off = make_choice_field(
        _("For a night missed, signed off in time"), Season.Absence.choices
    )
    signed_off_points = make_number_field(_("How many points? With an average: at most so many"))
    no_show = make_choice_field(_("For a night missed without a word"), Season.Absence.choices)
    no_show_points = make_number_field(_("How many points? With an average: at most so many"))
    missed_round = make_number_field(
        _("Points for a round missed, of a night with others played"),
        _("Left empty, its part of a night missed."),
    )
    sit_out = make_number_field(
        _("Points for a round without a table, when people are over"),
        _("Once a night for each. Left empty, and from the second on: the own average round."),
    )
    sit_out_pits = make_number_field(_("Pits that a round without a table counts"), initial=0)
    before_joining = make_choice_field(
        _("Nights before somebody joined"),
        [
            (Season.Joining.ABSENT, _("night 1 counts as a night missed")),
            (Season.Joining.SKIP, _("night 1 does not count at all")),
        ],
    )
    counting = make_choice_field(_("The standing"), Season.Counting.choices, Season.Counting.SUM)
    counted = make_number_field(
        _("How many nights"), _("How many of the best count, or how many of the worst do not.")
    )
    place_points = PointsField(
        label=_("Points from the first place on"),
        help_text=_("Such as 4; 2; 1; ½. Only where places count."),
        required=False,
    )
    bonus = make_number_field(_("Points for being there"), initial=0)
    least_nights = make_number_field(_("Nights it takes to have a place"), initial=0)
    tie_break = make_choice_field(
        _("When totals are equal"), Season.TieBreak.choices, Season.TieBreak.SHARED
    )
    divisions = make_number_field(
        _("Divisions"),
        _("1: all play for the same places. Who plays where is said afterwards."),
        initial=1,
    )
    moving = make_number_field(_("How many go up and down at the end"), initial=0)
    by_couple = forms.BooleanField(
        label=_("Couples play: two fixed partners, who have one place together"), required=False
    )
    sizes = make_choice_field(_("How many sit at a table"), Season.Sizes.choices, Season.Sizes.FOUR)
    five = make_choice_field(_("When five people come"), Season.Five.choices, Season.Five.SPLIT)
    guests_ranked = forms.BooleanField(label=_("Guests have a place, too"), required=False)
    for_member = forms.BooleanField(
        label=_("A substitute's games count for whoever is absent"), required=False
    )
    fill_ins = forms.BooleanField(
        label=_(
            "Who waits at a finished table may fill in elsewhere; the better of the two counts"
        ),
        required=False,
    )
    running_hidden = forms.BooleanField(
        label=_("Scores of a round in play are for organisers only, until all its tables are in"),
        required=False,
    )
    minutes = make_number_field(
        _("Minutes meant for a round"),
        _("For the clock in the hall and on the night's page. 0: as long as it takes."),
        initial=0,
    )
    member_fee = AmountField(label=_("A night costs a member"), required=False)
    guest_fee = AmountField(
        label=_("A night costs a guest"),
        help_text=_("In euros, such as 2.50. A single night may cost something else."),
        required=False,
    )
    night_prizes = PlacesField(label=_("Prizes of a night"), required=False)
    season_prizes = PlacesField(
        label=_("Prizes of the season"),
        help_text=_("Places with commas between, such as 1-3, 18, last, or every 4."),
        required=False,
    )

    FEES = ("member_fee", "guest_fee")
    ROW = ("name", "reglement", "first", "last", "rounds")
    QUESTIONS = {
        "signed_off": _("She signed off in time"),
        "no_show": _("She stayed away without a word"),
        "before_joining": _("She only joined after night 1"),
    }
    FOLDS = (
        (_("How the standing counts"), (
            "counting", "counted", "place_points", "bonus", "least_nights", "missed_round",
            "sit_out"), ""),
        (_("When totals are equal"), ("tie_break", "sit_out_pits"), ""),
        (_("Divisions"), ("divisions", "moving"), _("none: all play for the same places")),
        (_("At the tables"), ("by_couple", "sizes", "five", "minutes", "running_hidden"), ""),
        (_("Guests and substitutes"), ("guests_ranked", "for_member", "fill_ins"),
            _("guests have no place; substitutes play for themselves")),
        (_("Contribution"), FEES, _("none")),
        (_("Prizes"), ("night_prizes", "season_prizes"), _("none")),
    )  # fmt: skip
    # Fields that mean something only with some answers to another; season.css hides them too.
    ASKED_WITH: ClassVar[dict[str, tuple[str, set[str]]]] = {
        "counted": ("counting", set(COUNTED)),
        "place_points": ("counting", {Season.Counting.PLACES}),
        "bonus": ("counting", {Season.Counting.PLACES}),
        "sit_out_pits": ("tie_break", {Season.TieBreak.PITS}),
        "five": ("sizes", {Season.Sizes.FOUR}),
    }
    # What becomes of Els, who had 300, 420 and 360 points on her three nights.
    EXAMPLE: ClassVar[dict[tuple[str, str], tuple[str, Label]]] = {
        **{
            (question, how): answer
            for question in ("signed_off", "no_show")
            for how, answer in {
                Season.Absence.SKIP: ("1080", _("over 3 nights")),
                Season.Absence.FIXED: ("1580", _("with 500 for that night")),
                Season.Absence.WORST: ("1640", _("if the worst that night had 560")),
                Season.Absence.OWN: ("1440", _("with 360 for that night")),
            }.items()
        },
        ("before_joining", Season.Joining.ABSENT): ("1640", _("if night 1 counts 560")),
        ("before_joining", Season.Joining.SKIP): ("1080", _("over 3 nights")),
    }

    def __init__(
        self,
        reglementen: QuerySet[Reglement],
        data: Sent = None,
        season: Season | None = None,
        begins_with: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=model_to_dict(season) if season else begins_with)
        self.season = season
        for name in self.FEES:  # none is left empty
            self.initial[name] = self.initial.get(name) or None
        self.fields["reglement"].queryset = reglementen  # type: ignore[attr-defined]

    def row(self) -> list[tuple[forms.BoundField, NumberedErrors]]:
        return [(self[name], self.list_refusals(name)) for name in self.ROW]

    def folds(self) -> list[Fold]:
        return [
            Fold(
                title, [(self[name], self.list_refusals(name)) for name in names], nothing, summary
            )
            for title, names, nothing in self.FOLDS
            for summary in [" · ".join(filter(None, map(self._summarize, names))) or str(nothing)]
        ]

    def _summarize(self, name: str) -> str:
        """ "" if there is nothing to tell, such as for a number that has its usual value."""
        field, value = self[name], self[name].value()
        other, answers = self.ASKED_WITH.get(name, ("", set()))
        if self.list_refusals(name) or (other and self[other].value() not in answers):
            return ""
        if isinstance(field.field, forms.ChoiceField):
            return str(dict(field.field.choices).get(value, ""))  # type: ignore[arg-type]
        if isinstance(field.field, forms.BooleanField):
            return str(field.label) if value else ""
        usual = field.field.initial
        return "" if value in (None, "", usual, str(usual)) else f"{field.label}: {value}"

    def questions(self) -> list[Question]:
        questions = []
        for name, title in self.QUESTIONS.items():
            answers = [(option, *self.EXAMPLE[name, option.data["value"]]) for option in self[name]]
            points = f"{name}_points"
            figure = (self[points], self.list_refusals(points)) if points in self.fields else ()
            questions.append(
                Question(title, self[name], self.list_refusals(name), answers, *figure)
            )
        return questions

    def clean(self) -> dict[str, Any]:
        """Return only the values that the user changed. An empty number becomes its default."""
        for name in ("rounds", "bonus", "least_nights", "divisions", "moving", "minutes"):
            if self.cleaned_data.get(name) is None:
                self.cleaned_data[name] = self.fields[name].initial
        for name in self.FEES:
            self.cleaned_data[name] = self.cleaned_data.get(name) or 0
        if not self.season:
            return self.cleaned_data
        return {name: value for name, value in self.cleaned_data.items() if self.is_touched(name)}
