"""Text from users for a file that a spreadsheet opens.

In a workbook each cell is marked as text. In CSV an apostrophe goes before what a spreadsheet
would evaluate as a formula, also after a comma, semicolon or bar, where some begin a new cell.
"""

import re

LONGEST = 32_767  # in a cell of Excel, in units of UTF-16
BEGINS = (*"=+-@", *"\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}")
BEGINS += tuple("\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}")
# Where a program with another separator would begin a formula; a signed number is no formula.
BETWEEN = re.compile(
    rf"(?<=[,;|])(?=\s*[{re.escape(''.join(BEGINS))}]\s*[^\s,;|])(?!\s*[-+][\d. ]+(?:[,;|]|$))"
)
# In a workbook _x000D_ stands for the character with that code, even one that is not allowed.
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def make_readable(text: str) -> str:
    """Without invisible characters; those that separate words become spaces."""
    if not text.isprintable():
        text = "".join(
            letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text
        )
        text = text.strip()
    return cut(text)


def cut(text: str) -> str:
    if len(text) * 2 <= LONGEST or len(coded := text.encode("utf-16-le")) <= LONGEST * 2:
        return text
    return coded[: (LONGEST - 1) * 2].decode("utf-16-le", "ignore") + "…"


def is_calculated(text: str) -> bool:
    """A single dash is no formula."""
    text = text.strip()
    return len(text) > 1 and text.startswith(BEGINS)


def escape_text(text: str) -> str:
    text = BETWEEN.sub("'", make_readable(text))
    return f"'{text}" if is_calculated(text) else text


def escape_for_workbook(text: str) -> str:
    """Excel would read _x0041_ as the code of one character, so its first underscore is escaped."""
    text = make_readable(text)
    return CODED.sub("_x005F_", text) if "_x" in text else text
