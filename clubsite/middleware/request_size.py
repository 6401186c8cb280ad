from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from clubsite.middleware.headers import Handler
from scoring.browser.sync import MOST_BYTES
from scoring.views.base import read_announced_length

OF_ITS_OWN = "scoring:sync"  # has the same limit, and refuses in JSON
LONG = (
    "tournaments:member-list",  # ten thousand names can be pasted
)
FILES = (
    "tournaments:member-file",
    "tournaments:season-earlier",
    "tournaments:logo",
)
LARGEST_FILE = 10_000_000  # above the limit of each form, so that the form can refuse a file itself


def limit_bodies(get_response: Handler) -> Handler:
    def respond(request: HttpRequest) -> HttpResponse:
        sent = read_announced_length(request)
        if sent > MOST_BYTES and sent > _most(request.path_info):
            return render(request, "clubsite/413.html", status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return get_response(request)

    return respond


def _most(path: str) -> float:
    try:
        name = resolve(path).view_name
    except Resolver404:
        return MOST_BYTES
    longer = {
        OF_ITS_OWN: float("inf"),
        **dict.fromkeys(LONG, settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
        **dict.fromkeys(FILES, LARGEST_FILE),
    }
    return longer.get(name, MOST_BYTES)
