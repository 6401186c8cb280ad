"""A member's own page, by a link that the club hands out."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import links, privacy
from tournaments.forms.members import ShownForm
from tournaments.models import Member
from tournaments.views.base import done, posted

ASKED = {"erase": privacy.ask_erasure, "keep": privacy.withdraw_erasure}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest, key: str) -> HttpResponse:
    member = _member(key)
    if verb := ASKED.get(request.POST.get("do", "")):
        verb(member=member)
        return redirect("tournaments:own", key)
    form = ShownForm(posted(request), initial={"shown": member.shown})
    if done(form, privacy.show_as, member=member):
        return redirect("tournaments:own", key)
    words = {"member": member, "club": member.club, "form": form, "key": key}
    return render(request, "tournaments/own.html", words)


@never_cache
@require_safe
def own_data(request: HttpRequest, key: str) -> HttpResponse:
    answer = JsonResponse(privacy.own_data(_member(key)), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="streepje.json"'
    return answer


def _member(key: str) -> Member:
    """Who was merged has the page of who stands for them."""
    found = links.find(Member, key)
    if found is None or found.erased:
        raise Http404
    return found.merged_into or found
