"""A draw as it was made, for whoever wants to check it."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.toolkit import downloads
from tournaments import access
from tournaments.files.exports import lists
from tournaments.members import members
from tournaments.models import Drawing, Night
from tournaments.names import NameDetail
from tournaments.nights.pages import draw_check, seating


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def draw_record(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """To post is to draw it again."""
    reader = access.viewer_or_404(request, slug)
    club, role = reader.club, reader.role
    one = access.night(club, pk)
    drawings = list(one.drawings.all())
    if not 1 <= number <= len(drawings):
        raise Http404
    drawing = drawings[number - 1]
    checked = draw_check.check_draw(drawing, organises=access.has(role, access.ORGANISER))
    if "file" in request.GET:
        return _file(one, number, checked, request.GET["file"])
    people = _people(drawing) if access.has(role, access.HELPER) else []
    if people and downloads.wants_file(request):
        return downloads.list_response(request, lists.numbers(people), club, one.day)
    hidden = checked.private and not checked.salt
    if request.method == "POST" and hidden:
        raise PermissionDenied
    words = {
        "club": club,
        "night": one,
        "drawing": drawing,
        "number": number,
        "count": len(drawings),
        "taken_back": sum(each.taken_back is not None for each in drawings),
        "checked": checked,
        "hidden": hidden,
        "repeats": seating.repeats_in_words(checked.asked, checked.seen),
        "how": seating.how_in_words(checked.asked),
        "people": people,
        "same": draw_check.same_again(drawing) if request.method == "POST" else None,
    }
    return render(request, "tournaments/nights/draw_record.html", words)


def _file(one: Night, number: int, checked: draw_check.Checked, name: str) -> HttpResponse:
    found = checked.files()
    if name not in found:
        raise Http404
    answer = JsonResponse(found[name], safe=False)
    called = name if name != "record" else f"record-{one.day}-{number}"
    answer["Content-Disposition"] = f'attachment; filename="{called}.json"'
    return answer


def _people(drawing: Drawing) -> list[tuple[int, str]]:
    """Who has which number."""
    found = members.names_by_id(drawing.people, NameDetail.FULL)
    return [(number, found[pk]) for number, pk in enumerate(drawing.people)]
