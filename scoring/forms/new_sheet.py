import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from scoring import games
from scoring.browser.game_description import WHO_BEGINS
from scoring.forms.game_options import DIGITS, Figure, HouseForm
from scoring.games.core.fields import ROUND
from scoring.games.core.game import Game
from scoring.games.core.options import whole_number
from scoring.games.presets import PRESETS, Preset
from scoring.games.sheet.head import (
    SAME_NAME,
    WRONG_COUNT,
    WRONG_NAME,
    is_name,
    is_same_aloud,
    join_names,
    seats_in_words,
)
from scoring.models import Sheet
from scoring.toolkit.numbered_forms import NumberedErrors, Sent, number_message, read_sent_id
from scoring.toolkit.problems import Problem, ProblemCode
from scoring.toolkit.texts import Text, _, normalize
from scoring.toolkit.translation import translate

NOBODY_WRITES = _("Choose somebody who plays to keep score.")
NOBODY_BEGINS = _("Choose somebody who plays to begin.")
WHO_DEALS = _("Who deals the first game?")
# Who has the first turn as long as nobody says otherwise
LEFT_OF_THE_SCRIBE, THE_SCRIBE = _("the player left of the scribe"), _("the scribe")
NOT_KNOWN = _("not known yet")
NOT_SEATED = 8  # the number that the engine's check has


class Kind(NamedTuple):
    key: str
    name: str
    line: str
    preset: str = ""
    presets: Sequence["Kind"] = ()


def list_kinds() -> list[Kind]:
    beside: dict[str, list[Kind]] = {}
    for each in PRESETS:
        name, line = gettext(each.name), gettext(each.line)
        beside.setdefault(each.beside, []).append(Kind(each.game, name, line, each.key))
    return [
        Kind(system.key, gettext(system.name), _line(system), presets=beside.get(system.key, []))
        for system in games.GAMES
    ]


def _line(system: type[Game]) -> str:
    low, high = system.seats
    players = gettext("%(low)s to %(high)s players")
    if low == high:
        players = ngettext("%(high)s player", "%(high)s players", high)
    if count := system.options["games"].default:
        length = ngettext("%(count)s game", "%(count)s games", count) % {"count": count}
    else:
        length = translate(system.length or Text(_("no fixed number of games")))
    wins = gettext("lowest total wins") if system.lowest_wins else gettext("highest total wins")
    if "win_points" in system.options:
        wins = gettext("most match points win")
    return " · ".join([players % {"low": low, "high": high}, length, wins])


class Seat(NamedTuple):
    number: int
    field: forms.BoundField
    refusals: NumberedErrors
    writes: bool


class OpenForm(HouseForm):
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

    def __init__(
        self,
        system: type[Game],
        data: Sent = None,
        before: Sheet | None = None,
        preset: Preset | None = None,
    ) -> None:
        """Begin with the players of `before`, the sheet played last, and with its rules if the game
        is the same.
        """
        self.preset = preset
        initial: dict[str, Any] = {"event": uuid.uuid4()}
        options: Mapping[str, object] = preset.options if preset else {}
        seats = list(before.seats.all())[: system.seats[1]] if before else []
        initial |= {f"name_{place}": seat.name for place, seat in enumerate(seats, 1)}
        self.writes = next((str(n) for n, seat in enumerate(seats, 1) if seat.is_scribe), "1")
        if before and before.game == system.key and not preset:
            options = before.options
            initial["approval"] = before.approval
        super().__init__(system, data, options, initial=initial)
        self.letter = system.letter
        wrong_name = f"{system.letter}{WRONG_NAME.number:02d}"
        self.numbers = {**self.numbers, "null_characters_not_allowed": wrong_name}
        self.places = range(1, system.seats[1] + 1)
        for place in self.places:
            self.fields[f"name_{place}"] = _name(place)
        self.fields["starter"] = _starter(system, self.places)
        if "contract_by" in system.options:  # only the players know the round
            label = gettext("Which round of the night is this?")
            number = whole_number(1, ROUND.low, ROUND.high, label)
            self.fields["round"] = Figure(system.letter, label, number, 1)

    # To show

    def seats(self) -> Iterator[Seat]:
        writes = self.data.get("scribe", self.writes)
        for place in self.places:
            name = f"name_{place}"
            yield Seat(place, self[name], self.list_refusals(name), writes == str(place))

    # To read

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        typed = {place: normalize(values.get(f"name_{place}", "")) for place in self.places}
        named = {place: name for place, name in typed.items() if name}
        self._check_names(named)
        scribe = named.get(_place(values.get("scribe") or "1"), "")
        if named and not scribe:
            self.refuse("scribe", f"{self.letter}{NOT_SEATED:02d}", gettext(NOBODY_WRITES))
        begins = values.get("starter")
        starter = named.get(_place(begins), "") if begins else ""
        if named and begins and not starter:
            self.refuse("starter", f"{self.letter}{NOT_SEATED:02d}", gettext(NOBODY_BEGINS))
        options = self.options()
        return {
            "names": list(named.values()),
            "scribe": scribe,
            "starter": starter,
            "approval": values.get("approval") or Sheet.Approval.ONE,
            "options": options,
            "round": values.get("round") if options.get("contract_by") == "round" else None,
            "event": read_sent_id(values.get("event")),
        }

    def _check_names(self, named: Mapping[int, str]) -> None:
        def refuse(place: int, check: ProblemCode, **params: object) -> None:
            _code, words = number_message(check, **params)
            self.refuse(f"name_{place}", f"{self.letter}{check.number:02d}", words)

        for place, name in named.items():
            before = [earlier for seat, earlier in named.items() if seat < place]
            alike = next((earlier for earlier in before if is_same_aloud(earlier, name)), None)
            if not is_name(name):
                refuse(place, WRONG_NAME, given=name[:40])
            elif alike is not None:
                refuse(place, SAME_NAME, given=join_names(alike, name))
        wrong = any(f"name_{place}" in self.errors for place in self.places)
        if len(named) < self.system.seats[0] and not wrong:
            empty = next(place for place in self.places if place not in named)
            refuse(empty, WRONG_COUNT, count=len(named), right=seats_in_words(self.system))

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Give the form a new id as well, because the next submission is another request."""
        super().add_problems(problems)
        self.data = dict(self.data.items()) | {"event": str(uuid.uuid4())}


def _place(typed: str) -> int:
    return int(typed) if DIGITS.fullmatch(typed) else 0


def _starter(system: type[Game], places: Iterable[int]) -> forms.ChoiceField:
    seats = [(str(place), gettext("Seat %(number)s") % {"number": place}) for place in places]
    usual = NOT_KNOWN if system.starter_by_lot else THE_SCRIBE
    choices = [("", gettext(LEFT_OF_THE_SCRIBE if system.has_dealer else usual)), *seats]
    label = gettext(WHO_DEALS if system.has_dealer else WHO_BEGINS)
    return forms.ChoiceField(label=label, choices=choices, required=False)


def _name(place: int) -> forms.CharField:
    attrs = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
    attrs["list"] = "known"
    label = gettext("Name at seat %(place)s") % {"place": place}
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attrs=attrs))
