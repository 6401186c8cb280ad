import pytest

from clubsite.demo import server
from tournaments.club import first_club


@pytest.mark.parametrize("turn", ["first", "second"])
def test_no_test_meets_what_another_set_in_the_program(turn):
    assert (server._port, first_club._code) == (None, None)
    server.offer(8000)
    first_club.make_code()
