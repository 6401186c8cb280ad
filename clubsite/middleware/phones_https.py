"""If the site has https, refuse data that the script of a phone sends over plain http. Pages are
redirected to https instead. For data, a redirect would hide that they were sent unencrypted, and
nobody would notice in time.
"""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubsite.middleware.headers import Handler

PHONES = "/sync/"


def require_https(get_response: Handler) -> Handler:
    def respond(request: HttpRequest) -> HttpResponse:
        if settings.HTTPS and request.path == PHONES and not request.is_secure():
            return HttpResponse("https", "text/plain; charset=utf-8", HTTPStatus.FORBIDDEN)
        return get_response(request)

    return respond
