import re

import pytest
from django.test import Client

from tournaments import links
from tournaments.accounts import invitations, mail_queue
from tournaments.accounts import mail as letters
from tournaments.members import members
from tournaments.models import Invitation, LogInLink, Role, User
from tournaments.names import fold

BOB = {"owner_name": "Bob", "login": "bob", "password": "drie losse woorden"}


def part(club, login, kind):
    user = User.objects.create(login=login, name=login.title())
    return Role.objects.create(user=user, club=club, kind=kind)


def link_in(answer):
    return re.search(r'value="http://testserver(/[^"]*)"', answer.content.decode())[1]


def invited(client, **more):
    sent = {"name": "Bob", "kind": "helper"} | more
    return link_in(client.post("/de-hoop/people/", sent, follow=True))


def test_somebody_new_joins_by_the_link(client, club):
    path = invited(client)
    client.logout()
    assert 'value="Bob"' in client.get(path).content.decode()
    client.head(path)  # looking spends nothing
    wrong = client.post(path, BOB | {"login": "ans"}).content.decode()
    assert 'data-number="unique"' in wrong
    assert client.post(path, BOB)["Location"] == "/de-hoop/"
    assert client.get("/de-hoop/members/").status_code == 200
    assert client.get(path).status_code == 404


def test_somebody_with_an_account_joins_by_the_link(client, club):
    path = invited(client, kind="organiser")
    client.force_login(els := User.objects.create(login="els", name="Els"))
    assert client.post(path)["Location"] == "/de-hoop/"
    assert Role.objects.get(user=els).kind == "organiser"


def test_invitation_taken_back_is_an_old_link(client, club):
    path = invited(client)
    client.post(f"/de-hoop/invitations/{Invitation.objects.get().pk}/")
    assert client.get(path).status_code == client.post(path, BOB).status_code == 404
    never = "/join/" + "A" * 46 + "/"
    pages = [client.get(each).content.decode() for each in (path, never)]
    old, unknown = (re.findall(r"(?s)<main.*</main>", page) for page in pages)
    assert old == unknown != []


def test_people_are_in_order_whatever_accents_they_have(client, club):
    for name in ("Zoë", "Émile", "bas"):
        user = part(club, fold(name), "helper").user
        User.objects.filter(pk=user.pk).update(name=name)
    listed = client.get("/de-hoop/people/").context["roles"]
    assert [role.user.name for role in listed][1:] == ["bas", "Émile", "Zoë"]


def test_last_owner_is_told_why_not(client, club):
    path = f"/de-hoop/people/{Role.objects.get().pk}/"
    assert 'data-number="C41"' in client.post(path, {"kind": "member"}).content.decode()
    assert client.post(f"{path}remove/").status_code == 409
    assert 'data-number="C41"' in client.post("/de-hoop/leave/").content.decode()


def test_who_has_the_same_part_is_listed_by_name_without_accents(client, club):
    for login in ("zus", "émile", "bob"):
        part(club, login, "helper")
    page = client.get("/de-hoop/people/").content.decode()
    assert page.index("Bob") < page.index("Émile") < page.index("Zus")


def test_log_in_link_is_shown_to_the_owner_and_logs_in_once(client, club):
    bob = part(club, "bob", "helper")
    path = link_in(client.post(f"/de-hoop/people/{bob.pk}/link/", follow=True))
    client.logout()
    assert "Bob" in client.get(path).content.decode()
    refused = client.post(path, {"password": "kort"}).content.decode()
    assert 'data-number="password_too_short"' in refused
    assert client.post(path, {"password": "heel anders dan"})["Location"] == "/de-hoop/"
    assert client.get("/de-hoop/members/").status_code == 200
    assert client.get(path).status_code == 404
    assert not LogInLink.objects.exists()
    assert client.login(username="bob", password="heel anders dan")


@pytest.fixture
def wim(client, club):
    wim = part(club, "wim", "organiser").user
    client.force_login(wim)
    client.cookies["streepje_language"] = "en"
    return wim


def test_organiser_hands_a_helper_a_link_with_a_code_to_scan(client, club, wim):
    bob = part(club, "bob", "helper")
    answer = client.post(f"/de-hoop/people/{bob.pk}/link/", follow=True)
    assert b'class="qr"' in answer.content
    assert "Bob" in Client().get(link_in(answer)).content.decode()
    assert "from Wim" in client.get("/de-hoop/people/").content.decode()
    assert 'name="kind"' not in client.get(f"/de-hoop/people/{bob.pk}/").content.decode()
    owner = client.get(f"/de-hoop/people/{club.roles.get(kind='owner').pk}/").content.decode()
    assert "ask an owner for this link" in owner and "Make a link to log in" not in owner


