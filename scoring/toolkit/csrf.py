"""The CSRF token of a page."""

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.safestring import SafeString


def make_token_field(request: HttpRequest) -> SafeString:
    """Return the hidden field with the CSRF token. The field is made once for each request and
    reused for all forms of the page, because making it takes longer than the rest of a form.
    """
    kept = vars(request)
    if "token_field" not in kept:
        kept["token_field"] = csrf_input(request)
    field: SafeString = kept["token_field"]
    return field
