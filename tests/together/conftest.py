import pytest

from tests.together.evening import Evening


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    """Each test empties the tables when it is done, which this puts back."""
    with django_db_blocker.unblock():
        evening = Evening()
        yield evening
        evening.leave()
