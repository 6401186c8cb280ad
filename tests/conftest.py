import gc
import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from _pytest import runner
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache as site_cache
from django.test import Client
from django.utils import translation

from tests import programs
from tests.squeezed import squeeze_responses
from tests.tournaments.backup.sites import Site

# The settings read the key late, so the tests' key is set in time and the site's own is not used.
os.environ.setdefault("STREEPJE_SECRET_KEY", "of the tests alone, " * 4)

# Password hashing is slow on purpose, and tests create thousands. A server can check these hashes.
PBKDF2PasswordHasher.iterations = 1

# Tests look at what a page says, not at the lines of its template.
Client.request = squeeze_responses(Client.request)


def pytest_terminal_summary(terminalreporter, config):
    programs.tell(terminalreporter)
    if "not rough" in config.option.markexpr:
        terminalreporter.line("Left to .ci/run: rough evenings. To .ci/nightly: what is wide.")


# What takes a minute, or starts processes or a browser. Several workers run these first, one by
# one: no long file is left for the end, and the browser is started once.
LONG = (
    "faults",
    "browser",
    "tournaments/test_crawl.py",
    "tournaments/test_permissions.py",
    "tournaments/test_demo.py",
    "together",
    "tournaments/backup",
    "tournaments/clubs",
    "clubsite",
)
# An evening that goes wrong, marked `rough`: programs and disks that fail, connections that break,
# two who do the same at once, hands that shake and eyes that need letters twice as large.
ROUGH = (
    "faults",
    "together",
    "browser/test_away.py",
    "browser/test_cut.py",
    "browser/test_keeping.py",
    "browser/test_large_letters.py",
    "browser/test_renewing.py",
    "browser/test_shaky_finger.py",
    "clubsite/maintenance/test_copy_schedule.py",
    "clubsite/test_proxy.py",
    "clubsite/test_web_server.py",
    "tournaments/backup",
    "tournaments/files/readers/test_hostile.py",
)
# All tests there ask the database, and need no mark to say so; but in the folders below.
ON_DATABASE = ("clubsite/pages", "scoring/sheets", "scoring/views", "tournaments")
OFF_DATABASE = (
    "tournaments/backup",
    "tournaments/draw",
    "tournaments/files/readers",
    "tournaments/standings/rules",
)
HERE = Path(__file__).parent


def pytest_configure(config):
    """Keep pytest-xdist from running the files with most tests first: they are not the longest."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session):
    """A million objects stay: looking through them takes a twentieth of all tests."""
    gc.disable()
    gc.set_threshold(20_000, 10, 10)
    if worker := getattr(session.config, "workerinput", None):
        _compile_in_turns(int(worker["workerid"][2:]), worker["workercount"])
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


def _compile_in_turns(worker, count):
    """Each worker begins at another place: what one has compiled, the others find."""
    files = sorted(HERE.glob("**/test_*.py"))
    begin = len(files) * worker // count
    for file in files[begin:] + files[:begin]:
        with suppress(Exception, pytest.skip.Exception):  # collecting says what is wrong
            import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def _run(item, nextitem):
    return runner.pytest_runtest_protocol(item, nextitem)


# CPython lays frames in blocks, and gives a block back as soon as it is empty: where a test's calls
# went to and fro over such an edge, that took a tenth of its time. This frame brings a large block.
_run.__code__ = _run.__code__.replace(co_stacksize=20_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    return _run(item, nextitem)


def pytest_itemcollected(item):
    if any(_lies_in(item.path, ROUGH)):
        item.add_marker("rough")
    asks = any(_lies_in(item.path, ON_DATABASE)) and not any(_lies_in(item.path, OFF_DATABASE))
    if asks and not item.get_closest_marker("django_db"):
        item.add_marker("django_db")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if hasattr(config, "workerinput"):  # this process is one of several workers
        items.sort(key=lambda item: _turn(item.path))


def _turn(path):
    inside = _lies_in(path, LONG)
    return inside.index(True) if any(inside) else len(LONG)


@cache
def _lies_in(path, places):
    return [path.is_relative_to(HERE / place) for place in places]


@pytest.fixture(autouse=True)
def events_let_go(request):
    """Django then empties all tables, which the triggers on events would refuse."""
    marker = request.node.get_closest_marker("django_db")
    transaction = marker and (marker.kwargs.get("transaction") or marker.args[:1] == (True,))
    if not transaction and not {"transactional_db", "live_server"} & {*request.fixturenames}:
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from scoring.models import Erasure, Sheet
    from tournaments.models import Round

    Round.objects.all().delete()
    Erasure.objects.bulk_create(
        Erasure(pk=sheet) for sheet in Sheet.objects.values_list("pk", flat=True)
    )
    Sheet.objects.all().delete()


GLOBAL = re.compile(r"^ +global ([\w, ]+?)(?:  #.*)?$", re.MULTILINE)


@cache
def list_set_anew():
    """The globals that the program sets while it runs, such as the port."""
    return [
        (import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts)), name)
        for app in ("clubsite", "scoring", "tournaments")
        for path in sorted(HERE.parent.glob(f"{app}/**/*.py"))
        for names in GLOBAL.findall(path.read_text(encoding="utf-8"))
        for name in names.split(", ")
    ]


@pytest.fixture(autouse=True)
def program_as_it_was():
    """The globals, the cache, as ids come back, and the language of the thread."""
    before = [(module, name, getattr(module, name)) for module, name in list_set_anew()]
    yield
    site_cache.clear()
    translation.deactivate()
    for module, name, value in before:
        setattr(module, name, value)


@pytest.fixture(scope="session", autouse=True)
def program_that_is_tested(django_test_environment, tmp_path_factory):
    """One fixture for all that holds for every test: each takes its time at each of them."""
    with pytest.MonkeyPatch.context() as patch:
        find_files_once(patch)
        leave_contexts_of_parts(patch)
        put_refusals_in_words(patch)
        keep_out_of_the_way(patch, tmp_path_factory)
        yield


def find_files_once(patch):
    """Find the static files once: each test client builds the middleware again."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    find, files = WhiteNoiseMiddleware.add_files_from_finders, {}

    def once(self):
        if not files:
            find(self)
            files.update(self.files)
        self.files.update(files)

    patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", once)


