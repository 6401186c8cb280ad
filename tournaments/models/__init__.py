"""A club and what it holds; one file a subject."""

from tournaments.models.attempt import Attempt
from tournaments.models.club import Club, Role
from tournaments.models.invitation import Invitation, LogInLink
from tournaments.models.member import Member, Pair
from tournaments.models.season import Reglement, Season
from tournaments.models.user import User

__all__ = [
    "Attempt",
    "Club",
    "Invitation",
    "LogInLink",
    "Member",
    "Pair",
    "Reglement",
    "Role",
    "Season",
    "User",
]
