"""Make text from users safe for a file that a spreadsheet opens. These functions are pure: they
depend on nothing but the text.

A spreadsheet evaluates a cell that begins with one of `BEGINS` as a formula. In a workbook each
cell is marked as text, so that danger does not exist there. Only invisible characters have to be
removed.

In a CSV file an apostrophe is put before a text that begins like a formula, as people do themselves
to mark a cell as text. The same is done inside a text after a comma, a semicolon or a vertical bar
(|), because some programs begin a new cell there.
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
    """Return the text without invisible characters. Invisible characters that separate words become
    spaces.
    """
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
    """Return whether a spreadsheet would read the text as a formula. A single dash is not one."""
    text = text.strip()
    return len(text) > 1 and text.startswith(BEGINS)


def escape_text(text: str) -> str:
    """Return a user's text made safe for a cell of a CSV file, so that no spreadsheet evaluates it
    as a formula.
    """
    text = BETWEEN.sub("'", make_readable(text))
    return f"'{text}" if is_calculated(text) else text


def escape_for_workbook(text: str) -> str:
    """Return a user's text made safe for a cell of a workbook, without invisible characters. Excel
    would read a text such as _x0041_ as the code of one character, so its first underscore is
    escaped.
    """
    text = make_readable(text)
    return CODED.sub("_x005F_", text) if "_x" in text else text
