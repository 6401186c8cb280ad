from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import accounts, mail_queue, rights, roles, throttle
from tournaments.accounts.lifetimes import INVITATION_WORKS, ON_RECORD
from tournaments.models import AccessLogEntry, Club, Invitation, Role, User
from tournaments.names import is_clean


@transaction.atomic
def invite(
    *, club: Club, kind: str, name: str, by: User, email: str = "", ip: str = ""
) -> Invitation:
    if not is_clean(name):
        raise user_error(problems.WRONG_NAME)
    if not rights.may_invite(club, by, kind):
        raise user_error(problems.NOT_TO_GIVE)
    for whom, what in ((f"from {by.login}", "invitation"), (email, "confirmation")):
        if email and throttle.count_attempt(login=whom, ip=ip, what=what):
            raise user_error(problems.ENOUGH_LETTERS)
    AccessLogEntry.objects.create(club=club, kind=AccessLogEntry.Kind.INVITED, part=kind, by=by)
    invitation = Invitation(club=club, kind=kind, name=name, by=by, email=email.lower())
    invitation.expires = timezone.now() + INVITATION_WORKS
    invitation.save()
    if email:
        kind = mail_queue.Kind.INVITED
        mail_queue.queue(kind=kind, user=by, to=invitation.email, invitation=invitation)
    return invitation


@transaction.atomic
def revoke(*, invitation: Invitation, by: User) -> None:
    club, part = invitation.club, invitation.kind
    if invitation.delete()[0]:
        AccessLogEntry.objects.create(
            club=club, kind=AccessLogEntry.Kind.WITHDRAWN, part=part, by=by
        )


def purge_expired() -> int:
    now = timezone.now()
    old_entries = AccessLogEntry.objects.filter(time__lt=now - ON_RECORD)
    return Invitation.objects.filter(expires__lt=now).delete()[0] + old_entries.delete()[0]


def can_be_accepted(invitation: Invitation | None) -> bool:
    """Only as long as its inviter may invite: else who lost this right could use a copy."""
    if invitation is None or invitation.expires <= timezone.now():
        return False
    inviter = invitation.by
    return inviter is None or rights.may_invite(invitation.club, inviter, invitation.kind)


@transaction.atomic
def accept(*, invitation: Invitation, user: User) -> Role:
    locked = Invitation.objects.select_for_update().filter(pk=invitation.pk).first()
    if locked is None or not can_be_accepted(locked):
        raise user_error(problems.OLD_LINK)
    if Role.objects.filter(club=locked.club, user=user).exists():
        raise user_error(problems.HAS_ROLE)
    role = Role.objects.create(club=locked.club, user=user, kind=locked.kind)
    roles.log_role("takes part", role)
    AccessLogEntry.objects.create(
        club=locked.club, kind=AccessLogEntry.Kind.JOINED, part=locked.kind, user=user, by=locked.by
    )
    locked.delete()
    return role


def join(*, invitation: Invitation, owner_name: str, login: str, password: str) -> Role:
    user = accounts.build_account(name=owner_name, login=login, password=password)
    with transaction.atomic():
        return accept(invitation=invitation, user=accounts.save_account(user))
