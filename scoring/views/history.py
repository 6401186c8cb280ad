"""The page with the whole history of a sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.browser import recent_sheets
from scoring.files import history_list
from scoring.pages import history_in_words as telling
from scoring.sheets.locked import PREFETCH
from scoring.toolkit import downloads
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def history(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key, *PREFETCH)
    logs = telling.list_history(sheet)
    if downloads.is_file_wanted(request):
        return downloads.list_response(request, history_list.build_history_list(logs), key[:6])
    page = {"sheet": sheet, "key": key, "history": logs}
    page["device"] = recent_sheets.read_device(request)
    return render(request, "scoring/history.html", page)
