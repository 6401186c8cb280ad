from io import BytesIO

from django.utils.translation import gettext
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

# The labels of the member form, each with its column's width.
COLUMNS = (
    ("First name", 22),
    ("Tussenvoegsel", 16),
    ("Family name", 26),
    ("Member number", 18),
    ("E-mail address", 34),
    ("Phone number", 20),
    ("Nickname", 18),
    ("Member since", 18),
    ("Family or group", 22),
)
TEXT = "@"  # the text format, which keeps leading zeros


def build_member_workbook() -> bytes:
    book = Workbook()
    worksheet = book.active
    assert worksheet is not None
    worksheet.title = gettext("Members")[:31]
    worksheet.freeze_panes = "A2"
    for number, (heading, width) in enumerate(COLUMNS, 1):
        column = worksheet.column_dimensions[get_column_letter(number)]
        column.width, column.number_format = width, TEXT
        cell = worksheet.cell(1, number, gettext(heading))
        cell.font, cell.alignment = Font(bold=True), Alignment(vertical="center")
    file = BytesIO()
    book.save(file)
    return file.getvalue()
