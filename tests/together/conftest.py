import pytest

from tests.together.evening import Evening
from tournaments.nights import draw_rounds, nights

SEED = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    """Each test empties the tables when it is done, which this puts back. A draw is always the
    same.
    """
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        for module in (nights, draw_rounds):
            patch.setattr(module, "make_seed", lambda: SEED)
        evening = Evening()
        yield evening
        evening.leave()
