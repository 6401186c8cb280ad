from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.access import FRAMED_BY, INDEXED
from tournaments.members import link_cookie

POLICY = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def build_policy(**other: str) -> str:
    """Keyword arguments such as `form_action` replace the usual values."""
    rules = POLICY | {name.replace("_", "-"): value for name, value in other.items()}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


Handler = Callable[[HttpRequest], HttpResponse]


def add_headers(get_response: Handler) -> Handler:
    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        policy = build_policy(frame_ancestors=request.META.get(FRAMED_BY) or "'none'")
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if not request.META.get(INDEXED):
            response.headers["X-Robots-Tag"] = "noindex"
        # Never let a cache keep a 404 or a page served to a logged-in user.
        private = request.COOKIES.keys() & {settings.SESSION_COOKIE_NAME, link_cookie.COOKIE}
        if response.status_code == HTTPStatus.NOT_FOUND or private:
            response.headers.setdefault("Cache-Control", "no-store, private")
        return response

    return respond
