"""A workbook as Excel looks at it before it says whether it has to be repaired."""

import posixpath
import re
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
COLUMN = re.compile(r"([A-Z]+)([0-9]+)")


def wrong_in(content):
    with ZipFile(BytesIO(content)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    trees = {name: ElementTree.fromstring(text) for name, text in parts.items()}
    return [
        *_types(trees),
        *_relations(trees),
        *_names(trees["xl/workbook.xml"]),
        *(cell for name in parts if "/worksheets/sheet" in name for cell in _cells(name, trees)),
    ]


def _types(trees):
    types = trees["[Content_Types].xml"]
    known = {type_.get("PartName", "").lstrip("/") for type_ in types}
    ends = {type_.get("Extension") for type_ in types}
    for name in trees:
        if name not in known and name.rpartition(".")[2] not in ends:
            yield f"{name} has no type"
    yield from (f"{name} is not there" for name in known - {""} - set(trees))


def _relations(trees):
    for name, tree in trees.items():
        if not name.endswith(".rels"):
            continue
        base = posixpath.dirname(posixpath.dirname(name))
        for element in tree:
            target = element.get("Target", "")
            where = (
                target.lstrip("/")
                if target.startswith("/")
                else posixpath.normpath(f"{base}/{target}").lstrip("/")
            )
            if element.get("TargetMode") == "External" or "externalLink" in element.get("Type", ""):
                yield f"{name} leads out of the file: {target}"
            elif where not in trees:
                yield f"{name} leads to {target}, which is not there"


def _names(workbook):
    names = [element.get("name") for element in workbook.iter(f"{MAIN}sheet")]
    if len({name.casefold() for name in names}) < len(names):
        yield f"names of sheets twice: {names}"
    for name in names:
        if not 1 <= len(name) <= 31 or re.search(r"[\[\]:*?/\\]|^'|'$", name):
            yield f"no name for a sheet: {name!r}"


def _cells(name, trees):
    looks = len(trees["xl/styles.xml"].find(f"{MAIN}cellXfs"))
    row_before = 0
    for row in trees[name].iter(f"{MAIN}row"):
        number, before = int(row.get("r")), (0, "")
        if number <= row_before:
            yield f"{name}: row {number} after {row_before}"
        row_before = number
        for cell in row:
            column, at = COLUMN.fullmatch(cell.get("r")).groups()
            if int(at) != number or (len(column), column) <= before:
                yield f"{name}: {cell.get('r')} out of order"
            before = len(column), column
            if int(cell.get("s", 0)) >= looks:
                yield f"{name}: {cell.get('r')} has no look"
            if len("".join(cell.itertext()).encode("utf-16-le")) > 2 * 32767:
                yield f"{name}: {cell.get('r')} is too long"
