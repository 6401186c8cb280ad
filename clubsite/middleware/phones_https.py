"""Where the site has https, refuse what a phone's script sends over http. A redirect, as pages get,
would hide that it was sent unencrypted.
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
