from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.club import logos
from tournaments.forms.logos import LogoForm
from tournaments.views.base import page, read_posted, run_verb


@page
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.owner_or_403(request, slug)
    if request.POST.get("do") == "away":
        logos.remove_logo(club=club)
        return redirect(club)
    form = LogoForm(read_posted(request), request.FILES or None)
    if run_verb(form, logos.set_logo, club=club):
        return redirect(club)
    words = {"club": club, "form": form, "has_logo": logos.read_logo(club) is not None}
    return render(request, "tournaments/club/logo.html", words)


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Everybody may see a club's logo and name."""
    image = logos.read_logo(access.find_viewer(request, slug).club)
    if image is None:
        raise Http404
    etag = f'"{sha256(image).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(image, content_type="image/png")
        answer["ETag"] = etag
    answer["Cache-Control"] = "no-cache"
    return answer
