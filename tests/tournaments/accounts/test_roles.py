from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from tests.threads import do_at_once
from tests.tournaments.evenings import refused
from tournaments import links
from tournaments.accounts import accounts, invitations, login_links, rights, roles
from tournaments.club import clubs
from tournaments.models import Invitation, LogInLink, Role, User

BOB = {"owner_name": "Bob", "login": "bob", "password": "drie losse woorden"}
KINDS = ("owner", "organiser", "helper", "member")
OPENED = {
    "owner": KINDS,
    "organiser": ("organiser", "helper", "member"),
    "helper": (),
    "member": (),
}


@pytest.fixture
def other():
    owner = {"owner_name": "Els", "login": "els-there", "password": "drie losse woorden"}
    return clubs.create_club_with_owner(name="De Boom", slug="de-boom", **owner)[0]


def part(club, kind, user=None):
    user = user or User.objects.create(login=f"{kind}{User.objects.count()}", name=kind)
    return Role.objects.create(club=club, user=user, kind=kind)


def opens(link):
    link.refresh_from_db()
    return login_links.is_valid(LogInLink.objects.get(pk=link.pk))


@pytest.mark.parametrize("by", KINDS)
def test_link_is_made_for_who_may_no_more(club, by):
    giver = part(club, by).user
    for kind in KINDS:
        may = rights.may_issue_login_link(giver, part(club, kind).user)
        assert may == (kind in OPENED[by])


@pytest.mark.parametrize("elsewhere", KINDS)
def test_account_with_a_part_elsewhere_is_not_got_at(club, other, elsewhere):
    wim, bob = part(club, "organiser").user, part(club, "helper")
    part(other, elsewhere, bob.user)
    assert refused(login_links.create_login_link, role=bob, by=wim) == ["C42"]
    own = part(other, "member", wim)
    assert refused(login_links.create_login_link, role=bob, by=wim) == ["C42"]
    roles.change(role=own, kind="organiser")
    assert rights.may_issue_login_link(wim, bob.user) == (elsewhere != "owner")
    roles.change(role=own, kind="owner")
    assert rights.may_issue_login_link(wim, bob.user)


def test_owner_here_is_not_got_at_by_an_organiser(club):
    owner = club.roles.get()
    wim = part(club, "organiser").user
    assert refused(login_links.create_login_link, role=owner, by=wim) == ["C226"]


def test_nobody_makes_one_for_themselves_or_for_an_account_that_is_shut(club):
    wim, bob = part(club, "organiser"), part(club, "helper")
    assert refused(login_links.create_login_link, role=wim, by=wim.user) == ["C228"]
    accounts.set_active(user=bob.user, active=False)
    assert refused(login_links.create_login_link, role=bob, by=wim.user) == ["C227"]


def more_here(bob, wim, other):
    roles.change(role=bob, kind="owner")


def more_elsewhere(bob, wim, other):
    part(other, "member", bob.user)


def gone(bob, wim, other):
    roles.leave(role=bob)


def who_gave_it_gone(bob, wim, other):
    roles.leave(role=wim)


def who_gave_it_less(bob, wim, other):
    roles.change(role=wim, kind="helper")


def who_gave_it_shut(bob, wim, other):
    accounts.set_active(user=wim.user, active=False)


@pytest.mark.parametrize(
    "since", [more_here, more_elsewhere, gone, who_gave_it_gone, who_gave_it_less, who_gave_it_shut]
)
def test_link_that_was_kept_for_later_opens_nothing_once_that_would_be_more(club, other, since):
    wim, bob = part(club, "organiser"), part(club, "helper")
    link = login_links.create_login_link(role=bob, by=wim.user)
    assert opens(link)
    since(bob, wim, other)
    assert not opens(link)
    assert refused(login_links.use_link, link=link, password="heel anders dan") == ["C43"]


def test_link_of_before_it_was_kept_who_made_it_opens_nothing(club):
    bob = part(club, "helper").user
    expires = timezone.now() + timedelta(hours=1)
    assert not login_links.is_valid(LogInLink.objects.create(user=bob, expires=expires))


