"""An option is declared once, at its column: how it is asked, bounded, and explained to players."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.db import models
from django.utils.functional import Promise

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise
else:
    Words = str | Promise

Column = TypeVar("Column", bound="models.Field[Any, Any]")


class Explanation(NamedTuple):
    """How players read it. A number that stands at its default is left out."""

    part: int  # of the explanation
    label: Words = ""  # empty: the option's own
    words: Words = ""  # of a number, with %(count)s, or of what is switched on
    otherwise: Words = ""  # of what is switched off


@dataclass(frozen=True)
class Option:
    label: Words
    help: Words = ""
    fold: str = ""  # where the form asks for it
    kind: str = ""  # of its form field, where the column doesn't tell
    low: int = 0
    high: int | None = None
    usual: Any = None  # what the form begins with, and an empty number means
    asked_with: tuple[str, list[str]] | None = None  # another option, and answers to it
    kept: bool = False  # also while it is not asked
    explained: Explanation | None = None
    column: Any = None

    @property
    def name(self) -> str:
        return str(self.column.name)

    def is_asked(self, row: models.Model) -> bool:
        return self.asked_with is None or getattr(row, self.asked_with[0]) in self.asked_with[1]


def option(column: Column, label: Words, **declared: Any) -> Column:
    usual = None if column.default is models.NOT_PROVIDED else column.get_default()
    declared = {"usual": usual, "column": column} | declared
    column.option = Option(label, **declared)  # type: ignore[attr-defined]
    return column


def list_options(model: type[models.Model] | models.Model) -> Iterator[Option]:
    """Yield them as they are declared."""
    return (column.option for column in model._meta.concrete_fields if hasattr(column, "option"))
