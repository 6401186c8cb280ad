from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def show_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "clubsite/404.html", status=404)
