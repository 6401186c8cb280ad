"""Accounts: making one, and getting back into one. Everything that is written is written here."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tournaments import problems
from tournaments.models import LogInLink, Role, User
from tournaments.problems import refused

LINK_WORKS = timedelta(hours=24)


@transaction.atomic
def make(*, name: str, login: str, password: str) -> User:
    user = User(login=login.strip().lower(), name=name.strip())
    user.set_password(password)
    user.full_clean()
    user.save()
    return user


@transaction.atomic
def make_link(*, user: User, by: User) -> LogInLink:
    """One that an owner hands over; an older one stops working. Who is in other clubs as well gets
    one only from who owns all of them, or an owner could get into those.
    """
    owned = Role.objects.filter(user=by, kind=Role.Kind.OWNER).values("club")
    if user.roles.exclude(club__in=owned).exists():
        raise refused(problems.OTHER_CLUBS, name=user.name)
    LogInLink.objects.filter(user=user).delete()
    return LogInLink.objects.create(user=user, expires=timezone.now() + LINK_WORKS)


def works(link: LogInLink | None) -> bool:
    return link is not None and link.expires > timezone.now()


@transaction.atomic
def use_link(*, link: LogInLink, password: str) -> User:
    """Whose it is, logged in by it; with another password, unless that is empty."""
    found = LogInLink.objects.select_for_update().filter(pk=link.pk).first()
    if found is None or not works(found):
        raise refused(problems.OLD_LINK)
    user = found.user
    found.delete()
    if password:
        user.set_password(password)
        user.save(update_fields=["password"])
    return user
