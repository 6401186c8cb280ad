"""What can be done to a club. Everything that is written is written here."""

from django.db import transaction

from tournaments import accounts
from tournaments.models import Club, Role, User
from tournaments.models.club import new_stamp


@transaction.atomic
def found(*, name: str, slug: str, owner_name: str, login: str, password: str) -> tuple[Club, User]:
    """A new club with its first owner."""
    user = accounts.make(name=owner_name, login=login, password=password)
    return make(name=name, slug=slug, owner=user), user


@transaction.atomic
def make(*, name: str, slug: str, owner: User) -> Club:
    club = Club(name=name.strip(), slug=slug)
    club.full_clean()
    club.save()
    Role.objects.create(club=club, user=owner, kind=Role.Kind.OWNER)
    return club


def lock(club: Club) -> None:
    """One at a time, so that what was looked up still holds when it is written; and its standings
    are looked up anew. Where forms or a night are locked as well, this comes last.
    """
    Club.objects.filter(pk=club.pk).update(stamp=new_stamp())
