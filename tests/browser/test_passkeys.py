"""Passkeys by the page's own script, with an authenticator that Chromium plays itself."""

import pytest

from tournaments.accounts import second_step
from tournaments.club import clubs
from tournaments.models import Passkey, User

OWNER = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}


@pytest.fixture
def ans(site):
    clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **OWNER)
    return User.objects.get()


def with_lock(page):
    """Let the browser have the lock of a phone, which opens by itself."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def log_in(page, site):
    page.goto(f"{site}/login/")
    page.fill("[name=username]", OWNER["login"])
    page.fill("[name=password]", OWNER["password"])
    page.click("main button.main")
    page.wait_for_load_state()


def test_phone_is_added_and_opens_the_account_from_then_on(phone, site, ans):
    with_lock(phone)
    log_in(phone, site)
    phone.goto(f"{site}/account/second/")
    phone.click("a[href^='/account/second/passkey/']")
    phone.fill("[name=name]", "Mijn telefoon")
    phone.click("[data-passkey] button")
    phone.wait_for_selector(".paper-codes")
    assert phone.locator(".paper-codes li").count() == second_step.PAPER_CODES
    assert Passkey.objects.get().name == "Mijn telefoon"

    phone.context.clear_cookies()
    log_in(phone, site)
    assert phone.url == f"{site}/login/second/"
    phone.click("[data-passkey] button")
    phone.wait_for_url(f"{site}/de-hoop/")
    assert phone.locator("form[action='/logout/']").count()
    assert Passkey.objects.get().used


def test_without_a_script_a_code_on_paper_does(device, site, ans):
    page = device("phone", java_script_enabled=False)
    Passkey.objects.create(
        user=ans, name="Phone", host="localhost", credential="AAAA", public_key=b"k"
    )
    (code, *_) = second_step.renew_paper_codes(user=ans)
    log_in(page, site)
    assert page.locator("[data-passkey] button").is_hidden()
    page.fill("[name=step]", code)
    page.click("main button:text-is('Inloggen')")
    page.wait_for_url(f"{site}/account/second/**")


def test_lock_that_is_not_on_the_list_is_told(phone, site, ans):
    with_lock(phone)
    Passkey.objects.create(
        user=ans, name="Another", host="localhost", credential="AAAA", public_key=b"k"
    )
    log_in(phone, site)
    phone.click("[data-passkey] button")
    phone.locator("[data-passkey] .problem").wait_for()
    assert phone.url == f"{site}/login/second/"
    assert phone.locator("[data-passkey] button").is_enabled()