def test_link_is_shown_to_nobody_but_who_made_it_and_withdrawn_by_anybody(client, club, wim):
    bob = part(club, "bob", "helper")
    here = f"/de-hoop/people/{bob.pk}/link/"
    path = link_in(client.post(here, follow=True))
    client.force_login(User.objects.get(login="ans"))
    for page in (here, "/de-hoop/people/", f"/de-hoop/people/{bob.pk}/"):
        assert "/log-in/" not in client.get(page).content.decode()
    client.post(here, {"do": "withdraw"})
    assert Client().get(path).status_code == 404
    assert client.get(here)["Location"] == f"/de-hoop/people/{bob.pk}/"
    assert "link for Bob withdrawn" in client.get("/de-hoop/people/").content.decode()


@pytest.mark.parametrize("kind", ["owner", "organiser"])
def test_organiser_neither_invites_to_more_nor_finds_the_link_of_who_did(client, club, wim, kind):
    path = "/de-hoop/people/"
    assert f'value="{kind}"' not in client.get(path).content.decode()
    assert 'data-number="invalid_choice"' in client.post(path, {"kind": kind}).content.decode()
    ans = User.objects.get(login="ans")
    invitation = invitations.invite(club=club, kind=kind, name="Els", by=ans)
    here = f"/de-hoop/invitations/{invitation.pk}/"
    assert here not in client.get(path).content.decode()
    assert client.get(here).status_code == client.post(here).status_code == 403
    assert Invitation.objects.get() == invitation


def test_who_was_let_in_is_told_on_the_page_of_the_account(client, club, wim):
    bob = part(club, "bob", "helper")
    path = link_in(client.post(f"/de-hoop/people/{bob.pk}/link/", follow=True))
    client.post(path, {"password": ""})
    assert client.get("/account/").content.decode().count("De Hoop · Wim</span>") == 2
    let_in = client.get("/account/data/").json()["let_in_by_links"]
    assert [link["what"] for link in let_in] == ["used", "handed"]


def sent(client, **more):
    typed = {"name": "Bob", "kind": "helper", "email": "Bob@club.nl"} | more
    return client.post("/de-hoop/people/", typed, follow=True).content.decode()


def test_invitation_is_sent_where_the_site_sends_e_mail(client, club, wim, mail, mailoutbox):
    assert "The letter to bob@club.nl was sent" in sent(client)
    (letter,) = mailoutbox
    path = re.search(r"https://club\.example(/join/\S+)", letter.body)[1]
    assert Client().get(path).status_code == 200
    assert "letter" not in sent(client, email="", name="Els")
    assert len(mailoutbox) == 1
    assert 'data-number="invalid"' in sent(client, email="bob")


def test_page_tells_what_became_of_the_letter(client, club, wim, mail, monkeypatch):
    monkeypatch.setattr(letters, "wake", lambda: None)
    assert "A letter to bob@club.nl is waiting to be sent." in sent(client)
    invitation = Invitation.objects.get()
    assert "the letter did not arrive" not in client.get("/de-hoop/people/").content.decode()
    mail_queue.mark_failed(invitation.queued_mails.get(), "address", for_good=True)
    page = client.get(f"/de-hoop/invitations/{invitation.pk}/").content.decode()
    assert "did not arrive. The mail server knows nobody by that address." in page
    assert links.make_key(invitation) in page
    assert "the letter did not arrive" in client.get("/de-hoop/people/").content.decode()


def test_without_a_mail_server_e_mail_is_not_spoken_of(client, club, wim, mailoutbox):
    assert 'type="email"' not in client.get("/de-hoop/people/").content.decode()
    assert "letter" not in sent(client)
    assert (Invitation.objects.get().email, mailoutbox) == ("", [])


def test_member_is_invited_from_their_own_page(client, club, wim, mail):
    bob = members.add(club=club, first="Bob", family="Vos", email="bob@club.nl")
    path = f"/de-hoop/people/?for={bob.pk}"
    assert path in client.get(f"/de-hoop/members/{bob.pk}/").content.decode()
    page = client.get(path).content.decode()
    assert 'value="Bob Vos"' in page
    assert 'value="bob@club.nl"' in page


def test_somebody_leaves(client, club):
    client.force_login(part(club, "bob", "member").user)
    assert client.post("/de-hoop/leave/")["Location"] == "/"
    assert client.get("/de-hoop/leave/").status_code == 404
