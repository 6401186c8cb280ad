import json
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import Error as DatabaseFailed
from django.db import OperationalError

from clubsite import bootstrap
from clubsite.maintenance import health
from scoring.management.program_command import ProgramCommand
from tournaments.models import User

FULL = "De schijf is vol. Wat er al was is er nog: maak ruimte en start opnieuw."
NEXT_TO_NOTHING = 1_000_000  # bytes


class SiteCommand(ProgramCommand):
    """Prints what `act` returns as JSON. A site out of order gets one line."""

    def handle(self, *arguments: Any, **options: Any) -> None:
        with shorten_mistakes():
            done = self.act(*arguments, **options)
        self.stdout.write(json.dumps(done, ensure_ascii=False))

    def act(self, *arguments: Any, **options: Any) -> Any:
        raise NotImplementedError


class AccountCommand(SiteCommand):
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="a login name")


def find_user(login: str) -> User:
    user = User.objects.filter(login=login.strip().lower()).first()
    if user is None:
        raise CommandError(f"Niemand logt hier in als {login}.")
    return user


@contextmanager
def lock_folder() -> Iterator[None]:
    """Let only one process at a time start or change the site of the data folder."""
    with ExitStack() as stack:
        with suppress(OSError):  # an unwritable folder has no lock; `start` refuses it
            stack.enter_context(bootstrap.one_at_a_time(settings.DATA / "start.lock"))
        yield


@contextmanager
def shorten_mistakes() -> Iterator[None]:
    """Turn errors in settings, database and disk into one line."""
    try:
        yield
    except ImproperlyConfigured as error:
        raise CommandError(str(error)) from None
    except (DatabaseFailed, OSError) as error:
        full = False
        with suppress(OSError):  # a folder that this user may not look at
            full = settings.DATA.is_dir() and health.count_free_bytes() < NEXT_TO_NOTHING
        words = f"Streepje kan niet schrijven in {settings.DATA} ({error})"
        if isinstance(error, DatabaseFailed):
            able = "bereiken" if isinstance(error, OperationalError) else "gebruiken"
            name, why = settings.DATABASES["default"]["NAME"], " ".join(str(error).split())
            words = f"De database is niet te {able}: {why} ({name})"
        raise CommandError(FULL if full else words) from None
