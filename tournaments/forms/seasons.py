from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.db import models
from django.db.models import QuerySet
from django.forms.models import model_to_dict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Label, NumberedErrors, Sent
from tournaments import problems
from tournaments.club.reglementen import build_game
from tournaments.club.season_texts import PLACES_OF_SIDES
from tournaments.club.seasons import MARKS, list_marks
from tournaments.forms.base import Changing
from tournaments.forms.fields import (
    AmountField,
    FurtherField,
    OneLine,
    PeriodsField,
    PlacesField,
    PointsField,
    check_year,
    make_choice_field,
    make_day_field,
    make_number_field,
)
from tournaments.models import Reglement, Season
from tournaments.models.season import LONGEST_NAME, Option
from tournaments.problems import NO_POINTS_IN_TURN

SIZES = ("sizes", "five")  # of tables that may have more or fewer than four


def make_field(option: Option) -> forms.Field:
    label: Any = {"label": option.label, "help_text": option.help, "required": False}
    match option.kind, option.column:
        case "cents", _column:
            return AmountField(**label)
        case "places", _column:
            return PlacesField(**label)
        case "points", _column:
            return PointsField(**label)
        case "in turn", _column:
            return PointsField(NO_POINTS_IN_TURN, **label)
        case "periods", _column:
            return PeriodsField(**label)
        case "standings", _column:
            return FurtherField(**label)
        case _kind, models.BooleanField():
            return forms.BooleanField(**label)
        case _kind, models.CharField(choices=choices):
            return make_choice_field(option.label, choices, option.usual)
    begins = {} if option.usual is None else {"initial": option.usual}
    return make_number_field(option.label, option.help, **begins)


def _tell_periods(season: Season) -> str:
    """Of periods of so many nights: what the planned nights make of them."""
    nights, every = season.nights.count(), season.periods[0] if season.periods else ""
    if not nights or not isinstance(every, int):
        return ""
    whole, over = divmod(nights, every)
    parts = [gettext("Planned nights: %(nights)s. Whole periods in them: %(whole)s.")]
    if over:
        last = ngettext(
            "The last one has %(over)s night so far, and no prizes until it is whole.",
            "The last one has %(over)s nights so far, and no prizes until it is whole.",
            over,
        )
        parts.append(last)
    bests = (Season.Counting.BEST, Season.Counting.BEST_AVERAGE)
    if season.by_period and season.counting in bests and (season.counted or 0) > whole:
        parts.append(gettext("The season counts the best %(counted)s."))
    said = {"nights": nights, "whole": whole, "over": over, "counted": season.counted}
    return " ".join(parts) % said


@dataclass(frozen=True)
class Fold:
    title: Label
    fields: list[tuple[forms.BoundField, NumberedErrors]]
    nothing: Label  # words for a part with nothing but the usual
    summary: str

    @property
    def wrong(self) -> bool:
        return any(refusals for _field, refusals in self.fields)


@dataclass(frozen=True)
class Question:
    title: Label
    field: forms.BoundField
    refusals: NumberedErrors
    answers: list[tuple[Any, str, Label]]  # the radio button, the total, and why
    more: list[tuple[forms.BoundField, NumberedErrors]]  # asked with some of the answers


