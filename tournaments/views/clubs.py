"""Making a club, and its page."""

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from tournaments import access, agenda, clubs, fresh
from tournaments.forms.founding import FoundForm


@never_cache
@sensitive_post_parameters("password", "code")
def found(request: HttpRequest) -> HttpResponse:
    if not fresh.is_free():
        raise Http404
    form = FoundForm(request.POST or None)
    if form.is_valid():
        values = form.cleaned_data
        try:
            with fresh.spending(values.pop("code")):
                club, owner = clubs.found(**values)
        except fresh.WrongCode:  # somebody else was a moment earlier
            raise Http404 from None
        login(request, owner)
        return redirect(club)
    return render(request, "tournaments/found.html", {"form": form})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    found, role = access.visitor(request, slug)
    rights = {kind.value: access.has(role, kind) for kind in access.RANKS}
    words = {"club": found, "role": role, "agenda": agenda.of(found)}
    return render(request, "tournaments/club.html", words | rights)
