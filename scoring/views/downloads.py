from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.browser import sync
from scoring.files.sheet_workbook import make_listing, write
from scoring.games.presets import find_preset
from scoring.sheets import links
from scoring.sheets.sheet_under_lock import PREFETCH
from scoring.toolkit import downloads
from scoring.toolkit.addresses import only_here, reachable
from scoring.toolkit.numbered_forms import read_number
from scoring.toolkit.spreadsheets import csv_lists
from scoring.toolkit.spreadsheets.workbook import Book
from scoring.views.base import game_or_404, sheet_or_404

if TYPE_CHECKING:
    from scoring.printing.printed_sheet import PrintedSheet

USUAL = 4  # players at a table

# What prints is imported when the first form is printed, so that other pages need not wait for it.


@never_cache
@require_safe
def file(request: HttpRequest, key: str) -> HttpResponse:
    """Return a workbook or, with `as=csv`, a list."""
    sheet = sheet_or_404(key, *PREFETCH, "former_names")
    state, day = sync.build_sheet_state(sheet), timezone.localdate(sheet.created)
    if request.GET.get("as") == "csv":
        listing = make_listing(state)
        text = "".join(csv_lists.write_csv(listing))
        return downloads.make_file_response(text, "csv", listing.title, day)
    book = Book(sheet.game)
    names = state["data"]["players"]
    write(book, ", ".join(names), [", ".join(names), str(day)], state)
    return downloads.make_file_response(book.build_content(), "xlsx", *names, day)


@never_cache
@require_safe
def form(request: HttpRequest, key: str) -> HttpResponse:
    from scoring.printing import printed_sheet

    sheet = sheet_or_404(key, *PREFETCH)
    address = reachable(request, links.build_path(sheet))
    code = None if only_here(urlsplit(address).netloc) else address
    state, id = sync.build_sheet_state(sheet), links.write_id(sheet)
    printed = printed_sheet.build_sheet(
        state["data"], address=code, sheet=id, writes=state["scribe"]
    )
    return _print(request, printed, sheet.game)


@never_cache
@require_safe
def blank(request: HttpRequest) -> HttpResponse:
    from scoring.printing import printed_sheet

    system = game_or_404(request.GET.get("game"))
    seats = read_number(request.GET.get("players", ""))
    preset = find_preset(request.GET.get("preset"), system)
    empty = printed_sheet.build_blank(
        system(preset.options if preset else {}),
        seats if type(seats) is int else USUAL,
        title=gettext(preset.name) if preset else "",
    )
    return _print(request, empty, system.key)


def _print(request: HttpRequest, printed: "PrintedSheet", name: str) -> HttpResponse:
    from scoring.printing.form_pages import SIZES, print_forms

    size = request.GET.get("size", "")
    size = size if size in SIZES else SIZES[0]
    forms = [printed] * (2 if size == "two" else 1)
    return downloads.make_file_response(print_forms(forms, size), "pdf", name)
