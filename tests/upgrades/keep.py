"""What a release leaves behind, kept for the tests of those that come after it.

python3 -m tests.upgrades.keep 0.4 FOLDER    the SQLite file of the site in FOLDER
"""

import gzip
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

FOLDER = Path(__file__).parent
MOST = 200_000  # bytes of each


def keep(version: str, data: Path) -> Path:
    with closing(sqlite3.connect(data / "streepje.sqlite3")) as database:
        words = "\n".join(database.iterdump())
    kept = FOLDER / f"{version}.sql.gz"
    kept.write_bytes(gzip.compress(words.encode(), mtime=0))
    if kept.stat().st_size > MOST:
        kept.unlink()
        sys.exit(f"This is more than {MOST} bytes: take a smaller demo.")
    return kept


def lay(version: str, data: Path) -> None:
    """The site as that release had it."""
    data.mkdir(parents=True, exist_ok=True)
    words = gzip.decompress((FOLDER / f"{version}.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(data / "streepje.sqlite3")) as database:
        # Django's own, which a rule of a table asks for.
        database.create_function("REGEXP", 2, lambda rule, text: bool(re.search(rule, text)))
        database.executescript(words)


if __name__ == "__main__":
    print(keep(sys.argv[1], Path(sys.argv[2])))
