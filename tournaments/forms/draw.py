from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, Sent, number_message
from tournaments.club.reglementen import build_game, list_table_kinds
from tournaments.draw.engine.request import (
    BY_PLACE,
    FINALS,
    MIX,
    MOVE,
    Constraint,
    Wish,
    compute_sizes,
)
from tournaments.draw.engine.table_sizes import PAIRS
from tournaments.forms import lots
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine, make_choice_field, make_number_field
from tournaments.members import members
from tournaments.models import Member, Night, Season
from tournaments.names import LONGEST, is_clean
from tournaments.nights import closing
from tournaments.nights.draw_methods import METHODS
from tournaments.nights.draw_wishes import list_lasting
from tournaments.nights.entrants import list_people
from tournaments.nights.nights import compute_table_sizes, find_night_table_kind
from tournaments.nights.pages.door import tables_in_words
from tournaments.problems import NO_WISH, STILL_OPEN, WRONG_NAME
from tournaments.standings.divisions import read_divisions
from tournaments.standings.inputs import find_period

MOST_NUMBERS = 6  # rounds that can be drawn at once with one button each
LINES, MOST_LINES = 3, 60  # lines for wishes
MOST_GROUPS = 10
SHOWN = 2  # lasting wishes in the summary
WISH = ("one", "kind", "other")
KINDS = [(Wish.TOGETHER, _("together with, or at")), (Wish.APART, _("apart from"))]
TABLE = "table "  # prefix that tells a table's number from a member's id
GROUP_NAMES = [f"group{number}" for number in range(MOST_GROUPS)]


def _which_rounds(first: int, last: int) -> str:
    if first == last:
        words = gettext("Draw round %(first)s")
    elif first + 1 == last:
        words = gettext("Draw rounds %(first)s and %(last)s")
    else:
        words = gettext("Draw rounds %(first)s to %(last)s")
    return words % {"first": first, "last": last}


def list_unfinished(night: Night) -> NumberedErrors:
    last = night.rounds.count()
    if night.draw_records.filter(kept=last).exists():  # the next round had been drawn before
        return []
    still = closing.list_open_tables(night) if last else []
    numbers = [str(left.table.number) for left in still if left.table.round.number == last]
    said = {"round": last, "tables": ", ".join(numbers)}
    return [number_message(STILL_OPEN, **said)] if numbers else []


class Ways(NamedTuple):
    field: forms.BoundField
    options: list[tuple[forms.boundfield.BoundWidget, Any]]


