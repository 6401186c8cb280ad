"""openpyxl writes formulas without results, which a preview on a phone would show as empty."""

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

# A formula as openpyxl writes it: the cell, its style, its formula and an empty value.
FORMULA = re.compile(rb'<c r="([A-Z]+[0-9]+)"([^>]*)><f>([^<]*)</f><v ?/></c>')
SHEET = re.compile(r"xl/worksheets/sheet([0-9]+)\.xml")


def fill_values(file: BytesIO, known: Sequence[Mapping[str, float | str]]) -> bytes:
    """`known`: the results of each worksheet, by cell."""
    whole = BytesIO()
    with ZipFile(file) as old, ZipFile(whole, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if match := SHEET.fullmatch(name):
                content = _filled(content, known[int(match[1]) - 1])
            new.writestr(name, content)
    return whole.getvalue()


def _filled(content: bytes, shows: Mapping[str, float | str]) -> bytes:
    def fill(match: re.Match[bytes]) -> bytes:
        cell, style, formula = match.groups()
        value = shows[cell.decode()]
        kind = b' t="str"' if isinstance(value, str) else b""
        text = escape(value if isinstance(value, str) else f"{value:.15g}").encode()
        return b'<c r="%b"%b%b><f>%b</f><v>%b</v></c>' % (cell, style, kind, formula, text)

    return FORMULA.sub(fill, content)
