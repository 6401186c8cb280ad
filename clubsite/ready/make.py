"""Make what a first start finds ready: the empty tables, by the migrations, and the recorded demo,
by the verbs. `python3 -m clubsite.ready.make` writes both files.
"""

import gzip
import json
import os
import tempfile


def main() -> None:
    """Write both files, in a database that is thrown away."""
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
