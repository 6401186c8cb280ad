"""The 404 page. The server sends everybody the same; the phone's script adds what it knows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def nothing_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "clubsite/404.html", status=404)
