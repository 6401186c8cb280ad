"""What a demo is asked for, and what it then consists of."""

import secrets
import string
from datetime import date
from typing import Any, NamedTuple

from scoring.models import Sheet
from tournaments.accounts import accounts
from tournaments.models import Club, Member, Night, User

USUAL: dict[str, Any] = {"clubs": 3, "members": 32, "nights": 3, "seed": "streepje"}
OWNER, ORGANISER = "eigenaar", "organisator"


class Asked(NamedTuple):
    clubs: int
    members: int  # in each club
    nights: int  # played in each club
    seed: str
    today: date

    def is_usual(self) -> bool:
        """Return whether nothing but the day was chosen."""
        return self == Asked(**USUAL, today=self.today)


class Made(NamedTuple):
    club: Club
    members: list[Member]
    tonight: Night


class Filled(NamedTuple):
    clubs: list[Made]  # the originals
    sheets: list[Sheet]  # casual sheets


def create_users(password: str | None = None) -> tuple[User, User]:
    """Create the accounts of the owner and the organiser of all demo clubs. Without a password they
    can't log in by one.
    """
    owner = accounts.create_account(name="Ans de Groot", login=OWNER, password=password)
    organiser = accounts.create_account(name="Wim van Dijk", login=ORGANISER, password=password)
    return owner, organiser


def make_password() -> str:
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))
