"""Who gets a letter that asks who comes, or a personal link; the texts: `letter_texts.py`."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from tournaments.accounts import mail_queue
from tournaments.members import members
from tournaments.models import Attendance, Club, Member, Night, QueuedMail
from tournaments.models.member import MAIN
from tournaments.models.season import MOST_HOURS
from tournaments.nights import signing_up

ASKED_FROM = time(9)  # on the day before
AGAIN = timedelta(days=1)  # nobody's link is mailed twice in it
Kind, SIGN_UP, Said = QueuedMail.Kind, Night.State.SIGN_UP, Attendance.Said


def ask_who_comes() -> None:
    """Queue a letter to each member who has said nothing yet, once a night."""
    today = timezone.localdate()
    last = today + timedelta(days=2, hours=MOST_HOURS)
    nights = Night.objects.filter(state=SIGN_UP, asked=None, day__gt=today, day__lte=last)
    asking = nights.filter(season__club__letters=True, season__open_evening=False)
    for night in asking.select_related("season__club") if settings.MAIL else ():
        if _find_ask_time(night) <= timezone.now():
            _ask(night)


def _find_ask_time(night: Night) -> datetime:
    """On the day before signing off in time ends, or else before the night."""
    end = signing_up.find_sign_off_end(night)
    last = timezone.localdate(end) if end else night.day
    return timezone.make_aware(datetime.combine(last - timedelta(days=1), ASKED_FROM))


@transaction.atomic
def _ask(night: Night) -> None:
    if not Night.objects.filter(pk=night.pk, asked=None).update(asked=timezone.now()):
        return  # another process did
    said = night.attendances.exclude(said=Said.NOTHING)
    answered = said.values_list(MAIN, flat=True)
    people = Member.objects.filter(club=night.season.club_id).exclude(pk__in=answered)
    until = night.guess_beginning()
    mail_queue.queue_to_members(kind=Kind.COME, people=people, night=night, until=until)


class Recipient(NamedTuple):
    member: Member
    reached: bool  # a link can be mailed now
    waits: bool  # a link is on its way
    lost: bool  # the last one did not arrive

    @property
    def is_new(self) -> bool:
        return self.reached and not self.member.link_mailed


def list_recipients(club: Club) -> list[Recipient]:
    """Of personal links."""
    letters = QueuedMail.objects.filter(member__club=club, kind=Kind.LINK).order_by("pk")
    last = {letter.member_id: letter for letter in letters}
    recipients = []
    people = members.list_members(club).filter(archived=None, guest=False)
    for member in members.label_people(people):
        letter = last.get(member.pk)
        waits, sent = bool(letter and not letter.gave_up), member.link_mailed
        just = sent is not None and timezone.now() - AGAIN < sent
        reached = bool(member.email) and not (member.no_mail or waits or just)
        lost = bool(letter and letter.gave_up and not (sent and sent > letter.gave_up))
        recipients.append(Recipient(member, reached, waits, lost))
    return recipients


@transaction.atomic
def send_links(*, club: Club, people: Collection[int]) -> int:
    """Return how many are on their way: nobody gets one twice who is tapped twice."""
    now = Club.objects.select_for_update().get(pk=club.pk)
    reached = [who.member for who in list_recipients(now) if who.reached] if now.letters else []
    chosen = [member for member in reached if member.pk in people]
    for member in chosen:
        with translation.override(member.letters or member.reminders or translation.get_language()):
            mail_queue.queue(kind=Kind.LINK, user=None, to=member.email, member=member)
    return len(chosen)
