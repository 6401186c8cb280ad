import re

import pytest

from tournaments.club import clubs
from tournaments.models import Invitation, LogInLink, Role, User

pytestmark = pytest.mark.django_db

BOB = {"owner_name": "Bob", "login": "bob", "password": "drie losse woorden"}


@pytest.fixture
def club(client):
    owner = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club, user = clubs.found(name="De Hoop", slug="de-hoop", **owner)
    client.force_login(user)
    return club


def link_in(answer):
    return re.search(r'value="http://testserver(/[^"]*)"', answer.content.decode())[1]


def invited(client, **more):
    sent = {"name": "Bob", "kind": "helper"} | more
    return link_in(client.post("/de-hoop/people/", sent, follow=True))


def test_somebody_new_joins_by_the_link(client, club):
    path = invited(client)
    client.logout()
    assert 'value="Bob"' in client.get(path).content.decode()
    wrong = client.post(path, BOB | {"login": "ans"}).content.decode()
    assert "<strong>C14</strong>" in wrong
    assert client.post(path, BOB)["Location"] == "/de-hoop/"
    assert client.get("/de-hoop/members/").status_code == 200
    assert client.get(path).status_code == 404


def test_somebody_with_an_account_joins_by_the_link(client, club):
    path = invited(client, kind="organiser")
    els = User.objects.create(login="els", name="Els")
    client.force_login(els)
    assert client.post(path)["Location"] == "/de-hoop/"
    assert Role.objects.get(user=els).kind == "organiser"


def test_looking_at_a_link_spends_nothing(client, club):
    path = invited(client)
    client.logout()
    client.get(path)
    client.head(path)
    assert Invitation.objects.exists()


def test_invitation_taken_back_is_an_old_link(client, club):
    path = invited(client)
    client.post(f"/de-hoop/invitations/{Invitation.objects.get().pk}/")
    assert client.get(path).status_code == client.post(path, BOB).status_code == 404
    never = "/join/" + "A" * 46 + "/"
    told = [
        re.findall(r"(?s)<main.*</main>", client.get(one).content.decode()) for one in (path, never)
    ]
    assert told[0] == told[1] != []


def test_last_owner_is_told_why_not(client, club):
    path = f"/de-hoop/people/{Role.objects.get().pk}/"
    assert "<strong>C41</strong>" in client.post(path, {"kind": "member"}).content.decode()
    assert client.post(f"{path}remove/").status_code == 409
    assert "<strong>C41</strong>" in client.post("/de-hoop/leave/").content.decode()


def test_log_in_link_is_shown_to_the_owner_and_logs_in_once(client, club):
    bob = User.objects.create(login="bob", name="Bob")
    role = Role.objects.create(user=bob, club=club, kind="helper")
    path = link_in(client.post(f"/de-hoop/people/{role.pk}/link/"))
    client.logout()
    assert "Bob" in client.get(path).content.decode()
    assert "<strong>C06</strong>" in client.post(path, {"password": "kort"}).content.decode()
    assert client.post(path, {"password": "heel anders dan"})["Location"] == "/"
    assert client.get("/de-hoop/members/").status_code == 200
    assert client.get(path).status_code == 404
    assert not LogInLink.objects.exists()
    assert client.login(username="bob", password="heel anders dan")


def test_somebody_leaves(client, club):
    bob = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=bob, club=club, kind="member")
    client.force_login(bob)
    assert client.post("/de-hoop/leave/")["Location"] == "/"
    assert client.get("/de-hoop/leave/").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_page_of_owners_takes_the_same_queries(client, club, django_assert_num_queries, count):
    for n in range(count):
        user = User.objects.create(login=f"bob{n}", name="Bob")
        Role.objects.create(user=user, club=club, kind="helper")
        invited(client)
    with django_assert_num_queries(5):
        client.get("/de-hoop/people/")
