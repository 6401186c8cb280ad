import secrets
import string
from datetime import date
from typing import Any, NamedTuple

from scoring.models import Sheet
from tournaments.accounts import accounts
from tournaments.models import Club, Member, Night, User

USUAL: dict[str, Any] = {"clubs": 3, "members": 32, "nights": 3, "seed": "streepje"}
OWNER, ORGANISER = "eigenaar", "organisator"


class DemoPlan(NamedTuple):
    clubs: int
    members: int  # in each club
    nights: int  # played in each club
    seed: str
    today: date


class DemoClub(NamedTuple):
    club: Club
    members: list[Member]
    tonight: Night


class Demo(NamedTuple):
    clubs: list[DemoClub]
    sheets: list[Sheet]  # casual sheets


def create_users(password: str | None = None) -> tuple[User, User]:
    """Without a password nobody can log in."""
    owner = accounts.create_account(name="Ans de Groot", login=OWNER, password=password)
    organiser = accounts.create_account(name="Wim van Dijk", login=ORGANISER, password=password)
    return owner, organiser


def make_password() -> str:
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))
