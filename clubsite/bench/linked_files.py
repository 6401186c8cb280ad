"""Find what a page makes a browser fetch: styles, scripts and pictures, and what these fetch in
turn.
"""

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

Fetch = Callable[[str], bytes]

IN_STYLES = re.compile(r"""(?:@import\s+|url\()\s*["']?([^"')\s]+)""")
IN_SCRIPTS = re.compile(
    r"""(?:^\s*import|\bfrom)\s*["'](\.?[./][^"']+)["']"""  # import { a } from "./b.js";
    r"""|\bimport\(\s*`([^`]*\$\{twin\}[^`]*)`"""  # other dynamic imports are fetched on demand
    r"""|\bnew URL\(\s*["']([^"']+)["'],\s*import\.meta""",
    re.MULTILINE,
)
RELATIONS = {"stylesheet", "icon", "manifest", "modulepreload", "preload"}


class Elsewhere(Exception):
    """Raised when a page fetches from another site, which is forbidden."""


class Page(HTMLParser):
    """Collects the addresses of the files that a page's HTML makes a browser fetch, and the JSON
    that the page holds for its scripts.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.data: Any = {}
        self._is_data = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag == "link" and RELATIONS & {*has.get("rel", "").split()}:
            self.addresses.append(has["href"])
        elif tag in ("script", "img", "source", "iframe") and "src" in has:
            self.addresses.append(has["src"])
        elif tag in ("use", "image") and not has.get("href", "#").startswith("#"):
            self.addresses.append(has["href"])
        self._is_data = has.get("id") == "for-scripts"

    def handle_data(self, data: str) -> None:
        if self._is_data:
            self.data = json.loads(data)
            self._is_data = False


def reached(page: str, fetch: Fetch) -> dict[str, bytes]:
    """Return the page at the address `page` and everything that a browser fetches for it, as
    contents keyed by address. `fetch` returns the content at an address.
    """
    whole = {page: fetch(page)}
    read = Page(whole[page].decode())
    twin = read.data.get("description", {}).get("twin") or ""
    todo = [urljoin(page, link) for link in read.addresses]
    todo += [link for link in (read.data.get("urls", {}).get("worker"),) if link]
    while todo:
        address = _here(todo.pop())
        if address not in whole:
            whole[address] = fetch(address)
            todo += [urljoin(address, link) for link in _named(address, whole[address], twin)]
    return whole


def _here(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        raise Elsewhere(address)
    return parts.path


def _named(address: str, content: bytes, twin: str) -> Iterator[str]:
    kind = address.rpartition(".")[2]
    if kind == "css":
        yield from (named for named in IN_STYLES.findall(content.decode()) if named[:1] != "#")
    elif kind == "js":
        for groups in IN_SCRIPTS.findall(content.decode()):
            yield "".join(groups).replace("${twin}", twin)
