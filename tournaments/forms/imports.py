from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django import forms
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import number_message, problem_in_words
from scoring.toolkit.problems import Problem
from tournaments import problems
from tournaments.files.imports import matching
from tournaments.files.imports.matching import ADD, DOUBT, FieldChange, Plan, Step
from tournaments.files.imports.members import MOST_DOUBTS
from tournaments.files.imports.results import read_results
from tournaments.forms.base import Numbered
from tournaments.models import ImportDraft
from tournaments.standings.pages.standing_texts import format_points

MOST_SHOWN = 100  # lines of each kind
KINDS = ".xlsx,.xlsm,.csv,.tsv,.txt"
NO_FILE = _("Choose a file first.")
FIELDS: Mapping[str, Promise] = {
    "name": _("name"),
    "number": _("member number"),
    "email": _("e-mail address"),
    "phone": _("phone number"),
    "joined": _("member since"),
    "nickname": _("nickname"),
    "household": _("family or group"),
}
WHY: Mapping[str, Promise] = {
    matching.HAS_NUMBER: _("%(names)s has this member number."),
    matching.OTHER_NUMBER: _("%(names)s is on the list with another member number."),
    matching.SEVERAL: _("Several members have this name."),
    matching.NEARLY: _("Nearly the same name: %(names)s."),
    matching.HAS_ADDRESS: _("The same e-mail address: %(names)s."),
    matching.ARCHIVED: _("%(names)s is in the archive."),
    matching.TWICE: _("Line %(line)s may be the same person."),
}

Said = tuple[Promise, str, str]  # a change: the field, the value before, the value after


class FileForm(Numbered, forms.Form):
    file = forms.FileField(
        label=_("A workbook (.xlsx) or text with columns (.csv)"),
        help_text=_("Nothing is changed yet: first you see what would be done."),
        error_messages=dict.fromkeys(("required", "invalid", "missing"), NO_FILE),
        widget=forms.FileInput(attrs={"accept": KINDS}),
    )
    file.error_messages["empty"] = _("There is nothing in this file.")

    def add_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.refuse("file", *problem_in_words(problem))


class Choice(NamedTuple):
    value: str
    words: str | Promise
    chosen: bool


class Doubt(NamedTuple):
    step: Step
    why: str
    choices: list[Choice]
    changes: list[tuple[str, list[Said]]]  # candidates, each with what would change
    came: "Somebody | None" = None


class Preview:
    def __init__(self, draft: ImportDraft, plan: Plan, chosen: Mapping[int, str]) -> None:
        self.draft, self.plan, self.chosen = draft, plan, chosen
        self.adds = plan.list_steps(matching.ADD)
        self.changed = plan.list_steps(matching.CHANGE)
        self.same = len(plan.list_steps(matching.SAME))
        self.wrong = plan.list_steps(matching.WRONG)
        self.unsure = plan.list_steps(DOUBT)
        self.unasked = max(0, len(self.unsure) - MOST_DOUBTS)
        self.does_something = bool(self.adds or self.changed or self.unsure)

    def remarks(self) -> list[str]:
        checks = map(problems.numbered, self.draft.remarks)
        return [number_message(check)[1] for check in checks]

    def to_look_at(self) -> list[Step]:
        return [step for step in self.adds if not step.entry.sure][:MOST_SHOWN]

    def left_aside(self) -> list[tuple[Step, str, str]]:
        asides = [(step, *step.entry.aside) for step in self.plan.steps if step.entry.aside]
        return [
            (step, *number_message(check, **params)) for step, check, params in asides[:MOST_SHOWN]
        ]

    def added(self) -> list[Step]:
        return self.adds[:MOST_SHOWN]

    def changes(self) -> list[tuple[Step, list[Said]]]:
        return [(step, in_words(step.changes)) for step in self.changed[:MOST_SHOWN]]

    def refused(self) -> list[tuple[Step, str, str]]:
        return [
            (step, *number_message(step.wrong[0], **step.wrong[1]))
            for step in self.wrong[:MOST_SHOWN]
            if step.wrong
        ]

    def doubts(self) -> list[Doubt]:
        return [self._doubt(step) for step in self.unsure[:MOST_DOUBTS]]

    def more(self) -> bool:
        return max(map(len, (self.adds, self.changed, self.wrong))) > MOST_SHOWN

    def _changes(self, step: Step) -> list[tuple[str, list[Said]]]:
        return [
            (str(candidate.member), in_words(candidate.changes))
            for candidate in step.candidates
            if candidate.changes
        ]

    def _doubt(self, step: Step) -> Doubt:
        names = ", ".join(str(candidate.member) for candidate in step.candidates)
        options: list[tuple[str, str | Promise]] = [("", _("Leave out"))]
        for candidate in step.candidates:
            words = format_lazy(_("Is {name}"), name=str(candidate.member))
            options.append((str(candidate.member.pk), words))
        if step.may_add:
            options.append((ADD, _("Somebody else: add")))
        chosen = self.chosen.get(step.entry.line, "")
        return Doubt(
            step,
            str(WHY[step.why]) % {"names": names, "line": step.line},
            [Choice(value, words, value == chosen) for value, words in options],
            self._changes(step),
        )


class Somebody(NamedTuple):
    number: int
    name: str
    nights: int
    total: str


class EarlierPreview(Preview):
    def __init__(self, draft: ImportDraft, plan: Plan, chosen: Mapping[int, str]) -> None:
        super().__init__(draft, plan, chosen)
        self.came = dict(
            zip((step.entry.line for step in plan.steps), read_results(draft), strict=True)
        )
        self.known = [step for step in plan.steps if step.member]

    def nights(self) -> list[tuple[str, int]]:
        people = Counter(day for results in self.came.values() for day in results)
        return [(date_format(day), count) for day, count in sorted(people.items())]

    def people(self) -> list[tuple[Promise, list[Somebody]]]:
        return [(_("On the list"), self._lines(self.known)), (_("Added"), self._lines(self.adds))]

    def more(self) -> bool:
        return super().more() or len(self.known) > MOST_SHOWN

    def _lines(self, steps: Sequence[Step]) -> list[Somebody]:
        return [self._line(step) for step in steps[:MOST_SHOWN]]

    def _line(self, step: Step) -> Somebody:
        line, points = step.entry.line, [score for score, _ in self.came[step.entry.line].values()]
        name = str(step.member or step.entry.name.full)
        return Somebody(line, name, len(points), format_points(Fraction(sum(points))))

    def _doubt(self, step: Step) -> Doubt:
        return super()._doubt(step)._replace(came=self._line(step))

    def _changes(self, step: Step) -> list[tuple[str, list[Said]]]:
        return []


def in_words(changes: tuple[FieldChange, ...]) -> list[Said]:
    return [(FIELDS[change.field], change.before, change.after) for change in changes]
