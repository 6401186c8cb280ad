"""Of a sheet."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from scoring.views.base import sheet_or_404


@never_cache
def judge(request: HttpRequest, key: str) -> HttpResponse:
    return HttpResponse(str(sheet_or_404(key)))
