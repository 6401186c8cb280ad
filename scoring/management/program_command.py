import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class ProgramCommand(BaseCommand):
    """Its errors begin with the program's name instead of `CommandError`."""

    requires_system_checks = ()  # which would import every view; .ci/run has them
    _called_from_command_line: bool  # set by Django

    def execute(self, *_none: Any, **options: Any) -> str | None:  # all arguments have names
        try:
            return super().execute(**options)
        except CommandError as error:
            if not self._called_from_command_line or options["traceback"]:
                raise
            self.stderr.write(f"Streepje: {error}")
            sys.exit(error.returncode)
