"""Reads files, each in a process of its own, and tells what came of it and how much memory it
took. Started by test_hostile.py: `measure.py FOLDER`.
"""

import json
import os
import resource
import sys
import time
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
django.setup()

from scoring.toolkit.problems import UserError  # noqa: E402
from tournaments.files import readers  # noqa: E402
from tournaments.files.imports import guess_columns  # noqa: E402
from tournaments.files.readers import result_list  # noqa: E402
from tournaments.files.readers.cells import Book  # noqa: E402

FIRST, LAST = date(2026, 9, 1), date(2027, 5, 31)
LIMIT = 256 * 1024 * 1024


def outcome(data: bytes) -> str:
    """Of reading it, and of looking for people and nights in what was read."""
    try:
        book = readers.read(data)
    except UserError as refused:
        return str(refused)
    for understand in (list_people, partial(result_list.read, first=FIRST, last=LAST)):
        with suppress(UserError):
            understand(book)
    cells = sum(len(line.cells) for worksheet in book.leaves for line in worksheet.lines)
    return f"read {cells}"


def list_people(book: Book) -> None:
    guess_columns.read(guess_columns.write_text(book), {})


def measured(path: Path) -> dict[str, object]:
    """In a child, whose memory is told when it is over."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
        begun = time.process_time()
        said = outcome(path.read_bytes())
        took = time.process_time() - begun
        os.write(writing, json.dumps({"said": said, "seconds": round(took, 2)}).encode())
        os._exit(0)
    os.close(writing)
    _pid, status, used = os.wait4(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        output = pipe.read()
    answer = json.loads(output) if output else {"said": f"crashed: {status}", "seconds": 0}
    return answer | {"megabytes": used.ru_maxrss // 1024}


if __name__ == "__main__":
    print(json.dumps({path.name: measured(path) for path in sorted(Path(sys.argv[1]).iterdir())}))
