from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def icon(_request: HttpRequest) -> HttpResponse:
    return redirect(static("clubsite/dash.svg"))
