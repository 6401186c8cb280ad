"""A short guide for organisers, scribes and players. tests/browser/guide.py makes its pictures from
the running site.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

# Guides with the names of their pictures.
GUIDES = {
    "organiser": ("members", "file", "door", "draw", "tables", "room", "changes", "closing"),
    "scribe": ("sheet", "enter", "save", "out-of-reach", "two-versions", "read-out"),
    "member": ("own", "sign-up", "hall", "standing"),
}
SIZE = (360, 560)  # of a picture on the page


def picture(name: str, language: str | None) -> str:
    """Return the path of this picture of the guide, in this language, among the static files."""
    return f"clubsite/guide/{language}/{name}.webp"


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    return render(request, "clubsite/guide/all.html")


@require_safe
def guide(request: HttpRequest, who: str) -> HttpResponse:
    if who not in GUIDES:
        raise Http404
    pictures = {
        name.replace("-", "_"): static(picture(name, get_language())) for name in GUIDES[who]
    }
    width, height = SIZE
    words = {"width": width, "height": height, **pictures}
    return render(request, f"clubsite/guide/{who}.html", words)
