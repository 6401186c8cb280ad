import pytest

from tournaments.draw.engine import tables

PER_SEAT = tables.PER_SEAT


@pytest.fixture(scope="module", autouse=True)
def search_as_long_as_a_site_does():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "PER_SEAT", PER_SEAT)
        yield
