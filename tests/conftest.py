import os

import pytest

# The settings ask for the key late, so the tests' one is in time; the site's own stays untouched.
os.environ.setdefault("STREEPJE_SECRET_KEY", "of the tests alone, " * 4)


@pytest.fixture(autouse=True)
def events_let_go(request):
    """A test with transactions of its own is followed by an emptying of all tables, which the
    triggers under events would refuse."""
    marker = request.node.get_closest_marker("django_db")
    transaction = marker and (marker.kwargs.get("transaction") or marker.args[:1] == (True,))
    if not transaction and not {"transactional_db", "live_server"} & {*request.fixturenames}:
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from scoring import sheets
    from scoring.models import Sheet

    for sheet in Sheet.objects.all():
        sheets.erase(sheet=sheet)
