from collections import Counter
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.forms.new_sheet import list_kinds
from scoring.toolkit.numbered_forms import Sent, number_message
from tournaments import problems
from tournaments.club import reglementen
from tournaments.forms.base import Numbered
from tournaments.forms.fields import (
    AmountField,
    OneLine,
    PlacesField,
    check_year,
    make_choice_field,
    make_day_field,
    make_number_field,
    make_text_field,
    make_time_field,
)
from tournaments.members import members
from tournaments.models import Club, Night, Reglement
from tournaments.models.night import AHEAD
from tournaments.models.season import LONGEST_NAME
from tournaments.names import Name, read
from tournaments.nights import open_evenings
from tournaments.problems import COLUMNS, NO_FIRST_NAME

ALONE, COUPLES = "alone", "couples"


class OpenEveningForm(Numbered, forms.Form):
    places = dict.fromkeys((problems.WRONG_NAME, problems.SAME_SEASON), "name") | {
        problems.NO_GAME: "rules",
        problems.SAME_REGLEMENT: "rules",
        problems.NO_SIDES: "play",
        problems.COUPLES_STAY: "play",
    }

    name = OneLine(_("Name"), "", LONGEST_NAME, _("Give it a name."))
    rules = forms.ChoiceField(label=_("Game"))
    play = make_choice_field(
        _("Who plays"), [(ALONE, _("each alone")), (COUPLES, _("fixed couples"))]
    )
    rounds = make_number_field(_("Rounds"))
    day = make_day_field(_("Day"), validators=[check_year])
    starts = make_time_field(_("Time"), required=False)
    fee = AmountField(label=_("Fee"), help_text=_("For each. Empty: nothing."), required=False)
    night_prizes = PlacesField(
        label=_("Prizes"),
        help_text=_("Places, such as 1-3, last. Everybody can win, guests too."),
        required=False,
    )

    def __init__(self, club: Club, data: Sent = None, night: Night | None = None) -> None:
        super().__init__(data, initial=_read(night) if night else _suggest(club))
        own = [(str(each.pk), str(each)) for each in reglementen.list_offered(club)]
        if night and (rules := night.season.reglement).archived:
            own.append((str(rules.pk), str(rules)))
        names = {name for _key, name in own}
        usual = [
            (f"{kind.key}/{kind.preset}", kind.name)
            for first in list_kinds()
            for kind in (first, *first.presets)
            if kind.name not in names
        ]
        choices = [(_("As the club plays"), own), (_("As usual"), usual)]
        self.fields["rules"].choices = choices if own else usual
        if night and night.state not in AHEAD:
            self.fields["day"].disabled = True
        self.club, self.suggests_couples = club, not night and self.initial["play"] == COUPLES

    def clean(self) -> dict[str, Any]:
        values = dict(self.cleaned_data)
        if self.errors:
            return values
        values["by_couple"] = values.pop("play") == COUPLES
        values["rounds"] = values["rounds"] or 1
        if values["rules"].isdigit():
            values["rules"] = self.club.reglementen.get(pk=values["rules"])
        if values["by_couple"] and self.suggests_couples:
            rules = values["rules"]
            if isinstance(rules, str):
                rules = Reglement(game=rules.partition("/")[0], options={})
            values["by_couple"] = reglementen.has_sides(rules)
        return values


def _read(night: Night) -> dict[str, Any]:
    season = night.season
    return {
        "name": season.name,
        "rules": str(season.reglement_id),
        "play": COUPLES if season.by_couple else ALONE,
        "rounds": season.rounds,
        "day": night.day,
        "starts": night.starts,
        "fee": season.member_fee or None,
        "night_prizes": season.night_prizes,
    }


def _suggest(club: Club) -> dict[str, Any]:
    begins_with = open_evenings.suggest(club)
    begins_with["play"] = COUPLES if begins_with.pop("by_couple") else ALONE
    day = date_format(begins_with["day"], "MONTH_DAY_FORMAT")
    name = gettext("Open evening %(day)s") % {"day": day}
    return begins_with | {"name": name, "fee": begins_with["fee"] or None}


class WalkInsForm(Numbered, forms.Form):
    places = dict.fromkeys((*problems.OF_A_NAME, problems.COLUMNS, problems.NO_COUPLES), "name")

    name = OneLine(_("Name"), longest=200, autocapitalize="words", list="known", autofocus="")
    names = make_text_field(
        *(_("One name a line"), "", ""),
        longest=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    another = forms.BooleanField(label=_("This is somebody else of that name"), required=False)

    def __init__(self, night: Night, data: Sent = None) -> None:
        super().__init__(data)
        self.couples = night.season.by_couple

    def is_double(self) -> bool:
        return any(self.is_refused(problems.SAME_NAME, field) for field in self.fields)

    def clean(self) -> dict[str, Any]:
        name, names = self.cleaned_data.get("name", ""), self.cleaned_data.get("names", "")
        if names and not name:  # what is wrong with a list is told there
            self.places = dict.fromkeys(self.places, "names")
        lines = [name, *names.splitlines()]
        people = [self._read(line) for line in lines if line.strip()]
        if not people and not self.errors:
            self.refuse("name", *number_message(NO_FIRST_NAME))
        return {"names": people, "another": self.cleaned_data.get("another", False)}

    def _read(self, line: str) -> tuple[Name, ...]:
        split = members.split_couple if self.couples else members.split_partners
        readings = [read(part) for part in split(line)]
        if None in readings:
            self.refuse(self.places[problems.SAME_NAME], *number_message(COLUMNS))
        return tuple(reading.name for reading in readings if reading)


def list_known_names(club: Club) -> list[str]:
    """Return the names that the door offers; namesakes are tapped in the list."""
    names = Counter(member.name.full for member in members.list_members(club))
    return [name for name, count in names.items() if count == 1]
