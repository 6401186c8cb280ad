import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import condition, require_http_methods, require_POST, require_safe

from scoring.toolkit.addresses import draw_code, reachable
from scoring.toolkit.numbered_forms import NumberedErrors, problem_in_words
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.forms.base import Numbered
from tournaments.models import Club, Role, Season, User
from tournaments.models.season import MOST_NIGHTS
from tournaments.standings.inputs import find_period

Done = TypeVar("Done")
View = Callable[..., HttpResponseBase]


def page(view: View) -> View:
    """For logged-in users only; GET and POST; no cache keeps it."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(login_required(view)))


def read_page(view: View) -> View:
    """For logged-in users only; GET."""
    return never_cache(require_safe(login_required(view)))


def pressed(view: View) -> View:
    """What a button of a page does, for logged-in users only."""
    return require_POST(login_required(view))


def page_of(
    kind: Role.Kind,
    what: type[Model] | Callable[[Club, int], object] | None = None,
    *,
    way: Callable[[View], View] = page,
) -> Callable[[View], View]:
    """Of a club, for whoever has this part in it. The view gets the club in place of the slug and,
    with `what`, that thing of the club in place of its id.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def find_and_view(request: HttpRequest, slug: str, **parts: Any) -> HttpResponseBase:
            club, _role = access.role_or_403(kind, request, slug)
            if what is None:
                return view(request, club, **parts)
            pk = parts.pop("pk")
            found = access.get_in_club(what, club, pk) if isinstance(what, type) else what(club, pk)
            return view(request, club, found, **parts)

        asking = way(find_and_view)

        @wraps(view)
        def refuse_or_ask(request: HttpRequest, slug: str, **parts: Any) -> HttpResponseBase:
            if not request.user.is_authenticated and access.find_viewer(request, slug).member:
                raise PermissionDenied  # it says why, other than the page to log in
            return asking(request, slug=slug, **parts)

        return refuse_or_ask

    return decorate


def open_page(view: View) -> View:
    """Of a club, given a `Viewer`: for whoever may see it."""
    return never_cache(require_safe(access.club_page(view)))


def kept_page(view: View) -> View:
    """Such a page that browsers keep; they ask each time whether it is the same."""
    tagged = condition(etag_func=access.make_club_page_etag)(view)
    return require_safe(access.club_page(cache_control(private=True, no_cache=True)(tagged)))


def read_posted(request: HttpRequest) -> QueryDict | None:
    """Return the data for a form, or None if the request is a GET."""
    return request.POST if request.method == "POST" else None


def run_verb(form: Numbered, verb: Callable[..., Done], **given: Any) -> Done | None:
    """Call `verb`, which saves something, with the form's values and `given`. If the form is
    invalid or the verb refuses, show the reason in the form and return None.
    """
    if not form.is_valid():
        return None
    try:
        return verb(**given, **form.cleaned_data)
    except UserError as refused:
        form.add_problems(refused.problems)
        return None


def try_verb(verb: Callable[..., object], **given: Any) -> NumberedErrors:
    """Return why the verb of a button, which has no form, is refused; empty: it is done."""
    try:
        verb(**given)
    except UserError as refused:
        return list_numbered_errors(refused)
    return []


def list_numbered_errors(refused: UserError) -> NumberedErrors:
    return [problem_in_words(problem) for problem in refused.problems]


def get_account(request: HttpRequest) -> User:
    assert isinstance(request.user, User), "the page asks to log in"
    return request.user


def get_actor(request: HttpRequest) -> str:
    """For a log, which must not contain names."""
    return f"user {get_account(request).pk}"


def get_ip(request: HttpRequest) -> str:
    return str(request.META["REMOTE_ADDR"])


def read_id(typed: object) -> int:
    """Return 0, the id of nothing, for a text that is no number."""
    text = str(typed)
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else 0


def read_standing_key(request: HttpRequest, season: Season) -> str:
    """Return the key of the standing that the address asks for: "p2" is that of the second period,
    "p" that of the present one, "f1" the first further one, and "" the season's own.
    """
    key = request.GET.get("of", "")
    if key == "p" and season.periods:
        return f"p{find_period(season)}"
    kinds = {"p": MOST_NIGHTS if season.periods else 0, "f": len(season.further)}
    found = re.fullmatch("([pf])([1-9][0-9]?)", key)
    if key and not (found and int(found[2]) <= kinds[found[1]]):
        raise Http404
    return key


def show_link(request: HttpRequest, path: str, title: str) -> dict[str, Any]:
    """Return for a template the whole address of a secret link, and its code to scan."""
    address = reachable(request, path)
    return {"address": address, "code": draw_code(address, title)}
