"""Serve scripts, styles and drawings without comments and gzipped, as a hall's wifi is slow. The
files in the apps' folders keep their comments.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import NOT_ALLOWED_RESPONSE, Response

IN_STYLES = re.compile(r"/\*.*?\*/", re.DOTALL)
# From // to the end of the line, unless a quote follows (it may be part of a string), and comments
# on lines of their own.
IN_SCRIPTS = re.compile(
    r"""(?:^|[ \t]+)//(?:[ ][^"'`\n]*)?$ | ^[ \t]*//.*$ | ^[ \t]*/\*(?:(?!\*/)[\s\S])*\*/[ \t]*$""",
    re.MULTILINE | re.VERBOSE,
)
COMMENTS = {".css": IN_STYLES, ".js": IN_SCRIPTS}
EDGES = re.compile(r"\s*\n\s*")  # indentation and empty lines
# Spaces around signs, but in no text; nor in a line of a script with a single quote, a text within
# a text, or a slash, which may begin a pattern.
GAPS = {
    ".css": re.compile(r"""("[^"\n]*") | [ ]*([{};,])[ ]* | (?<=:)[ ]+""", re.VERBOSE),
    ".js": re.compile(
        r"""( ^.*(?:['/]|\$\{[^}`\n]*`).*$ | "(?:[^"\\\n]|\\.)*" | `[^`\n]*` )
        | [ ]*([=<>?:&|*,;{}()!\[\]]+)[ ]*""",
        re.MULTILINE | re.VERBOSE,
    ),
}
PACKED = (*COMMENTS, ".svg")
OTHERS = "/static/admin/"  # Django's scripts, for which these patterns are not made


def lean(path: Path) -> bytes:
    """Return the file without comments and indentation."""
    if (comments := COMMENTS.get(path.suffix)) is None:
        return path.read_bytes()
    text = EDGES.sub("\n", comments.sub("", path.read_text(encoding="utf-8")))
    if gaps := GAPS.get(path.suffix):
        text = gaps.sub(lambda found: found[1] or found[2] or "", text)
    return text.encode()


@cache
def packed(path: Path, _changed: int) -> tuple[bytes, bytes, str]:
    """Return the content, the same gzipped, and its ETag."""
    content = lean(path)
    etag = hashlib.sha256(content).hexdigest()[:16]
    return content, gzip.compress(content, mtime=0), f'"{etag}"'


class Packed:
    """Serves a file from memory, in place of Whitenoise's StaticFile."""

    def __init__(self, path: Path, headers: Headers) -> None:
        headers["Vary"] = "Accept-Encoding"
        # Revalidate each time, so that no page mixes files of two versions of the site.
        headers["Cache-Control"] = "no-cache"
        self.path, self.headers = path, headers.items()

    def get_response(self, method: str, asked: Mapping[str, Any]) -> Response:
        if method not in ("GET", "HEAD"):
            return NOT_ALLOWED_RESPONSE
        plain, gzipped, same = packed(self.path, self.path.stat().st_mtime_ns)
        zipped = "gzip" in asked.get("HTTP_ACCEPT_ENCODING", "")
        etag = f"W/{same}" if zipped else same
        headers = [*self.headers, ("ETag", etag)]
        if same in asked.get("HTTP_IF_NONE_MATCH", ""):
            return Response(HTTPStatus.NOT_MODIFIED, headers, None)
        content = gzipped if zipped else plain
        headers.append(("Content-Length", str(len(content))))
        if zipped:
            headers.append(("Content-Encoding", "gzip"))
        return Response(HTTPStatus.OK, headers, BytesIO(content) if method == "GET" else None)


class LeanMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> Any:
        static_file = super().get_static_file(path, url, stat_cache)  # fails on a missing file
        if Path(path).suffix not in PACKED or url.startswith(OTHERS):
            return static_file
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        return Packed(Path(path), headers)
