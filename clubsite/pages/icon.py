"""The icon of the site, for pages that name no icon themselves: those of Django's admin, and files
opened in a browser.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def icon(_request: HttpRequest) -> HttpResponse:
    """Redirect to the icon's file, whose name changes with its content."""
    return redirect(static("clubsite/dash.svg"))
