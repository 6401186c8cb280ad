"""Read the cells of an OpenDocument workbook (.ods), as LibreOffice saves it. Macros, remarks,
drawings and links are ignored. A formula is read as the value that was saved with it.
"""

import re
from bisect import bisect_right
from contextlib import suppress

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.files.readers.cells import (
    BadCell,
    Book,
    Limits,
    Pieces,
    Value,
    Worksheet,
    clean_text,
)
from tournaments.files.readers.limits import (
    LONGEST,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_STYLES,
    MOST_WORKSHEETS,
)
from tournaments.files.readers.numbers import PLAIN, Style, find_style, read_number
from tournaments.files.readers.numbers import read_day as day_of
from tournaments.files.readers.zip_guard import Archive, Attributes, make_damaged_error
from tournaments.problems import user_error

CONTENT, STYLES, MANIFEST = "content.xml", "styles.xml", "META-INF/manifest.xml"
MACROS = ("basic/", "scripts/")
WORDS = {"p", "span", "a", "s", "tab", "line-break"}  # tags of a cell's own text
SKIPPED = {"dde-links", "tracked-changes", "shapes"}  # they hold cells or text of no worksheet
CACHED = "'file:"  # begins the name of a worksheet with copied cells of another file
SPACE = re.compile("[ \t\r\n]+")  # as XML breaks lines; typed spaces are tags
TIME = re.compile(r"PT([0-9]{1,4})H([0-9]{1,2})M[0-9.,]*S?")


def drop_prefixes(said: Attributes) -> Attributes:
    """Return the attributes without their namespace prefixes. LibreOffice's own attributes are left
    out, because they repeat others under the same names.
    """
    parts = ((key.rpartition(":"), value) for key, value in said.items())
    return {name: value for (prefix, _, name), value in parts if prefix != "calcext"}


class Manifest:
    """Reads whether the workbook is locked with a password."""

    locked = False

    def start(self, name: str, said: Attributes) -> None:
        self.locked = self.locked or name == "encryption-data"

    def end(self, name: str) -> None: ...
    def text(self, typed: str) -> None: ...


class Formats:
    """Reads which styles of cells show a number with leading zeros."""

    def __init__(self) -> None:
        self.digits: dict[str, str] = {}  # such as "0000", keyed by the format's name
        self.formats: dict[str, str] = {}  # names of formats, keyed by the style's name
        self.open = ""

    def start(self, name: str, said: Attributes) -> None:
        if name == "number-style":
            self.open = drop_prefixes(said).get("name", "")
        elif name == "number" and self.open and len(self.digits) < MOST_STYLES:
            least = drop_prefixes(said).get("min-integer-digits", "")
            self.digits[self.open] = "0" * int(least) if re.fullmatch("[0-9]{1,2}", least) else ""
        elif name == "style" and len(self.formats) < MOST_STYLES:
            here = drop_prefixes(said)
            self.formats[here.get("name", "")] = here.get("data-style-name", "")

    def end(self, name: str) -> None:
        if name == "number-style":
            self.open = ""

    def text(self, typed: str) -> None: ...

    def find(self, style: str) -> Style:
        return find_style("", self.digits.get(self.formats.get(style, ""), "")) if style else PLAIN


