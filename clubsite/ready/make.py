"""Write the two files that make a first start fast. The migrations make the empty tables. The demo
is made by the functions that real clubs use, and recorded. Run it with `python3 -m
clubsite.ready.make`.
"""

import gzip
import json
import os
import tempfile


def main() -> None:
    """Write both files, the empty tables and the recorded demo. They are made in a temporary
    database.
    """
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"STREEPJE_DATA": data, "STREEPJE_DEMO": "1", "STREEPJE_LOGS": "no"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
        import django

        django.setup()
        _write_files()


def _write_files() -> None:
    from django.core.management import call_command
    from django.db import connection

    from clubsite.ready import empty_tables, recorded_demo, recording

    call_command("migrate", verbosity=0)
    statements = empty_tables.write_sql(connection.connection)
    empty_tables.FILE.write_text(empty_tables.BETWEEN.join(statements) + "\n", encoding="utf-8")
    recorded = json.dumps(recording.record(), separators=(",", ":"))
    recorded_demo.FILE.write_bytes(gzip.compress(recorded.encode(), mtime=0))
    connection.close()


if __name__ == "__main__":
    main()
