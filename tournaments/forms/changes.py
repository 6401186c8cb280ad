from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.sheets import player_changes
from scoring.toolkit.numbered_forms import Label, NumberedErrors, Sent
from scoring.toolkit.problems import ProblemCode
from tournaments import problems
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine, make_number_field
from tournaments.forms.members import NOBODY
from tournaments.models import Member, Night, Table
from tournaments.nights.pages.table import AtTable

State = Night.State
Groups = Sequence[tuple[str, Iterable[Member]]]


class WhoField(forms.ChoiceField):
    def __init__(self, label: Label, *, where: bool = False) -> None:
        super().__init__(label=label)
        self.where = where  # each is named with the group, such as a table
        self.people: dict[str, Member] = {}
        self.error_messages["required"] = NOBODY

    def offer(self, groups: Groups) -> None:
        lines: list[Any] = [("", _("Choose"))]
        for label, people in groups:
            by_pk = {str(person.pk): person for person in people}
            beside = f" · {label}" if self.where else ""
            options = [(pk, f"{person}{beside}") for pk, person in by_pk.items()]
            lines += [(label, options)] if label and options else options
            self.people |= by_pk
        self.choices = lines

    def clean(self, value: Any) -> Member:
        return self.people[super().clean(value)]


def make_game_field(label: Label) -> forms.IntegerField:
    return make_number_field(label, _("Games before it stay as they are."))


class ChangeForm(Numbered, forms.Form):
    """`free` has who can take a seat, in groups such as those who are present."""

    do: str
    title: Label
    button: Label
    states: tuple[str, ...] = (State.PLAYING,)
    from_next = False  # holds from the next game on, as the page tells beforehand

    def __init__(self, at: AtTable, free: Groups, data: Sent = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial, auto_id=f"{self.do}-%s")
        self.at, self.free = at, free
        self.fill()

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return at.open and bool(at.here)

    def fill(self) -> None:
        """Of who sits here one is chosen, and from which game on."""
        self.fields["member"].offer([("", self.at.here)])
        self.initial.setdefault("since", self.at.next)


class LeaveForm(ChangeForm):
    do, title, button = "leave", _("Somebody leaves"), _("Leaves")
    places = {
        problems.FROM_GAME: "since",
        player_changes.IS_ENTERED: "since",
        player_changes.CHANGED_SINCE: "since",
    }

    member = WhoField(_("Who leaves"))
    since = make_game_field(_("Away from game"))

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return super().is_possible(at) and not at.chairs.fixed


class ComeForm(ChangeForm):
    do, title, button = "come", _("Somebody comes"), _("To this table")
    from_next = True
    places: Mapping[ProblemCode, str] = {problems.LARGER: "member"}

    member = WhoField(_("Who comes"))
    anyway = forms.BooleanField(label=_("At this table all the same"), required=False)

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return at.room

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        lines = super().fields_with_errors()
        return (line for line in lines if line[0].name != "anyway" or self.at.full)

    def fill(self) -> None:
        self.fields["member"].offer(self.free)


class ReplaceForm(ChangeForm):
    do, title, button = "replace", _("Somebody takes over"), _("Takes over")
    places = LeaveForm.places

    member = WhoField(_("Who leaves"))
    other = WhoField(_("Who plays on"))
    since = make_game_field(_("From game"))

    def fill(self) -> None:
        super().fill()
        self.fields["other"].offer(self.free)


class SwapForm(ChangeForm):
    do, title, button = "swap", _("Two swap seats"), _("Swap")
    from_next = True

    places: Mapping[ProblemCode, str] = {problems.UNEVEN: "other"}

    member = WhoField(_("Who"))
    other = WhoField(_("Swaps with"), where=True)
    anyway = forms.BooleanField(label=_("They swap all the same"), required=False)

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        others = any(elsewhere.people and elsewhere.open for elsewhere in at.others)
        return super().is_possible(at) and (at.next == 1 or others)

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        uneven = self.is_refused(problems.UNEVEN, "other")
        return (line for line in super().fields_with_errors() if line[0].name != "anyway" or uneven)

    def fill(self) -> None:
        super().fill()
        groups = [(str(there), there.people) for there in self.at.others if there.open]
        own = [(gettext("This table"), self.at.here)] if self.at.next == 1 else []
        self.fields["other"].offer([*groups, *own])


class ScribeForm(ChangeForm):
    do, title, button = "scribe", _("Somebody else keeps score"), _("Hand the pen over")

    member = WhoField(_("Who keeps score"))

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return not at.how.closed and len(at.here) > 1

    def fill(self) -> None:
        people = [person.member for person in self.at.sitting if not person.scribe]
        self.fields["member"].offer([("", people)])


class VoidForm(ChangeForm):
    do, title, button = "void", _("A game is not played"), _("Not played")
    places = {problems.NO_REASON: "reason", problems.MOVED_ON: "number"}

    number = make_number_field(_("Game"))
    reason = OneLine(_("Why?"), longest=200)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return not at.how.closed

    def fill(self) -> None:
        last = min(self.at.next, self.at.games or self.at.next)
        self.initial.update(number=last, seen=self.at.seen)


class GamesForm(ChangeForm):
    do, title, button = "games", _("More or fewer games"), _("Set the number of games")
    states = (State.PLAYING, State.CLOSING)

    games = make_number_field(_("Games at this table"))

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return not at.how.closed

    def fill(self) -> None:
        self.initial["games"] = self.at.games


class SplitForm(ChangeForm):
    do, title, button = "split", _("Split this table"), _("Split")
    from_next = True

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return at.open and not at.chairs.fixed and len(at.here) >= 2 * at.chairs.least

    def fill(self) -> None:
        for person in self.at.here:
            self.fields[f"go-{person.pk}"] = forms.BooleanField(label=str(person), required=False)

    def clean(self) -> dict[str, Any]:
        return {
            "going": [person for person in self.at.here if self.cleaned_data.get(f"go-{person.pk}")]
        }


class JoinForm(ChangeForm):
    do, title, button = "join", _("Dissolve this table"), _("Dissolve this table")
    from_next = True

    @classmethod
    def is_possible(cls, at: AtTable) -> bool:
        return LeaveForm.is_possible(at) and sum(elsewhere.room for elsewhere in at.others) >= len(
            at.here
        )

    def fill(self) -> None:
        self.tables = {str(item.table.pk): item for item in self.at.others if item.room}
        on = gettext("%(table)s, from game %(next)s on")
        words = [
            (pk, on % {"table": item.in_words(), "next": item.next})
            for pk, item in self.tables.items()
        ]
        choices: list[tuple[str, Any]] = [*words, ("", _("goes home"))]
        seats = [pk for pk, item in self.tables.items() for _seat in range(item.room)]
        for item, seat in zip(self.at.here, seats, strict=False):
            self.fields[f"to-{item.pk}"] = forms.ChoiceField(
                label=str(item), choices=choices, required=False, initial=seat
            )

    def clean(self) -> dict[str, Any]:
        values: Mapping[str, str] = self.cleaned_data
        to: dict[Member, Table | None] = {}
        for person in self.at.here:
            elsewhere = self.tables.get(values.get(f"to-{person.pk}", ""))
            to[person] = elsewhere.table if elsewhere else None
        return {"to": to}


FORMS: tuple[type[ChangeForm], ...] = (
    *(LeaveForm, ComeForm, ReplaceForm, SwapForm, ScribeForm),
    *(VoidForm, GamesForm, SplitForm, JoinForm),
)
