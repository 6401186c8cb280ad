"""The entry point once the packages are installed, for `streepje` and for manage.py."""

import gc
import os
import sys

from clubsite.config import program

OF_THE_SOURCE = ("test", "bench")  # commands that need files which a package leaves out


def main() -> None:
    name = "".join(sys.argv[1:2])
    if name in OF_THE_SOURCE:
        sys.stderr.write(f"{name} hoort bij de broncode: typ het in die map, met manage.py.\n")
        sys.exit(2)
    run()


def run() -> None:
    gc.disable()  # all that is imported stays: to look through it took a quarter of a short command
    name = sys.argv[1] if len(sys.argv) > 1 else "help"
    if name == "start" and "--demo" in sys.argv:
        os.environ["STREEPJE_DEMO"] = "1"  # before the settings choose their database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    try:
        from django.conf import settings
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError as missing:
        remedy = "Verwijder de map .venv en start opnieuw."
        if program.IS_PACKAGE:
            remedy = "Installeer Streepje opnieuw."
        sys.exit(f"Django ontbreekt hier ({missing}). {remedy}")
    try:
        settings.DATABASES  # noqa: B018  a mistake in the environment gets one line, no traceback
    except ImproperlyConfigured as mistake:
        sys.stderr.write(f"{mistake}\n")
        sys.exit(2)
    try:
        if not {"-h", "--help"} & {*sys.argv[2:]}:
            _leave_other_tables_alone(name)
        gc.freeze()
        gc.enable()
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit("Afgebroken.")


def _leave_other_tables_alone(name: str) -> None:
    import django
    from django.core.management.base import CommandError

    django.setup()
    from clubsite.maintenance.upgrade import refuse_others

    try:
        refuse_others(name)
    except CommandError as refused:
        sys.exit(f"Streepje: {refused}")
    except OSError as error:
        sys.exit(f"Streepje: deze gebruiker kan niet bij de data ({error}).")
