from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.members import members
from tournaments.models import Member
from tournaments.standings.pages.compare import compare_players
from tournaments.views import conditional
from tournaments.views.players import name_player


@require_safe
def compare(request: HttpRequest, slug: str, pk: int, other: int) -> HttpResponseBase:
    return conditional.keep_privately(
        conditional.find_not_modified(request) or _compare(request, slug, pk, other)
    )


def _compare(request: HttpRequest, slug: str, pk: int, other: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    both = [
        access.get_in_club(Member, reader.club, member_pk, erased=None) for member_pk in (pk, other)
    ]
    ids = [who.merged_into_id or who.pk for who in both]
    if ids[0] == ids[1]:
        return redirect("tournaments:player", slug, ids[0])
    if ids != [pk, other]:
        return redirect("tournaments:compare", slug, *ids)
    labels = members.load_labels_around(pk, reader.openly)
    names = [name_player(request, reader, who, labels) for who in both]

    def make() -> HttpResponse:
        words = {"club": reader.club, "names": names, "ids": ids}
        words["found"] = compare_players(reader.club, *ids)
        words["nights"] = reverse("tournaments:nights", args=[slug])
        words["players"] = reverse("tournaments:players", args=[slug])
        return render(request, "tournaments/standings/compare.html", words)

    return conditional.answer_conditionally(request, reader, make)
