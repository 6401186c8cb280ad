from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.safestring import SafeString


def make_token_field(request: HttpRequest) -> SafeString:
    """One for all forms of a page: making it takes longer than the rest of a form."""
    kept = vars(request)
    if "token_field" not in kept:
        kept["token_field"] = csrf_input(request)
    field: SafeString = kept["token_field"]
    return field
