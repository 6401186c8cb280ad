from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournaments.accounts import mail, mail_queue, rights
from tournaments.club import clubs
from tournaments.models import Club
from tournaments.publishing import letter_texts, letters_to_send
from tournaments.views.base import page_of, read_id

MOST = 50  # letters that did not arrive


@page_of(rights.ORGANISER)
def letters_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Whether the club's members get letters, and mailing them their personal links: first a look,
    then the sending.
    """
    do = request.POST.get("do", "") if settings.MAIL else ""
    chosen = {read_id(pk) for pk in request.POST.getlist("who")}
    if do in ("on", "off"):
        clubs.set_letters(club=club, letters=do == "on")
        return redirect(request.path)
    if do == "send":
        count = letters_to_send.send_links(club=club, people=chosen)
        mail.wake()
        said = ngettext(
            "%(count)s letter is on its way.", "%(count)s letters are on their way.", count
        )
        messages.success(request, said % {"count": count})
        return redirect(request.path)
    recipients = letters_to_send.list_recipients(club)
    going = [who for who in recipients if who.reached and who.member.pk in chosen]
    context = {
        "club": club,
        "recipients": recipients,
        "looks": do == "look",
        "going": going,
        "without": [str(who.member) for who in recipients if not who.member.email],
        "refused": sum(who.member.no_mail for who in recipients),
        "example": letter_texts.preview_link(going[0].member) if do == "look" and going else None,
        "lost": mail_queue.list_lost(club)[:MOST],
    }
    return render(request, "tournaments/members/letters.html", context)
