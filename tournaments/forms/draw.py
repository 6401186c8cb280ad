"""The form with which an organiser lets the computer draw the next rounds."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, Sent, number_message
from tournaments.club.reglementen import list_table_kinds
from tournaments.draw.engine.request import LOTS, MIX, MOVE, STANDING
from tournaments.draw.engine.table_sizes import PAIRS
from tournaments.forms.draw_wishes import WishesForm
from tournaments.forms.fields import make_choice_field, make_number_field
from tournaments.models import Member, Night, Season
from tournaments.nights import closing
from tournaments.nights.nights import compute_table_sizes, find_night_table_kind
from tournaments.nights.pages.door import tables_in_words
from tournaments.nights.wishes import list_lasting_tonight
from tournaments.problems import LETTER, STILL_OPEN
from tournaments.standings.divisions import read_divisions

METHODS = [
    (MIX, _("as few repeats as can be")),
    (STANDING, _("neighbours in the standing together")),
    (LOTS, _("by lot alone")),
    (MOVE, _("one stays, the other moves a table on")),
]
MEANING = {
    MIX: _("People who sat together often this season are separated. For most nights."),
    STANDING: _("The best of the standing at one table, then the next. For a last round."),
    LOTS: _("As out of a bag: nothing else counts."),
    MOVE: _("The lot decides who stays. Nobody meets twice in as many rounds as there are tables."),
}
MOST_NUMBERS = 6  # rounds that can be drawn at once with one button each


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


def list_unfinished(night: Night) -> NumberedErrors:
    """Return an error (its problem code, such as C86, and the message) that names the tables of the
    last round whose sheets are incomplete or not approved. Return an empty list if there is no such
    table.
    """
    still_open = closing.open_in_last_round(night)
    if not still_open:
        return []
    tables = ", ".join(str(checked.table.number) for checked in still_open)
    number = still_open[0].table.round.number
    return [number_message(LETTER, STILL_OPEN, round=number, tables=tables)]


class Ways(NamedTuple):
    """A field of the draw form with several options, such as the method. Each option comes with a
    sentence that explains it.
    """

    field: forms.BoundField
    options: list[tuple[forms.boundfield.BoundWidget, Any]]


class DrawForm(WishesForm):
    """The form for a draw by the computer. It asks how to draw, and which wishes (who sits with
    whom, or where) the draw must keep.
    """

    rounds = make_number_field(_("Rounds to draw now"), _("All at once gives the fewest repeats."))
    method = make_choice_field(_("How the tables are drawn"), METHODS, MIX)
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
        """Create the form.

        - `people` are the people present.
        - `tables` is the number of tables.
        - `data` is what the user sent for a draw.
        - `typed` is what the user had typed when they asked for more lines for wishes.
        """
        self.drawn = night.rounds.count()
        self.left = max(0, night.season.rounds - self.drawn)
        self.present, self.night = len(people), night
        self.unfinished = list_unfinished(night)
        initial = typed.dict() if typed else {"rounds": self.left}
        super().__init__(
            people, tables, data, typed, initial, lasting=list_lasting_tonight(night, people)
        )
        kinds = list_table_kinds(night.season)
        if PAIRS not in kinds:
            self.fields["method"].choices = [way for way in METHODS if way[0] != MOVE]  # type: ignore[attr-defined]
        words = dict(Season.Sizes.choices)
        self.fields["sizes"].choices = [(kind, words.get(kind, kind)) for kind in kinds]  # type: ignore[attr-defined]
        self.fields["sizes"].required = False
        self.fields["sizes"].initial = find_night_table_kind(night)
        if night.season.divisions == 1:
            del self.fields["divided"]
        else:
            self.fields["divided"].help_text = _in_divisions(night.season, people)

    def fields_with_errors(self) -> Iterator[tuple[forms.BoundField, NumberedErrors]]:
        if not self.counts():
            yield self["rounds"], self.list_refusals("rounds")
        if self.unfinished:
            yield self["all_the_same"], []

    def counts(self) -> list[tuple[int, bool, str]]:
        """Return a button for each number of rounds that can be drawn now: the number, whether it
        is chosen, and the text of the button. If there are too many for a row of buttons, return an
        empty list.
        """
        if not 1 <= self.left <= MOST_NUMBERS:
            return []
        chosen, first = str(self["rounds"].value() or self.left), self.drawn + 1
        return [
            (count, chosen == str(count), _which_rounds(first, self.drawn + count))
            for count in range(1, self.left + 1)
        ]

    def rounds_refusals(self) -> NumberedErrors:
        return self.list_refusals("rounds")

    def plans(self) -> list[tuple[str, Sequence[int], str]]:
        """Return what each choice of table sizes would give tonight: the code of the choice, the
        size of each table, and all sizes in words.
        """
        kinds = [kind for kind, _words in self.fields["sizes"].choices]  # type: ignore[attr-defined]
        return [
            (
                kind,
                compute_table_sizes(self.night, self.present, kind).tables,
                tables_in_words(self.night, self.present, kind),
            )
            for kind in kinds
        ]

    def ways(self) -> Iterator[tuple[Ways, NumberedErrors]]:
        """Yield the fields for the draw's method and for the table sizes, each with its errors.
        Every option of these fields comes with a sentence that explains it. The field for the table
        sizes is left out if there is only one choice.
        """
        yield self._ways("method", MEANING.__getitem__)
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
        values["wishes"] = self.clean_wishes()
        if not self.cleaned_data.get("all_the_same"):
            for refusal in self.unfinished:
                self.refuse("all_the_same", *refusal)
        self.remember_groups()
        values["divided"] = self.cleaned_data.get("divided", False)
        return values | {"without": self.without}
