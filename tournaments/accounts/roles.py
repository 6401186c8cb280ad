"""Who takes what part in a club. Everything that is written is written here."""

import logging
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tournaments import problems
from tournaments.accounts import accounts, mail_queue, permissions, throttle
from tournaments.models import Club, Invitation, LetIn, Role, User
from tournaments.names import is_clean
from tournaments.problems import user_error

log = logging.getLogger(__name__)

INVITATION_WORKS = timedelta(days=14)
ON_RECORD = timedelta(days=366)  # who let whom in by a link


@transaction.atomic
def invite(
    *, club: Club, kind: str, name: str, by: User, email: str = "", address: str = ""
) -> Invitation:
    """A letter goes to `email`, if there is one; `address` is from where it was asked."""
    if not is_clean(name):
        raise user_error(problems.WRONG_NAME)
    if not permissions.may_invite(club, by, kind):
        raise user_error(problems.NOT_TO_GIVE)
    for whom, what in ((f"from {by.login}", "invitation"), (email, "confirmation")):
        if email and throttle.count_attempt(login=whom, address=address, what=what):
            raise user_error(problems.ENOUGH_LETTERS)
    LetIn.objects.create(club=club, kind=LetIn.Kind.INVITED, part=kind, by=by)
    made = Invitation(club=club, kind=kind, name=name, by=by, email=email.lower())
    made.expires = timezone.now() + INVITATION_WORKS
    made.save()
    if email:
        mail_queue.invited(invitation=made, by=by)
    return made


@transaction.atomic
def revoke(*, invitation: Invitation, by: User) -> None:
    club, part = invitation.club, invitation.kind
    if invitation.delete()[0]:
        LetIn.objects.create(club=club, kind=LetIn.Kind.WITHDRAWN, part=part, by=by)


def purge_expired() -> int:
    """Invitations that nobody accepted in time, and what is on record of old ones; how many."""
    now = timezone.now()
    over = LetIn.objects.filter(time__lt=now - ON_RECORD)
    return Invitation.objects.filter(expires__lt=now).delete()[0] + over.delete()[0]


def works(invitation: Invitation | None) -> bool:
    """As long as who invited may do so: whoever may no longer could have kept it for themselves."""
    if invitation is None or invitation.expires <= timezone.now():
        return False
    by = invitation.by
    return by is None or permissions.may_invite(invitation.club, by, invitation.kind)


@transaction.atomic
def accept(*, invitation: Invitation, user: User) -> Role:
    """Once: the invitation is gone after it."""
    found = Invitation.objects.select_for_update().filter(pk=invitation.pk).first()
    if found is None or not works(found):
        raise user_error(problems.OLD_LINK)
    if Role.objects.filter(club=found.club, user=user).exists():
        raise user_error(problems.HAS_ROLE)
    role = Role.objects.create(club=found.club, user=user, kind=found.kind)
    _note("takes part", role)
    LetIn.objects.create(
        club=found.club, kind=LetIn.Kind.JOINED, part=found.kind, user=user, by=found.by
    )
    found.delete()
    return role


@transaction.atomic
def join(*, invitation: Invitation, owner_name: str, login: str, password: str) -> Role:
    """Accept with a new account."""
    user = accounts.create_account(name=owner_name, login=login, password=password)
    return accept(invitation=invitation, user=user)


@transaction.atomic
def change(*, role: Role, kind: str) -> Role:
    if kind != Role.Kind.OWNER:
        _keep_an_owner(role)
    role.kind = kind
    role.save(update_fields=["kind"])
    _note("another part", role)
    return role


@transaction.atomic
def leave(*, role: Role) -> None:
    _keep_an_owner(role)
    _note("takes no part any more", role)
    role.delete()


def _note(what: str, role: Role) -> None:
    log.info(what, extra={"user": role.user_id, "club": role.club_id, "kind": role.kind})


def _keep_an_owner(role: Role) -> None:
    Club.objects.select_for_update().get(pk=role.club_id)
    owners = Role.objects.filter(club=role.club_id, kind=Role.Kind.OWNER)
    if owners.filter(pk=role.pk).exists() and owners.count() == 1:
        raise user_error(problems.LAST_OWNER)
