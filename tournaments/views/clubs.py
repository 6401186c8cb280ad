import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import resolve
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import conditional_page, require_safe

from scoring.toolkit.addresses import reachable
from scoring.views.base import LARGEST_FILE, takes_up_to
from tournaments import access, links
from tournaments.access import Viewer
from tournaments.accounts import mail_queue, rights
from tournaments.backup import after_night
from tournaments.club import clubs, first_club, first_steps, logos
from tournaments.forms.clubs import ClubForm, FirstClubForm, IntroductionForm, LogoForm
from tournaments.members import erasure, link_cookie
from tournaments.models import Club, Logo
from tournaments.nights import signing_up
from tournaments.nights.pages import agenda, calendar_feed, club_front
from tournaments.nights.pages.agenda import Agenda
from tournaments.views.base import get_account, open_page, page_of, read_posted, run_verb
from tournaments.views.log_in import let_in

MESSENGER = re.compile("bot|facebookexternalhit|whatsapp|preview", re.IGNORECASE)


@never_cache
@sensitive_post_parameters("password", "code")
def new_club(request: HttpRequest) -> HttpResponse:
    """The first takes the code from the window of the start; further ones, an owner."""
    if not first_club.is_free():
        return _further_club(request)
    form = FirstClubForm(request.POST or None)
    if form.is_valid():
        values = form.cleaned_data
        try:
            with first_club.spend_code(values.pop("code")):
                club, owner = clubs.create_club_with_owner(**values)
        except first_club.WrongCode:  # somebody else used the code a moment earlier
            raise Http404 from None
        return let_in(request, owner, club.get_absolute_url())
    return render(request, "tournaments/club/new_club.html", {"form": form})


def _further_club(request: HttpRequest) -> HttpResponse:
    if not rights.is_owner(request):
        raise Http404
    form = ClubForm(request.POST or None)
    if created := run_verb(form, clubs.create_club, owner=get_account(request)):
        return redirect(created)
    return render(request, "tournaments/club/new_club.html", {"form": form})


@never_cache
@require_safe
def by_link(request: HttpRequest, key: str) -> HttpResponse:
    club, to = access.club_by_link_or_404(key), request.GET.get("to", "")
    home = club.get_absolute_url()
    is_ours = to.startswith(home) and url_has_allowed_host_and_scheme(to, allowed_hosts=None)
    to = to if is_ours else home
    if MESSENGER.search(request.headers.get("User-Agent", "")):
        return _show_at_once(request, club, to)
    answer = redirect(to)
    link_cookie.remember_link(request, answer, links.make_key(club))
    return answer


def _show_at_once(request: HttpRequest, club: Club, to: str) -> HttpResponse:
    """What draws a preview of a link keeps no cookie: it sees what the link itself opens."""
    path, _, query = to.partition("#")[0].partition("?")
    request.path = request.path_info = path
    request.GET = QueryDict(query)
    request.COOKIES = {link_cookie.COOKIE: links.make_key(club)}
    request.user = AnonymousUser()
    request.resolver_match = found = resolve(path)
    answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
    return answer


@never_cache
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    reader = access.find_viewer(request, slug)
    club, role = reader.club, reader.role
    if not reader.let_in:
        nights = agenda.build_agenda(club)
        now = (night for night in nights.now if night.day >= timezone.localdate())
        night = next(now, nights.lead) if club.tells_nights else None
        later = next(iter(nights.coming), None) if night in nights.now else None
        told = club_front.describe_night(club, night) | {"later": later, "agenda": nights}
        told["has_logo"] = Logo.objects.filter(club=club).exists()
        return render(request, "tournaments/club/club_closed.html", told)
    allowed = {kind.value: rights.has_rights(role, kind) for kind in rights.RANKS}
    context: dict[str, Any] = {"club": club, "role": role, "agenda": agenda.build_agenda(club)}
    context |= _first(request, reader, context["agenda"])
    if allowed[rights.ORGANISER.value]:
        context["to_erase"] = erasure.list_erasure_requests(club)
        context["lost_letters"] = mail_queue.list_lost(club).count()
    if allowed[rights.ORGANISER.value] and not context["agenda"].closed:
        context |= {"first_steps": first_steps.list_first_steps(club), "then": None}
    if role and rights.is_site_admin(request):
        last = after_night.find_last_of_all()
        context |= {
            "backs_up": True,
            "last_back_up": last,
            "missing": after_night.find_missing(last),
        }
    return render(request, "tournaments/club/club.html", context | allowed)


@page_of(rights.ORGANISER)
def usual_time(request: HttpRequest, club: Club) -> HttpResponse:
    form = IntroductionForm(read_posted(request), initial=model_to_dict(club))
    if run_verb(form, clubs.introduce, club=club):
        messages.success(request, gettext("Saved."))
        return redirect(club)
    return render(request, "tournaments/club/usual_time.html", {"club": club, "form": form})


def _first(request: HttpRequest, reader: Viewer, nights: Agenda) -> dict[str, Any]:
    mine = access.list_own_members(request, reader)
    shown = club_front.build_front(nights, reader.detail, {member.pk for member in mine})
    me = link_cookie.find_member(reader.club, link_cookie.read_keys(request))
    words: dict[str, Any] = {"front": shown, "then": club_front.find_next_step(reader, shown)}
    words["hall"] = club_front.find_hall_address(reader, shown)
    if not reader.fellow:
        words["stranger"] = club_front.describe_night(reader.club, nights.lead)
    words |= club_front.describe_night(reader.club, shown.night, shown.season)
    said = dict(signing_up.open_for(me)) if me else {}
    words["own"] = links.make_key(me) if me else ""
    if shown.night:
        answer = said.get(shown.night)
        sign_off = signing_up.describe_sign_off(shown.night, answer or "", me)
        partner = signing_up.find_partner(shown.night, me) if me else None
        words |= {"said": answer, "sign_off": sign_off, "partner": partner}
    also = [night for night in shown.also if reader.fellow or night != nights.lead]
    full = [night for night in also if not signing_up.has_room(night)]
    words["coming"] = [(night, said.get(night), night in full) for night in also]
    return words | calendar_feed.find_feed(request, reader.club)


@open_page
def nights(request: HttpRequest, reader: Viewer) -> HttpResponse:
    return _calendar(request, reader.club)


@never_cache
@require_safe
def nights_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """The link is part of the address, because calendar programs keep no cookies."""
    return _calendar(request, access.club_by_link_or_404(key))


def _calendar(request: HttpRequest, club: Club) -> HttpResponse:
    address = reachable(request, club.get_absolute_url())
    text = calendar_feed.build_club_calendar(
        club, agenda.list_calendar_nights(club), address, timezone.now()
    )
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@takes_up_to(LARGEST_FILE)
@page_of(rights.OWNER)
def logo(request: HttpRequest, club: Club) -> HttpResponse:
    if request.POST.get("do") == "away":
        logos.remove_logo(club=club)
        return redirect(club)
    form = LogoForm(read_posted(request), request.FILES or None)
    if run_verb(form, logos.set_logo, club=club):
        return redirect(club)
    context = {"club": club, "form": form, "has_logo": logos.read_logo(club) is not None}
    return render(request, "tournaments/club/logo.html", context)


@require_safe
@conditional_page
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody may see a club's logo and name."""
    image = logos.read_logo(access.find_viewer(request, slug).club)
    if image is None:
        raise Http404
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": "no-cache"})
