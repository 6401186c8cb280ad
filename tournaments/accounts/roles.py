"""Changing and leaving a role in a club; who may give which: `rights.py`."""

import logging

from django.db import transaction

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts.rights import OWNER
from tournaments.models import Club, Role

log = logging.getLogger(__name__)


@transaction.atomic
def change(*, role: Role, kind: str) -> Role:
    if kind != OWNER:
        _keep_an_owner(role)
    role.kind = kind
    role.save(update_fields=["kind"])
    log_role("another part", role)
    return role


@transaction.atomic
def leave(*, role: Role) -> None:
    _keep_an_owner(role)
    log_role("takes no part any more", role)
    role.delete()


def log_role(what: str, role: Role) -> None:
    log.info(what, extra={"user": role.user_id, "club": role.club_id, "kind": role.kind})


def _keep_an_owner(role: Role) -> None:
    Club.objects.select_for_update().get(pk=role.club_id)
    owners = Role.objects.filter(club=role.club_id, kind=OWNER)
    if owners.filter(pk=role.pk).exists() and owners.count() == 1:
        raise user_error(problems.LAST_OWNER)
