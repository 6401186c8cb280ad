"""What differs between Linux, macOS and Windows. Standard library only, as the first run needs it
before anything is installed.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

# Tests put another system here, and see what it would get.
SYSTEM = sys.platform


def is_windows() -> bool:
    return SYSTEM == "win32"


def is_mac() -> bool:
    return SYSTEM == "darwin"


# Folders and words


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which this system's programs keep the data of one user."""
    if is_windows():
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData/Local") / "Streepje"
    if is_mac():
        return Path.home() / "Library/Application Support/Streepje"
    named = Path(environment.get("XDG_DATA_HOME") or "")
    # The XDG specification says to ignore a relative path.
    return (named if named.is_absolute() else Path.home() / ".local/share") / "streepje"


def word_for_python() -> str:
    """Return what people type for Python here; on Windows `python3` may open a shop instead."""
    return "py" if is_windows() else "python3"
