from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Label, NumberedErrors, Sent, number_message
from tournaments import problems
from tournaments.files.imports.guess_columns import PastedLine, PastedList
from tournaments.forms.base import Changing, Numbered
from tournaments.forms.fields import (
    EmailAddress,
    OneLine,
    make_choice_field,
    make_day_field,
    make_number_field,
)
from tournaments.members import couples, members
from tournaments.members.members import ListLine, ListPreview
from tournaments.models import Club, Member, Pair, Season
from tournaments.names import LONGEST

MOST_SHOWN = 100  # lines of a pasted list
NOBODY = _("Choose somebody.")

Lines = list[tuple[forms.BoundField, NumberedErrors]]


class MemberForm(Changing, forms.Form):
    places = dict.fromkeys(problems.OF_A_NAME, "first") | {
        problems.SAME_NUMBER: "number",
        problems.NO_TABLE: "table",
    }

    first = OneLine(_("First name"), autocapitalize="words")
    particle = OneLine(_("Tussenvoegsel"), _("Such as “van der”: names are sorted without it."))
    family = OneLine(_("Family name"), autocapitalize="words")
    another = forms.BooleanField(label=_("This is somebody else of that name"), required=False)
    guest = forms.BooleanField(label=_("A guest, no member"), required=False)
    writes = make_choice_field(_("Keeps score"), Member.Writes, "any")
    nickname = OneLine(_("Nickname"), autocapitalize="words")
    number = OneLine(_("Member number"), longest=20)
    table = make_number_field(_("Always sits at table"), _("Empty: may be drawn to any table."))
    table.error_messages["invalid"] = _("Write the number of a table.")
    household = OneLine(
        _("Family or group"),
        _("Every draw keeps apart who has the same name here. Visitors never see it."),
        longest=LONGEST,
        list="households",
    )
    email = EmailAddress(label=_("E-mail address"), required=False)
    phone = OneLine(_("Phone number"), longest=30, inputmode="tel")
    joined = make_day_field(
        _("Member since"),
        help_text=_(
            "Where a season counts nights before that otherwise. Empty: since they stand here."
        ),
        required=False,
    )
    shown = make_choice_field(_("The public sees"), Member.Shown, "full")

    NAME = ("first", "particle", "family")
    PLAYS = ("guest", "writes")
    MORE = ("nickname", "number", "table", "household", "email", "phone", "joined", "shown")

    def __init__(self, data: Sent = None, member: Member | None = None) -> None:
        fields = (*self.NAME, *self.PLAYS, *self.MORE)
        super().__init__(
            data, initial={name: getattr(member, name) for name in fields} if member else {}
        )
        self.member = member

    def clean(self) -> dict[str, Any]:
        """Meanwhile the member may have changed other values."""
        return self.keep_touched() if self.member else self.cleaned_data

    def name(self) -> Lines:
        double = self.is_refused(problems.SAME_NAME, "first")
        ask_double = double or self["another"].value()
        return self._lines(*self.NAME, *(["another"] if ask_double else []))

    def plays(self) -> Lines:
        return self._lines(*self.PLAYS)

    def more(self) -> Lines:
        return self._lines(*self.MORE)

    def more_is_open(self) -> bool:
        return any(self.list_refusals(name) for name in self.MORE)

    def _lines(self, *names: str) -> Lines:
        return [(self[name], self.list_refusals(name)) for name in names]


class ShownForm(Numbered, forms.Form):
    shown = make_choice_field(_("The public sees"), Member.Shown)


class ListForm(Numbered, forms.Form):
    text = forms.CharField(
        label=_("One name a line"),
        help_text=_("Such as “Jan van der Berg”. Columns of a spreadsheet are fine, too."),
        required=False,
        widget=forms.Textarea(
            attrs={
                "rows": 5,
                "autocomplete": "off",
                "spellcheck": "false",
                "autocapitalize": "words",
            }
        ),
    )
    again = forms.BooleanField(
        label=_("Add those of a known name, too: they are other people"), required=False
    )


@dataclass(frozen=True)
class Pasted:
    reading: ListPreview

    def problems(self) -> list[tuple[ListLine, str, str]]:
        wrong = self.reading.wrong[:MOST_SHOWN]
        return [(line, *number_message(line.wrong, most=LONGEST)) for line in wrong if line.wrong]

    def doubtful(self) -> list[ListLine]:
        return self.reading.doubtful[:MOST_SHOWN]

    def more(self) -> bool:
        return max(len(self.reading.wrong), len(self.reading.doubtful)) > MOST_SHOWN