class SeasonForm(Changing, forms.Form):
    places = {
        problems.WRONG_NAME: "name",
        problems.NO_GAME: "reglement",
        problems.SAME_SEASON: "name",
        problems.NO_ORDER: "last",
        problems.NO_PLACE_POINTS: "place_points",
        problems.STILL_THERE: "divisions",
        problems.FILLS_UP: "least_averaged",
        problems.NO_SIDES: "by_couple",
        problems.COUPLES_STAY: "by_couple",
        problems.NO_PERIOD: "periods",
    }

    name = OneLine(_("Name"), "", LONGEST_NAME, _("Give it a name."))
    reglement: Any = forms.ModelChoiceField(None, label=_("Rules"), empty_label=None)
    reglement.error_messages["required"] = _("Choose what is played.")
    first = make_day_field(_("From"), validators=[check_year])
    last = make_day_field(_("Until"), validators=[check_year])

    ROW: tuple[str, ...] = ("name", "reglement", "first", "last", "rounds")
    QUESTIONS = {
        "signed_off": _("She signed off in time"),
        "no_show": _("She did not sign off in time"),
        "before_joining": _("She only joined after night 1"),
        "sitting_out": _("She had no table in a round: people were over"),
    }
    MORE: ClassVar[dict[str, tuple[str, ...]]] = {
        "signed_off": ("signed_off_points", "sign_off_hours"),
        "no_show": ("no_show_points", "no_show_always"),
        "sitting_out": ("sit_out", "sit_out_pits", "missed_round"),
    }
    FOLDS: ClassVar[dict[str, tuple[Label, Label]]] = {  # titles, and words for the usual alone
        "standing": (_("How the standing counts"), ""),
        "periods": (_("Periods and further standings"), _("none")),
        "ties": (_("When totals are equal"), ""),
        "divisions": (_("Divisions"), _("none: all play for the same places")),
        "tables": (_("At the tables"), ""),
        "guests": (
            _("Guests and substitutes"),
            _("guests have no place; substitutes play for themselves"),
        ),
        "fees": (_("Contribution"), _("none")),
        "prizes": (_("Prizes"), _("none")),
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
                Season.Absence.LESS: ("1450", _("with 370 for that night, if it is 10")),
            }.items()
        },
        ("sitting_out", Season.SittingOut.OWN): ("120", _("if her other rounds had 100 and 140")),
        ("sitting_out", Season.SittingOut.FIXED): ("160", _("if that is the number")),
        ("sitting_out", Season.SittingOut.WORST): ("185", _("if the worst that round had 185")),
        ("before_joining", Season.Joining.ABSENT): ("1640", _("if night 1 counts 560")),
        ("before_joining", Season.Joining.SKIP): ("1080", _("over 3 nights")),
    }

    def __init__(
        self,
        reglementen: QuerySet[Reglement],
        data: Sent = None,
        season: Season | None = None,
        begins_with: dict[str, Any] | None = None,
        *,
        sides: bool = False,
    ) -> None:
        super().__init__(data, initial=model_to_dict(season) if season else begins_with)
        self.season = season
        self.options = {option.name: option for option in Season.list_options()}
        self.fields |= {name: make_field(option) for name, option in self.options.items()}
        self.fields["reglement"].queryset = reglementen
        self._leave_out_marks({kind for rules in reglementen for kind in list_marks(rules)})
        rules = season.reglement if season else reglementen.first()
        low, high = build_game(rules).seats if rules else (0, 1)
        if low == high:
            self._leave_out(*SIZES)
        self.fields["before_joining"].choices = [
            (Season.Joining.ABSENT, _("night 1 counts as a night missed")),
            (Season.Joining.SKIP, _("night 1 does not count at all")),
        ]
        if sides:
            self.ROW = (*self.ROW, "by_couple")
            self.options["by_couple"] = replace(self.options["by_couple"], fold="")
            self._word_for_sides()
        if season and (note := _tell_periods(season)):
            periods = self.fields["periods"]
            periods.help_text = f"{periods.help_text} {note}"
        for name, option in self.options.items():
            if option.kind == "cents":  # none is left empty
                self.initial[name] = self.initial.get(name) or None
        if self.initial["member_fee"]:  # then 0 is written: empty says as much as a member
            self.initial["guest_fee"] = self.initial["guest_fee"] or 0

    def _leave_out(self, *names: str) -> None:
        for name in names:
            del self.fields[name], self.options[name]

    def _leave_out_marks(self, counted: Collection[str]) -> None:
        ways = self.fields["tie_break"]
        ways.choices = [way for way in ways.choices if way[0] in counted or way[0] not in MARKS]
        if not counted:
            self._leave_out("marks_shown")

    def _word_for_sides(self) -> None:
        counting = dict(Season.Counting.choices) | {Season.Counting.PLACES: PLACES_OF_SIDES}
        self.fields["counting"].choices = counting.items()
        self.fields["place_points"].help_text = _(
            "Such as 2; 0: the two sides of a table are ranked, and both partners get the"
            " points of their side."
        )

    def row(self) -> list[tuple[forms.BoundField, NumberedErrors]]:
        return [(self[name], self.list_refusals(name)) for name in self.ROW]

    def folds(self) -> list[Fold]:
        folds = []
        for key, (title, nothing) in self.FOLDS.items():
            names = [name for name, option in self.options.items() if option.fold == key]
            fields = [(self[name], self.list_refusals(name)) for name in names]
            summary = " · ".join(filter(None, map(self._summarize, names)))
            folds.append(Fold(title, fields, nothing, summary or str(nothing)))
        return folds

    def _summarize(self, name: str) -> str:
        field, value = self[name], self[name].value()
        other, answers = self.options[name].asked_with or ("", [])
        if self.list_refusals(name) or (other and self[other].value() not in answers):
            return ""
        if isinstance(field.field, forms.ChoiceField):
            return str(dict(field.field.choices).get(value, ""))  # type: ignore[arg-type]
        if isinstance(field.field, forms.BooleanField):
            return str(field.label) if value else ""
        if isinstance(field.field, FurtherField):
            rows = value if isinstance(value, list) else field.field.widget.decompress(value)
            value = ", ".join(filter(None, rows[::5]))
        usual = field.field.initial
        return "" if value in (None, "", usual, str(usual)) else f"{field.label}: {value}"

    def questions(self) -> list[Question]:
        questions = []
        for name, title in self.QUESTIONS.items():
            answers = [(option, *self.EXAMPLE[name, option.data["value"]]) for option in self[name]]
            more = [(self[field], self.list_refusals(field)) for field in self.MORE.get(name, ())]
            questions.append(Question(title, self[name], self.list_refusals(name), answers, more))
        return questions

    def clean(self) -> dict[str, Any]:
        fee = self.cleaned_data.get("member_fee") or 0
        follows = self.cleaned_data.get("guest_fee") is None
        if follows:
            self.cleaned_data["guest_fee"] = fee
        for name, option in self.options.items():
            if self.cleaned_data.get(name) is None and option.usual is not None:
                self.cleaned_data[name] = option.usual
        kept = self.keep_touched() if self.season else self.cleaned_data
        return kept | {"guest_fee": fee} if follows and "member_fee" in kept else kept
