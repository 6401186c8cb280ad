"""A new sheet: who sits where, who keeps score, and what this table plays differently."""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy, ngettext

from scoring import games
from scoring.forms.numbered import Numbered, Refusals, sent_id, tidy, told
from scoring.games.base import Game
from scoring.games.melds.contracts import contract_words, parse_contract
from scoring.games.options import Option
from scoring.games.sheet.head import SAME_NAME, WRONG_COUNT, WRONG_NAME, is_name, seats_words
from scoring.games.text import Text, _
from scoring.models import Sheet
from scoring.words import render

# The contracts that can be chosen here; a reglement may hold any others.
CONTRACTS = (
    "", "M3", "S3", "R3", "S4", "R4", "R5", "R6", "R7", "S3+S3", "S3+R3", "S3+R4", "R3+R3",
    "R3+R4", "S4+S4", "R4+R4", "R4+R5", "R5+S4", "R5+R5", "R5+all", "all",
)  # fmt: skip
MOST_CONTRACTS = 10  # asked for where a system has none of its own
NOT_POSSIBLE = _("%(given)s is not possible here: enter %(right)s.")
NOBODY_WRITES = _("Choose somebody who plays to keep score.")
WRONG_OPTION, NOT_SEATED = 4, 8  # as in the checks of the pure part

words: Callable[[Text], Any] = lazy(render, str)
written: Callable[[float], Any] = lazy(number_format, str)


class Kind(NamedTuple):
    """A game system, as it is chosen."""

    key: str
    name: str
    line: str


def kinds() -> list[Kind]:
    return [Kind(one.key, render(Text(one.name)), _line(one)) for one in games.GAMES]


def _line(system: type[Game]) -> str:
    low, high = system.seats
    players = gettext("%(low)s to %(high)s players")
    if low == high:
        players = ngettext("%(high)s player", "%(high)s players", high)
    return " · ".join([players % {"low": low, "high": high}, _length(system), _wins(system)])


def _length(system: type[Game]) -> str:
    count, target = system.options["games"].default, system.options.get("target")
    if count:
        return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}
    if goal := target.default if target else system.constants.get("goal"):
        return gettext("up to %(goal)s points") % {"goal": goal}
    return gettext("no fixed number of games")


def _wins(system: type[Game]) -> str:
    if "win_points" in system.options:
        return gettext("most match points win")
    return gettext("lowest total wins") if system.lowest_wins else gettext("highest total wins")


class Seat(NamedTuple):
    number: int
    field: forms.BoundField
    refusals: Refusals
    writes: bool


class OpenForm(Numbered, forms.Form):
    event = forms.CharField(widget=forms.HiddenInput, required=False)
    approval = forms.ChoiceField(
        label=gettext_lazy("At the end, who says that the form is right?"),
        choices=[
            (Sheet.Approval.ONE, gettext_lazy("one of the other players")),
            (Sheet.Approval.ALL, gettext_lazy("all the other players")),
        ],
        widget=forms.RadioSelect,
        initial=Sheet.Approval.ONE,
        required=False,
    )
    scribe = forms.CharField(required=False)

    def __init__(self, system: type[Game], data: Any = None) -> None:
        super().__init__(data, initial={"event": uuid.uuid4()})
        self.system, self.letter = system, system.letter
        self.numbers = {
            "invalid_choice": f"{system.letter}{WRONG_OPTION:02d}",
            "null_characters_not_allowed": f"{system.letter}{WRONG_NAME.number:02d}",
        }
        self.places = range(1, system.seats[1] + 1)
        for place in self.places:
            self.fields[f"name_{place}"] = _name(place)
        self.rules = dict(_rules(system))
        self.fields |= {name: rule.field for name, rule in self.rules.items()}

    # To show

    def seats(self) -> Iterator[Seat]:
        writes = self.data.get("scribe", "1")
        for place in self.places:
            name = f"name_{place}"
            yield Seat(place, self[name], self.refusals(name), writes == str(place))

    def house_rules(self) -> list[tuple[forms.BoundField, Refusals]]:
        return [(self[n], self.refusals(n)) for n, rule in self.rules.items() if not rule.place]

    def contracts(self) -> list[tuple[forms.BoundField, Refusals]]:
        return [(self[n], self.refusals(n)) for n, rule in self.rules.items() if rule.place]

    def changed_rules(self) -> bool:
        """Whether a rule is not as usual, so that it should be seen."""
        return self.is_bound and any(name in self.changed_data for name in self.rules)

    @property
    def seated(self) -> tuple[int, int]:
        """How few and how many may play."""
        return self.system.seats

    @property
    def title(self) -> str:
        return render(Text(self.system.name))

    def approval_refusals(self) -> Refusals:
        return self.refusals("approval")

    def scribe_refusals(self) -> Refusals:
        return self.refusals("scribe")

    # To read

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        typed = {place: tidy(values.get(f"name_{place}", "")) for place in self.places}
        named = {place: name for place, name in typed.items() if name}
        self._check_names(named)
        scribe = named.get(_place(values.get("scribe") or "1"), "")
        if named and not scribe:
            self.refuse("scribe", f"{self.letter}{NOT_SEATED:02d}", gettext(NOBODY_WRITES))
        return {
            "names": list(named.values()),
            "scribe": scribe,
            "approval": values.get("approval") or Sheet.Approval.ONE,
            "options": self._options(),
            "event": sent_id(values.get("event")),
        }

    def _check_names(self, named: Mapping[int, str]) -> None:
        for place, name in named.items():
            before = [other for at, other in named.items() if at < place]
            if not is_name(name):
                self._refuse(place, *told(self.letter, WRONG_NAME, given=name[:40]))
            elif name in before:
                self._refuse(place, *told(self.letter, SAME_NAME, given=name))
        if len(named) < self.system.seats[0] and not self._wrong_names():
            empty = next(place for place in self.places if place not in named)
            right = seats_words(self.system)
            self._refuse(empty, *told(self.letter, WRONG_COUNT, count=len(named), right=right))

    def _wrong_names(self) -> bool:
        return any(f"name_{place}" in self.errors for place in self.places)

    def take(self, problems: Iterable[Mapping[str, Any]]) -> None:
        """What is sent after it is another entry."""
        super().take(problems)
        self.data = dict(self.data.items()) | {"event": str(uuid.uuid4())}

    def _refuse(self, place: int, number: str, message: str) -> None:
        self.refuse(f"name_{place}", number, message)

    def _options(self) -> dict[str, Any]:
        """What was set otherwise than usual."""
        found: dict[str, Any] = {}
        for name, rule in self.rules.items():
            if name not in self.errors:
                rule.put(found, self.cleaned_data[name])
        usual, contracts = self.system.options, found.get("contracts")
        while contracts and not contracts[-1]:
            contracts.pop()
        return {key: value for key, value in found.items() if value != usual[key].default}


