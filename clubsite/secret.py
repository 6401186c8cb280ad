"""The site's own key, made when it is first needed and kept in a file only its owner can read."""

import os
import secrets
import time
from pathlib import Path


def secret_key(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    key = secrets.token_urlsafe(50)
    with os.fdopen(handle, "w") as file:
        file.write(key)
    return key


def _read(path: Path) -> str:
    for _ in range(20):  # another process may be between making the file and filling it
        key = path.read_text().strip()
        if len(key) >= 50:
            return key
        time.sleep(0.05)
    raise RuntimeError(f"{path} holds no key: remove that file and start again.")
