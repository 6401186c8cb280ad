import logging
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import login_links, mail_queue, throttle
from tournaments.accounts.lifetimes import CONFIRMATION_WORKS
from tournaments.accounts.mail_queue import Kind
from tournaments.models import Club, EmailConfirmation, LogInLink, User
from tournaments.models.club import new_results_version
from tournaments.names import is_clean

log = logging.getLogger(__name__)


# Hashing a password takes a good part of a second. It is done before a transaction begins, because
# on SQLite nobody else can save while one is open.


def create_account(*, name: str, login: str, password: str | None) -> User:
    """Without a `password`, nobody can log in to it with one."""
    return save_account(build_account(name=name, login=login, password=password))


def build_account(*, name: str, login: str, password: str | None) -> User:
    user = User(login=login.strip().lower(), name=name.strip())
    user.set_password(password)
    return user


@transaction.atomic
def save_account(user: User) -> User:
    user.full_clean()
    user.save()
    return user


def load_names(actors: Iterable[str]) -> dict[str, str]:
    """Keyed by what logs call them, such as "user 12"; ids of no user are left out."""
    ids = {actor.removeprefix("user ") for actor in actors if actor.startswith("user ")}
    return {f"user {user.pk}": user.name for user in User.objects.filter(pk__in=ids)}


@transaction.atomic
def rename(*, user: User, owner_name: str) -> User:
    if not is_clean(owner_name):
        raise user_error(problems.WRONG_NAME)
    kept = Club.objects.filter(roles__user=user)  # a standing says who signed a player off
    kept.update(results_version=new_results_version())
    user.name = owner_name
    user.save(update_fields=["name"])
    return user


def change_password(*, user: User, password: str) -> User:
    log.info("another password", extra={"user": user.pk})
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        LogInLink.objects.filter(user=user).delete()
        mail_queue.queue(kind=Kind.CHANGED, user=user, to=user.email)
    return user


@transaction.atomic
def log_out_elsewhere(*, user: User) -> User:
    """End every session. The view then starts a new one for the current browser."""
    log.info("logged out elsewhere", extra={"user": user.pk})
    user.session_version += 1
    user.save(update_fields=["session_version"])
    LogInLink.objects.filter(user=user).delete()
    return user


@transaction.atomic
def set_site_admin(*, user: User, keeps: bool) -> User:
    log.info("keeps the site" if keeps else "keeps the site no longer", extra={"user": user.pk})
    user.is_site_admin = keeps
    user.save(update_fields=["is_site_admin"])
    return user


@transaction.atomic
def set_active(*, user: User, active: bool) -> User:
    user.is_active = active
    user.save(update_fields=["is_active"])
    return user if active else log_out_elsewhere(user=user)


@transaction.atomic
def ask_address(*, user: User, email: str, ip: str) -> EmailConfirmation:
    """The account gets it once the mailed link is opened."""
    for whom in (f"from {user.login}", email):
        if throttle.count_attempt(login=whom, ip=ip, what="confirmation"):
            raise user_error(problems.ENOUGH_LETTERS)
    EmailConfirmation.objects.filter(user=user).delete()
    expires = timezone.now() + CONFIRMATION_WORKS
    request = EmailConfirmation.objects.create(user=user, email=email.lower(), expires=expires)
    mail_queue.queue(kind=Kind.CONFIRM, user=user, to=request.email, confirmation=request)
    return request


@transaction.atomic
def confirm(*, confirmation: EmailConfirmation) -> str:
    """Return the account's previous address."""
    locked = EmailConfirmation.objects.select_for_update().filter(pk=confirmation.pk).first()
    if locked is None or not login_links.is_valid(locked):
        raise user_error(problems.OLD_LINK)
    before = _set_address(locked.user, locked.email)
    locked.delete()
    return before


@transaction.atomic
def drop_address(*, user: User) -> str:
    EmailConfirmation.objects.filter(user=user).delete()
    return _set_address(user, "")


def _set_address(user: User, email: str) -> str:
    log.info("another e-mail address", extra={"user": user.pk})
    before, user.email = user.email, email
    user.save(update_fields=["email"])
    if before != email:
        mail_queue.queue(kind=Kind.MOVED, user=user, to=before)
    LogInLink.objects.filter(user=user).exclude(email="").delete()
    return before
