import pytest
from django.utils.translation import override


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield
