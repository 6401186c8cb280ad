"""Forms to draw the next round: by the computer, from a bag or by hand."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, numbered_message
from tournaments.club.reglementen import table_kinds
from tournaments.draw.engine.request import HAND, LOTS, MIX, STANDING, Constraint
from tournaments.forms.base import Numbered
from tournaments.forms.members import NOBODY, OneLine
from tournaments.forms.seasons import number, one_of
from tournaments.members import members
from tournaments.models import Member, Night, Season
from tournaments.names import LONGEST, is_clean
from tournaments.nights import closing
from tournaments.nights.lots import Bag
from tournaments.nights.nights import kind_of_tables, tables_for
from tournaments.nights.pages.door import tables_in_words
from tournaments.nights.wishes import FIXED, lasting
from tournaments.problems import LETTER, NO_WISH, STILL_OPEN, WRONG_NAME
from tournaments.standings.divisions import read_divisions

METHODS = [
    (MIX, _("as few repeats as can be")),
    (STANDING, _("neighbours in the standing together")),
    (LOTS, _("by lot alone")),
]
MEANING = {
    MIX: _("People who sat together often this season are separated. For most nights."),
    STANDING: _("The best of the standing at one table, then the next. For a last round."),
    LOTS: _("As out of a bag: nothing else counts."),
}
LINES, MOST_LINES = 3, 60  # lines for wishes
MOST_GROUPS = 10
MOST_NUMBERS = 6  # rounds that can be drawn at once with one button each
SHOWN = 2  # lasting wishes in the summary
WISH = ("one", "kind", "other")
KINDS = [("together", _("together with, or at")), ("apart", _("apart from"))]
TABLE = "table "  # prefix that tells a table's number from a member's id
NOTHING = [("", "–")]


def table_name(number: int) -> str:
    return gettext("Table %(number)s") % {"number": number}


def _which_rounds(first: int, last: int) -> str:
    if first == last:
        words = gettext("Draw round %(first)s")
    elif first + 1 == last:
        words = gettext("Draw rounds %(first)s and %(last)s")
    else:
        words = gettext("Draw rounds %(first)s to %(last)s")
    return words % {"first": first, "last": last}


def _in_divisions(season: Season, people: Sequence[Member]) -> str:
    """Return in words how many of these people are in each division of the season."""
    divisions = read_divisions(season)
    counts = Counter(divisions.get(member.pk, 0) for member in people)
    words = gettext("Division %(number)s: %(count)s")
    parts = [
        words % {"number": number, "count": counts[number]}
        for number in range(1, season.divisions + 1)
    ]
    if counts[0]:
        parts.append(gettext("in no division: %(count)s") % {"count": counts[0]})
    return ", ".join(parts)


def unfinished(night: Night) -> NumberedErrors:
    """Return a numbered message that names the tables of the last round which are not in or not
    approved; no message if there are none.
    """
    still_open = closing.open_in_last_round(night)
    if not still_open:
        return []
    tables = ", ".join(str(checked.table.number) for checked in still_open)
    number = still_open[0].table.round.number
    return [numbered_message(LETTER, STILL_OPEN, round=number, tables=tables)]


class Ways(NamedTuple):
    """A choice of the form in which each answer comes with a sentence that explains it."""

    field: forms.BoundField
    options: list[tuple[forms.boundfield.BoundWidget, Any]]


class DrawForm(Numbered, forms.Form):
    """A form for a draw by the computer. Each of its extra lines is a wish, such as two members
    kept apart, for this draw only.
    """

    rounds = number(_("Rounds to draw now"), _("All at once gives the fewest repeats."))
    method = one_of(_("How the tables are drawn"), METHODS, MIX)
    sizes = one_of(_("How many sit at a table"), [])
    divided = forms.BooleanField(
        label=_("Each division at tables of its own; who is over joins the next"), required=False
    )
    anyway = forms.BooleanField(
        label=_("Draw anyway: wishes that can't be kept are listed"), required=False
    )
    all_the_same = forms.BooleanField(label=_("Draw all the same"), required=False)

    def __init__(
        self,
        night: Night,
        people: Sequence[Member],
        tables: int,
        data: Any = None,
        typed: Any = None,
    ) -> None:
        """Create the form. `tables` is the number of tables to choose from, `data` what was sent,
        and `typed` what the user typed before asking for more lines for wishes.
        """
        self.drawn = night.rounds.count()
        self.left = max(0, night.season.rounds - self.drawn)
        self.present, self.night = len(people), night
        self.remembered: dict[str, list[int]] = {}
        self.unfinished = unfinished(night)
        initial = typed.dict() if typed else {"rounds": self.left}
        groups = [f"group{number}" for number in range(MOST_GROUPS)]
        initial |= {name: typed.getlist(name) for name in groups if typed}
        super().__init__(data, initial=initial)
        self.lasting, sent = lasting(people), data or typed or QueryDict()
        self.without = {*sent.getlist("offered")} - {*sent.getlist("always")}
        kinds = table_kinds(night.season)
        words = dict(Season.Sizes.choices)
        self.fields["sizes"].choices = [(kind, words.get(kind, kind)) for kind in kinds]  # type: ignore[attr-defined]
        self.fields["sizes"].required = False
        self.fields["sizes"].initial = kind_of_tables(night)
        filled = sum(f"one{line}" in (data or initial) for line in range(MOST_LINES))
        self.count = min(MOST_LINES, max(LINES, filled + LINES * bool(typed)))
        names = [(str(choice.pk), str(choice)) for choice in members.by_name(people)]
        places = [(f"{TABLE}{choice}", table_name(choice)) for choice in range(1, tables + 1)]
        others = [*NOTHING, (_("People"), names), (_("Tables"), places)]
        if night.season.divisions == 1:
            del self.fields["divided"]
        else:
            self.fields["divided"].help_text = _in_divisions(night.season, people)
        used = [name for name in groups if (data.getlist(name) if data else initial.get(name))]
        self.group_names = groups[: max(1, len(used) + bool(typed))]
        for name in self.group_names:
            self.fields[name] = forms.MultipleChoiceField(
                label=_("Keep these people apart from each other"),
                choices=names,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields[f"{name}_name"] = OneLine(
                _("A name, to keep them apart on later nights as well"), longest=LONGEST
            )
        for line in range(self.count):
            self.fields[f"one{line}"] = _choice(_("Who"), [*NOTHING, *names])
            self.fields[f"kind{line}"] = _choice(_("How"), KINDS)
            self.fields[f"other{line}"] = _choice(_("With whom, or where"), others)

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        if not self.counts():
            yield self["rounds"], self.refusals("rounds")
        if self.unfinished:
            yield self["all_the_same"], []

    def counts(self) -> list[tuple[int, bool, str]]:
        """Return a button for each number of rounds that can be drawn now: the number, whether it
        is chosen, and the words of the button. If there are too many for a row of buttons, return
        none.
        """
        if not 1 <= self.left <= MOST_NUMBERS:
            return []
        chosen, first = str(self["rounds"].value() or self.left), self.drawn + 1
        return [
            (count, chosen == str(count), _which_rounds(first, self.drawn + count))
            for count in range(1, self.left + 1)
        ]

    def rounds_refusals(self) -> NumberedErrors:
        return self.refusals("rounds")

    def plans(self) -> list[tuple[str, Sequence[int], str]]:
        """Return what each choice of table sizes leads to: its code, the size of each table, and
        all sizes in words.
        """
        kinds = [kind for kind, _words in self.fields["sizes"].choices]  # type: ignore[attr-defined]
        return [
            (
                kind,
                tables_for(self.night, self.present, kind).tables,
                tables_in_words(self.night, self.present, kind),
            )
            for kind in kinds
        ]

    def ways(self) -> Iterator[tuple[Ways, NumberedErrors]]:
        """Yield the choices that explain each answer in a sentence, which are the method and the
        table sizes, with their errors.
        """
        yield self._ways("method", MEANING.__getitem__)
        if len(table_kinds(self.night.season)) > 1:
            yield self._ways("sizes", partial(tables_in_words, self.night, self.present))

    def _ways(self, name: str, line: Callable[[str], Any]) -> tuple[Ways, NumberedErrors]:
        options = [(option, line(option.data["value"])) for option in self[name]]
        return Ways(self[name], options), self.refusals(name)

    def wishes(self) -> list[tuple[list[forms.BoundField], NumberedErrors]]:
        lines = [[self[f"{name}{line}"] for name in WISH] for line in range(self.count)]
        return [(fields, self.refusals(fields[0].name)) for fields in lines]

    def groups(self) -> list[tuple[forms.BoundField, forms.BoundField, NumberedErrors]]:
        """Return the fields of each group that is kept apart: its people, and its name."""
        names = [(name, f"{name}_name") for name in self.group_names]
        return [(self[name], self[called], self.refusals(called)) for name, called in names]

    def always(self) -> list[tuple[str, str, bool]]:
        """Return the lasting wishes about who is present: key, words, and whether this draw keeps
        them. A hidden field of the page tells which were offered.
        """
        return [(wish.key, wish.in_words(), wish.key not in self.without) for wish in self.lasting]

    def summary(self) -> str:
        """Return in a few words which lasting wishes hold for this draw."""
        kept = (wish for wish in self.lasting if wish.key not in self.without)
        held = [wish.name or wish.in_words() for wish in kept]
        more = "…" if len(held) > SHOWN else ""
        return ", ".join(held[:SHOWN]) + more if held else gettext("none")

    def wishes_are_typed(self) -> bool:
        if any(field.value() for field, _name, _refusals in self.groups()):
            return True
        return any(fields[0].value() or fields[2].value() for fields, _refusals in self.wishes())

    def clean_rounds(self) -> int:
        rounds = self.cleaned_data["rounds"]
        return self.left if rounds is None else rounds

    def clean(self) -> dict[str, Any]:
        names = ("rounds", "method", "sizes", "anyway")
        values = {name: self.cleaned_data.get(name) for name in names}
        wishes = [self._wish(line) for line in range(self.count)]
        apart = [
            Constraint("apart", int(one), int(other))
            for name in self.group_names
            for one, other in combinations(self.cleaned_data.get(name, ()), 2)
        ]
        if not self.cleaned_data.get("all_the_same"):
            for refusal in self.unfinished:
                self.refuse("all_the_same", *refusal)
        for name in self.group_names:
            self._remember(name)
        values["divided"] = self.cleaned_data.get("divided", False)
        values["without"] = self.without
        return values | {"wishes": [*(wish for wish in wishes if wish), *apart]}

    def _remember(self, name: str) -> None:
        people = [int(pk) for pk in self.cleaned_data.get(name, ())]
        if called := self.cleaned_data.get(f"{name}_name", ""):
            if not is_clean(called):
                self.refuse(f"{name}_name", *numbered_message(LETTER, WRONG_NAME))
            self.remembered[called] = people

    def _wish(self, line: int) -> Constraint | None:
        one, kind, other = (self.cleaned_data.get(f"{name}{line}", "") for name in WISH)
        if not one and not other:
            return None
        table = other.removeprefix(TABLE)
        at_table = table != other
        if not one or not other or one == other or (at_table and kind == "apart"):
            self.refuse(f"one{line}", *numbered_message(LETTER, NO_WISH))
            return None
        return Constraint(FIXED if at_table else kind, int(one), int(table))


def _choice(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


class PlaceForm(Numbered, forms.Form):
    """A form that seats members for the next round. With its field `anyway`, a table may become
    larger than the tables of the night.
    """

    anyway = forms.BooleanField(label=_("At this table all the same"), required=False)

    def asks_anyway(self) -> bool:
        """Return whether a table was refused because it is full although the game allows more
        players.
        """
        full = any(number == "C86" for number, _message in self.form_errors())
        return self.bag.grows and (full or bool(self["anyway"].value()))

    def __init__(self, bag: Bag, data: Any = None) -> None:
        super().__init__(data)
        self.bag = bag


class LotForm(PlaceForm):
    """A form that seats one member at a table for the next round, as drawn from the bag or chosen
    by hand. Each table has a button that sends its number.
    """

    member = forms.TypedChoiceField(label=_("Who"), widget=forms.RadioSelect)
    member.error_messages["required"] = NOBODY
    table = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, bag: Bag, data: Any = None) -> None:
        super().__init__(bag, data)
        people = {str(member.pk): member for member in bag.waiting}
        self.fields["member"].choices = [(pk, str(member)) for pk, member in people.items()]  # type: ignore[attr-defined]
        self.fields["member"].coerce = people.__getitem__  # type: ignore[attr-defined]

    def member_refusals(self) -> NumberedErrors:
        return self.refusals("member")


class SeatsForm(PlaceForm):
    """A form that sets everybody's table for the next round at once. If seating is by hand, it also
    sets everybody's seat.
    """

    def __init__(self, bag: Bag, method: str, data: Any = None) -> None:
        super().__init__(bag, data)
        sitting = {
            member: (table.number, seat)
            for table in bag.tables
            for seat, member in enumerate(table.people, 1)
        }
        people = sorted(
            [*sitting, *bag.waiting], key=lambda member: (bytes(member.sort_key), member.pk)
        )
        tables = [(str(table.number), table_name(table.number)) for table in bag.tables]
        most = max((bag.seats_at(table) for table in bag.tables), default=0)
        seats = [(str(seat), str(seat)) for seat in range(1, most + 1)]
        self.people = people
        for member in people:
            table, seat = sitting.get(member, ("", ""))
            self.fields[f"table{member.pk}"] = _choice(str(member), [*NOTHING, *tables])
            self.initial[f"table{member.pk}"] = str(table)
            if method == HAND:
                self.fields[f"seat{member.pk}"] = _choice(
                    gettext("Seat of %(name)s") % {"name": member}, [*NOTHING, *seats]
                )
                self.initial[f"seat{member.pk}"] = str(seat)

    def rows(self) -> list[tuple[Member, list[forms.BoundField]]]:
        names = [(member, [f"table{member.pk}", f"seat{member.pk}"]) for member in self.people]
        return [
            (member, [self[name] for name in fields if name in self.fields])
            for member, fields in names
        ]

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "anyway": values.get("anyway", False),
            "seats": {
                member.pk: (
                    int(values[f"table{member.pk}"]),
                    int(values.get(f"seat{member.pk}") or 99),
                )
                for member in self.people
                if values.get(f"table{member.pk}")
            },
        }
