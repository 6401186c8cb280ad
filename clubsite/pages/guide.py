"""Short guides, also as one PDF. tests/browser/guide.py makes their pictures from a site."""

from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from clubsite.pages.guide_booklet import GUIDES, draw_booklet, find_picture
from scoring.toolkit.cache import LRU
from scoring.toolkit.downloads import make_pdf_response

SIZE = (360, 560)  # of a picture on the page
_drawn: LRU[str, bytes] = LRU(3)  # by language


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    return render(request, "clubsite/guide/all.html")


@require_safe
def guide(request: HttpRequest, who: str) -> HttpResponse:
    if who not in GUIDES:
        raise Http404
    pictures = {
        name.replace("-", "_"): static(find_picture(name, get_language())) for name in GUIDES[who]
    }
    width, height = SIZE
    words = {"width": width, "height": height, **pictures}
    return render(request, f"clubsite/guide/{who}.html", words)


@require_safe
def booklet(request: HttpRequest) -> HttpResponseBase:
    pdf = _drawn.get_or_make(get_language() or "", draw_booklet)
    etag = f'"{sha256(pdf).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = make_pdf_response(pdf, "Streepje", gettext("How it works"))
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer
