"""What formulas come to, beside them. Who works them out anew does so; a preview on a phone does
not, and would show nothing at all.
"""

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

# As they are written: the cell, its look, its formula and no value.
FORMULA = re.compile(rb'<c r="([A-Z]+[0-9]+)"([^>]*)><f>([^<]*)</f><v ?/></c>')
SHEET = re.compile(r"xl/worksheets/sheet([0-9]+)\.xml")


def filled(file: BytesIO, known: Sequence[Mapping[str, float | str]]) -> bytes:
    """`known`: by sheet, what each of its formulas comes to."""
    whole = BytesIO()
    with ZipFile(file) as old, ZipFile(whole, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if found := SHEET.fullmatch(name):
                content = _filled(content, known[int(found[1]) - 1])
            new.writestr(name, content)
    return whole.getvalue()


def _filled(content: bytes, shows: Mapping[str, float | str]) -> bytes:
    def fill(found: re.Match[bytes]) -> bytes:
        cell, look, formula = found.groups()
        value = shows[cell.decode()]
        kind = b' t="str"' if isinstance(value, str) else b""
        text = escape(value if isinstance(value, str) else f"{value:.15g}").encode()
        return b'<c r="%b"%b%b><f>%b</f><v>%b</v></c>' % (cell, look, kind, formula, text)

    return FORMULA.sub(fill, content)
