"""What was played on nights, while other threads ask for other clubs."""

from datetime import timedelta

import pytest
from django.db import connection

from tests.tournaments.evenings import THURSDAY, people
from tests.tournaments.standings.test_calculate import evening
from tournaments.standings import played_nights

pytestmark = pytest.mark.django_db


def test_known_night_may_be_let_go_of_while_a_new_one_is_read(season):
    who = people(season, 4)
    first = evening(season, who)
    before = played_nights.load_nights({1: first}, ())
    nights = {1: first, 2: evening(season, who, THURSDAY + timedelta(weeks=1))}

    def emptied(execute, *query):
        """As another thread does, which asks for much."""
        played_nights._known.clear()
        return execute(*query)

    with connection.execute_wrapper(emptied):
        found = played_nights.load_nights(nights, ())
    assert found.keys() == nights.keys()
    assert found[1] == before[1]
