"""What is known of the copies, in small files in the data folder."""

import json
import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from scoring.toolkit import operating_system
from scoring.toolkit.problems import Json


def read(name: str) -> Json:
    try:
        return dict(json.loads((Path(settings.DATA) / name).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def write(name: str, content: Json) -> None:
    path = Path(settings.DATA) / name
    fresh = path.with_name(f"{name}.{os.getpid()}.new")
    with suppress(OSError):  # on a full disk the former state stays
        fresh.write_text(json.dumps(content), encoding="utf-8")
        operating_system.replace(fresh, path)
