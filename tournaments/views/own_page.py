"""A member's own page, which opens with the personal secret link that the club hands out."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from scoring.toolkit import downloads
from scoring.toolkit.addresses import reachable
from scoring.toolkit.home_screen import build_manifest
from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments import access, links
from tournaments.accounts import mail_queue
from tournaments.files.exports import personal_data
from tournaments.forms.members import ShownForm
from tournaments.members import erasure, link_cookie, members
from tournaments.models import Member, Night
from tournaments.names import NameDetail
from tournaments.nights import money, signing_up
from tournaments.nights.pages import agenda, calendar_feed
from tournaments.standings.pages.player_season import read_player
from tournaments.views import players
from tournaments.views.base import read_id, read_posted, run_verb, try_verb
from tournaments.views.link_login import check_next


def _ask_letters(*, member: Member, choice: str, wanted: bool) -> Member:
    language = (get_language() or settings.LANGUAGE_CODE) if wanted else ""
    return mail_queue.ask_letters(member=member, language=language, choice=choice)


ASKED: dict[str, Callable[..., Member]] = {
    "erase": erasure.ask_erasure,
    "keep": partial(erasure.ask_erasure, asks=False),
    **{
        f"{prefix}{choice}": partial(_ask_letters, choice=choice, wanted=not prefix)
        for prefix in ("", "no-")
        for choice in ("letters", "reminders")
    },
}
# The cookie of who was told how the page gets on the home screen.
TOLD = f"{settings.SESSION_COOKIE_NAME}_home"

# Where the page shows what became of it: the fold, and the place in it.
ANSWERED = dict.fromkeys(("erase", "keep"), ("name", "erasure"))
LETTERS = ("letters", "letters")
ANSWERS = {"on": ("on", "wait"), "off": ("off", "late")}
STOPS: dict[str, Callable[..., Member]] = {  # by what a letter's last line names
    "letters": partial(mail_queue.ask_letters, language=""),
    "reminders": partial(mail_queue.ask_letters, language="", choice="reminders"),
    "no_mail": mail_queue.refuse_mail,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest, key: str) -> HttpResponse:
    member = member_or_404(key)
    if verb := ASKED.get(request.POST.get("do", "")):
        verb(member=member)
        fold, place = ANSWERED.get(request.POST["do"], LETTERS)
        return redirect(f"{request.path}?open={fold}#{place}")
    if request.POST.get("said"):
        return _sign(request, member, key)
    if downloads.is_file_wanted(request):
        results = read_player(member, read_id(request.GET.get("season")), NameDetail.OPENLY)
        return players.download_nights(request, member, results)
    form = ShownForm(read_posted(request), initial={"shown": member.shown})
    if run_verb(form, members.show_as, member=member):
        return redirect(f"{request.path}?open=name#name")
    return _own(request, member, key, form)


def _sign(request: HttpRequest, member: Member, key: str) -> HttpResponse:
    tonight = access.night_or_404(member.club, read_id(request.POST.get("night")))
    said = request.POST["said"]
    given = {"night": tonight, "member": member, "with_partner": said.startswith("both-")}
    given |= {"said": "on" if said.endswith("on") else "off", "by": f"member {member.pk}"}
    if refusals := try_verb(signing_up.sign, **given):
        form = ShownForm(initial={"shown": member.shown})
        return _own(request, member, key, form, refusals)
    back = check_next(request.POST.get("next", "")) or request.get_full_path()
    return redirect(f"{back}#night-{tonight.pk}")


def _own(
    request: HttpRequest,
    member: Member,
    key: str,
    form: ShownForm,
    refusals: NumberedErrors | None = None,
) -> HttpResponse:
    nights = agenda.build_agenda(member.club)
    tonight = agenda.find_seats(member, nights.now)
    answers = dict(signing_up.open_for(member))
    coming = sorted({*answers, *nights.coming}, key=lambda night: (night.day, night.pk))
    ahead = list(signing_up.list_answers(member, answers, coming))
    asks = any(said is not None for _night, said, *_words in ahead[:1])
    first = 1 if tonight and asks else 2  # so that the place is on a phone's first screen
    results = read_player(member, read_id(request.GET.get("season")), NameDetail.OPENLY)
    feed = reachable(request, reverse("tournaments:own-calendar", args=[key]))
    cards = {night.pk: money.read_cards(night.season) for night in nights.now}
    debts = money.read_debts(member.club, member=member).get(member.pk, [])
    by_card = [pk for pk, left in cards.items() if money.has_punch(left, member)]
    words = {
        "member": member,
        "called": members.name_in_hall(member),
        "club": member.club,
        "tonight": [there for there in tonight if not there.is_aside],
        "begun": [there for there in tonight if there.is_aside],
        "called_off": agenda.list_called_off(member),
        "feed": feed,
        "subscribe": f"webcal:{feed.partition(':')[2]}",
        "form": form,
        "key": key,
        "linked": member.archived is None,  # the link opens the club's pages, too
        "opened": request.GET.get("open", ""),
        "today": timezone.localdate(),
        "nights": ahead[:first],
        "later": ahead[first:],
        "moved": agenda.list_moved([night for night, *_said in ahead]),
        "player": results,
        **(players.list_others(member.club, NameDetail.OPENLY, [member.pk]) if results else {}),
        "debts": debts,
        "owed": money.add_up([debt for debt in debts if debt.night not in by_card]),
        "card": money.find_card(member),
        "by_card": by_card,
        "refusals": refusals,
    }
    returns = links.make_key(member) in link_cookie.read_keys(request)
    words["tells_home"] = returns and not tonight and TOLD not in request.COOKIES
    access.view_club(request, member)
    answer = render(
        request, "tournaments/members/own_page.html", words, status=409 if refusals else 200
    )
    link_cookie.remember_link(request, answer, links.make_key(member))
    if words["tells_home"]:
        link_cookie.set_for_long(answer, TOLD, "1")
    return answer


@never_cache
@require_safe
def own_data(request: HttpRequest, key: str) -> HttpResponse:
    answer = JsonResponse(
        personal_data.collect_own_data(member_or_404(key)), json_dumps_params={"indent": 2}
    )
    answer["Content-Disposition"] = 'attachment; filename="streepje.json"'
    return answer


@never_cache
@require_safe
def own_manifest(_request: HttpRequest, key: str) -> HttpResponse:
    return build_manifest(member_or_404(key).club.name, reverse("tournaments:own", args=[key]))


@never_cache
@require_safe
def own_calendar(request: HttpRequest, key: str) -> HttpResponse:
    member = member_or_404(key)
    address = reachable(request, reverse("tournaments:own", args=[links.make_key(member)]))
    text = calendar_feed.build_member_calendar(
        member, agenda.list_calendar_nights(member.club), address, timezone.now()
    )
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@csrf_exempt  # mail programs post this by themselves (RFC 8058); it only ends letters
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_letters(request: HttpRequest, key: str, choice: str) -> HttpResponse:
    if choice not in STOPS:
        raise Http404
    member = member_or_404(key, f"{links.STOP} {choice}")
    if request.method == "POST":
        STOPS[choice](member=member)
    wanted = not member.no_mail if choice == "no_mail" else bool(getattr(member, choice))
    words = {"member": member, "club": member.club, "choice": choice, "wanted": wanted}
    return render(request, "tournaments/members/stop_letters.html", words)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, key: str, pk: int, said: str) -> HttpResponse:
    """From a letter, for one night. Only its button changes anything: mail scanners open links. The
    key opens nothing else: a link to the own page is there only where that was opened before.
    """
    nights = Night.with_called_off.select_related("season__club", "season__reglement")
    night = get_object_or_404(nights, pk=pk)
    member = member_or_404(key, f"{links.ANSWER} {night.public_id}")
    if said not in ("on", "off") or member.club_id != night.season.club_id:
        raise Http404
    refusals: NumberedErrors = []
    if request.method == "POST":
        given = {"night": night, "member": member, "said": said, "by": f"member {member.pk}"}
        refusals = try_verb(signing_up.sign, with_partner="both" in request.POST, **given)
        if not refusals:
            return redirect(f"{request.path}?done")
    now = signing_up.find_answer(night, member)
    own = links.make_key(member)
    known = own in link_cookie.read_keys(request)
    access.view_club(request, member, known=known)
    words = {
        "member": member,
        "club": night.season.club,
        "night": night,
        "next": agenda.find_next_night(night),
        "key": key,
        "own": own if known else "",
        "chosen": said,
        "said": now,
        "today": timezone.localdate(),
        "sign_off": signing_up.describe_sign_off(night, now, member),
        "stands": now in ANSWERS[said],
        "partner": signing_up.find_partner(night, member),
        "refusals": refusals,
    }
    return render(
        request, "tournaments/members/answer.html", words, status=409 if refusals else 200
    )


def member_or_404(key: str, purpose: str = "") -> Member:
    """For the link of a merged duplicate, the member who was kept."""
    member = links.find(Member, key, purpose)
    if member is None or member.erased:
        raise Http404
    return member.main
