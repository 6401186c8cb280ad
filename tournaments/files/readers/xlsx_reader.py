"""Read the cells of an Excel workbook. Macros, links and pictures are ignored. A formula is read as
the value that was saved with it.
"""

import posixpath
import re
from typing import NamedTuple

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
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_STYLES,
    MOST_WORKSHEETS,
)
from tournaments.files.readers.numbers import PLAIN, Style, find_style, read_number
from tournaments.files.readers.numbers import read_day as day_of
from tournaments.files.readers.zip_guard import MOST_PARTS, Archive, Attributes, make_damaged_error
from tournaments.problems import user_error

WORKBOOK = "xl/workbook.xml"
CELL = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")  # a character not allowed in XML


def unescape(whole: str) -> str:
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)), whole) if "_x" in whole else whole


class Related(NamedTuple):
    kind: str
    part: str


class Relations:
    """Reads the references from one part of the workbook's zip file to other parts, keyed by the id
    of the reference.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.relations: dict[str, Related] = {}

    def start(self, name: str, said: Attributes) -> None:
        if name == "Relationship" and said.get("TargetMode") != "External":
            part = posixpath.normpath(posixpath.join("/", self.folder, said.get("Target", "")))
            kind = said.get("Type", "").rpartition("/")[2]
            self.relations[said.get("Id", "")] = Related(kind, part.lstrip("/"))
        if len(self.relations) > MOST_PARTS:
            raise user_error(problems.BOMB)

    def end(self, name: str) -> None: ...
    def text(self, typed: str) -> None: ...

    def find_part(self, kind: str) -> str:
        return next(
            (relation.part for relation in self.relations.values() if relation.kind == kind), ""
        )


class Workbook:
    """Reads the names of the worksheets in order, each with the id of the reference to its part of
    the zip file.
    """

    def __init__(self) -> None:
        self.leaves: list[tuple[str, str]] = []
        self.from_1904 = False

    def start(self, name: str, said: Attributes) -> None:
        if name == "sheet":
            ids = (value for key, value in said.items() if key.rpartition(":")[2] == "id")
            self.leaves.append((said.get("name", "")[:60], next(ids, "")))
        elif name == "workbookPr":
            self.from_1904 = said.get("date1904") in ("1", "true")
        if len(self.leaves) > MOST_WORKSHEETS:
            raise user_error(problems.MANY_LEAVES, most=MOST_WORKSHEETS)

    def end(self, name: str) -> None: ...
    def text(self, typed: str) -> None: ...


class Styles:
    """Reads the number formats of cells. Only the format tells whether a number is a day."""

    def __init__(self) -> None:
        self.own: dict[str, str] = {}
        self.styles: list[Style] = []
        self.inside = False

    def start(self, name: str, said: Attributes) -> None:
        if name == "numFmt" and len(self.own) < MOST_STYLES:
            self.own[said.get("numFmtId", "")] = said.get("formatCode", "")[:200]
        elif name == "cellXfs":
            self.inside = True
        elif name == "xf" and self.inside and len(self.styles) < MOST_STYLES:
            which = said.get("numFmtId", "0")
            self.styles.append(find_style(which, self.own.get(which, "")))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self.inside = False

    def text(self, typed: str) -> None: ...


class Strings:
    """Reads the texts that a workbook stores once for many cells."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.texts: list[Value | None] = []
        self.pieces = Pieces()
        self.listening = False
        self.aloud = 0  # nesting depth in phonetic guides (rPh, Japanese), which are skipped

    def start(self, name: str, said: Attributes) -> None:
        if name == "si":
            self.pieces.clear()
        elif name == "rPh":
            self.aloud += 1
        self.listening = name == "t" and not self.aloud

    def end(self, name: str) -> None:
        self.listening = False
        if name == "rPh":
            self.aloud -= 1
        elif name == "si":
            typed = unescape(self.pieces.join_pieces())
            self.limits.read_text(len(typed) + 10)  # an empty text takes memory too
            self.texts.append(clean_text(typed))

    def text(self, typed: str) -> None:
        if self.listening:
            self.pieces.add(typed)


