from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.accounts.test_second_step import NONCE, code, person
from tests.tournaments.evenings import club_with
from tournaments.accounts import second_step, step_duty
from tournaments.models import Club, Night, User

pytestmark = pytest.mark.django_db
LED = "/account/second/?next="


@pytest.fixture
def club():
    club = club_with().club
    step_duty.ask(club=club, asks=True, by=User.objects.get())
    return Club.objects.get()


@pytest.fixture
def bob(club):
    return person(club, "Bob", "organiser").user


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


def a_night(club, *, days_ago=0, state="planned"):
    day = timezone.localdate() - timedelta(days_ago)
    digest = "a" if state == "closed" else ""
    return Night.objects.create(season=club.seasons.get(), day=day, state=state, digest=digest)


def where(client, path="/de-hoop/members/"):
    answer = client.get(path)
    return answer.get("Location") or answer.status_code


def test_organiser_without_one_is_led_to_the_page_for_it_from_every_page(bob):
    client = logged_in(bob)
    for path in ("/de-hoop/", "/de-hoop/members/", "/de-hoop/people/", "/de-hoop/visitors/"):
        assert where(client, path).startswith(LED)
    posted = client.post("/de-hoop/members/new/", {"first": "Els"})
    assert posted["Location"] == "/account/second/?next=%2F"
    page = client.get("/account/second/", headers={"accept-language": "en"}).content
    assert b"De Hoop asks a second step" in page
    assert b"Now your password is enough" not in page


def test_who_has_one_or_does_not_run_the_club_goes_on(club, bob):
    second_step.add_app(user=bob, nonce=NONCE, code=code(bob))
    assert where(logged_in(bob)) == 200
    for kind in ("helper", "member"):
        role = person(club, kind.title(), kind)
        client = logged_in(role.user)
        assert where(client, "/de-hoop/") == 200
        role.kind = "organiser"
        role.save()
        assert where(client).startswith(LED)


def test_who_was_logged_in_before_the_club_asked_is_asked_at_the_next_log_in(club, bob):
    ans = User.objects.get(login="ans")
    step_duty.ask(club=club, asks=False, by=ans)
    client = logged_in(bob)
    step_duty.ask(club=club, asks=True, by=ans)
    assert where(client) == 200
    assert where(logged_in(bob)).startswith(LED)


@pytest.mark.parametrize(
    ("days_ago", "state", "kept_from_it"),
    [
        (0, "planned", False),
        (0, "sign-up", False),
        (0, "playing", False),
        (0, "closing", False),
        (1, "playing", False),  # after midnight
        (0, "closed", True),
        (1, "planned", True),
        (2, "playing", True),  # forgotten: no way round it for ever
    ],
)
def test_nobody_is_kept_from_a_night_that_goes_on(club, bob, days_ago, state, kept_from_it):
    a_night(club, days_ago=days_ago, state=state)
    answer = logged_in(bob).get("/de-hoop/members/")
    assert (answer.status_code == 302) == kept_from_it


def test_page_of_the_second_step_offers_to_do_it_after_the_night(club, bob):
    a_night(club, state="playing")
    page = logged_in(bob).get("/account/second/?next=/de-hoop/", headers={"accept-language": "en"})
    assert b"Later: first the night" in page.content
    assert b'href="/de-hoop/"' in page.content


def test_site_admin_is_asked_on_the_pages_of_the_site(club):
    ans = User.objects.get(login="ans")
    client = logged_in(ans)
    for path in ("/site/", "/backup/"):
        assert where(client, path).startswith(LED)


def test_asking_is_on_record_once(club):
    ans = User.objects.get(login="ans")
    since = club.asks_second_step
    step_duty.ask(club=club, asks=True, by=ans)
    assert Club.objects.get().asks_second_step == since
    step_duty.ask(club=club, asks=False, by=ans)
    assert [entry.kind for entry in club.access_log.all()] == ["not asked", "asked"]


def test_who_is_without_one_is_told(club, bob):
    second_step.add_app(user=bob, nonce=NONCE, code=code(bob))
    person(club, "Cor", "helper")
    person(club, "Dik", "organiser")
    person(club, "Eva", "organiser")
    User.objects.filter(login="dik").update(name="Élan")
    assert [user.name for user in step_duty.list_without_step(club)] == ["Ans", "Élan", "Eva"]
