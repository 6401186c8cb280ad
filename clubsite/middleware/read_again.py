from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

MISSING = (
    ObjectDoesNotExist,
    LookupError,
    StopIteration,
    AssertionError,
    AttributeError,
    TypeError,
)


class ReadAgainMiddleware(MiddlewareMixin):
    """Each query sees what is stored at its own moment: a page that is read while a draw is taken
    back may miss a row that it has just seen. It is read once more; a second miss is our mistake.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        view = request.resolver_match
        if view is None or request.method not in ("GET", "HEAD") or not isinstance(error, MISSING):
            return None
        response: HttpResponseBase = view.func(request, *view.args, **view.kwargs)
        return response
