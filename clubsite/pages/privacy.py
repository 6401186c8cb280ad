from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.config import logs
from scoring.browser import phone_words
from scoring.sheets import lifecycle
from tournaments.accounts import lifetimes, mail_queue, throttle
from tournaments.backup import retention
from tournaments.files.imports import members
from tournaments.members import erasure, link_cookie


@require_safe
def show_terms(request: HttpRequest) -> HttpResponse:
    return render(request, "clubsite/privacy.html", {"terms": list_terms()})


def list_terms() -> dict[str, int]:
    """The periods on the page are the constants that the code uses."""
    return {
        "forms": lifecycle.LOOSE_KEPT.days,
        "guests": erasure.GUESTS_KEPT // timedelta(days=365),
        "session": settings.SESSION_COOKIE_AGE // (24 * 3600),
        "unused": lifetimes.UNUSED.days,
        "let_in": lifetimes.ON_RECORD // timedelta(days=30),
        "invitation": lifetimes.INVITATION_WORKS.days,
        "handed": lifetimes.LINK_WORKS // timedelta(hours=1),
        "mailed": lifetimes.LETTER_MINUTES,
        "letters": mail_queue.KEPT.days,
        "tries": throttle.KEPT.days,
        "phone": phone_words.KEPT.days,
        "lists": members.KEPT // timedelta(hours=1),
        "log": logs.KEPT // timedelta(days=30),
        "copies": retention.NEWEST_KEPT,
        "months": retention.LAST_OF_MONTH_KEPT // timedelta(days=30),
        "links": link_cookie.DAYS,
    }
