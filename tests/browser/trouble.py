"""What goes wrong inside the pages while a test looks elsewhere."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

OURS = re.compile(r"localhost|127\.0\.0\.1|[\w.-]+\.test")


class Trouble:
    """Uncaught errors, errors on the console (a broken content policy is one of those) and
    requests to other hosts. They fail the test when it ends, unless it expected them:

        trouble.expect(r"Failed to load resource")    # the server is down now
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self._expected: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        context.on("weberror", self._uncaught)
        context.on("console", self._said)
        context.on("requestfailed", self._note_request)  # to hear of all takes a tenth of a page

    def ignore(self, context: BrowserContext) -> None:
        """From here on, what goes wrong is another test's."""
        context.remove_listener("weberror", self._uncaught)
        context.remove_listener("console", self._said)
        context.remove_listener("requestfailed", self._note_request)

    def expect(self, pattern: str) -> None:
        self._expected.append(pattern)

    def unexpected(self) -> list[str]:
        patterns = self._expected
        return [
            trouble for trouble in self.found if not any(re.search(p, trouble) for p in patterns)
        ]

    def _uncaught(self, error: WebError) -> None:
        self.found.append(f"uncaught: {error.error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.found.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _note_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and not OURS.fullmatch(
            parts.hostname or ""
        ):
            self.found.append(f"another host: {request.url}")