@pytest.mark.parametrize(
    ("by", "given"),
    [("owner", KINDS), ("organiser", ("helper", "member")), ("helper", ()), ("member", ())],
)
def test_parts_that_somebody_invites_to(club, by, given):
    giver = part(club, by).user
    for kind in KINDS:
        invitation = {"club": club, "kind": kind, "name": "Bob", "by": giver}
        if kind in given:
            assert invitations.invite(**invitation).by == giver
        else:
            assert refused(invitations.invite, **invitation) == ["C229"]


@pytest.mark.parametrize("since", [who_gave_it_gone, who_gave_it_less, who_gave_it_shut])
def test_invitation_that_was_kept_ends_with_the_part_of_who_made_it(club, since):
    wim = part(club, "organiser")
    invitation = invitations.invite(club=club, kind="helper", name="", by=wim.user)
    again = User.objects.create(login="wim2", name="Wim")
    since(None, wim, None)
    invitation.refresh_from_db()
    assert not invitations.can_be_accepted(invitation)
    assert refused(invitations.accept, invitation=invitation, user=again) == ["C43"]


@pytest.mark.django_db(transaction=True)
def test_link_and_invitation_let_in_one_of_those_who_come_at_the_same_moment(club):
    wim, bob = part(club, "organiser"), part(club, "helper")
    link = login_links.create_login_link(role=bob, by=wim.user)
    assert len(do_at_once([partial(login_links.use_link, link=link, password="")] * 4)) == 1
    invitation = invitations.invite(club=club, kind="helper", name="", by=wim.user)
    friends = [User.objects.create(login=f"friend{n}", name="Els") for n in range(4)]
    join = partial(invitations.accept, invitation=invitation)
    assert len(do_at_once(partial(join, user=user) for user in friends)) == 1
    assert Role.objects.filter(user__in=friends).count() == 1


def on_record(club):
    return [
        (entry.kind, entry.part, entry.user and entry.user.name, entry.by and entry.by.name)
        for entry in club.access_log.order_by("pk")
    ]


def test_all_of_it_is_on_record(club):
    ans, wim, bob = club.roles.get().user, part(club, "organiser"), part(club, "helper")
    login_links.withdraw(link=login_links.create_login_link(role=bob, by=wim.user), by=ans)
    login_links.use_link(link=login_links.create_login_link(role=bob, by=wim.user), password="")
    invite = partial(invitations.invite, club=club, kind="member", by=ans)
    invitations.revoke(invitation=invite(name="Els"), by=wim.user)
    els = User.objects.create(login="els", name="Els")
    invitations.accept(invitation=invite(name=""), user=els)
    assert on_record(club) == [
        ("handed", "helper", "helper", "organiser"),
        ("withdrawn", "helper", "helper", "Ans"),
        ("handed", "helper", "helper", "organiser"),
        ("used", "helper", "helper", "organiser"),
        ("invited", "member", None, "Ans"),
        ("withdrawn", "member", None, "organiser"),
        ("invited", "member", None, "Ans"),
        ("joined", "member", "Els", "Ans"),
    ]


def test_record_says_nothing_of_who_is_gone(club):
    wim, bob = part(club, "organiser"), part(club, "helper")
    login_links.create_login_link(role=bob, by=wim.user)
    bob.user.delete()
    assert on_record(club) == [("handed", "helper", None, "organiser")]


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
    invitation = invitations.invite(club=club, kind="owner", name="", by=ans)
    bob = invitations.join(invitation=invitation, **BOB)
    roles.leave(role=last)
    assert refused(roles.leave, role=bob) == ["C41"]
    assert roles.change(role=bob, kind="owner").kind == "owner"


def test_links_tell_what_they_are_for(club, ans):
    invitation = invitations.invite(club=club, kind="helper", name="Bob", by=ans)
    link = login_links.create_login_link(role=helper_of(club), by=ans)
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
    first = login_links.create_login_link(role=els, by=ans)
    second = login_links.create_login_link(role=els, by=ans)
    assert refused(login_links.use_link, link=first, password="") == ["C43"]
    assert login_links.use_link(link=second, password="").check_password("drie losse woorden")
    assert refused(login_links.use_link, link=second, password="") == ["C43"]
    third = login_links.create_login_link(role=els, by=ans)
    user = login_links.use_link(link=third, password="heel anders dan")
    assert user.check_password("heel anders dan")
