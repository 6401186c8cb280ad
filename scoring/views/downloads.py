"""Download a sheet as a file."""

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.browser import sync
from scoring.files.sheet_workbook import make_listing, write
from scoring.sheets.locked import PREFETCH
from scoring.toolkit import downloads
from scoring.toolkit.spreadsheets import csv_lists
from scoring.toolkit.spreadsheets.workbook import Book
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def form(request: HttpRequest, key: str) -> HttpResponse:
    """Return the sheet as a file: a workbook with formulas, or with `as=csv` a text file."""
    sheet = sheet_or_404(key, *PREFETCH, "former_names")
    state, day = sync.build_sheet_state(sheet), localdate(sheet.created)
    if request.GET.get("as") == "csv":
        sheet_list = make_listing(state)
        return downloads.make_file_response(
            "".join(csv_lists.write_csv(sheet_list)), "csv", sheet_list.title, day
        )
    book = Book(sheet.game)
    names = state["data"]["players"]
    write(book, ", ".join(names), [", ".join(names), str(day)], state)
    return downloads.make_file_response(book.build_content(), "xlsx", *names, day)
