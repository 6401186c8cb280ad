import os
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Playwright, expect

# Seconds. Whatever a test waits for takes less than one where nobody else is busy, or as long as a
# page waits that found nobody: forty at most.
PATIENCE = 60
expect.set_options(timeout=PATIENCE * 1000)

# Every made-up host is this machine; no other name leads anywhere, so nothing leaves it.
HOSTS = "MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
ARGUMENTS = [
    "--no-sandbox",  # the pages are our own, and root has no sandbox
    "--disable-background-networking",
    "--disable-features=HttpsUpgrades",
    # Hundreds of pages, each in a process of its own: what starts less takes a tenth less time.
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--js-flags=--single-threaded",
    f"--host-resolver-rules={HOSTS}",
]

LOCALE = "nl-NL"
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 360, "height": 640},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "laptop": {"viewport": {"width": 1280, "height": 800}},
}

NAMES = (
    "chromium-headless-shell",  # first: tests take half the time in it
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
MISSING = "there is no browser here"
HOW = (
    "On Debian and Ubuntu: sudo apt install chromium. Elsewhere install Chrome, "
    "or name a browser in STREEPJE_BROWSER."
)


def find() -> str | None:
    """A browser of Chromium's family. One that is named must be there: it is not looked for."""
    if named := os.environ.get("STREEPJE_BROWSER"):
        return named
    paths = filter(None, map(shutil.which, NAMES))
    return next(paths, None) or next(filter(_exists, PLACES), None)


def _exists(place: str) -> bool:
    return Path(place).exists()


def launch(playwright: Playwright, path: str) -> Browser:
    try:
        return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    except Error:  # one of some hundred starts crashes before there is a page
        return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


def context(browser: Browser, device: str, scheme: str = "light", **more: Any) -> BrowserContext:
    """A device with nothing on it: no cookies, nothing stored."""
    as_used: dict[str, Any] = {"locale": LOCALE, "timezone_id": "Europe/Amsterdam"}
    as_used |= {"color_scheme": scheme, "reduced_motion": "reduce"}
    made = browser.new_context(**(as_used | DEVICES[device] | more))
    made.set_default_timeout(PATIENCE * 1000)
    return made
