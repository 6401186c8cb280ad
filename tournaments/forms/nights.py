from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Sent
from tournaments import problems
from tournaments.club.reglementen import build_game
from tournaments.club.season_texts import places_in_words
from tournaments.forms.base import Numbered
from tournaments.forms.changes import WhoField
from tournaments.forms.fields import (
    AmountField,
    DaysField,
    NightPrizesField,
    OneLine,
    TakingsField,
    check_year,
    make_choice_field,
    make_day_field,
    make_number_field,
    make_time_field,
)
from tournaments.members import members
from tournaments.models import Night, Round, Season, Table
from tournaments.models.club import LONGEST_VENUE, at_in_words
from tournaments.models.night import AHEAD
from tournaments.models.season import MOST_NIGHTS
from tournaments.nights.nights import (
    LAST_OF_MONTH,
    SAME_OF_MONTH,
    Arrangement,
    list_days,
    load_arrangement,
)

EVERY = [
    ("0", _("this day only")),
    ("1", _("every week")),
    ("2", _("every two weeks")),
    ("4", _("every four weeks")),
    (SAME_OF_MONTH, _("every month on the same weekday, such as the second Friday")),
    (LAST_OF_MONTH, _("every month on the last such weekday")),
]


class PlanForm(Numbered, forms.Form):
    places = dict.fromkeys((problems.OTHER_DAY, problems.SAME_DAY, problems.MANY_NIGHTS), "first")

    first = make_day_field(_("First night"))
    weeks = make_choice_field(_("And then"), EVERY, "1")
    last = make_day_field(_("Until"), required=False)
    count = make_number_field(_("Or so many nights"), min_value=1)
    skip = DaysField(label=_("But not on"), required=False)
    starts = make_time_field(_("Time"), required=False)
    venue = OneLine(_("Where"), longest=LONGEST_VENUE)
    games = make_number_field(_("Games a round"))
    prizes = NightPrizesField(label=_("Prizes of a night"), required=False)
    sign_up = forms.BooleanField(label=_("Members can sign up at once"), required=False)

    def __init__(self, season: Season, data: Sent = None) -> None:
        super().__init__(data, initial={"last": season.last})
        self.fields["first"].widget.attrs["autofocus"] = ""
        self.season = season
        tell_usual(self, season)
        usual = build_game(season.reglement).value("games") or gettext("as the rules say")
        self.fields["games"].help_text = gettext("Left empty: %(usual)s.") % {"usual": usual}

    def clean(self) -> dict[str, Any]:
        if self.errors:
            return self.cleaned_data
        values = self.cleaned_data
        last = min(values["last"] or self.season.last, self.season.last)
        every = int(values["weeks"]) if values["weeks"].isdigit() else values["weeks"]
        skip = values["skip"]
        free = [
            day
            for day in list_days(values["first"], last, every)
            if not {(day.day, day.month, day.year), (day.day, day.month, None)} & skip
        ]
        count = values["count"] or len(free)
        if not free or len(free) < count:
            words = gettext("Until %(day)s there is room for %(fit)s.")
            message = words % {"day": date_format(last), "fit": len(free)}
            raise forms.ValidationError({"count" if free else "skip": message})
        more = ("sign_up", "starts", "venue", "games", "prizes")
        return {"days": free[:count]} | {name: values[name] for name in more}


def tell_usual(form: forms.Form, season: Season) -> None:
    club, words = season.club, gettext("Left empty: %(usual)s.")
    usual = {"starts": at_in_words(club.starts) if club.starts else "", "venue": club.venue}
    for name, said in usual.items():
        form.fields[name].help_text = words % {"usual": said} if said else ""
    prizes = places_in_words(season.night_prizes) or gettext("none")
    words = gettext("Left empty, as in the season: %(usual)s. A dash: none.")
    form.fields["prizes"].help_text = words % {"usual": prizes}


