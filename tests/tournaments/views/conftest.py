import pytest


@pytest.fixture
def club(client, club):
    """Its owner is logged in, and reads English."""
    client.force_login(club.roles.get().user)
    client.cookies["streepje_language"] = "en"
    return club
