import pytest

from tests.tournaments.evenings import club_with
from tournaments.models import User


@pytest.fixture
def season():
    """Of a club whose owner is the only account."""
    return club_with()


@pytest.fixture
def at_the_laptop(client, season):
    """The owner is logged in, and reads English."""
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
