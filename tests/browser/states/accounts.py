from django.conf import settings
from django.test import Client

from tests.browser.pages import state
from tests.browser.states.clubs import OWNER
from tournaments import links
from tournaments.accounts import accounts, login_links, mail
from tournaments.club import clubs
from tournaments.models import AccessLogEntry, Role, User

LONG = "anna-maria.van.den.wijngaarden-oosterbaan@kaartvereniging-de-hoop.example"


def with_mail(visit):
    visit.patch.setattr(settings, "MAIL", True)
    visit.patch.setattr(mail, "wake", lambda: None)
    visit.patch.setattr(settings, "PUBLIC_URL", "https://club.example")


def ans(visit, email=""):
    _club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    User.objects.filter(pk=owner.pk).update(email=email)
    visit.log_in(owner)
    return owner


@state("tournaments:login")
def logging_in_with_or_without_a_password(visit):
    with_mail(visit)
    visit.go("tournaments:login")


def mailed_link(visit):
    with_mail(visit)
    clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    User.objects.update(email="ans@club.example")
    (link,) = login_links.mail_links(who="ans", ip="192.0.2.1", asked_with="Firefox, Linux")
    return link


@state("tournaments:back")
def letter_that_is_over(visit):
    link = mailed_link(visit)
    login_links.mail_another(link=link, ip="192.0.2.1", asked_with="")
    visit.go("tournaments:back", links.make_key(link), status=404)


@state("tournaments:account")
def own_account(visit):
    with_mail(visit)
    owner = ans(visit)
    other, els = clubs.create_club_with_owner(
        name="Other", slug="other", **OWNER | {"login": "els"}
    )
    Role.objects.create(user=owner, club=other, kind="helper")
    for kind in ("handed", "used"):
        AccessLogEntry.objects.create(club=other, user=owner, part="helper", by=els, kind=kind)
    for _ in range(2):
        Client().force_login(owner)
    visit.go("tournaments:account", query="?where")
    closed = visit.page.locator("details:not([open]) > summary")
    while closed.count():
        closed.first.click()


@state("tournaments:account")
def own_account_with_an_address(visit):
    with_mail(visit)
    owner = ans(visit, LONG)
    accounts.ask_address(user=owner, email=f"x{LONG}", ip="")
    visit.go("tournaments:account")


@state("tournaments:account")
def own_account_refused(visit):
    with_mail(visit)
    ans(visit)
    visit.go("tournaments:account")
    visit.page.click("summary >> nth=0")
    visit.page.click("[value=email]")
    visit.page.wait_for_load_state()


@state("tournaments:account")
def own_account_without_a_mail_server(visit):
    user = accounts.create_account(name="Bob", login="bob", password=OWNER["password"])
    visit.log_in(user)
    visit.go("tournaments:account")


def ask_confirmation(visit):
    owner = ans(visit)
    return links.make_key(accounts.ask_address(user=owner, email=LONG, ip=""))
