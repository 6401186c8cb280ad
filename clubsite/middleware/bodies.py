"""Remove the body of responses that may not have one. Django passes the body of a response to a
HEAD request on to the server, and waitress sends it. A proxy that expects none takes those bytes
for the beginning of the next response, which belongs to another visitor.
"""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from clubsite.middleware.headers import Handler
from scoring.browser.sync import MOST_BYTES
from scoring.views.base import read_announced_length

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LENGTH = "content-length"
STATUSES = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)  # and all below 200


def drop_bodies(application: "WSGIApplication") -> "WSGIApplication":
    def respond(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        begun: list[Any] = []  # status and headers of an answer without a body

        def begin(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[..., object]:
            if not (is_without_body(status) or environ["REQUEST_METHOD"] == "HEAD"):
                return start_response(status, headers, *more)
            begun[:] = [status, headers, *more]
            return lambda _written: None

        content = application(environ, begin)
        if not begun:
            return content
        try:
            start_response(begun[0], build_headers(begun[0], begun[1], content), *begun[2:])
        finally:
            if close := getattr(content, "close", None):
                close()
        return []

    return respond


def is_without_body(status: str) -> bool:
    number = int(status[:3])
    return number < HTTPStatus.OK or number in STATUSES


def build_headers(
    status: str, headers: list[tuple[str, str]], content: Iterable[bytes]
) -> list[tuple[str, str]]:
    """A HEAD request is told the length that the body had. Without a length a server would stream,
    and add bytes that mark the end.
    """
    if is_without_body(status):
        return [(name, value) for name, value in headers if name.lower() != LENGTH]
    if any(name.lower() == LENGTH for name, _ in headers):
        return headers
    return [*headers, ("Content-Length", str(sum(map(len, content))))]


def limit_bodies(get_response: Handler) -> Handler:
    def respond(request: HttpRequest) -> HttpResponse:
        sent = read_announced_length(request)
        if sent > MOST_BYTES and sent > _most(request.path_info):
            return render(request, "clubsite/413.html", status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return get_response(request)

    return respond


def _most(path: str) -> float:
    try:
        view = resolve(path).func
    except Resolver404:
        return MOST_BYTES
    return float(getattr(view, "most_bytes", MOST_BYTES))
