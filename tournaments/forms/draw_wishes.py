"""The part of the draw form with the wishes about who sits with whom, or where: those that always
hold, and those typed for this draw only.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import NumberedErrors, Sent, number_message
from tournaments.draw.engine.request import Constraint
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine
from tournaments.forms.lots import NOTHING, make_choice_field, name_table
from tournaments.members import members
from tournaments.models import Member
from tournaments.names import LONGEST, is_clean
from tournaments.nights.wishes import APART, FIXED, TOGETHER, Lasting
from tournaments.problems import LETTER, NO_WISH, WRONG_NAME

LINES, MOST_LINES = 3, 60  # lines for wishes
MOST_GROUPS = 10
SHOWN = 2  # lasting wishes in the summary
WISH = ("one", "kind", "other")
KINDS = [(TOGETHER, _("together with, or at")), (APART, _("apart from"))]
TABLE = "table "  # prefix that tells a table's number from a member's id
GROUPS = [f"group{number}" for number in range(MOST_GROUPS)]


class WishesForm(Numbered, forms.Form):
    """The part of a draw form with the wishes about who sits with whom, or where. It has a tick for
    each lasting wish, a line for each wish for this draw only, and groups of people who must not
    meet each other.
    """

    def __init__(
        self,
        people: Sequence[Member],
        tables: int,
        data: Sent = None,
        typed: Sent = None,
        initial: dict[str, Any] | None = None,
        *,
        lasting: Sequence[Lasting] = (),
    ) -> None:
        """Create the form.

        - `people` are the people present.
        - `tables` is the number of tables.
        - `data` is what the user sent for a draw.
        - `typed` is what the user had typed when they asked for more lines for wishes.
        - `initial` has the values with which the form's fields begin.
        - `lasting` has the wishes that always hold.
        """
        start = (initial or {}) | {name: typed.getlist(name) for name in GROUPS if typed}
        super().__init__(data, initial=start)
        self.remembered: dict[str, list[int]] = {}
        self.lasting, sent = lasting, data or typed or QueryDict()
        self.without = {*sent.getlist("offered")} - {*sent.getlist("always")}
        names = [(str(choice.pk), str(choice)) for choice in members.sort_by_name(people)]
        used = [name for name in GROUPS if (data.getlist(name) if data else start.get(name))]
        self.group_names = GROUPS[: max(1, len(used) + bool(typed))]
        self._add_groups(names)
        filled = sum(f"one{line}" in (data or start) for line in range(MOST_LINES))
        self.count = min(MOST_LINES, max(LINES, filled + LINES * bool(typed)))
        self._add_lines(names, tables)

    def _add_groups(self, names: list[tuple[str, str]]) -> None:
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

    def _add_lines(self, names: list[tuple[str, str]], tables: int) -> None:
        places = [(f"{TABLE}{number}", name_table(number)) for number in range(1, tables + 1)]
        others = [*NOTHING, (_("People"), names), (_("Tables"), places)]
        for line in range(self.count):
            self.fields[f"one{line}"] = make_choice_field(_("Who"), [*NOTHING, *names])
            self.fields[f"kind{line}"] = make_choice_field(_("How"), KINDS)
            self.fields[f"other{line}"] = make_choice_field(_("With whom, or where"), others)

    # To show

    def wishes(self) -> list[tuple[list[forms.BoundField], NumberedErrors]]:
        lines = [[self[f"{name}{line}"] for name in WISH] for line in range(self.count)]
        return [(fields, self.list_refusals(fields[0].name)) for fields in lines]

    def groups(self) -> list[tuple[forms.BoundField, forms.BoundField, NumberedErrors]]:
        """For each group of people to be kept apart from each other, return the field with the
        people, the field with the group's name, and the errors.
        """
        names = [(name, f"{name}_name") for name in self.group_names]
        return [(self[name], self[called], self.list_refusals(called)) for name, called in names]

    def always(self) -> list[tuple[str, str, bool]]:
        """Return the lasting wishes about the people present: for each wish its key, its text, and
        whether this draw keeps it. The page also has a hidden field for each wish that it shows,
        because a browser does not send an unticked box.
        """
        return [(wish.key, wish.in_words(), wish.key not in self.without) for wish in self.lasting]

    def summary(self) -> str:
        """Return a short text that names the first few lasting wishes (about who sits with whom)
        that this draw keeps. Return "none" if it keeps none.
        """
        kept = [wish for wish in self.lasting if wish.key not in self.without]
        words = ", ".join(wish.name or wish.in_words() for wish in kept[:SHOWN])
        more = "…" if len(kept) > SHOWN else ""
        return words + more if kept else gettext("none")

    def wishes_are_typed(self) -> bool:
        if any(field.value() for field, _name, _refusals in self.groups()):
            return True
        return any(fields[0].value() or fields[2].value() for fields, _refusals in self.wishes())

    # To read

    def clean_wishes(self) -> list[Constraint]:
        """Return the wishes that were typed for this draw only. A group of people to be kept apart
        from each other gives a wish for each two of them. A wish that makes no sense gets an error
        in the form.
        """
        wishes = [self._wish(line) for line in range(self.count)]
        apart = [
            Constraint(APART, int(first), int(second))
            for name in self.group_names
            for first, second in combinations(self.cleaned_data.get(name, ()), 2)
        ]
        return [*(wish for wish in wishes if wish), *apart]

    def remember_groups(self) -> None:
        """If the user gave a name to a group of people to be kept apart from each other, store the
        group under that name in the form's dictionary `remembered`. The draw page then saves these
        groups for later draws. A name that is not allowed gets an error in the form.
        """
        for name in self.group_names:
            people = [int(pk) for pk in self.cleaned_data.get(name, ())]
            if called := self.cleaned_data.get(f"{name}_name", ""):
                if not is_clean(called):
                    self.refuse(f"{name}_name", *number_message(LETTER, WRONG_NAME))
                self.remembered[called] = people

    def _wish(self, line: int) -> Constraint | None:
        who, kind, other = (self.cleaned_data.get(f"{name}{line}", "") for name in WISH)
        if not who and not other:
            return None
        table = other.removeprefix(TABLE)
        at_table = table != other
        if not who or not other or who == other or (at_table and kind == APART):
            self.refuse(f"one{line}", *number_message(LETTER, NO_WISH))
            return None
        return Constraint(FIXED if at_table else kind, int(who), int(table))
