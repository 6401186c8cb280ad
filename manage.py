#!/usr/bin/env python3
"""Streepje's only command. It installs what is missing, and then runs Django's management
commands.
"""

import os
import sys

# An old Python has to get this far, so this file uses only words that it knows.
if sys.version_info < (3, 11):
    sys.exit(
        "Streepje heeft Python 3.11 of nieuwer nodig; dit is Python %d.%d. "
        "Een nieuwe staat op python.org/downloads." % sys.version_info[:2]
    )


def main():
    from clubsite import bootstrap

    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    bootstrap.prepare("requirements-dev.txt" if command == "test" else "requirements.txt")
    if command == "start" and "--demo" in sys.argv:
        os.environ["STREEPJE_DEMO"] = "1"  # before the settings choose their database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    django_takes_over()


def django_takes_over():
    try:
        from django.conf import settings
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError as missing:
        sys.exit("Django ontbreekt hier (%s). Verwijder de map .venv en start opnieuw." % missing)
    try:
        settings.DATABASES  # noqa: B018  a mistake in the environment gets one line, no traceback
    except ImproperlyConfigured as mistake:
        sys.stderr.write("%s\n" % mistake)
        sys.exit(2)
    try:
        leave_other_tables_alone()
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit("Afgebroken.")


def leave_other_tables_alone():
    import django
    from django.core.management.base import CommandError

    django.setup()
    from clubsite.maintenance.upgrade import refuse_others

    try:
        refuse_others(sys.argv[1] if len(sys.argv) > 1 else "help")
    except CommandError as refused:
        sys.exit("CommandError: %s" % refused)


if __name__ == "__main__":
    main()
