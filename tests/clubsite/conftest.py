import pytest

from tests.clubsite.config.postgresql.dummy import DummyServer
from tests.tournaments.evenings import club_with, people, playing


@pytest.fixture
def server():
    made = DummyServer()
    yield made
    made.close()


@pytest.fixture
def night():
    season = club_with()
    return playing(season, people(season, 4), rounds=1)
