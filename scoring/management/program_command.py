import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, SystemCheckError


class ProgramCommand(BaseCommand):
    """Its errors begin with the program's name instead of `CommandError`."""

    _called_from_command_line: bool  # set by Django

    def execute(self, *_none: Any, **options: Any) -> str | None:  # all arguments have names
        try:
            return super().execute(**options)
        except SystemCheckError:  # which has a form of its own
            raise
        except CommandError as error:
            if not self._called_from_command_line or options["traceback"]:
                raise
            self.stderr.write(f"Streepje: {error}")
            sys.exit(error.returncode)
