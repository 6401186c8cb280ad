import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournaments.club import clubs
from tournaments.models import Club, Role, User

ANS = {"owner_name": " Ans ", "login": " Ans@Club.nl ", "password": "drie losse woorden"}


def test_found_makes_a_club_with_its_owner():
    club, owner = clubs.create_club_with_owner(name=" De Hoop ", slug="de-hoop", **ANS)
    assert (club.name, club.slug, club.get_absolute_url()) == ("De Hoop", "de-hoop", "/de-hoop/")
    assert (owner.login, owner.name) == ("ans@club.nl", "Ans")
    assert owner.check_password("drie losse woorden")
    assert [(role.user, role.kind) for role in club.roles.all()] == [(owner, "owner")]


@pytest.mark.parametrize("slug", ["sheets", "login", "De Hoop", ""])
def test_found_leaves_nothing_when_something_is_wrong(slug):
    with pytest.raises(ValidationError):
        clubs.create_club_with_owner(name="De Hoop", slug=slug, **ANS)
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_login_name_is_found_however_it_is_typed():
    clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **ANS)
    assert User.objects.get_by_natural_key(" ANS@club.nl").name == "Ans"


@pytest.mark.parametrize(
    "make",
    [
        lambda club, user: Club.objects.create(name="De Hoop", slug="other"),
        lambda club, user: Club.objects.create(name="Other", slug="de-hoop"),
        lambda club, user: Club.objects.create(name="", slug="other"),
        lambda club, user: Club.objects.create(name="Other", slug="Other"),
        lambda club, user: Club.objects.create(name="Other", slug="-other"),
        lambda club, user: Role.objects.create(club=club, user=user, kind="helper"),
        lambda club, user: Role.objects.filter(club=club).update(kind="king"),
        lambda club, user: User.objects.create(login="ans@club.nl", name="Other"),
        lambda club, user: User.objects.create(login="ANS", name="Other"),
        lambda club, user: User.objects.create(login="other", name=""),
    ],
)
def test_database_itself_refuses(make):
    club, user = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **ANS)
    with pytest.raises(IntegrityError), transaction.atomic():
        make(club, user)
