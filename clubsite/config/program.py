"""How this program is installed, and how to start it: a folder with manage.py, or a package with
the command `streepje`. Does not use Django.
"""

import sys
from importlib import metadata
from pathlib import Path

from scoring.toolkit import operating_system

ROOT = Path(__file__).resolve().parents[2]
# Building a package puts templates and translations inside this one; pyproject.toml tells where.
IS_PACKAGE = (ROOT / "clubsite" / "templates").is_dir()
MOVE_HERE = (
    "Staat je site al in {0}? Typ daar {1} backup streepje.backup. Stop hier (Ctrl+C), typ "
    "{2} restore met de plek van dat bestand, en start opnieuw."
)
FILES = ROOT / "clubsite" if IS_PACKAGE else ROOT  # the folder of templates/ and locale/


def find_data_folder() -> Path:
    return operating_system.find_data_folder() if IS_PACKAGE else ROOT / "data"


def build_command(*words: str) -> list[str]:
    """Return the words with which a process of the site starts another one."""
    if IS_PACKAGE:  # -P: a folder named clubsite where somebody happens to stand is not ours
        return [sys.executable, "-P", "-m", "clubsite", *words]
    return [sys.executable, str(ROOT / "manage.py"), *words]


def write_command(*words: str) -> str:
    """Return what a user types, such as `python3 manage.py backup` or `streepje backup`."""
    if IS_PACKAGE:
        return " ".join(["streepje", *words])
    return " ".join([operating_system.find_python_word(), "manage.py", *words])


def describe_another_site(data: Path) -> str:
    """Return how to move a site here from the other kind of installation; "" if this machine has
    none.
    """
    from_folder = f"{operating_system.find_python_word()} manage.py"
    if IS_PACKAGE:
        return MOVE_HERE.format("een map met manage.py", from_folder, "streepje")
    other = operating_system.find_data_folder()
    if other == data or not (other / "streepje.sqlite3").exists():
        return ""
    return MOVE_HERE.format(other, "streepje", from_folder)


def find_version() -> str:
    if IS_PACKAGE:
        return metadata.version("streepje")
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    return next(line.split('"')[1] for line in lines if line.startswith("version = "))
