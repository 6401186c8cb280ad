"""The models of a club, one file for each subject."""

from tournaments.models.club import Club, ClubDeed, Logo, Role
from tournaments.models.import_draft import ClubFile, ClubFilePart, Intake
from tournaments.models.invitation import Confirmation, Invitation, LetIn, LogInLink
from tournaments.models.login_attempt import Attempt
from tournaments.models.mail import Letter
from tournaments.models.member import Member, Pair
from tournaments.models.night import Attendance, Brought, Deed, Night
from tournaments.models.round import Drawing, Lot, Round, Table, TableSeat
from tournaments.models.season import DivisionMember, Reglement, Season, Settlement
from tournaments.models.site import ErasedMark, Machine, Site
from tournaments.models.user import User, UserSession

__all__ = [
    "Attempt",
    "Attendance",
    "Brought",
    "Club",
    "ClubDeed",
    "ClubFile",
    "ClubFilePart",
    "Confirmation",
    "Deed",
    "DivisionMember",
    "Drawing",
    "ErasedMark",
    "Intake",
    "Invitation",
    "LetIn",
    "Letter",
    "LogInLink",
    "Logo",
    "Lot",
    "Machine",
    "Member",
    "Night",
    "Pair",
    "Reglement",
    "Role",
    "Round",
    "Season",
    "Settlement",
    "Site",
    "Table",
    "TableSeat",
    "User",
    "UserSession",
]
