import pytest

from scoring.sheets import lifecycle


@pytest.fixture
def sheet():
    return lifecycle.open(game="jokeren", names=["Ans", "Bob"])
