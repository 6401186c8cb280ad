import logging
from traceback import extract_tb

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

log = logging.getLogger(__name__)

# What a row that went away between two reads raises. `first()` that finds nothing is caught by an
# assert, as the types demand one: a wrong attribute or type is always a mistake of ours.
MISSING = (ObjectDoesNotExist, LookupError, StopIteration, AssertionError)


class ReadAgainMiddleware(MiddlewareMixin):
    """Each query sees what is stored at its own moment: a page that is read while a draw is taken
    back may miss a row that it has just seen. It is read once more; a second miss is our mistake.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        view = request.resolver_match
        if view is None or request.method not in ("GET", "HEAD") or not isinstance(error, MISSING):
            return None
        at = extract_tb(error.__traceback__)[-1]  # the error itself may tell a name
        what = f"{type(error).__name__} in {at.name}, line {at.lineno}"
        log.warning("read again: %s, %s", view.view_name, what)
        response: HttpResponseBase = view.func(request, *view.args, **view.kwargs)
        return response
