"""What tests in a browser are given; docs/testing.md has the list."""

from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from playwright.sync_api import sync_playwright

from tests.browser import devices
from tests.browser.kept import KeptPages
from tests.browser.pages import Visit
from tests.browser.proxy import Proxy
from tests.browser.trouble import Trouble
from tests.servers import Server

HERE = Path(__file__).parent


# Without a browser


def pytest_collection_modifyitems(items):
    ours = [item for item in items if "browser" in item.fixturenames and HERE in item.path.parents]
    for item in ours:
        item.add_marker("browser")
    leave_games_to_the_night([item for item in ours if "twins" not in item.fixturenames])


BY_DAY = {"jokeren", "jolly", "rummikub-international", "vijfhonderd"}  # each is typed its own way


def leave_games_to_the_night(items):
    """Mark tests `wide` that repeat for one more game what is done by day for four others."""
    games = defaultdict(dict)
    for item in items:
        given = item.callspec.params if hasattr(item, "callspec") else {}
        if game := given.get("system") or given.get("game"):
            games[item.path, item.originalname][item] = getattr(game, "key", game)
    for named in games.values():
        for item, game in named.items():
            if game not in BY_DAY and {*named.values()} >= BY_DAY:
                item.add_marker("wide")


def pytest_terminal_summary(terminalreporter):
    skipped = terminalreporter.stats.get("skipped", [])
    not_run = [report.nodeid for report in skipped if devices.MISSING in str(report.longrepr)]
    if not_run:
        terminalreporter.section("NOT TESTED: the pages in a browser", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(not_run)} tests did not run: {devices.MISSING}.")
        terminalreporter.line(devices.HOW)
        for file in sorted({name.split("::")[0] for name in not_run}):
            count = sum(name.startswith(f"{file}::") for name in not_run)
            terminalreporter.line(f"  {file}: {count}")


@pytest.fixture(scope="package")
def browser():
    path = devices.find()
    if not path:
        pytest.skip(devices.MISSING)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps a loop running in this thread, but no test is inside it: each call
        # returns when it is done. Django sees the loop, and would refuse the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = devices.launch(playwright, path)
        yield browser
        browser.close()


# The site


@pytest.fixture
def site(live_server, settings):
    """Its address; the site runs in this process, so a test can lay things ready and patch."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "club.test"]
    return live_server.url


@pytest.fixture(scope="package", autouse=True)
def files_kept():
    """Of a fresh checkout a browser would ask for each file again: half of the time of a page."""
    serve = StaticFilesHandler.serve

    def serve_to_keep(self, request):
        response = serve(self, request)
        response["Cache-Control"] = "max-age=3600"
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", serve_to_keep)
        yield


@pytest.fixture(scope="package")
def one_server(django_db_setup, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


@pytest.fixture
def server(transactional_db, one_server):
    """A real one, running: `server.url`, `server.kill()`, `server.start()`. A start takes seconds,
    so it is the same one for all tests, unless one of them leaves it dead."""
    if not one_server.process:
        one_server.start()
    return one_server


@pytest.fixture(scope="package")
def proxies():
    proxies = {}
    yield proxies
    for proxy in proxies.values():
        proxy.close()


@pytest.fixture
def proxy(proxies):
    """`proxy(site)` is bad wifi between a page and the site: see proxy.py. Its address stays, so
    that a kept page knows it."""
    yield lambda url: proxies.get(url) or proxies.setdefault(url, Proxy(url))
    for proxy in proxies.values():
        proxy.begin_anew()


@pytest.fixture
def insecure(trouble):
    """The same address by a name that browsers don't trust without https, as in a hall."""
    trouble.expect("Cross-Origin-Opener-Policy header has been ignored")
    return lambda url: url.replace("//localhost", "//club.test").replace("127.0.0.1", "club.test")


# The devices


@pytest.fixture
def trouble():
    """What goes wrong in any page fails the test; `trouble.expect(pattern)` lets it pass."""
    trouble = Trouble()
    yield trouble
    assert trouble.unexpected() == []


@pytest.fixture
def lossy(trouble):
    """What browsers write in the console when nothing answers."""
    for said in ("ERR_", "Failed to load resource", "error occurred when fetching the script"):
        trouble.expect(said)


@pytest.fixture
def wifi(site, proxy, lossy):
    """To the site, and about to be lost."""
    return proxy(site)


# Tests of what a service worker does; single ones use the fixture `worker`. By day all others have
# none, as on a phone in a hall without https: it would fetch the files of a page a second time.
WITH_WORKER = ("away", "browser_says", "hall")


@pytest.fixture
def worker():
    """The device has a service worker, by day too."""


@pytest.fixture(scope="package")
def kept_pages(browser):
    pages = KeptPages(browser)
    yield pages
    pages.close()


@pytest.fixture(scope="session")
def is_day(request):
    """Whether what is `wide` waits for the night."""
    return "not wide" in request.config.option.markexpr


@pytest.fixture
def device(browser, kept_pages, trouble, proxies, *, is_day, request):
    """`device("phone")` is a page on one more phone, with nothing stored; also "laptop"."""
    needed = request.path.stem.removeprefix("test_") in WITH_WORKER
    has_worker = not is_day or needed or "worker" in request.fixturenames
    is_kept = not has_worker and "insecure" not in request.fixturenames  # other names are refused
    workers = {"service_workers": "allow" if has_worker else "block"}
    with ExitStack() as stack:

        def open_one(kind, scheme="light", **more):
            if is_kept and scheme == "light" and not more.keys() - {"locale"}:
                kept = kept_pages.lend(kind, more.get("locale", devices.LOCALE), trouble)
                stack.callback(kept_pages.take_back, kept, trouble)
                return kept.page
            more = workers | more
            context = devices.context(browser, kind, scheme, **more)
            stack.callback(context.close)
            trouble.watch(context)
            return context.new_page()

        yield open_one


@pytest.fixture
def phone(device):
    return device("phone")


@pytest.fixture
def laptop(device):
    return device("laptop")


@pytest.fixture
def at_laptop(laptop, site, trouble, monkeypatch):
    return Visit(laptop, site, trouble, monkeypatch)


@pytest.fixture
def visit(site, device, trouble, monkeypatch):
    def to(state, kind, scheme="light", **more):
        page = device(kind, scheme, **more)
        state.prepare(Visit(page, site, trouble, monkeypatch))
        page.wait_for_load_state()  # a click only waits for a page to begin
        return page

    return to
