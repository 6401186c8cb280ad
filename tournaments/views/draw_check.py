import json
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.toolkit import seals
from scoring.toolkit.problems import Json, UserError
from tournaments import access
from tournaments.accounts import rights
from tournaments.draw import record
from tournaments.draw.engine.request import ALGORITHMS, TYPED, Request
from tournaments.members import couples
from tournaments.models import DrawRecord
from tournaments.names import NameDetail
from tournaments.nights.pages import draw_report
from tournaments.views.base import list_numbered_errors

A_DAY = 24 * 3600


class Checked(NamedTuple):
    seen: Json  # the part of the record that this viewer may see
    request: Request
    private: bool  # it has wishes, which only organisers may see
    hidden: str  # the digest that the public sees instead of the wishes
    salt: str  # the salt of that digest; for organisers only

    @property
    def drawn(self) -> bool:
        """Return whether the computer made this draw, and not people by lots or by hand."""
        return self.request.method not in TYPED

    @property
    def repeatable(self) -> bool:
        """Return whether this program still has the version of the algorithm that made the draw."""
        return self.seen["algorithm"] in ALGORITHMS

    @property
    def seal(self) -> str:
        return record.digest_seed(self.seen["seed"])


def check_draw(draw_record: DrawRecord, *, organises: bool) -> Checked:
    full_record = draw_record.record
    draw_request = record.read_request(full_record["input"], "")
    salt = seals.make("tournaments.checking", str(draw_record.pk)).hex()
    seen = record.make_public(full_record, salt)
    private = bool(draw_request.constraints)
    hidden = seen["input"]["constraints"]["digest"] if private else ""
    return Checked(
        full_record if organises else seen, draw_request, private, hidden, salt if organises else ""
    )


def is_same_again(draw_record: DrawRecord) -> bool:
    """Anybody may press this button many times, so the answer is kept."""
    made = json.dumps(draw_record.record, sort_keys=True)
    key = f"repeated-draw-{sha256(made.encode()).hexdigest()}"
    differs = cache.get_or_set(key, lambda: record.repeat_draw(json.loads(made), "")[1], A_DAY)
    return not differs


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def draw_record(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    reader = access.viewer_or_404(request, slug)
    club, role = reader.club, reader.role
    night = access.night_or_404(club, pk)
    draw_records = list(night.draw_records.all())
    if not 1 <= number <= len(draw_records):
        raise Http404
    draw_record = draw_records[number - 1]
    checked = check_draw(draw_record, organises=access.organises(request))
    file_name = f"record-{night.day}-{number}.json"
    if "file" in request.GET:
        answer = JsonResponse(checked.seen)
        answer["Content-Disposition"] = f'attachment; filename="{file_name}"'
        return answer
    people = _people(draw_record) if rights.has_rights(role, rights.HELPER) else []
    hidden = checked.private and not checked.salt
    if request.method == "POST" and hidden:
        raise PermissionDenied
    words = {
        "club": club,
        "night": night,
        "draw_record": draw_record,
        "number": number,
        "count": len(draw_records),
        "taken_back": sum(other.taken_back is not None for other in draw_records),
        "checked": checked,
        "hidden": hidden,
        "repeats": draw_report.repeats_in_words(checked.request, checked.seen),
        "partners": draw_report.partners_in_words(checked.request, checked.seen),
        "how": draw_report.how_in_words(checked.request),
        "places": draw_report.explain_places(checked.request),
        "people": people,
        "command": f"{settings.PROGRAM} draw --again {file_name}",
    }
    if request.method == "POST":
        try:
            words["same"] = is_same_again(draw_record)
        except UserError as refused:
            words["refusals"] = list_numbered_errors(refused)
    return render(request, "tournaments/nights/draw_record.html", words)


def _people(draw_record: DrawRecord) -> list[tuple[int, str]]:
    names = couples.load_names(draw_record.night.season, draw_record.people, NameDetail.FULL)
    return [(number, names[pk]) for number, pk in enumerate(draw_record.people)]
