"""Lead people to their second step of logging in, where a page requires it."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from tournaments.accounts.step_duty import StepDue


class SecondStepMiddleware(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, StepDue):
            return None
        then = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
        return redirect(f"{reverse('tournaments:second-step')}?{urlencode({'next': then})}")
