"""Switch the language in the middle of a form: the page comes back in the other language, with
everything that the user typed.

No script is needed. On a page with a form, the language buttons submit that form to the page
itself. The form is then not handled; the page is only rendered anew and filled in again.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import translation
from django.views.i18n import set_language

from clubsite.middleware.headers import Handler
from clubsite.middleware.refill_form import FORM, refill

BUTTON = b'<button name="language"'
OF_THE_FORM = f'<button form="{FORM}" formmethod="post" name="language"'.encode()
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def switch_language(get_response: Handler) -> Handler:
    """Middleware that handles the press of a language button inside a form. It responds with the
    page in that language and the form filled in as it was sent.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        language = _wanted(request)
        if language is None:
            return _with_buttons(get_response(request))
        typed, remembered = dict(request.POST.lists()), set_language(request).cookies
        request.method, request.POST = "GET", QueryDict()  # nothing is written, so no token either
        translation.activate(language)
        response = _with_buttons(get_response(request))
        if _is_page(response):
            response.content = refill(response.content.decode(), typed)
        response.cookies.update(remembered)
        return response

    return respond


def _wanted(request: HttpRequest) -> str | None:
    """Return the language whose button the user pressed inside a form. Return None for any other
    request.
    """
    if request.method != "POST" or request.content_type not in FORMS:
        return None
    if request.path_info == reverse("set_language"):
        return None
    language = request.POST.get("language")
    return language if language in dict(settings.LANGUAGES) else None


def _with_buttons(response: HttpResponse) -> HttpResponse:
    """Change a page with a form so that its language buttons submit that form."""
    if _is_page(response) and f' id="{FORM}"'.encode() in response.content:
        response.content = response.content.replace(BUTTON, OF_THE_FORM)
    return response


def _is_page(response: HttpResponse) -> bool:
    """Return whether this response is an HTML page. Streamed responses do not count, as they have
    no form.
    """
    kind = response.headers.get("Content-Type", "")
    return not response.streaming and kind.startswith("text/html")