def _place(typed: str) -> int:
    return int(typed) if DIGITS.fullmatch(typed) else 0


def _name(place: int) -> forms.CharField:
    attrs = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
    label = words(Text(_("Name at seat %(place)s"), place=place))
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attrs=attrs))


# A rule of the house: an option of the game system as a field


@dataclass(frozen=True)
class Rule:
    key: str
    field: forms.Field
    place: int | None = None  # in a list with one for each game

    def put(self, found: dict[str, Any], value: Any) -> None:
        if self.place is None:
            found[self.key] = value
        else:
            found.setdefault(self.key, []).append(value)


def _rules(system: type[Game]) -> Iterator[tuple[str, Rule]]:
    for key, option in system.options.items():
        if isinstance(option.default, list):
            yield from _contracts(system, key, option)
        else:
            yield f"rule_{key}", Rule(key, _field(system, option))


def _field(system: type[Game], option: Option) -> forms.Field:
    label = words(Text(option.label))
    if option.choices:
        return Choice(label, {value: Text(text) for value, text in option.choices.items()}, option)
    if option.step > 1 and option.low is not None and option.high is not None:
        steps = range(option.low, option.high + 1, option.step)
        return Choice(label, {value: Text(str(value)) for value in steps}, option)
    return Figure(system.letter, label, option)


def _contracts(system: type[Game], key: str, option: Option) -> Iterator[tuple[str, Rule]]:
    usual = [*option.default, *[""] * (MOST_CONTRACTS - len(option.default))]
    count = len(option.default) or system.options["games"].default or MOST_CONTRACTS
    for place in range(1, count + 1):
        label = words(Text(_("Game %(number)s"), number=place))
        choices = {code: _contract(code) for code in CONTRACTS}
        field = Choice(label, choices, option._replace(default=usual[place - 1]))
        yield f"rule_{key}_{place}", Rule(key, field, place)


def _contract(code: str) -> Text:
    contract = parse_contract(code)
    return contract_words(contract) if contract and code else Text(_("none"))


class Choice(forms.TypedChoiceField):
    """One of the values of an option, each in words; what is not sent is as usual."""

    def __init__(self, label: Any, choices: dict[Any, Text], option: Option) -> None:
        values = {str(value) or NONE: value for value in choices}
        super().__init__(
            label=label,
            choices=[(key, words(choices[value])) for key, value in values.items()],
            coerce=lambda given: values.get(given, given),
            empty_value=option.default,
            initial=str(option.default) or NONE,
            required=False,
        )


NONE = "none"  # where the value itself is empty
DIGITS = re.compile(r"[0-9]{1,4}")
HALVES = re.compile(r"([0-9]{1,4})[.,]([05])0*")


class Figure(forms.CharField):
    """A number, typed; empty is what the system does by itself."""

    def __init__(self, letter: str, label: Any, option: Option) -> None:
        halves = option.allows(0.5)
        attrs = {"inputmode": "decimal" if halves else "numeric", "class": "figure"}
        open_end = option.default is None
        super().__init__(
            label=label,
            required=False,
            initial="" if open_end else written(option.default),
            help_text=gettext_lazy("Empty: as many as you like.") if open_end else "",
            widget=forms.TextInput(attrs=attrs | {"autocomplete": "off"}),
        )
        self.letter, self.option = letter, option

    def clean(self, value: Any) -> Any:
        typed = str(value or "").strip()
        if not typed:
            return self.option.default
        number = figure(typed)
        if number is None or not self.option.allows(number):
            message = render(Text(NOT_POSSIBLE, given=typed[:40], right=self._right()))
            raise forms.ValidationError(message, code=f"{self.letter}{WRONG_OPTION:02d}")
        return number

    def _right(self) -> Text:
        return Text(_("%(low)s to %(high)s"), low=self.option.low, high=self.option.high)


def figure(typed: str) -> float | int | None:
    """What was typed with the digits 0 to 9; None when it is anything else."""
    if DIGITS.fullmatch(typed):
        return int(typed)
    if half := HALVES.fullmatch(typed):
        return int(half[1]) + int(half[2]) / 10
    return None
