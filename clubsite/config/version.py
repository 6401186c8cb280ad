"""The version of the program."""

from django.conf import settings


def program_version() -> str:
    """Return the version of this program, from pyproject.toml."""
    lines = (settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    return next(line.split('"')[1] for line in lines if line.startswith("version = "))
