"""Serve scripts, styles and SVG pictures gzipped and without comments, because the wifi of a hall
is slow. The files in the apps' folders keep their comments.
"""

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import NOT_ALLOWED_RESPONSE, Response

from scoring.toolkit.lean_files import COMMENTS, lean

PACKED = (*COMMENTS, ".svg")
OTHERS = "/static/admin/"  # Django's scripts, for which these patterns are not made


@cache
def read_packed(path: Path, _changed: int) -> tuple[bytes, bytes, str]:
    """Return the content of this static file without comments, the same content gzipped, and the
    ETag. `_changed` is the time of the file's last change. It only serves as a key of the cache, so
    that a changed file is read again.
    """
    content = lean(path)
    etag = hashlib.sha256(content).hexdigest()[:16]
    return content, gzip.compress(content, mtime=0), f'"{etag}"'


class Packed:
    """A static file that is served from memory; it replaces Whitenoise's StaticFile."""

    def __init__(self, path: Path, headers: Headers) -> None:
        headers["Vary"] = "Accept-Encoding"
        # Revalidate each time, so that no page mixes files of two versions of the site.
        headers["Cache-Control"] = "no-cache"
        self.path, self.headers = path, headers.items()

    def get_response(self, method: str, environ: Mapping[str, Any]) -> Response:
        if method not in ("GET", "HEAD"):
            return NOT_ALLOWED_RESPONSE
        plain, gzipped, same = read_packed(self.path, self.path.stat().st_mtime_ns)
        zipped = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        etag = f"W/{same}" if zipped else same
        headers = [*self.headers, ("ETag", etag)]
        if same in environ.get("HTTP_IF_NONE_MATCH", ""):
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
