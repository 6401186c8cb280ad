"""Logs tell what went wrong, not who holds which link: tokens and secrets are cut out."""

import logging
import re

# A long path segment with a digit in it is a sheet's link or a token, never a page's name.
SEGMENT = re.compile(r"(?<=/)(?=[A-Za-z_-]*\d)[\w-]{16,}(?=[/?#\s'\"]|$)")
QUERY = re.compile(
    r"([?&](?:token|code|key|sig|signature|password|link)=)[^&#\s'\"]+", re.IGNORECASE
)


def redact(text: str) -> str:
    return QUERY.sub(r"\1…", SEGMENT.sub("…", text))


class Redacted(logging.Formatter):
    """A formatter rather than a filter, so that tracebacks are covered as well."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
