import pytest


@pytest.fixture(autouse=True)
def database(db):
    """For every test here."""
