"""What Excel would have to repair in a workbook, of that which a library leaves to us."""

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
        *_names(trees["xl/workbook.xml"]),
        *(cell for name in parts if "/worksheets/sheet" in name for cell in _cells(name, trees)),
    ]


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