def leave_contexts_of_parts(patch):
    """For parts of a page Django would copy the context: a tenth of the time of large ones."""
    from django.template import Template
    from django.test.signals import template_rendered

    def render(self, context):
        if context.template is self:
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    patch.setattr(Template, "_render", render)


def put_refusals_in_words(patch):
    """So that a message that lacks one of its parameters fails wherever it is raised."""
    from scoring.toolkit.problems import UserError
    from scoring.toolkit.translation import translate

    begin = UserError.__init__

    def begin_in_words(self, problems):
        begin(self, problems)
        for problem in problems:
            translate(problem["message"])

    patch.setattr(UserError, "__init__", begin_in_words)


def keep_out_of_the_way(patch, tmp_path_factory):
    """No back-up is made unasked, and no test waits for a long search or a slow hash."""
    from django.conf import settings

    from tournaments.accounts import second_step
    from tournaments.draw.engine import tables

    patch.setattr(settings, "BACKS_UP", False)
    patch.setattr(settings, "BACKUPS", tmp_path_factory.getbasetemp() / "backups")
    patch.setattr(settings, "LOGS", None)
    patch.setattr(tables, "PER_SEAT", tables.PER_SEAT // 40)  # but in tests of the draw
    patch.setattr(second_step, "ROUNDS", 1)  # the codes on paper are hashed as passwords, above


@pytest.fixture
def english():
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, tmp_path_factory):
    """Permissions would be made each time Django empties the tables, and nothing uses them."""
    _keep_empty(tmp_path_factory, django_db_blocker)

    from django.contrib.contenttypes.management import create_contenttypes
    from django.db.models.signals import post_migrate

    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="session")
def lay_empty_site(django_db_setup, tmp_path_factory):
    """Copies a database with empty tables to a folder: creating the tables takes seconds."""
    made = _empty(tmp_path_factory)
    if not made.exists():  # the tests use PostgreSQL, or no database
        site = Site(made.parent)
        assert site.run("migrate", "--verbosity", "0").returncode == 0
        site.file.rename(made)

    def lay(folder, name="streepje.sqlite3"):
        folder.mkdir(exist_ok=True)
        shutil.copy(made, folder / name)

    return lay


def _keep_empty(tmp_path_factory, blocker):
    from django.db import connection

    if not Path(connection.settings_dict["NAME"]).is_relative_to(tmp_path_factory.getbasetemp()):
        return
    with blocker.unblock(), closing(sqlite3.connect(_empty(tmp_path_factory))) as copy:
        connection.ensure_connection()
        connection.connection.backup(copy)


def _empty(tmp_path_factory):
    return tmp_path_factory.getbasetemp() / "empty.sqlite3"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, tmp_path_factory):
    """A file, as other threads and processes connect too; no commit waits for the disk."""
    from django.conf import settings

    default = settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        folder = tmp_path_factory.mktemp("database")
        default["TEST"] = {**default.get("TEST", {}), "NAME": str(folder / "tests.sqlite3")}
        pragmas = default["OPTIONS"]["init_command"].replace("synchronous=FULL", "synchronous=OFF")
        default["OPTIONS"] = {**default["OPTIONS"], "init_command": pragmas}
