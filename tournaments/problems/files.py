"""The messages that users read when something about a file is refused. One of them is
only a warning.
"""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

# Imported files.
NO_FILE = ProblemCode(110, _("Choose a file first."))
LARGE_FILE = ProblemCode(
    111, _("This file is larger than %(most)s MB: leave out what is not needed, such as pictures.")
)
EMPTY_FILE = ProblemCode(112, _("There is nothing in this file."))
OLD_FILE = ProblemCode(
    113,
    _(
        "This is an Excel file of the old kind, or one with a password: save it as “Excel workbook"
        " (.xlsx)”, without a password."
    ),
)
OTHER_FILE = ProblemCode(
    114,
    _("Only workbooks (.xlsx) and text with columns (.csv) can be read: save it as one of these."),
)
DAMAGED = ProblemCode(
    115,
    _(
        "This workbook is damaged (%(where)s): open it in a spreadsheet program, save it anew and"
        " try that."
    ),
)
BOMB = ProblemCode(
    116,
    _(
        "Unpacked, this workbook would be far larger than any list, so it was not read: copy the"
        " list into a new workbook."
    ),
)
MANY_LINES = ProblemCode(118, _("There are more than %(most)s lines in this file: leave some out."))
MANY_CELLS = ProblemCode(119, _("There are more than %(most)s cells in this file: leave some out."))
MANY_COLUMNS = ProblemCode(120, _("Line %(line)s has more than %(most)s columns: leave some out."))
MUCH_TEXT = ProblemCode(
    121, _("There is far more text in this file than a list needs: leave some out.")
)
MANY_LEAVES = ProblemCode(122, _("This workbook has more than %(most)s sheets: leave some out."))
NO_TEXT = ProblemCode(
    123, _("The letters of this text can't be made out: save it as “CSV UTF-8” and try that.")
)
OPEN_QUOTE = ProblemCode(
    124, _("The quotes that open on line %(line)s are never closed: mend that line.")
)
MACROS = ProblemCode(
    125, _("This workbook holds macros. They were left alone; only its cells were read."), "warning"
)
ERROR_VALUE = ProblemCode(127, _("%(place)s shows the error %(given)s: write what it should be."))
LONG_CELL = ProblemCode(128, _("%(place)s has more than %(most)s characters: shorten it."))
NO_FIGURE = ProblemCode(
    129, _("%(place)s holds a number or a day that can't be read: write it anew.")
)
NO_HEADINGS = ProblemCode(
    130,
    _(
        "No line with headings was found: write above each column what it is, such as First name"
        " and Family name."
    ),
)
NUMBER_TWICE = ProblemCode(131, _("This member number stands on line %(line)s as well."))
LIKE_FORMULA = ProblemCode(
    132, _("%(place)s begins with %(sign)s, as a formula does: write it without.")
)
WRONG_ADDRESS = ProblemCode(133, _("%(place)s holds no e-mail address, so it is left out."))
ONE_PERSON = ProblemCode(
    134, _("Lines %(line)s and %(other)s can't both be %(name)s: choose once more.")
)
AT_LINE = ProblemCode(135, _("Line %(line)s: %(what)s"))
LIST_CHANGED = ProblemCode(
    136, _("The list of members was changed meanwhile: look once more at what will be done.")
)
NO_DAYS = ProblemCode(
    137, _("No column has a day above it: write there when the night was, such as 3-9-2026.")
)
NO_POINTS = ProblemCode(138, _("%(place)s holds no points: write a number, or leave it empty."))
DAY_TWICE = ProblemCode(139, _("%(day)s stands here twice."))