class Cells:
    """Reads the cells of one worksheet."""

    def __init__(
        self,
        limits: Limits,
        strings: list[Value | None],
        styles: list[Style],
        from_1904: bool,
    ) -> None:
        self.limits, self.strings, self.styles = limits, strings, styles
        self.from_1904 = from_1904
        self.row, self.column = 0, -1
        self.said: Attributes = {}
        self.pieces = Pieces()
        self.listening = self.formula = False
        self.aloud = 0

    def start(self, name: str, said: Attributes) -> None:
        if name == "c":
            self.said = said
            self.pieces.clear()
            self.formula = False
            self._go(said.get("r", ""))
        elif name == "row":
            given = said.get("r", "")
            self.row = int(given) if re.fullmatch("[0-9]{1,7}", given) else self.row + 1
            self.column = -1
        elif name == "f":
            self.formula = True
        elif name == "rPh":
            self.aloud += 1
        self.listening = name in ("v", "t") and not self.aloud

    def end(self, name: str) -> None:
        self.listening = False
        if name == "rPh":
            self.aloud -= 1
        elif name == "c":
            value = self._value(unescape(self.pieces.join_pieces()))
            if value is not None:
                letters = len(value) if isinstance(value, str) else 0
                self.limits.read_text(0 if self.said.get("t") == "s" else letters)
                self.limits.add_value(self.row, self.column, value)

    def text(self, typed: str) -> None:
        if self.listening:
            self.pieces.add(typed)

    def _go(self, where: str) -> None:
        match = CELL.fullmatch(where)
        if match:
            self.row, self.column = int(match[2]), -1
            for letter in match[1].upper():
                self.column = (self.column + 1) * 26 + ord(letter) - ord("A")
        else:
            self.column += 1
        if not (1 <= self.row <= MOST_ROWS and 0 <= self.column < MOST_COLUMNS):
            raise make_damaged_error(where)

    def _value(self, typed: str) -> Value | None:
        kind = self.said.get("t", "n")
        if self.formula and not typed and kind != "str":
            return BadCell(problems.NO_VALUE, {})
        if kind in ("str", "inlineStr") or not typed.strip():
            return clean_text(typed)
        if kind == "s":
            return self._shared(typed)
        if kind == "b":
            return typed.strip() == "1"
        if kind == "e":
            return BadCell(problems.ERROR_VALUE, {"given": typed[:20]})
        if kind == "d":
            return day_of(typed)
        return read_number(typed, self._style(), self.from_1904)

    def _shared(self, typed: str) -> Value | None:
        place = int(typed) if re.fullmatch(r"\s*[0-9]{1,7}\s*", typed) else len(self.strings)
        if place >= len(self.strings):
            raise make_damaged_error(typed)
        return self.strings[place]

    def _style(self) -> Style:
        which = self.said.get("s", "0")
        place = int(which) if re.fullmatch("[0-9]{1,6}", which) else 0
        return self.styles[place] if place < len(self.styles) else PLAIN


def read(archive: Archive) -> Book:
    main = _main(archive)
    workbook, related = Workbook(), Relations(posixpath.dirname(main))
    archive.read(main, workbook)
    archive.read(_relations_of(main), related)
    limits = Limits()
    strings, styles = Strings(limits), Styles()
    for kind, kept in (("sharedStrings", strings), ("styles", styles)):
        if name := related.find_part(kind):
            archive.read(name, kept)
    leaves: list[Worksheet] = []
    for name, relation_id in workbook.leaves:
        part = related.relations.get(relation_id)
        if part and part.kind == "worksheet":  # other kinds are charts
            cells = Cells(limits, strings.texts, styles.styles, workbook.from_1904)
            archive.read(part.part, cells)
            leaves.append(limits.make_worksheet(name))
    macros = any(name.endswith("vbaproject.bin") for name in archive.parts)
    return Book(tuple(leaves), (problems.MACROS,) if macros else ())


def _main(archive: Archive) -> str:
    roots = Relations("")
    if "_rels/.rels" in archive:
        archive.read("_rels/.rels", roots)
    main = roots.find_part("officeDocument") or WORKBOOK
    if main not in archive or not main.endswith(".xml"):
        raise user_error(problems.OTHER_FILE)
    return main


def _relations_of(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")