class ArrangeForm(Numbered, forms.Form):
    """The day of a night can't be changed once it has begun."""

    places = dict.fromkeys((problems.OTHER_DAY, problems.SAME_DAY), "day") | {
        problems.WRONG_NAME: "venue"
    }

    day = make_day_field(_("Day"), validators=[check_year])
    starts = make_time_field(_("Time"), required=False)
    venue = OneLine(_("Where"), longest=LONGEST_VENUE)
    minutes = make_number_field(_("Minutes meant for a round"))
    most_people = make_number_field(_("Places"))
    prizes = NightPrizesField(label=_("Prizes of this night"), required=False)

    def __init__(self, night: Night, data: Sent = None) -> None:
        initial = load_arrangement(night)._asdict() | {"day": night.day}
        super().__init__(data, initial=initial)
        tell_usual(self, night.season)
        usual = night.season.minutes or gettext("as long as it takes")
        self.fields["minutes"].help_text = gettext("Left empty: %(usual)s.") % {"usual": usual}
        words = gettext("Left empty: %(usual)s. Whoever comes after that is on the reserve list.")
        usual = night.season.most_people or gettext("no limit")
        self.fields["most_people"].help_text = words % {"usual": usual}
        if night.state not in AHEAD:
            del self.fields["day"]

    def clean(self) -> dict[str, Any]:
        if self.errors:
            return self.cleaned_data
        values = self.cleaned_data
        said = Arrangement(*(values[name] for name in Arrangement._fields))
        return {"arrangement": said, "day": values.get("day")}


class ClockForm(Numbered, forms.Form):
    began = make_time_field(_("It began at"), required=False)

    def clean(self) -> dict[str, Any]:
        return {"at": self.cleaned_data.get("began")}


class FeesForm(Numbered, forms.Form):
    member_fee = AmountField(label=_("For a member"), required=False)
    guest_fee = AmountField(label=_("For a guest"), required=False)
    takings = TakingsField(
        label=_("Bar, raffle, costs"),
        help_text=_("A line each, such as: Bar 143.50. What was spent has a minus: Hall -75"),
        required=False,
    )

    def __init__(self, night: Night, data: Sent = None) -> None:
        fees = {"member_fee": night.member_fee, "guest_fee": night.guest_fee}
        super().__init__(data, initial=fees | {"takings": night.takings})


class CardForm(Numbered, forms.Form):
    member = WhoField(_("Who"))
    nights = make_number_field(
        _("For how many nights?"),
        _("Left empty: the whole season."),
        min_value=1,
        max_value=MOST_NIGHTS,
    )
    amount = AmountField(label=_("Paid"))

    def __init__(self, season: Season, data: Sent = None) -> None:
        super().__init__(data)
        people = members.list_members(season.club).filter(archived=None)
        self.fields["member"].offer([("", members.label_in_order(people))])


class CutForm(Numbered, forms.Form):
    games = make_number_field(
        _("Games at a table"), _("Players who have played more games keep them.")
    )
    table = forms.TypedChoiceField(label=_("Where"), required=False, empty_value=None)

    def __init__(self, round_: Round, data: Sent = None) -> None:
        usual = round_.night.games or build_game(round_.night.season.reglement).value("games")
        super().__init__(data, initial={"games": usual})
        field = self.fields["table"]
        field.coerce = lambda pk: round_.tables.get(pk=pk)
        words = gettext("Table %(number)s")
        field.choices = [
            ("", gettext("at every table of this round")),
            *((table.pk, words % {"number": table.number}) for table in round_.tables.used()),
        ]


ALL = "all"


class ReasonForm(Numbered, forms.Form):
    places = {problems.NO_REASON: "reason", problems.NOT_ALL_IN: "reason"}

    reason = OneLine(_("Why?"), longest=200)


class ReopenForm(ReasonForm):
    table = forms.TypedChoiceField(
        label=_("Which form"), error_messages={"required": _("Choose the form to correct.")}
    )

    field_order = ("table", "reason")

    def __init__(self, night: Night, data: Sent = None, table: int = 0) -> None:
        """One form is opened again: `table` is the id of its table, if it is known already."""
        super().__init__(data, initial={"table": table})
        tables = Table.objects.used().filter(round__night=night).select_related("round", "sheet")
        tables_by_pk = {
            str(table.pk): table for table in tables.order_by("round__number", "number")
        }
        words = gettext("Round %(round)s, table %(table)s")
        choices = [
            (pk, words % {"round": placed.round.number, "table": placed.number})
            for pk, placed in tables_by_pk.items()
        ]
        field = self.fields["table"]
        field.coerce = tables_by_pk.get
        field.choices = [("", ""), *choices, (ALL, gettext("all forms of this night"))]
