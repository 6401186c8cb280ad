import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext

from scoring.games.core.game import Game
from scoring.games.core.meld_options import contract_words, parse_contract
from scoring.games.core.options import Option
from scoring.games.presets import Preset
from scoring.toolkit.numbered_forms import Label, NumberedErrors, NumberedForm, Sent
from scoring.toolkit.texts import Text, _
from scoring.toolkit.translation import translate

# The contracts that can be chosen here; a reglement may have others.
CONTRACTS = (
    "", "M3", "S3", "R3", "S4", "R4", "R5", "R6", "R7", "S3+S3", "S3+R3", "S3+R4", "R3+R3",
    "R3+R4", "S4+S4", "R4+R4", "R4+R5", "R5+S4", "R5+R5", "R5+all", "all",
)  # fmt: skip
MOST_CONTRACTS = 10  # fields shown for a system without contracts of its own
UNTIL_ITS_END = _("Empty: until the game ends by itself.")
NOT_POSSIBLE = _("%(given)s is not possible here: enter %(right)s.")
NO_CONTRACTS = "rule_contracts_0"
WRONG_OPTION = 4  # the number that the engine's check has


class Rule(NamedTuple):
    key: str
    field: forms.Field
    place: int | None = None  # in an option with a value for each game; 0: none has one


