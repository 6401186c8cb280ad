import pytest

from tests.tournaments.clubs.organiser import Organiser
from tournaments.models import User


@pytest.fixture
def organiser(client, club):
    client.force_login(User.objects.get(login="ans"))
    client.cookies["streepje_language"] = "en"
    return Organiser(client, club)
