"""Links that log in: mailed to who asked, or handed over by who runs a club."""

import logging

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import mail_queue, rights, throttle
from tournaments.accounts.lifetimes import LETTER_KNOWN, LETTER_WORKS, LINK_WORKS
from tournaments.accounts.mail_queue import Kind
from tournaments.models import AccessLogEntry, EmailConfirmation, LogInLink, Role, User

log = logging.getLogger(__name__)

MOST_SHARING = 5  # letters sent at once to accounts that share an address


def refuse_login_link(*, role: Role, by: User) -> None:
    user = role.user
    if user == by:
        raise user_error(problems.OWN_LINK)
    if not user.is_active:
        raise user_error(problems.SHUT, name=user.name)
    if user.is_site_admin and not by.is_site_admin:
        raise user_error(problems.KEEPS_SITE, name=user.name)
    if not rights.may_issue_login_link(by, user):
        runs_this_club = rights.can_run_club(role.club_id, by, role.kind)
        why = problems.OTHER_CLUBS if runs_this_club else problems.NOT_YOURS
        raise user_error(why, name=user.name)


@transaction.atomic
def create_login_link(*, role: Role, by: User) -> LogInLink:
    """Create the link that `by` hands over. The one handed over before stops working."""
    refuse_login_link(role=role, by=by)
    user = role.user
    LogInLink.objects.filter(user=user, email="").delete()
    log.info("a link to log in was handed over", extra={"user": user.pk, "by": by.pk})
    _on_record(AccessLogEntry.Kind.HANDED, role, by)
    expires = timezone.now() + LINK_WORKS
    return LogInLink.objects.create(user=user, by=by, club=role.club, expires=expires)


@transaction.atomic
def withdraw(*, link: LogInLink, by: User) -> None:
    role = Role.objects.filter(club=link.club_id, user=link.user_id).first()
    if role and link.delete()[0]:
        _on_record(AccessLogEntry.Kind.WITHDRAWN, role, by)


def _on_record(kind: AccessLogEntry.Kind, role: Role, by: User | None) -> None:
    AccessLogEntry.objects.create(club=role.club, user=role.user, part=role.kind, kind=kind, by=by)


@transaction.atomic
def mail_links(*, who: str, ip: str, then: str = "", asked_with: str = "") -> list[LogInLink]:
    """An unknown name takes as long as a known one, so that the time does not tell whether an
    account exists. `asked_with` is the name of the browser.
    """
    purge_expired()
    who = who.strip().lower()
    matching = User.objects.filter(Q(login=who) | Q(email=who), is_active=True).exclude(email="")
    accounts = [*matching.order_by("pk")[:MOST_SHARING]]
    if not accounts and not throttle.count_attempt(login=who, ip=ip, what="letter"):
        _end_letters(None)
    mailed = (_mail_link(user, ip, then, asked_with) for user in accounts)
    return [link for link in mailed if link]


@transaction.atomic
def mail_another(*, link: LogInLink, ip: str, asked_with: str) -> LogInLink | None:
    """The old link may be over, but whoever opened it evidently reads the account's e-mails."""
    if not may_mail_another(link):
        return None
    return _mail_link(link.user, ip, link.then, asked_with)


def may_mail_another(link: LogInLink) -> bool:
    return bool(link.email) and link.email == link.user.email and link.user.is_active


def _mail_link(user: User, ip: str, then: str, asked_with: str) -> LogInLink | None:
    """Earlier mailed links stop working. Return None if too many were requested."""
    if throttle.count_attempt(login=user.login, ip=ip, what="letter"):
        return None
    now = timezone.now()
    _end_letters(user)
    link = LogInLink.objects.create(
        user=user, email=user.email, expires=now + LETTER_WORKS, then=then, asked_with=asked_with
    )
    mail_queue.queue(kind=Kind.LOG_IN, user=user, to=user.email, link=link)
    return link


def _end_letters(user: User | None) -> None:
    """For None, run the same queries without effect, so that they take the same time."""
    now = timezone.now()
    mail_queue.withdraw(kind=mail_queue.Kind.LOG_IN, user=user)
    LogInLink.objects.filter(user=user, expires__gt=now).exclude(email="").update(expires=now)


def purge_expired() -> int:
    now = timezone.now()
    over = Q(expires__lt=now, email="") | Q(expires__lt=now - LETTER_KNOWN)
    links, _each = LogInLink.objects.filter(over).delete()
    return links + EmailConfirmation.objects.filter(expires__lt=now).delete()[0]


def is_valid(link: LogInLink | EmailConfirmation | None) -> bool:
    """A link handed over works only as long as its organiser may issue it."""
    if link is None or link.expires <= timezone.now():
        return False
    if isinstance(link, EmailConfirmation) or link.email:
        return True
    return link.by is not None and rights.may_issue_login_link(link.by, link.user)


def use_link(*, link: LogInLink, password: str) -> User:
    hashed = make_password(password) if password else ""
    with transaction.atomic():
        locked = LogInLink.objects.select_for_update().filter(pk=link.pk).first()
        if locked is None or not is_valid(locked):
            raise user_error(problems.OLD_LINK)
        user = locked.user
        LogInLink.objects.filter(user=user).delete()
        log.info("logged in by a link", extra={"user": user.pk})
        if role := Role.objects.filter(club=locked.club_id, user=user).first():
            _on_record(AccessLogEntry.Kind.USED, role, locked.by)
        if hashed:
            user.password = hashed
            user.save(update_fields=["password"])
            mail_queue.queue(kind=Kind.CHANGED, user=user, to=user.email)
    return user
