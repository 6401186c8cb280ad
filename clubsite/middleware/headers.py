"""What browsers are told they may do with our pages: nothing that comes from elsewhere."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.access import INDEXED
from tournaments.members import visitor_links

POLICY = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def policy(**other: str) -> str:
    """The content policy, with other values for e.g. form_action."""
    rules = POLICY | {name.replace("_", "-"): value for name, value in other.items()}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


Handler = Callable[[HttpRequest], HttpResponse]


def headers(get_response: Handler) -> Handler:
    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy())
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if not request.META.get(INDEXED):
            response.headers["X-Robots-Tag"] = "noindex"
        # What is not there may be tomorrow; what somebody saw who was logged in, nobody sees after.
        private = request.COOKIES.keys() & {settings.SESSION_COOKIE_NAME, visitor_links.COOKIE}
        if response.status_code == HTTPStatus.NOT_FOUND or private:
            response.headers.setdefault("Cache-Control", "no-store, private")
        return response

    return respond
