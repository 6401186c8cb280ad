"""The stock admin: who gets in, what is only read there, and what may be changed."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from clubsite.admin import owners
from scoring.models import Event
from tests.tournaments.evenings import club_with, drawn, people, playing
from tournaments.accounts import accounts, throttle
from tournaments.club import clubs
from tournaments.models import Club, LoginAttempt, Member, NightLogEntry, Role, User

pytestmark = pytest.mark.django_db

PASSWORD = "drie losse woorden"


@pytest.fixture
def season():
    season = club_with()
    drawn(playing(season, people(season, 4)), 1)
    return season


@pytest.fixture
def owner(client, season):
    user = User.objects.get()
    client.force_login(user)
    return user


def paths():
    """Lists, and one thing of each."""
    for model in owners._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for record in model.objects.all()[:1]:
            yield reverse(f"{name}_change", args=[record.pk])


def test_owner_of_all_clubs_looks_at_every_table(client, owner):
    throttle.count_attempt(login="x", address="")
    path_list = ["/admin/", *paths()]
    assert [path for path in path_list if client.get(path).status_code != 200] == []
    assert len(path_list) > 40


def test_another_password_is_chosen_on_the_page_of_the_account(client, owner):
    assert client.get("/admin/password_change/")["Location"] == "/account/"


def test_nobody_else_gets_in(client, season):
    path_list = ["/admin/", "/admin/nothing/", *paths()]
    for path in path_list:
        assert client.get(path)["Location"].startswith("/login/?next=/admin/")
    user = accounts.create_account(name="Bob", login="bob", password=PASSWORD)
    client.force_login(user)
    assert {client.get(path).status_code for path in path_list} == {404}
    Role.objects.create(user=user, club=Club.objects.get(), kind="organiser")
    assert {client.get(path).status_code for path in path_list} == {403}


def test_owner_of_one_club_of_two_does_not_get_in(client, owner):
    clubs.create_club_with_owner(
        name="De Boom", slug="boom", owner_name="Bob", login="bob", password=PASSWORD
    )
    assert {client.get(path).status_code for path in ("/admin/", *paths())} == {403}


def test_logging_in_is_the_sites_own_which_is_slow_to_guess_at(client, season):
    sent = {"username": "ans", "password": PASSWORD}
    assert client.post("/admin/login/", sent)["Location"] == "/login/?next=/admin/"
    assert "_auth_user_id" not in client.session


def test_all_but_three_tables_are_only_read(client, owner):
    request = SimpleNamespace(user=owner)
    may = {
        model
        for model, model_admin in owners._registry.items()
        if model_admin.has_change_permission(request) or model_admin.has_delete_permission(request)
    }
    assert may == {LoginAttempt, Club, User}
    adds = [
        model_admin
        for model_admin in owners._registry.values()
        if model_admin.has_add_permission(request)
    ]
    assert adds == []


@pytest.mark.parametrize("model", [Event, NightLogEntry, Member])
def test_what_is_on_record_cannot_be_sent_another_way(client, owner, model):
    found = model.objects.first()
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    before = [*model.objects.values_list()]
    for path in (f"{name}_change", f"{name}_delete"):
        sent = {"post": "yes", "first": "X", "kind": "closed"}
        assert client.post(reverse(path, args=[found.pk]), sent).status_code == 403
    assert client.post(reverse(f"{name}_add"), {}).status_code == 403
    assert [*model.objects.values_list()] == before


def test_club_gets_another_name_and_address_and_nothing_else(client, owner):
    club = Club.objects.get()
    path = reverse("admin:tournaments_club_change", args=[club.pk])
    assert client.post(path, {"name": "De Wens", "slug": "admin"}).status_code == 200
    client.post(path, {"name": "De Wens", "slug": "de-wens", "created": "2001-01-01"})
    after = Club.objects.get()
    assert (after.name, after.slug, after.created) == ("De Wens", "de-wens", club.created)
    assert after.results_version != club.results_version


def test_account_is_shut_and_opened_and_nobody_shuts_their_own(client, owner):
    bob = accounts.create_account(name="Bob", login="bob", password=PASSWORD)
    other = type(client)()
    other.force_login(bob)
    path = reverse("admin:tournaments_user_change", args=[bob.pk])
    client.post(path, {"login": "boss"})
    bob.refresh_from_db()
    assert (bob.is_active, bob.login) == (False, "bob")
    client.post(path, {"is_active": "on"})
    assert other.get("/account/").status_code == 302  # that session was ended
    bob.refresh_from_db()
    assert bob.is_active
    own = reverse("admin:tournaments_user_change", args=[owner.pk])
    assert client.post(own, {}).status_code == 403


def test_what_was_done_stands_in_the_log_and_in_no_table(client, owner, caplog):
    throttle.count_attempt(login="x", address="")
    login_attempt = LoginAttempt.objects.first()
    caplog.set_level("INFO", logger="clubsite")
    client.post(
        reverse("admin:tournaments_loginattempt_delete", args=[login_attempt.pk]), {"post": "yes"}
    )
    (line,) = [each for each in caplog.records if each.name == "clubsite.admin"]
    assert (line.changed, line.model, line.user) == (
        f"deleted {login_attempt.pk}",
        "tournaments.LoginAttempt",
        owner.pk,
    )
    assert not LoginAttempt.objects.filter(pk=login_attempt.pk).exists()


def test_nothing_that_opens_a_door_is_shown(client, owner):
    page = client.get(reverse("admin:tournaments_user_change", args=[owner.pk])).content.decode()
    assert owner.password.split("$")[-1] not in page
    sheet = Event.objects.first().sheet
    page = client.get(reverse("admin:scoring_sheet_change", args=[sheet.pk])).content.decode()
    assert str(sheet.public_id) not in page.replace(str(sheet), "")
