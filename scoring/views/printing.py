"""Downloads of paper forms to be filled in with a pen: the form of a sheet, or empty forms."""

from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import games
from scoring.browser import sync
from scoring.forms.typed_values import read_number
from scoring.sheets import links
from scoring.sheets.locked import PREFETCH
from scoring.toolkit import downloads
from scoring.views.base import sheet_or_404
from scoring.views.share import only_here, reachable

USUAL = 4  # players at a table


@never_cache
@require_safe
def form(request: HttpRequest, key: str) -> HttpResponse:
    # Imported when the first form is printed, so that other pages need not wait for it.
    from scoring.printing import form_pages
    from scoring.printing.content import build_sheet

    sheet = sheet_or_404(key, *PREFETCH)
    address = reachable(request, links.build_path(sheet))
    code = None if only_here(urlsplit(address).netloc) else address
    state = sync.build_sheet_state(sheet)
    id = links.write_id(sheet)
    printed = build_sheet(state["data"], address=code, sheet=id, writes=state["scribe"])
    size = _size(request)
    return downloads.make_pdf_response(
        form_pages.print_forms(form_pages.fill_page(printed, size), size), sheet.game
    )


@never_cache
@require_safe
def blank(request: HttpRequest) -> HttpResponse:
    from scoring.printing import form_pages
    from scoring.printing.content import build_blank as made

    system = games.find(request.GET.get("game"))
    if system is None:
        raise Http404
    size, seats = _size(request), read_number(request.GET.get("players", ""))
    empty = made(system({}), seats if type(seats) is int else USUAL)
    return downloads.make_pdf_response(
        form_pages.print_forms(form_pages.fill_page(empty, size), size), system.key
    )


def _size(request: HttpRequest) -> str:
    from scoring.printing.form_pages import SIZES

    size = request.GET.get("size", "")
    return size if size in SIZES else SIZES[0]
