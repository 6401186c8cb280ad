"""The 404 page. The server sends the same page to everybody. A script adds a notice if the phone
still stores something that was typed into the form at this address.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def show_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "clubsite/404.html", status=404)
