"""A device that the next test gets again, as good as new.

A page in a context of its own starts processes and compiles every script anew: with a sheet on it,
it takes 0.55 s of a processor, and 0.2 s where the page was there. So by day a worker keeps one
phone and one laptop. At night, and where a file is run by itself, every test has a new one.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Request

from tests.browser import devices
from tests.browser.trouble import Trouble

# What these do to a page or its context lasts: it is not used again.
FOR_GOOD = (
    "add_init_script",
    "close",
    "expose_binding",
    "expose_function",
    "fast_forward",
    "grant_permissions",
    "install",
    "new_cdp_session",
    "new_page",
    "on",
    "once",
    "route",
    "route_from_har",
    "route_web_socket",
    "run_for",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_fixed_time",
    "set_geolocation",
    "set_offline",
    "set_system_time",
)


class KeptPage:
    """A page that says whether it may be used again."""

    def __init__(self, browser: Browser, kind: str) -> None:
        self.kind = kind
        self.page = devices.context(browser, kind, service_workers="block").new_page()
        self.session = self.page.context.new_cdp_session(self.page)
        self.origins: set[str] = set()
        self.page.context.on("request", self._note)
        for owner in (self.page, self.page.context, self.page.clock):
            for name in FOR_GOOD:
                if hasattr(owner, name):
                    setattr(owner, name, self._spoiling(getattr(owner, name)))
        self.is_spoilt = False

    def _note(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme.startswith("http"):
            self.origins.add(f"{parts.scheme}://{parts.netloc}")

    def _spoiling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **more: Any) -> Any:
            self.is_spoilt = True
            return method(*given, **more)

        return call

    def clean(self) -> bool:
        """Leave nothing of this test; return whether that can be."""
        if self.is_spoilt or len(self.page.context.pages) != 1 or len(self.origins) != 1:
            return False
        [origin] = self.origins
        try:
            self._clean(origin)
        except Error:  # the page hangs, or its process is gone
            return False
        return True

    def _clean(self, origin: str) -> None:
        page, size = self.page, devices.DEVICES[self.kind]["viewport"]
        page.goto(f"{origin}/robots.txt")  # a blank page would get another process
        page.evaluate("sessionStorage.clear()")
        page.set_viewport_size(size)
        page.emulate_media(color_scheme="light", reduced_motion="reduce", media="null")
        page.mouse.move(-1, -1)
        page.context.clear_cookies()
        everything = {"origin": origin, "storageTypes": "all"}
        self.session.send("Storage.clearDataForOrigin", everything)
        self.session.send("Page.resetNavigationHistory")


class KeptPages:
    """One phone and one laptop, each lent to one test at a time."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[str, KeptPage] = {}

    def lend(self, kind: str, trouble: Trouble) -> KeptPage:
        kept = self._free.pop(kind, None) or KeptPage(self.browser, kind)
        trouble.watch(kept.page.context)
        kept.is_spoilt = False  # its trouble is heard no longer than the test takes
        return kept

    def take_back(self, kept: KeptPage, trouble: Trouble) -> None:
        is_clean = kept.kind not in self._free and kept.clean()
        trouble.ignore(kept.page.context)
        if is_clean:
            self._free[kept.kind] = kept
        else:
            kept.page.context.close()

    def close(self) -> None:
        for kept in self._free.values():
            kept.page.context.close()