class Content:
    """Reads the worksheets with their cells. The file has equal rows or cells only once, with the
    number of repetitions. Only cells that are not empty are counted and kept.
    """

    def __init__(self, formats: Formats) -> None:
        self.formats = formats
        self.limits = Limits()
        self.leaves: list[Worksheet] = []
        self.has_spreadsheet = self.in_cell = self.in_text = self.is_error = False
        self.skipped = 0  # nesting depth in tags that are ignored
        self.pieces = Pieces()
        self.said: Attributes = {}  # of the cell
        self._begin("")

    def _begin(self, name: str) -> None:
        self.name, self.row = name[:60], 0
        self.after: list[int] = []  # of each group of columns, the first column after it
        self.styles: list[str] = []  # of these groups
        self._begin_row({})

    def _begin_row(self, said: Attributes) -> None:
        self.cells: dict[int, Value] = {}
        self.column, self.of_row = 0, said

    def start(self, name: str, said: Attributes) -> None:
        if not self.has_spreadsheet:
            self.formats.start(name, said)
            self.has_spreadsheet = name == "spreadsheet"
        elif self.skipped or name in SKIPPED or (self.in_cell and name not in WORDS):
            self.skipped += 1
        elif self.in_cell:
            self._write(name, said)
        elif name in ("table-cell", "covered-table-cell"):
            self.said, self.in_cell = drop_prefixes(said), True
            self.is_error = said.get("calcext:value-type") == "error"
            self.pieces.clear()
        elif name == "table-row":
            self._begin_row(drop_prefixes(said))
        elif name == "table-column":
            here = drop_prefixes(said)
            self.after.append((self.after or [0])[-1] + _times(here, "columns"))
            self.styles.append(here.get("default-cell-style-name", ""))
        elif name == "table":
            self._table(drop_prefixes(said).get("name", ""))

    def _table(self, name: str) -> None:
        if name.startswith(CACHED):
            self.skipped += 1
        else:
            self._begin(name)
        if len(self.leaves) >= MOST_WORKSHEETS:
            raise user_error(problems.MANY_LEAVES, most=MOST_WORKSHEETS)

    def _write(self, name: str, said: Attributes) -> None:
        """Add the text that a tag inside a cell stands for, such as a line break, to the cell."""
        if name == "p":
            self.in_text = True
            if self.pieces.kept:
                self.pieces.add("\n")
        elif name == "s":
            spaces = drop_prefixes(said).get("c", "1")
            self.pieces.add(
                " " * min(LONGEST, int(spaces) if re.fullmatch("[0-9]{1,9}", spaces) else 1)
            )
        elif name in ("tab", "line-break"):
            self.pieces.add("\t" if name == "tab" else "\n")

    def text(self, typed: str) -> None:
        if self.in_text and not self.skipped:
            self.pieces.add(SPACE.sub(" ", typed))

    def end(self, name: str) -> None:
        if not self.has_spreadsheet:
            self.formats.end(name)
        elif self.skipped:
            self.skipped -= 1
        elif name == "p":
            self.in_text = False
        elif name in ("table-cell", "covered-table-cell"):
            self.in_cell = False
            self._add_cell(self._value() if name == "table-cell" else None)
        elif name == "table-row":
            self._add_rows()
        elif name == "table":
            self.leaves.append(self.limits.make_worksheet(self.name))

    def _add_cell(self, value: Value | None) -> None:
        times = _times(self.said, "columns")
        if value is not None:
            if self.column + times > MOST_COLUMNS:
                raise make_damaged_error(f"{self.row + 1}")
            self.cells.update(dict.fromkeys(range(self.column, self.column + times), value))
        self.column += times

    def _add_rows(self) -> None:
        times = _times(self.of_row, "rows")
        if self.cells and self.row + times > MOST_ROWS:
            raise make_damaged_error(f"{self.row + 1}")
        for line in range(self.row + 1, self.row + 1 + times) if self.cells else ():
            for column, value in self.cells.items():
                self.limits.read_text(len(value) if isinstance(value, str) else 0)
                self.limits.add_value(line, column, value)
        self.row += times

    def _value(self) -> Value | None:
        typed, kind = self.pieces.join_pieces(), self.said.get("value-type", "")
        if self.is_error:
            return BadCell(problems.ERROR_VALUE, {"given": typed[:20]})
        if self.said.get("formula") and not kind:
            return BadCell(problems.NO_VALUE, {})
        if kind in ("float", "percentage", "currency"):
            return read_number(
                self.said.get("value", ""), self._style() if kind == "float" else PLAIN
            )
        if kind == "date":
            return day_of(self.said.get("date-value", ""))
        if kind == "time":
            return self._time()
        if kind == "boolean":
            return self.said.get("boolean-value") == "true"
        return clean_text(self.said.get("string-value") or typed)

    def _time(self) -> Value:
        if parts := TIME.fullmatch(self.said.get("time-value", "")):
            return f"{int(parts[1])}:{int(parts[2]):02}"
        return BadCell(problems.NO_FIGURE, {})

    def _style(self) -> Style:
        """Return the style of the cell, else that of its row, else that of its column."""
        group = bisect_right(self.after, self.column)
        of_column = self.styles[group] if group < len(self.styles) else ""
        given = self.said.get("style-name") or self.of_row.get("default-cell-style-name")
        return self.formats.find(given or of_column)


def _times(said: Attributes, what: str) -> int:
    """Return how often a row, column or cell is repeated. `said` has the attributes of its tag.
    `what` is the word in the attribute's name: "rows", or "columns" for columns and cells.
    """
    given = said.get(f"number-{what}-repeated", "1")
    if not re.fullmatch("0*[1-9][0-9]{0,6}", given):
        raise make_damaged_error(given)
    return int(given)


def read(archive: Archive) -> Book:
    manifest, formats = Manifest(), Formats()
    if MANIFEST in archive:
        with suppress(UserError):  # nothing else in it is needed
            archive.read(MANIFEST, manifest)
    if manifest.locked:
        raise archive.make_locked_error()
    if STYLES in archive:
        archive.read(STYLES, formats)
    content = Content(formats)
    archive.read(CONTENT, content)
    if not content.has_spreadsheet:
        raise user_error(problems.OTHER_FILE)
    macros = any(name.startswith(MACROS) for name in archive.parts)
    return Book(tuple(content.leaves), (problems.MACROS,) if macros else ())
