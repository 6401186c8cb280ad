from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Club


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    clubs = Club.objects.filter(visible_to=Club.Visibility.OPEN, indexed=True).order_by("slug")
    rules = [f"Allow: /{slug}/" for slug in clubs.values_list("slug", flat=True)]
    lines = ["User-agent: *", *rules, *(["Allow: /static/"] if rules else []), "Disallow: /", ""]
    answer = HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer
