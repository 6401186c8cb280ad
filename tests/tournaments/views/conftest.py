import pytest

from tournaments.club import clubs


@pytest.fixture
def club(client):
    """Its owner is logged in, and reads English."""
    owner = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club, user = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **owner)
    client.force_login(user)
    client.cookies["streepje_language"] = "en"
    return club
