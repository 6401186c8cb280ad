from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts import mail, passkeys, second_step, step_duty, step_session
from tournaments.accounts.passkeys import SiteAddress
from tournaments.forms.accounts import LoginForm
from tournaments.forms.second_step import ExpectedStep, SecondStepForm
from tournaments.models import User
from tournaments.views.base import get_ip, read_posted


class LogIn(LoginView):
    template_name = "tournaments/accounts/login.html"
    authentication_form = LoginForm

    def form_valid(self, form: Any) -> HttpResponse:
        user = form.get_user()
        then = self.get_redirect_url() or find_first_page(user)
        if not second_step.is_on(user):
            return let_in(self.request, user, then)
        step_session.wait(self.request.session, user, then)
        return redirect("tournaments:login-second")


def find_first_page(user: User) -> str:
    """The club's page, if the user has a role in just one; else the front page."""
    roles = user.roles.select_related("club")[:2]
    return roles[0].club.get_absolute_url() if len(roles) == 1 else reverse("front")


class LogOut(LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Tell the browser to delete its cached pages. Over plain http it would ignore this and log
        a warning.
        """
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if request.is_secure():
            answer["Clear-Site-Data"] = '"cache"'
        return answer


log_in, log_out = LogIn.as_view(), LogOut.as_view()


@never_cache
@sensitive_post_parameters("step", "passkey")
@require_http_methods(["GET", "HEAD", "POST"])
def second(request: HttpRequest) -> HttpResponse:
    """Nobody is logged in before this step succeeds."""
    waiting = step_session.find_waiting(request.session)
    if waiting is None:
        return redirect("tournaments:login")
    form = SecondStepForm(read_posted(request), expected=prepare_second_step(request, waiting.user))
    if form.is_valid():
        request.session.pop(step_session.WAITING, None)
        return let_in(request, waiting.user, waiting.then, used_paper=form.used_paper)
    context = {"form": form, "whose": waiting.user} | build_step_words(request, waiting.user)
    return render(request, "tournaments/accounts/login_second.html", context)


def let_in(
    request: HttpRequest, user: User, then: str, *, used_paper: bool = False
) -> HttpResponse:
    """Log in, and go on to the page `then`; first to that of the second step after a code on paper,
    or if a club demands a step that is not set up yet.
    """
    mail.wake()
    again = SESSION_KEY in request.session
    login(request, user)
    if again:  # Django gives a new session only to who was logged out
        request.session.cycle_key()
    step_session.prove(request.session, user)
    extra = {"used": "paper"} if used_paper else {}
    if used_paper or step_duty.list_due_roles(user):
        return redirect(f"{reverse('tournaments:second-step')}?{urlencode({'next': then} | extra)}")
    return redirect(then)


def find_place(request: HttpRequest) -> SiteAddress:
    host = request.get_host()
    return SiteAddress(f"{request.scheme}://{host}", urlsplit(f"//{host}").hostname or "")


def prepare_second_step(request: HttpRequest, user: User) -> ExpectedStep:
    """A POST takes the challenge for the passkey out of the session, so that it works only once."""
    sent = request.method == "POST"
    challenge = step_session.take_challenge(request.session) if sent else ""
    return ExpectedStep(
        user, get_ip(request), find_place(request), challenge, needs_paper_code(request, user)
    )


def needs_paper_code(request: HttpRequest, user: User) -> bool:
    return "paper" in request.GET or second_step.load_ways(user).app is None


def build_step_words(request: HttpRequest, user: User) -> dict[str, Any]:
    ways, here = second_step.load_ways(user), find_place(request)
    words = {"ways": ways, "paper": needs_paper_code(request, user)}
    if passkeys.list_usable(user, here):
        challenge = step_session.give_challenge(request.session)
        words["passkey"] = passkeys.build_use_options(user, here, challenge)
    return words
