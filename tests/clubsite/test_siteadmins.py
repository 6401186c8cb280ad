import json
import sys
from io import StringIO

import pytest
from django.core.management import call_command

from clubsite.management.commands.start import Command as Start
from scoring.toolkit.problems import UserError
from tournaments.accounts import accounts, login_links, rights
from tournaments.club import clubs
from tournaments.members import erasure
from tournaments.models import Club, Role, User

pytestmark = pytest.mark.django_db

PASSWORD = "drie losse woorden"
PAGES = ("/site/", "/backup/")


@pytest.fixture
def two_clubs():
    for slug, login in (("de-hoop", "ans"), ("de-boom", "bob")):
        clubs.create_club_with_owner(
            name=slug, slug=slug, owner_name=login, login=login, password=PASSWORD
        )
    return User.objects.get(login="ans"), User.objects.get(login="bob")


def siteadmins(*args):
    out = StringIO()
    call_command("siteadmins", *args, stdout=out)
    return json.loads(out.getvalue())["siteadmins"]


def seen(client, user):
    client.force_login(user)
    return [client.get(path).status_code for path in PAGES]


def test_who_is_named_at_the_machine_sees_the_site_until_named_no_more(client, two_clubs):
    ans, bob = two_clubs
    assert siteadmins() == []
    assert seen(client, ans) == seen(client, bob) == [403] * len(PAGES)
    assert siteadmins("Ans ") == ["ans"]
    ans.refresh_from_db()
    assert seen(client, ans) == [200] * len(PAGES)
    assert 'href="/site/"' in client.get("/account/").content.decode()
    assert 'href="/site/"' in client.get("/de-hoop/").content.decode()
    assert seen(client, bob) == [403] * len(PAGES)
    assert siteadmins("ans", "--off") == []
    assert seen(client, User.objects.get(login="ans")) == [403] * len(PAGES)


def test_who_plays_no_part_in_a_club_may_be_named(client, two_clubs):
    els = accounts.create_account(name="Els", login="els", password=PASSWORD)
    assert seen(client, els) == [404] * len(PAGES)
    siteadmins("els")
    assert seen(client, User.objects.get(login="els")) == [200] * len(PAGES)


def test_start_says_so_where_nobody_does(two_clubs, capsys):
    Start(stderr=sys.stderr).tell(8000, lan=False)
    assert "manage.py siteadmins" in capsys.readouterr().err
    siteadmins("ans")
    Start(stderr=sys.stderr).tell(8000, lan=False)
    siteadmins("ans", "--off")
    Role.objects.create(club=Club.objects.get(slug="de-boom"), user=two_clubs[0], kind="owner")
    Start(stderr=sys.stderr).tell(8000, lan=False)
    assert "manage.py siteadmins" not in capsys.readouterr().err


def test_name_that_is_taken_anew_is_not_the_keeper(two_clubs):
    siteadmins("ans")
    Role.objects.all().delete()
    erasure.erase_account(user=User.objects.get(login="ans"))
    accounts.create_account(name="Ans", login="ans", password=PASSWORD)
    assert siteadmins() == []


def test_nobody_gets_into_the_account_of_who_looks_after_the_site(two_clubs):
    _ans, bob = two_clubs
    cor = accounts.create_account(name="Cor", login="cor", password=PASSWORD)
    role = Role.objects.create(club=bob.roles.get().club, user=cor, kind="member")
    link = login_links.create_login_link(role=role, by=bob)
    accounts.set_site_admin(user=cor, keeps=True)
    with pytest.raises(UserError, match="C230"):
        login_links.create_login_link(role=role, by=bob)
    with pytest.raises(UserError, match="C43"):
        login_links.use_link(link=link, password="")
    assert rights.may_issue_login_link(accounts.set_site_admin(user=bob, keeps=True), cor)


def test_no_page_names_anybody(client, two_clubs):
    siteadmins("bob")
    for user in User.objects.all():
        client.force_login(user)
        sent = {"is_site_admin": "on", "do": "name", "owner_name": "Ans", "is_active": "on"}
        client.post("/account/", sent)
    assert siteadmins() == ["bob"]
