"""Text from people, as it may stand in a file that a spreadsheet opens. Pure.

A cell that begins with one of `BEGINS` is worked out by a spreadsheet instead of shown. In a
workbook a cell says itself that it is text, so there it only has to be readable; in a text file an
apostrophe goes before it, which is what people type themselves to say that a cell is text; also
behind a comma, a semicolon or a bar, where another program than ours might begin a cell.
"""

import re

LONGEST = 32_767  # of a cell in Excel, which counts as UTF-16 does
BEGINS = (*"=+-@", *"\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}")
BEGINS += tuple("\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}")
# Where a program that goes by another sign between columns would begin a cell; a figure is none.
BETWEEN = re.compile(
    rf"(?<=[,;|])(?=\s*[{re.escape(''.join(BEGINS))}]\s*[^\s,;|])(?!\s*[-+][\d. ]+(?:[,;|]|$))"
)
# In a workbook _x000D_ stands for a character of that number, also one that is not allowed.
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def readable(text: str) -> str:
    """Without what can't be seen or stored; what separates words stays a space."""
    if not text.isprintable():
        text = "".join(one if one.isprintable() else " " if one.isspace() else "" for one in text)
        text = text.strip()
    return cut(text)


def cut(text: str) -> str:
    if len(text) * 2 <= LONGEST or len(coded := text.encode("utf-16-le")) <= LONGEST * 2:
        return text
    return coded[: (LONGEST - 1) * 2].decode("utf-16-le", "ignore") + "…"


def is_calculated(text: str) -> bool:
    """Whether a spreadsheet would take it for a formula: not a dash alone."""
    text = text.strip()
    return len(text) > 1 and text.startswith(BEGINS)


def in_text(text: str) -> str:
    """As a cell of a text file."""
    text = BETWEEN.sub("'", readable(text))
    return f"'{text}" if is_calculated(text) else text


def in_workbook(text: str) -> str:
    """As a cell of a workbook."""
    text = readable(text)
    return CODED.sub("_x005F_", text) if "_x" in text else text
