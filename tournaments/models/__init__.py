"""A club and what it holds; one file a subject."""

from tournaments.models.club import Club, Role
from tournaments.models.member import Member, Pair
from tournaments.models.user import User

__all__ = ["Club", "Member", "Pair", "Role", "User"]
