"""Accounts: making one, and getting back into one. Everything that is written is written here."""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments import problems
from tournaments.accounts import mail_queue, permissions, throttle
from tournaments.models import Confirmation, LetIn, LogInLink, Role, User
from tournaments.names import is_clean
from tournaments.problems import user_error

log = logging.getLogger(__name__)

LINK_WORKS = timedelta(hours=24)
LETTER_WORKS = timedelta(minutes=20)
CONFIRMATION_WORKS = timedelta(hours=24)
MOST_SHARING = 5  # accounts of one address that get a letter at once


@transaction.atomic
def create_account(*, name: str, login: str, password: str) -> User:
    user = User(login=login.strip().lower(), name=name.strip())
    user.set_password(password)
    user.full_clean()
    user.save()
    return user


@transaction.atomic
def create_login_link(*, role: Role, by: User) -> LogInLink:
    """One that somebody at the club hands over; an older one stops working."""
    user = role.user
    if user == by:
        raise user_error(problems.OWN_LINK)
    if not user.is_active:
        raise user_error(problems.SHUT, name=user.name)
    if user.keeps_site and not by.keeps_site:
        raise user_error(problems.KEEPS_SITE, name=user.name)
    if not permissions.may_issue_login_link(by, user):
        here = permissions.runs_club(role.club_id, by, role.kind)
        why = problems.OTHER_CLUBS if here else problems.NOT_YOURS
        raise user_error(why, name=user.name)
    LogInLink.objects.filter(user=user, email="").delete()
    log.info("a link to log in was handed over", extra={"user": user.pk, "by": by.pk})
    _on_record(LetIn.Kind.HANDED, role, by)
    expires = timezone.now() + LINK_WORKS
    return LogInLink.objects.create(user=user, by=by, club=role.club, expires=expires)


@transaction.atomic
def withdraw(*, link: LogInLink, by: User) -> None:
    role = Role.objects.filter(club=link.club_id, user=link.user_id).first()
    if role and link.delete()[0]:
        _on_record(LetIn.Kind.WITHDRAWN, role, by)


def _on_record(kind: LetIn.Kind, role: Role, by: User | None) -> None:
    LetIn.objects.create(club=role.club, user=role.user, part=role.kind, kind=kind, by=by)


@transaction.atomic
def links_to_mail(*, who: str, address: str) -> list[LogInLink]:
    """For each account that has this login name or this confirmed e-mail address. It takes as long
    where there is none. Several may work at once: the first letter may come last.
    """
    now = timezone.now()
    purge_expired()
    who = who.strip().lower()
    meant = User.objects.filter(Q(login=who) | Q(email=who), is_active=True).exclude(email="")
    accounts = [*meant.order_by("pk")[:MOST_SHARING]]
    if not accounts:
        throttle.count_attempt(login=who, address=address, what="letter")
    made = [
        LogInLink.objects.create(user=user, email=user.email, expires=now + LETTER_WORKS)
        for user in accounts
        if not throttle.count_attempt(login=user.login, address=address, what="letter")
    ]
    for link in made:
        mail_queue.log_in(link=link)
    return made


def purge_expired() -> int:
    """Links that work no longer; how many."""
    over = Q(expires__lt=timezone.now())
    gone = (model.objects.filter(over).delete() for model in (LogInLink, Confirmation))
    return sum(count for count, _ in gone)


def is_valid(link: LogInLink | Confirmation | None) -> bool:
    """One that was handed over ends where who did may do so no longer: they may keep it."""
    if link is None or link.expires <= timezone.now():
        return False
    if isinstance(link, Confirmation) or link.email:
        return True
    return link.by is not None and permissions.may_issue_login_link(link.by, link.user)


@transaction.atomic
def use_link(*, link: LogInLink, password: str) -> User:
    """Whose it is, logged in by it; with another password, unless that is empty."""
    found = LogInLink.objects.select_for_update().filter(pk=link.pk).first()
    if found is None or not is_valid(found):
        raise user_error(problems.OLD_LINK)
    user = found.user
    LogInLink.objects.filter(user=user).delete()
    log.info("logged in by a link", extra={"user": user.pk})
    if role := Role.objects.filter(club=found.club_id, user=user).first():
        _on_record(LetIn.Kind.USED, role, found.by)
    if password:
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


@transaction.atomic
def rename(*, user: User, owner_name: str) -> User:
    if not is_clean(owner_name):
        raise user_error(problems.WRONG_NAME)
    user.name = owner_name
    user.save(update_fields=["name"])
    return user


@transaction.atomic
def change_password(*, user: User, password: str) -> User:
    """Sessions on other devices end with the old one, and links that are under way."""
    log.info("another password", extra={"user": user.pk})
    user.set_password(password)
    user.save(update_fields=["password"])
    LogInLink.objects.filter(user=user).delete()
    return user


@transaction.atomic
def log_out_elsewhere(*, user: User) -> User:
    """Out of every session; who asks for it stays by a new one."""
    log.info("logged out elsewhere", extra={"user": user.pk})
    user.generation += 1
    user.save(update_fields=["generation"])
    LogInLink.objects.filter(user=user).delete()
    return user


@transaction.atomic
def set_site_admin(*, user: User, keeps: bool) -> User:
    """For whoever runs the machine alone: no page does this."""
    log.info("keeps the site" if keeps else "keeps the site no longer", extra={"user": user.pk})
    user.keeps_site = keeps
    user.save(update_fields=["keeps_site"])
    return user


@transaction.atomic
def set_active(*, user: User, active: bool) -> User:
    """Or shut the account: out of every session, and neither a password nor a link opens it."""
    user.is_active = active
    user.save(update_fields=["is_active"])
    return user if active else log_out_elsewhere(user=user)


@transaction.atomic
def ask_address(*, user: User, email: str, address: str) -> Confirmation:
    """It counts once what is sent there was opened; an older question is off."""
    for whom in (f"from {user.login}", email):
        if throttle.count_attempt(login=whom, address=address, what="confirmation"):
            raise user_error(problems.ENOUGH_LETTERS)
    Confirmation.objects.filter(user=user).delete()
    expires = timezone.now() + CONFIRMATION_WORKS
    asked = Confirmation.objects.create(user=user, email=email.lower(), expires=expires)
    mail_queue.confirm(asked=asked)
    return asked


@transaction.atomic
def confirm(*, confirmation: Confirmation) -> str:
    """The address that was in force before, or empty."""
    found = Confirmation.objects.select_for_update().filter(pk=confirmation.pk).first()
    if found is None or not is_valid(found):
        raise user_error(problems.OLD_LINK)
    before = _set_address(found.user, found.email)
    found.delete()
    return before


@transaction.atomic
def drop_address(*, user: User) -> str:
    """The one that was; an address that waits for an answer is off, too."""
    Confirmation.objects.filter(user=user).delete()
    return _set_address(user, "")


def _set_address(user: User, email: str) -> str:
    """Links under way to the old address work no longer."""
    log.info("another e-mail address", extra={"user": user.pk})
    before, user.email = user.email, email
    user.save(update_fields=["email"])
    if before and before != email:
        mail_queue.moved(user=user, before=before)
    LogInLink.objects.filter(user=user).exclude(email="").delete()
    return before
