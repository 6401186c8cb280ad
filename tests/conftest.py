import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test.client import ClientHandler
from django.utils import translation

from tests import leftovers, pair, programs
from tests.tournaments.backup.sites import Site

# The settings ask for the key late, so the tests' one is in time; the site's own stays untouched.
os.environ.setdefault("STREEPJE_SECRET_KEY", "of the tests alone, " * 4)

# A password is slow to guess on purpose; tests make thousands. What they make, a server can read.
PBKDF2PasswordHasher.iterations = 1


def pytest_terminal_summary(terminalreporter):
    programs.tell(terminalreporter)
    pair.tell(terminalreporter)


# Their tests start processes or a browser. Several workers begin with these, one folder after the
# other: nobody waits for the longest file in the end, and a browser is not started again and again.
LONG = ("faults", "browser", "together", "upgrades", "tournaments/backup", "clubsite")
HERE = Path(__file__).parent


def pytest_configure(config):
    """pytest-xdist would begin with the files of most tests, which are not the longest."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    pair.mark(items)
    if hasattr(config, "workerinput"):  # of several
        items.sort(key=lambda item: _turn(item.path))


def _turn(path):
    folders = [path.is_relative_to(HERE / one) for one in LONG]
    return folders.index(True) if any(folders) else len(LONG)


@pytest.fixture(scope="session")
def two_machines(django_db_setup, tmp_path_factory):
    """The site on two machines, behind one address."""
    machines = pair.Pair(tmp_path_factory.mktemp("machines"))
    machines.start()
    yield machines
    machines.kill()


@pytest.fixture(autouse=True)
def asked_of_two_machines(request):
    """What test clients ask, in tests that pair.py names."""
    if not request.node.get_closest_marker("asks_pair"):
        yield
        return
    request.getfixturevalue("transactional_db")
    machines = request.getfixturevalue("two_machines")
    pair.asked.add(request.node.nodeid)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "__call__", lambda _, environ: machines.answer(environ))
        patch.setattr(pair.Pair, "answers_clients", True)
        yield


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
    from scoring.models import Sheet
    from scoring.sheets import lifecycle
    from tournaments.models import Round

    Round.objects.all().delete()
    for sheet in Sheet.objects.all():
        lifecycle.erase(sheet=sheet)


@pytest.fixture(autouse=True)
def language_let_go():
    """The language of the last request stays that of its thread: no test goes on in another's."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def set_anew():
    return leftovers.find_names()


@pytest.fixture(autouse=True)
def program_as_it_was(set_anew):
    """What the program set in its own modules during a test no other test finds there."""
    before = [(module, name, getattr(module, name)) for module, name in set_anew]
    yield
    for module, name, value in before:
        setattr(module, name, value)


@pytest.fixture(scope="session", autouse=True)
def files_found_once():
    """Each test client builds the middleware anew; which files the site has stays the same."""
    from clubsite.middleware.static_files import LeanMiddleware

    find, found = LeanMiddleware.add_files_from_finders, {}

    def once(self):
        if not found:
            find(self)
            found.update(self.files)
        self.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LeanMiddleware, "add_files_from_finders", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_back_ups_by_themselves(tmp_path_factory):
    """A closed night would have one made beside the test, of all the tables that it uses. Nor is
    anything written in the club's own log."""
    from django.conf import settings

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "BACKS_UP", False)
        patch.setattr(settings, "KNOWN", None)
        patch.setattr(settings, "BACKUPS", tmp_path_factory.getbasetemp() / "backups")
        patch.setattr(settings, "LOGS", None)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, tmp_path_factory):
    """Rights by model, which nothing here uses, would be made anew each time tables are emptied."""
    _keep_empty(tmp_path_factory, django_db_blocker)

    from django.contrib.contenttypes.management import create_contenttypes
    from django.db.models.signals import post_migrate

    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="session")
def lay_empty_site(django_db_setup, tmp_path_factory):
    """`lay_empty_site(folder)`: there a site starts at once, as one that was started before. To lay
    all tables takes seconds, so tests of something else copy them.
    """
    made = _empty(tmp_path_factory)
    if not made.exists():  # the tests run on PostgreSQL, or need no database
        site = Site(made.parent)
        assert site.run("migrate", "--verbosity", "0").returncode == 0
        site.file.rename(made)

    def lay(folder, name="streepje.sqlite3"):
        folder.mkdir(exist_ok=True)
        shutil.copy(made, folder / name)

    return lay


def _keep_empty(tmp_path_factory, blocker):
    """A copy of the tests' own SQLite, where it was made: nothing has been written there yet."""
    from django.db import connection

    if not Path(connection.settings_dict["NAME"]).is_relative_to(tmp_path_factory.getbasetemp()):
        return
    with blocker.unblock(), closing(sqlite3.connect(_empty(tmp_path_factory))) as copy:
        connection.ensure_connection()
        connection.connection.backup(copy)


def _empty(tmp_path_factory):
    """With all tables, and nothing in them."""
    return tmp_path_factory.getbasetemp() / "empty.sqlite3"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, tmp_path_factory):
    """SQLite in a file, as a club has it: other threads and processes have connections of their
    own, which one in memory does not allow."""
    from django.conf import settings

    default = settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        folder = tmp_path_factory.mktemp("database")
        default["TEST"] = {**default.get("TEST", {}), "NAME": str(folder / "tests.sqlite3")}
