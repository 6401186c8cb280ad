import time

from tests.browser.pages import state
from tests.browser.states.clubs import OWNER
from tournaments.accounts import accounts, one_time_codes, second_step, step_duty
from tournaments.club import clubs
from tournaments.models import Club, Passkey, Role, User

NONCE = "0" * 32
FIXED = "what is scanned is drawn, and the key and the codes are no words"


def a_club(visit):
    return clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)[0]


def with_app(user):
    code = one_time_codes.compute_code(
        second_step.compute_app_secret(user, NONCE), int(time.time()) // 30 - 1
    )
    return second_step.add_app(user=user, nonce=NONCE, code=code)


def first_step(visit):
    visit.go("tournaments:login")
    visit.send(username=OWNER["login"], password=OWNER["password"])


def owner_with_app(visit):
    a_club(visit)
    codes = with_app(User.objects.get())
    first_step(visit)
    return codes


def inside(visit):
    codes = owner_with_app(visit)
    visit.send(step=codes[0])
    return codes[1:]


@state("tournaments:login-second", at_night=True)
def second_step_with_the_app(visit):
    owner_with_app(visit)


@state("tournaments:login-second")
def second_step_refused_on_paper(visit):
    owner_with_app(visit)
    visit.page.click("[href='?paper']")
    visit.send(step="abcde-fghjk")


@state("tournaments:login-second")
def second_step_with_a_passkey(visit):
    a_club(visit)
    a_passkey(User.objects.get())
    first_step(visit)


def a_passkey(user, name="Telefoon", host="localhost", credential="AAAA"):
    second_step.renew_paper_codes(user=user)
    more = {"host": host, "credential": credential, "public_key": b"k"}
    return Passkey.objects.create(user=user, name=name, **more)


@state("tournaments:second-step", at_night=True)
def second_step_that_is_off(visit):
    a_club(visit)
    visit.log_in(User.objects.get())
    visit.go("tournaments:second-step")


@state("tournaments:second-step")
def second_step_after_a_code_on_paper(visit):
    owner_with_app(visit)
    user = User.objects.get()
    a_passkey(user, "Laptop van de club in de kast", "kaartvereniging-de-hoop.example", "BBBB")
    (code, *_) = second_step.renew_paper_codes(user=user)
    visit.page.click("[href='?paper']")
    visit.send(step=code)


@state("tournaments:second-step")
def second_step_that_a_club_asks(visit):
    club = a_club(visit)
    step_duty.ask(club=club, asks=True, by=User.objects.get())
    first_step(visit)


@state("tournaments:second-step-prove")
def showing_once_more_who_it_is(visit):
    a_club(visit)
    with_app(User.objects.get())
    visit.log_in(User.objects.get())
    visit.go("tournaments:second-step-paper")
    visit.send(current="wrong")


@state("tournaments:second-step-app", fixed=FIXED)
def adding_an_app(visit):
    a_club(visit)
    first_step(visit)
    visit.go("tournaments:second-step-app")
    visit.page.click("summary")
    visit.send(code="12345")


@state("tournaments:second-step-passkey")
def adding_this_device(visit):
    a_club(visit)
    first_step(visit)
    visit.go("tournaments:second-step-passkey")


@state("tournaments:role", "tournaments:role-second")
def ending_the_second_step_of_somebody(visit):
    club = a_club(visit)
    bob = accounts.create_account(name="Bob", login="bob", password=OWNER["password"])
    role = Role.objects.create(user=bob, club=club, kind="organiser")
    with_app(bob)
    visit.log_in(User.objects.get(login=OWNER["login"]))
    visit.go("tournaments:role", club.slug, role.pk)
    visit.page.click("[href$='/second/']")


@state("tournaments:people", "tournaments:ask-second")
def club_asks_a_second_step(visit):
    club = a_club(visit)
    visit.log_in(User.objects.get())
    visit.go("tournaments:people", club.slug)
    visit.page.click("[action$='/second/'] button")
    visit.page.wait_for_load_state()
    assert Club.objects.get().asks_second_step
