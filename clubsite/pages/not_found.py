"""The 404 page. The server sends the same page to everybody. If the phone still stores what was
typed for the form at this address, a script tells so.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def show_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "clubsite/404.html", status=404)