class HouseForm(NumberedForm, forms.Form):
    """`options` are the present rules; for a missing one the default is shown."""

    preset: Preset | None = None

    def __init__(
        self,
        system: type[Game],
        data: Sent = None,
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(data, **more)
        self.system = system
        self.numbers = {**self.numbers, "invalid_choice": f"{system.letter}{WRONG_OPTION:02d}"}
        self.rules = dict(_rules(system, options or {}))
        self.fields |= {name: rule.field for name, rule in self.rules.items()}

    def house_rules(self) -> list[tuple[forms.BoundField, NumberedErrors]]:
        return [
            (self[n], self.list_refusals(n)) for n, rule in self.rules.items() if rule.place is None
        ]

    def contracts(self) -> list[tuple[forms.BoundField, NumberedErrors]]:
        placed = [n for n, rule in self.rules.items() if rule.place is not None]
        return [(self[n], self.list_refusals(n)) for n in placed]

    def has_contracts(self) -> bool:
        return any(refusals or field.value() != NONE for field, refusals in self.contracts())

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        complete = self.cleaned_data.keys() >= self.rules.keys()
        for check, words in self.system.find_clashes(self.options()) if complete else ():
            code = f"{self.system.letter}{check.number:02d}"
            message = translate(Text(check.text, **words))
            self.add_error(f"rule_{words['option']}", forms.ValidationError(message, code=code))

    def changed_rules(self) -> bool:
        return self.is_bound and any(name in self.changed_data for name in self.rules)

    @property
    def title(self) -> str:
        return gettext((self.preset or self.system).name)

    def options(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, rule in self.rules.items():
            if name not in self.errors:
                value = self.cleaned_data[name]
                if rule.place is None:
                    values[rule.key] = value
                elif rule.place:
                    values.setdefault(rule.key, []).append(value)
        if self.cleaned_data.get(NO_CONTRACTS):
            values["contracts"] = []
        defaults, contracts = self.system.options, values.get("contracts")
        while contracts and not contracts[-1]:
            contracts.pop()
        return {key: value for key, value in values.items() if value != defaults[key].default}


def _rules(system: type[Game], so_far: Mapping[str, Any]) -> Iterator[tuple[str, Rule]]:
    for key, option in system.options.items():
        empty = UNTIL_ITS_END if key == "games" and system.has_end else option.empty
        value = so_far.get(key, option.default)
        if key == "entry" and "per" in system.options and value == option.default:
            continue  # of a game of the club's own one question is enough
        if isinstance(option.default, list):
            yield from _contracts(system, key, option, value)
        else:
            yield f"rule_{key}", Rule(key, _field(system, option._replace(empty=empty), value))


def _field(system: type[Game], option: Option, value: Any) -> forms.Field:
    label = gettext(option.label)
    if option.choices:
        words = {choice: gettext(text) for choice, text in option.choices.items()}
        return Choice(label, words, option.default, value)
    if option.step > 1 and option.low is not None and option.high is not None:
        steps = range(option.low, option.high + 1, option.step)
        return Choice(label, {step: str(step) for step in steps}, option.default, value)
    return Figure(system.letter, label, option, value)


def _contracts(
    system: type[Game], key: str, option: Option, so_far: Sequence[str]
) -> Iterator[tuple[str, Rule]]:
    usual = option.default
    both = "contract_by" in system.options
    if usual:
        label = gettext("No contracts: any meld will do to come out")
        none = forms.BooleanField(label=label, required=False, initial=not any(so_far))
        yield NO_CONTRACTS, Rule(key, none, 0)
    count = len(usual) or system.options["games"].default or MOST_CONTRACTS
    for place in range(max(count, len(so_far))):
        value = so_far[place] if place < len(so_far) else ""
        choices = {code: _contract(code) for code in (*CONTRACTS, value)}
        label = gettext("Game %(number)s") % {"number": place + 1}
        if both:  # CSS shows what the club chose
            by_round = gettext("Round %(number)s") % {"number": place + 1}
            spans = '<span class="by-game">{}</span><span class="by-round">{}</span>'
            label = format_html(spans, label, by_round)
        field = Choice(label, choices, usual[place] if place < len(usual) else "", value)
        yield f"rule_{key}_{place + 1}", Rule(key, field, place + 1)


def _contract(code: str) -> str:
    contract = parse_contract(code)
    return translate(contract_words(contract)) if contract and code else gettext("none")


class Choice(forms.TypedChoiceField):
    """One of a few values, each in words. If none is sent, the default counts."""

    def __init__(self, label: Label, choices: dict[Any, str], usual: Any, value: Any) -> None:
        values = {str(value) or NONE: value for value in choices}
        super().__init__(
            label=label,
            choices=[(key, choices[value]) for key, value in values.items()],
            coerce=lambda given: values.get(given, given),
            empty_value=usual,
            initial=str(value) or NONE,
            required=False,
        )


NONE = "none"  # sent for an empty value
DIGITS = re.compile(r"[0-9]{1,4}")
WHOLE = re.compile(r"[-−]?[0-9]{1,4}")
HALVES = re.compile(r"([0-9]{1,4})[.,]([05])0*")


class Figure(forms.CharField):
    def __init__(self, letter: str, label: Label, option: Option, value: Any) -> None:
        halves = option.allows(0.5)
        attrs = {"inputmode": "decimal" if halves else "numeric", "class": "figure"}
        super().__init__(
            label=label,
            required=False,
            initial="" if value is None else number_format(value),
            help_text=gettext(option.empty) if option.default is None else "",
            widget=forms.TextInput(attrs=attrs | {"autocomplete": "off"}),
        )
        self.letter, self.option = letter, option

    def clean(self, value: Any) -> Any:
        typed = str(value or "").strip()
        if not typed:
            return self.option.default
        number = read_figure(typed)
        if number is None or not self.option.allows(number):
            right = Text(_("%(low)s to %(high)s"), low=self.option.low, high=self.option.high)
            message = translate(Text(NOT_POSSIBLE, given=typed[:40], right=right))
            raise forms.ValidationError(message, code=f"{self.letter}{WRONG_OPTION:02d}")
        return number


def read_figure(typed: str) -> float | int | None:
    """Return a whole number, or one that ends in a half, such as "2,5"; else None."""
    if WHOLE.fullmatch(typed):
        return int(typed.replace("−", "-"))
    if half := HALVES.fullmatch(typed):
        return int(half[1]) + int(half[2]) / 10
    return None
