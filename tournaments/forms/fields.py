import json
import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from itertools import chain
from typing import Any, NoReturn

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import get_default_renderer
from django.utils.formats import number_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from scoring.forms.game_options import read_figure
from scoring.toolkit.numbered_forms import Label, number_message
from scoring.toolkit.problems import ProblemCode
from tournaments.club.amounts import MOST_FEE, read_cents, write_cents
from tournaments.club.season_texts import periods_in_words, places_in_words
from tournaments.models import Season
from tournaments.models.season import COUNTED, EVERY, LAST, MOST_FURTHER, MOST_PRIZES, PER
from tournaments.models.user import validate_address
from tournaments.names import LONGEST, is_clean, normalize
from tournaments.problems import NO_AMOUNT, NO_PERIOD, NO_PLACE_POINTS, NO_PLACES, NO_STANDING_NAME

FURTHER_COUNTING = [
    choice for choice in Season.Counting.choices if choice[0] != Season.Counting.PLACES
]


def refuse(check: ProblemCode, **params: object) -> NoReturn:
    code, message = number_message(check, **params)
    raise ValidationError(message, code=code)


def make_text_field(
    label: Label, help_text: Label, missing: Label, *, longest: int, **more: Any
) -> forms.CharField:
    field = forms.CharField(label=label, help_text=help_text, max_length=longest, **more)
    field.error_messages["required"] = missing
    return field


class OneLine(forms.CharField):
    """Runs of spaces become one. With `missing`, the message for an empty field, it is required."""

    def __init__(
        self,
        label: Label,
        help_text: Label = "",
        longest: int = 60,
        missing: Label | None = None,
        **attrs: str,
    ) -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            max_length=longest,
            required=missing is not None,
            widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"} | attrs),
        )
        if missing is not None:
            self.error_messages["required"] = missing

    def to_python(self, value: Any) -> str:
        return normalize(super().to_python(value) or "")


class EmailAddress(forms.EmailField):
    default_validators = [validate_address]
    widget = forms.EmailInput(attrs={"autocomplete": "off"})


