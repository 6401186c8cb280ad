"""Work that may hang, as of a stick, is done by a process of ours that can be killed."""

import json
import os
import subprocess
import sys
from typing import Any

from django.conf import settings

from scoring.toolkit.problems import Json


def start(module: str, *words: str, **how: Any) -> "subprocess.Popen[str]":
    """It finds our modules, and answers on its standard output."""
    ways = [str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]
    told = {"PYTHONPATH": os.pathsep.join(filter(None, ways)), "STREEPJE_URL": settings.PUBLIC_URL}
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "-m", module, *words],
        env=os.environ | told,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        **how,
    )


def read_answer(said: str) -> Json:
    """A process that was killed said nothing."""
    try:
        return dict(json.loads(said))
    except ValueError:
        return {"why": "failed"}