class DrawForm(Numbered, forms.Form):
    rounds = make_number_field(_("Rounds to draw now"), _("All at once gives the fewest repeats."))
    method = make_choice_field(_("How the tables are drawn"), [], MIX)
    sizes = make_choice_field(_("How many sit at a table"), [])
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
        data: Sent = None,
        typed: Sent = None,
    ) -> None:
        """`typed` is what had been typed when more lines for wishes were asked for."""
        self.drawn = night.rounds.count()
        self.left = max(0, night.season.rounds - self.drawn)
        self.present, self.night = len(people), night
        self.unfinished = list_unfinished(night)
        ways = [
            (key, method.label)
            for key, method in METHODS.items()
            if method.meaning and self._fits(key)
        ]
        seating = night.season.seating
        initial: dict[str, Any] = {"rounds": 1 if seating in BY_PLACE else self.left}
        initial["method"] = seating if seating in dict(ways) else MIX
        initial = typed.dict() if typed else initial
        start = initial | {name: typed.getlist(name) for name in GROUP_NAMES if typed}
        super().__init__(data, initial=start)
        self.lasting = list_lasting([who for who, _entrant in list_people(night, people)])
        sent = data or typed or QueryDict()
        self.without = {*sent.getlist("offered")} - {*sent.getlist("always")}
        names = [(str(choice.pk), str(choice)) for choice in members.sort_by_name(people)]
        given = [bool(data.getlist(name) if data else start.get(name)) for name in GROUP_NAMES]
        last = max((number for number, is_used in enumerate(given, 1) if is_used), default=0)
        self.group_names = GROUP_NAMES[: max(1, last + bool(typed))]
        filled = sum(f"one{line}" in (data or start) for line in range(MOST_LINES))
        self.count = min(MOST_LINES, max(LINES, filled + LINES * bool(typed)))
        self._add_wishes(names, tables)
        kinds = list_table_kinds(night.season)
        self.fields["method"].choices = ways
        words = dict(Season.Sizes.choices)
        self.fields["sizes"].choices = [(kind, words.get(kind, kind)) for kind in kinds]
        self.fields["sizes"].required = False
        self.fields["sizes"].initial = find_night_table_kind(night)
        if night.season.divisions == 1:
            del self.fields["divided"]
        else:
            divisions = read_divisions(night.season, find_period(night.season, night.day))
            counts = Counter(divisions.get(member.pk, 0) for member in people)
            words_of = gettext("Division %(number)s: %(count)s")
            parts = [
                words_of % {"number": number, "count": counts[number]}
                for number in range(1, night.season.divisions + 1)
            ]
            if counts[0]:
                parts.append(gettext("in no division: %(count)s") % {"count": counts[0]})
            self.fields["divided"].help_text = ", ".join(parts)

    def _fits(self, method: str) -> bool:
        """A final leaves the others enough at each table, with at least one of the sizes."""
        season = self.night.season
        if method == MOVE:
            return PAIRS in list_table_kinds(season)
        if (method in BY_PLACE and not self.drawn) or self.present < FINALS.get(method, 0):
            return False
        sizes = (
            compute_sizes(method, self.present, kind, season.five).tables
            for kind in list_table_kinds(season)
        )
        least = 2 if season.by_couple else build_game(season.reglement).seats[0]
        return method not in FINALS or any(min(tables) >= least for tables in sizes)

    def _add_wishes(self, names: list[tuple[str, str]], tables: int) -> None:
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
        places = [(f"{TABLE}{number}", lots.name_table(number)) for number in range(1, tables + 1)]
        others = [*lots.NOTHING, (_("People"), names), (_("Tables"), places)]
        for line in range(self.count):
            self.fields[f"one{line}"] = lots.make_choice_field(_("Who"), [*lots.NOTHING, *names])
            self.fields[f"kind{line}"] = lots.make_choice_field(_("How"), KINDS)
            self.fields[f"other{line}"] = lots.make_choice_field(_("With whom, or where"), others)

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        if not self.counts():
            yield self["rounds"], self.list_refusals("rounds")
        if self.unfinished:
            yield self["all_the_same"], []

    def counts(self) -> list[tuple[int, bool, str]]:
        """No counts if they are too many for a row."""
        if not 1 <= self.left <= MOST_NUMBERS:
            return []
        chosen, first = str(self["rounds"].value() or self.left), self.drawn + 1
        return [
            (count, chosen == str(count), _which_rounds(first, self.drawn + count))
            for count in range(1, self.left + 1)
        ]

    def plans(self) -> list[tuple[str, Sequence[int], str]]:
        return [
            (
                kind,
                compute_table_sizes(self.night, self.present, kind).tables,
                tables_in_words(self.night, self.present, kind),
            )
            for kind, _words in self.fields["sizes"].choices
        ]

    def ways(self) -> Iterator[tuple[Ways, NumberedErrors]]:
        yield self._ways("method", lambda key: METHODS[key].meaning)
        if len(list_table_kinds(self.night.season)) > 1:
            yield self._ways("sizes", partial(tables_in_words, self.night, self.present))

    def _ways(self, name: str, line: Callable[[str], Any]) -> tuple[Ways, NumberedErrors]:
        options = [(option, line(option.data["value"])) for option in self[name]]
        return Ways(self[name], options), self.list_refusals(name)

    def clean_rounds(self) -> int:
        rounds = self.cleaned_data["rounds"]
        return self.left if rounds is None else rounds

    def clean(self) -> dict[str, Any]:
        names = ("rounds", "method", "sizes", "anyway")
        values = {name: self.cleaned_data.get(name) for name in names}
        if values["method"] in BY_PLACE:
            values["rounds"] = 1
        wishes = filter(None, map(self._wish, range(self.count)))
        apart = (
            Constraint(Wish.APART, int(first), int(second))
            for name in self.group_names
            for first, second in combinations(self.cleaned_data.get(name, ()), 2)
        )
        values["wishes"] = [*wishes, *apart]
        if not self.cleaned_data.get("all_the_same"):
            for refusal in self.unfinished:
                self.refuse("all_the_same", *refusal)
        households: dict[str, list[int]] = {}
        for name in self.group_names:
            if called := self.cleaned_data.get(f"{name}_name", ""):
                if not is_clean(called):
                    self.refuse(f"{name}_name", *number_message(WRONG_NAME))
                group = households.setdefault(called, [])
                group += [int(pk) for pk in self.cleaned_data.get(name, ())]
        values["divided"] = self.cleaned_data.get("divided", False)
        return values | {"without": self.without, "households": households}

    def wishes(self) -> list[tuple[list[forms.BoundField], NumberedErrors]]:
        lines = [[self[f"{name}{line}"] for name in WISH] for line in range(self.count)]
        return [(fields, self.list_refusals(fields[0].name)) for fields in lines]

    def groups(self) -> list[tuple[forms.BoundField, forms.BoundField, NumberedErrors]]:
        names = [(name, f"{name}_name") for name in self.group_names]
        return [(self[name], self[called], self.list_refusals(called)) for name, called in names]

    def always(self) -> list[tuple[str, str, bool]]:
        """Return the key of each wish, its text, and whether it is kept. A hidden field names each
        wish that was shown, because a browser doesn't send an unticked box.
        """
        return [(wish.key, wish.in_words(), wish.key not in self.without) for wish in self.lasting]

    def summary(self) -> str:
        kept = [wish for wish in self.lasting if wish.key not in self.without]
        words = ", ".join(wish.name or wish.in_words() for wish in kept[:SHOWN])
        more = "…" if len(kept) > SHOWN else ""
        return words + more if kept else gettext("none")

    def wishes_are_typed(self) -> bool:
        if any(field.value() for field, _name, _refusals in self.groups()):
            return True
        return any(fields[0].value() or fields[2].value() for fields, _refusals in self.wishes())

    def _wish(self, line: int) -> Constraint | None:
        who, kind, other = (self.cleaned_data.get(f"{name}{line}", "") for name in WISH)
        if not who and not other:
            return None
        table = other.removeprefix(TABLE)
        at_table = table != other
        if not who or not other or who == other or (at_table and kind == Wish.APART):
            self.refuse(f"one{line}", *number_message(NO_WISH))
            return None
        return Constraint(Wish.FIXED_TABLE if at_table else kind, int(who), int(table))
