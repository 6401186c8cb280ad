import base64
from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from scoring.sheets import lifecycle
from scoring.sheets import links as of_sheets
from tests.tournaments.evenings import club_with, tonight
from tournaments import links
from tournaments.accounts import invitations, login_links
from tournaments.members import members
from tournaments.models import EmailConfirmation, User

KINDS = {model.__name__: model for model in links.Thing.__constraints__}


@pytest.fixture
def things():
    season = club_with()
    club, user = season.club, User.objects.get()
    helper = invitations.join(
        invitation=invitations.invite(club=club, kind="helper", name="Bob", by=user),
        owner_name="Bob", login="bob", password="drie losse woorden",
    )  # fmt: skip
    made = [
        club,
        invitations.invite(club=club, kind="helper", name="Cor", by=user),
        login_links.create_login_link(role=helper, by=user),
        EmailConfirmation.objects.create(
            user=user, email="a@club.nl", expires=timezone.now() + timedelta(1)
        ),
        members.add(club=club, first="Dik"),
        tonight(season),
    ]
    by_kind = {type(thing).__name__: (thing, links.make_key, links.find) for thing in made}
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    return by_kind | {"Sheet": (sheet, of_sheets.make_key, lambda _, key: of_sheets.find(key))}


def seal(key):
    return base64.urlsafe_b64decode(key[of_sheets.ID :])


def test_seal_of_every_kind_of_link_has_128_bits_and_more_that_only_the_secret_gives(things):
    """Beside the id, of which V11.5.1 counts nothing."""
    assert things.keys() == {*KINDS, "Sheet"}
    for kind, (thing, make_key, find) in things.items():
        key = make_key(thing)
        assert find(type(thing), key) == thing
        assert len(seal(key)) * 8 >= 128, kind
        with override_settings(SECRET_KEY="another site's " * 5):
            other = make_key(thing)
        assert other[: of_sheets.ID] == key[: of_sheets.ID]
        # Two seals by chance agree in some bytes; of a part that the secret did not give, in all.
        same = [one == two for one, two in zip(seal(key), seal(other), strict=True)]
        assert sum(same) <= 3, kind
        for at in range(of_sheets.ID, len(key)):
            changed = key[:at] + ("A" if key[at] != "A" else "B") + key[at + 1 :]
            assert find(type(thing), changed) is None, (kind, at)
