"""Lead people to their second step of logging in, where a page requires it."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubsite.middleware.headers import Handler
from tournaments.accounts.step_duty import StepDue


class SecondStepMiddleware:
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, StepDue):
            return None
        then = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
        return redirect(f"{reverse('tournaments:second-step')}?{urlencode({'next': then})}")