class PersonField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def __init__(self, label: Label) -> None:
        super().__init__(None, label=label, empty_label=_("Choose a name"))
        self.error_messages["required"] = NOBODY

    def offer(self, club: Club, but: Member) -> None:
        self.queryset = members.list_members(club).exclude(pk=but.pk)
        self.labels = members.load_club_labels(club)

    def label_from_instance(self, obj: Member) -> str:
        return self.labels[obj.pk].full


class MergeForm(Numbered, forms.Form):
    keep: Any = PersonField(_("The same person as"))

    def __init__(self, club: Club, double: Member, data: Sent = None) -> None:
        super().__init__(data)
        self.fields["keep"].offer(club, double)


class PairForm(Numbered, forms.Form):
    other: Any = PersonField(_("With"))
    kind = make_choice_field(_("In a draw"), Pair.Kind, "apart")

    def __init__(self, club: Club, member: Member, data: Sent = None) -> None:
        super().__init__(data)
        self.fields["other"].offer(club, member)


class HouseholdForm(Numbered, forms.Form):
    household = OneLine(
        _("Name of the family or group"),
        longest=LONGEST,
        missing=_("Write a name, such as that of the family."),
        list="households",
    )
    people = forms.TypedMultipleChoiceField(
        label=_("Who belongs to it"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    people.error_messages["required"] = NOBODY

    def __init__(self, club: Club, data: Sent = None) -> None:
        super().__init__(data)
        people = members.sort_by_name(members.list_members(club).filter(archived=None))
        self.fields["people"].choices = [
            (member.pk, str(member)) for member in members.label_people(people)
        ]


COLUMNS = {
    "": _("left aside"),
    "first": _("First name"),
    "particle": _("Tussenvoegsel"),
    "family": _("Family name"),
    "name": _("Whole name"),
    "number": _("Member number"),
    "email": _("E-mail address"),
    "phone": _("Phone number"),
    "joined": _("Member since"),
    "nickname": _("Nickname"),
    "household": _("Family or group"),
}


@dataclass(frozen=True)
class PastedColumns:
    pasted: PastedList

    def columns(self) -> list[tuple[str, str, list[tuple[str, Any, bool]]]]:
        return [
            (
                heading,
                f"column-{number}",
                [(key, words, key == field) for key, words in COLUMNS.items()],
            )
            for number, (heading, field) in enumerate(
                zip(self.pasted.headings, self.pasted.fields, strict=True)
            )
        ]

    def lines(self) -> list[tuple[PastedLine, str]]:
        return [(line, _why(line)) for line in self.pasted.lines[:MOST_SHOWN]]

    def more(self) -> bool:
        return len(self.pasted.lines) > MOST_SHOWN


def _why(line: PastedLine) -> str:
    why = line.entry.wrong or line.entry.aside
    if not why:
        return ""
    check, params = why
    return " ".join(number_message(check, **params))


class CouplesForm(Numbered, forms.Form):
    own = (problems.NOT_TWO, problems.WRONG_LIST, problems.HAS_PARTNER, problems.NEW_MEMBERS)
    places = dict.fromkeys(own, "text")
    text = forms.CharField(
        label=_("A couple a line"),
        help_text=_("Such as “Annie & Bep”."),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "spellcheck": "false"}),
    )
    new = forms.BooleanField(label=_("Who is not in the club yet is a new member"), required=False)


class CoupleForm(Numbered, forms.Form):
    first = forms.TypedChoiceField(label=_("Who"), coerce=int)
    second = forms.TypedChoiceField(label=_("Plays with"), coerce=int)

    def __init__(self, season: Season, data: Any = None, inside: Collection[Member] = ()) -> None:
        super().__init__(data)
        self.people = {member.pk: member for member in couples.list_without_partner(season)}
        choices: list[Any] = [(pk, str(member)) for pk, member in self.people.items()]
        if inside:
            here = {member.pk for member in inside}
            choices = [
                (_("Without a partner tonight"), [each for each in choices if each[0] in here]),
                (_("Not in yet"), [each for each in choices if each[0] not in here]),
            ]
        choices.insert(0, ("", "–"))
        for name in ("first", "second"):
            self.fields[name].choices = choices
            self.fields[name].error_messages["required"] = NOBODY

    def clean(self) -> dict[str, Any]:
        chosen = {name: self.cleaned_data.get(name, 0) for name in ("first", "second")}
        return {name: self.people.get(pk) for name, pk in chosen.items()}
