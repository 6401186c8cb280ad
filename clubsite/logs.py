"""Logs tell what went wrong, not who holds which link: tokens and secrets are cut out."""

import logging
import re

# A long part of a path with digits or capitals inside is a link's token, not a page's name.
SEGMENT = re.compile(r"(?<=/)(?=[\w-]*?(?:\d|[a-z][A-Z]|[A-Z][a-z]))[\w-]{16,}(?![\w-])")
NAMES = "token|code|key|sig|signature|password|link"
QUERY = re.compile(rf"([?&](?:{NAMES})=)[^&#\s'\"]+", re.IGNORECASE)


def redact(text: str) -> str:
    return QUERY.sub(r"\1…", SEGMENT.sub("…", text))


class Redacted(logging.Formatter):
    """A formatter rather than a filter, so that tracebacks are covered as well."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