def make_day_field(label: Label, **more: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    field = forms.DateField(label=label, widget=widget, **more)
    field.error_messages |= {"invalid": _("Choose a day."), "required": _("Choose a day.")}
    return field


def check_year(day: date) -> None:
    """It leaves room for what is reckoned from it, such as a season a year later."""
    if not 1900 <= day.year < 2200:
        raise ValidationError(_("Choose a day."), code="invalid")


def make_time_field(label: Label, **more: Any) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    field = forms.TimeField(label=label, widget=widget, **more)
    field.error_messages["invalid"] = _("Write a time, such as 19:30.")
    return field


def make_number_field(label: Label, help_text: Label = "", **more: Any) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", "class": "figure", "autocomplete": "off"}
    if "initial" in more:
        attrs["data-usual"] = more["initial"]
    widget = forms.TextInput(attrs=attrs)
    field = forms.IntegerField(
        label=label, help_text=help_text, required=False, widget=widget, **more
    )
    field.error_messages["invalid"] = _("Write a whole number.")
    return field


def make_choice_field(label: Label, choices: Any, initial: Any = None) -> forms.ChoiceField:
    field = forms.ChoiceField(
        label=label, choices=choices, initial=initial, widget=forms.RadioSelect
    )
    field.error_messages["required"] = _("Choose one of these.")
    return field


class PlacesField(forms.Field):
    def to_python(self, value: Any) -> list[int | str]:
        text = str(value or "")[:200].casefold()
        for code, said_so in MOST_PRIZES.items():
            with override("en"):
                english = str(said_so)
            for name in (str(said_so), english):
                text = text.replace(name.casefold(), code)
        for mark, before, names in (
            (EVERY, "", ("every", gettext("every"))),
            (PER, r"(?:1\s+)?", ("per", gettext("per"))),
        ):
            said = "|".join(re.escape(name.casefold()) for name in names)
            text = re.sub(rf"\b{before}(?:{said})\s+([0-9]+)\.?", rf"{mark}\1", text)
        text = re.sub(rf"\b(players|{re.escape(gettext('players').casefold())})\b", "", text)
        places: list[int | str] = []
        for word in filter(None, re.split(r"[,;\s]+", text)):
            places += [self._go_on(places)] if word in ("…", "...") else self._places(word)
        return places

    def _places(self, word: str) -> list[int | str]:
        if word in (LAST, gettext("last").casefold()):
            return [LAST]
        if word in MOST_PRIZES:
            return [word]
        if span := re.fullmatch(r"([1-9][0-9]?)[-–]([1-9][0-9]?)", word):
            return [*range(int(span[1]), int(span[2]) + 1)] or refuse(NO_PLACES)
        if not re.fullmatch(rf"({EVERY}|{PER})?[1-9][0-9]{{0,2}}", word):
            refuse(NO_PLACES)
        return [word if EVERY in word else int(word)]

    def _go_on(self, places: list[int | str]) -> str:
        """8, 12, … is every fourth place, if what comes before the 8 has a prize, too."""
        match places[-2:]:
            case [int(before), int(last)] if last > before:
                step = last - before
                if {*range(step, last + 1, step)} <= {*places}:
                    return f"{EVERY}{step}"
        refuse(NO_PLACES)

    def prepare_value(self, value: Any) -> Any:
        return places_in_words(value) if isinstance(value, list) else value


class NightPrizesField(PlacesField):
    """None: as the season, if it is left empty. A dash is for none."""

    def to_python(self, value: Any) -> Any:
        if str(value or "").strip() in ("-", "–"):
            return []
        return super().to_python(value) or None

    def prepare_value(self, value: Any) -> Any:
        return "–" if value == [] else super().prepare_value(value)


class PeriodsField(forms.Field):
    """Its value is a list of one number of nights, or of the days on which a next period begins."""

    def to_python(self, value: Any) -> list[int] | list[str]:
        words = [word for word in re.split(r"[,;\s]+", str(value or "")[:400]) if word]
        if len(words) == 1 and re.fullmatch("[0-9]{1,2}", words[0]):
            return [int(words[0])]
        return sorted({self._read(word) for word in words})

    def _read(self, word: str) -> str:
        try:
            return datetime.strptime(re.sub("[./]", "-", word), "%d-%m-%Y").date().isoformat()
        except ValueError:
            refuse(NO_PERIOD)

    def prepare_value(self, value: Any) -> Any:
        return periods_in_words(value) if isinstance(value, list) else value


class FurtherField(forms.MultiValueField):
    """Standings: each a name, what counts, how many nights, how many for a place, and prizes."""

    def __init__(self, **options: Any) -> None:
        row = (
            (OneLine, _("Name")),
            (partial(forms.ChoiceField, choices=FURTHER_COUNTING), _("What counts")),
            (forms.IntegerField, _("How many nights")),
            (forms.IntegerField, _("Nights for a place")),
            (PlacesField, _("Prizes")),
        )
        fields = [make(label=label) for make, label in row * MOST_FURTHER]
        for field in fields:
            field.required = False
            field.error_messages["invalid"] = _("Write a whole number.")
        super().__init__(fields, require_all_fields=False, widget=FurtherRows(fields), **options)

    def to_python(self, value: Any) -> Any:
        """`value` is JSON that a page sent along."""
        try:
            return self.widget.decompress(value)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as wrong:
            raise ValidationError("") from wrong

    def compress(self, values: list[Any]) -> list[dict[str, Any]]:
        return [self._read(*row) for row in _split(values) if any((row[0], *row[2:]))]

    def _read(self, name: str, counting: str, counted: Any, least: Any, prizes: Any) -> Any:
        if not name:
            refuse(NO_STANDING_NAME)
        return {
            "name": name,
            "counting": counting or FURTHER_COUNTING[0][0],
            "counted": counted if counting in COUNTED else None,
            "least": least or 0,
            "prizes": prizes or [],
        }

    def prepare_value(self, value: Any) -> Any:
        """Rows as they are stored become JSON, which a hidden field can send along."""
        stored = isinstance(value, list) and all(isinstance(row, dict) for row in value)
        return json.dumps(value) if stored else value


def _split(values: Sequence[Any]) -> list[Sequence[Any]]:
    return [values[n : n + 5] for n in range(0, len(values), 5)]


class FurtherRows(forms.MultiWidget):
    def __init__(self, fields: Sequence[forms.Field]) -> None:
        for field in fields:
            numeric = {"inputmode": "numeric"} if isinstance(field, forms.IntegerField) else {}
            if not isinstance(field, forms.ChoiceField):
                field.widget = forms.TextInput(attrs={"autocomplete": "off"} | numeric)
        self.labels = [field.label for field in fields]
        super().__init__([field.widget for field in fields])

    def decompress(self, value: Any) -> list[Any]:
        """Return the fields of all rows. An unchanged one of no standing stays as it is here."""
        of = ("name", "counting", "counted", "least", "prizes")  # PostgreSQL keeps another order
        rows = [[row[key] for key in of] for row in json.loads(value or "[]")]
        rows = [[*row[:-1], places_in_words(row[-1])] for row in rows]
        empty = ["", FURTHER_COUNTING[0][0], None, None, ""]
        return list(chain(*rows, *[empty] * (MOST_FURTHER - len(rows))))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        parts = self.get_context(name, value, attrs)["widget"]["subwidgets"]
        render = (renderer or get_default_renderer()).render
        inputs = [SafeString(render(part["template_name"], {"widget": part})) for part in parts]
        rows = _split(list(zip(self.labels, inputs, strict=True)))
        labels = (format_html_join("", "<label><span>{}</span> {}</label>", row) for row in rows)
        return format_html_join("", '<div class="further">{}</div>', ((row,) for row in labels))


class PointsField(forms.Field):
    """From the first place on, or in turn. Half points are allowed."""

    def __init__(self, unreadable: ProblemCode = NO_PLACE_POINTS, **more: Any) -> None:
        super().__init__(**more)
        self.unreadable = unreadable

    def to_python(self, value: Any) -> list[float | int]:
        words = [word.strip(",") for word in re.split(r"[;\s]+", str(value or "")[:200])]
        halves = [re.sub("^½", "0½", word).replace("½", ".5") for word in words if word]
        points = [read_figure(word) for word in halves]
        if None in points:
            refuse(self.unreadable)
        return [figure_read for figure_read in points if figure_read is not None]

    def prepare_value(self, value: Any) -> Any:
        return "; ".join(map(number_format, value)) if isinstance(value, list) else value


class DaysField(forms.CharField):
    """Days such as 24-12 or 31-12-2026; its value has day, month, and the year or None of each."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})
    default_error_messages = {
        "invalid": _("%(given)s is no day: write days as 24-12 or 24-12-2026, with commas between.")
    }

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=400, help_text=_("Such as 24-12, 31-12"), **more)

    def to_python(self, value: Any) -> Any:
        typed = super().to_python(value) or ""
        return {self._read(word.strip()) for word in re.split(r"[,;]", typed) if word.strip()}

    def _read(self, word: str) -> tuple[int, int, int | None]:
        found = re.fullmatch(r"([0-9]{1,2})[-./]([0-9]{1,2})[-./]?([0-9]{4})?", word)
        day, month, year = map(int, found.groups("0")) if found else (0, 0, 0)
        try:
            date(year or 2000, month, day)
        except ValueError as wrong:
            message, given = self.error_messages["invalid"], word[:40]
            raise ValidationError(message, "invalid", {"given": given}) from wrong
        return day, month, year or None


class AmountField(forms.CharField):
    widget = forms.TextInput(
        attrs={"inputmode": "decimal", "class": "figure", "autocomplete": "off"}
    )

    def to_python(self, value: Any) -> Any:
        typed = str(value or "")[:20].strip()
        cents = read_cents(typed)
        if typed and cents is None:
            refuse(NO_AMOUNT, example=write_cents(2_50), most=write_cents(MOST_FEE))
        return cents

    def prepare_value(self, value: Any) -> Any:
        return write_cents(value) if isinstance(value, int) else value


TAKEN = re.compile(r"(.+?)\s+([-−–]?)\s*(\S+)")  # a minus may stand apart: Hall - 75
THOUSANDS = re.compile(r"^([0-9])[.,]([0-9]{3})(?![0-9])")
MOST_TAKINGS, MOST_TAKEN = 12, 9999_99


class TakingsField(forms.CharField):
    """A line each: what it was, and an amount that may be spent money, with a minus."""

    widget = forms.Textarea(attrs={"rows": 3, "autocomplete": "off"})

    def to_python(self, value: Any) -> Any:
        lines = [line for line in map(normalize, str(value or "").splitlines()) if line]
        if len(lines) > MOST_TAKINGS:
            raise ValidationError(gettext("Write at most %s lines.") % MOST_TAKINGS)
        return [self._read(line) for line in lines]

    def _read(self, line: str) -> tuple[str, int]:
        found = TAKEN.fullmatch(normalize(line.replace("€", " ")))  # else it may take minutes
        cents = found and read_cents(THOUSANDS.sub(r"\1\2", found[3]), MOST_TAKEN)
        if not found or cents is None or not is_clean(found[1]):
            words = gettext("Write on each line what it was and an amount. This line has none: %s")
            raise ValidationError(words % line[:LONGEST])
        return found[1], -cents if found[2] else cents

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return "\n".join(f"{what} {write_cents(cents)}" for what, cents in value)
