from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.browser import recent_sheets
from scoring.sheets import lifecycle, links
from scoring.toolkit.addresses import draw_code, reachable
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def share(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key)
    address = reachable(request, links.build_path(sheet))
    code = draw_code(address, gettext("Code that opens this form"))
    page = {
        "key": key,
        "sheet": sheet,
        "address": address,
        "code": code,
        "kept": lifecycle.LOOSE_KEPT.days,
    }
    response = render(request, "scoring/share.html", page)
    # With the next link as well: whoever renews the link but misses the answer then finds the sheet
    # on the front page.
    recent_sheets.put_in_front(request, response, links.make_key(sheet), links.make_next_key(sheet))
    return response
