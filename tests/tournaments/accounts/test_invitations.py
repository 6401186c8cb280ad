from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.evenings import refused
from tournaments import links
from tournaments.accounts import accounts, invitations, roles
from tournaments.models import Invitation, LogInLink, Role, User

pytestmark = pytest.mark.django_db

BOB = {"owner_name": "Bob", "login": "bob", "password": "drie losse woorden"}


def test_refused_invitation_makes_no_account(club, ans):
    late = invitations.invite(club=club, kind="helper", name="Bob", by=ans)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert refused(invitations.join, invitation=late, **BOB) == ["C43"]
    Invitation.objects.all().delete()
    invitation = invitations.invite(club=club, kind="helper", name="Bob", by=ans)
    invitations.revoke(invitation=Invitation.objects.get(), by=ans)
    assert refused(invitations.join, invitation=invitation, **BOB) == ["C43"]
    assert not User.objects.filter(login="bob").exists()


def test_who_belongs_to_the_club_keeps_the_invitation_for_another(club, ans):
    invitation = invitations.invite(club=club, kind="member", name="Bob", by=ans)
    assert refused(invitations.accept, invitation=invitation, user=ans) == ["C40"]
    assert Role.objects.get().kind == "owner"
    assert Invitation.objects.exists()


def test_last_owner_stays(club, ans):
    last = Role.objects.get()
    assert refused(roles.leave, role=last) == ["C41"]
    assert refused(roles.change, role=last, kind="helper") == ["C41"]
    bob = invitations.join(
        invitation=invitations.invite(club=club, kind="owner", name="", by=ans), **BOB
    )
    roles.leave(role=last)
    assert refused(roles.leave, role=bob) == ["C41"]
    assert roles.change(role=bob, kind="owner").kind == "owner"


def test_links_tell_what_they_are_for(club, ans):
    invitation = invitations.invite(club=club, kind="helper", name="Bob", by=ans)
    link = accounts.create_login_link(role=helper_of(club), by=ans)
    assert links.find(Invitation, links.make_key(invitation)) == invitation
    assert links.find(LogInLink, links.make_key(link)) == link
    assert links.find(LogInLink, links.make_key(invitation)) is None
    LogInLink.objects.update(public_id=invitation.public_id)
    assert links.find(LogInLink, links.make_key(invitation)) is None
    assert links.find(Invitation, "x" * 46) is None
    assert links.find(Invitation, "") is None


def helper_of(club):
    els = accounts.create_account(name="Els", login="els", password="drie losse woorden")
    return Role.objects.create(club=club, user=els, kind="helper")


def test_log_in_link_works_once_and_the_last_one_only(club, ans):
    els = helper_of(club)
    first = accounts.create_login_link(role=els, by=ans)
    second = accounts.create_login_link(role=els, by=ans)
    assert refused(accounts.use_link, link=first, password="") == ["C43"]
    assert accounts.use_link(link=second, password="").check_password("drie losse woorden")
    assert refused(accounts.use_link, link=second, password="") == ["C43"]
    third = accounts.create_login_link(role=els, by=ans)
    assert accounts.use_link(link=third, password="heel anders dan").check_password(
        "heel anders dan"
    )
