import pytest

from tests.clubsite.config.postgresql.dummy import DummyServer


@pytest.fixture
def server():
    made = DummyServer()
    yield made
    made.close()
