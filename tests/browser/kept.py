"""A device that the next test gets again, as good as new.

A page in a context of its own takes 0.55 s of a processor with a sheet on it, a kept one 0.2 s. So
by day a worker keeps its devices; at night, and where a file runs by itself, all are new.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page

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
    "once",
    "route_from_har",
    "route_web_socket",
    "run_for",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_fixed_time",
    "set_geolocation",
    "set_system_time",
)


class KeptPage:
    """A page that says whether it may be used again."""

    def __init__(self, browser: Browser, kind: str, locale: str) -> None:
        self.kind, self.locale = kind, locale
        blocked = devices.context(browser, kind, locale=locale, service_workers="block")
        self.page = blocked.new_page()
        self.session = self.page.context.new_cdp_session(self.page)
        self.origins: set[str] = set()
        self.page.on("framenavigated", self._note)
        for owner in (self.page, self.page.context, self.page.clock):
            for name in FOR_GOOD:
                if hasattr(owner, name):
                    setattr(owner, name, self._spoiling(getattr(owner, name)))
        self.listeners: list[tuple[Page | BrowserContext, str, Callable[..., Any]]] = []
        for listens in (self.page, self.page.context):
            listens.on = self._noting(listens)
        self.is_spoilt = False

    def _noting(self, owner: Page | BrowserContext) -> Callable[..., Any]:
        listen: Callable[..., Any] = owner.on

        def on(event: str, handler: Callable[..., Any]) -> None:
            self.listeners.append((owner, event, handler))
            listen(event, handler)

        return on

    def _note(self, frame: Frame) -> None:
        parts = urlsplit(frame.url)
        if parts.scheme.startswith("http"):
            self.origins.add(f"{parts.scheme}://{parts.netloc}")

    def _spoiling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **more: Any) -> Any:
            self.is_spoilt = True
            return method(*given, **more)

        return call

    def clean(self) -> bool:
        """Leave nothing of this test; return whether that can be."""
        if self.is_spoilt or len(self.page.context.pages) != 1 or not self.origins:
            return False
        try:
            self._clean()
        except Error:  # the page hangs, its process is gone, or a site that it was at
            return False
        return True

    def _clean(self) -> None:
        page, size = self.page, devices.DEVICES[self.kind]["viewport"]
        page.unroute_all(behavior="ignoreErrors")
        page.context.set_offline(False)
        for origin in {*self.origins}:
            page.goto(f"{origin}/robots.txt")  # a blank page would get another process
            page.evaluate("sessionStorage.clear()")
            everything = {"origin": origin, "storageTypes": "all"}
            self.session.send("Storage.clearDataForOrigin", everything)
        for owner, event, handler in self.listeners:  # until then one may answer who asks to stay
            owner.remove_listener(event, handler)
        self.origins.clear()
        page.set_viewport_size(size)
        page.emulate_media(color_scheme="light", reduced_motion="reduce", media="null")
        page.mouse.move(-1, -1)
        page.context.clear_cookies()
        self.session.send("Page.resetNavigationHistory")


class KeptPages:
    """Each is lent to one test at a time."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: list[KeptPage] = []

    def lend(self, kind: str, locale: str, trouble: Trouble) -> KeptPage:
        fitting = (kept for kept in self._free if (kept.kind, kept.locale) == (kind, locale))
        if kept := next(fitting, None):
            self._free.remove(kept)
        else:
            kept = KeptPage(self.browser, kind, locale)
        trouble.watch(kept.page.context)
        kept.listeners.clear()  # its trouble is heard no longer than the test takes
        kept.is_spoilt = False
        return kept

    def take_back(self, kept: KeptPage, trouble: Trouble) -> None:
        is_clean = kept.clean()
        trouble.ignore(kept.page.context)
        if is_clean:
            self._free.append(kept)
        else:
            kept.page.context.close()

    def close(self) -> None:
        for kept in self._free:
            kept.page.context.close()
