import pytest

from tests.clubsite.postgresql.dummy import DummyServer


@pytest.fixture
def server():
    made = DummyServer()
    yield made
    made.close()
